// What a screen reader is told without being asked.

/** The same words again are heard only if there was something else between. */
const SILENCE = 60;

class Announcer {
  polite = $state('');
  urgent = $state('');
  #waiting: Partial<Record<'polite' | 'urgent', ReturnType<typeof setTimeout>>> = {};

  #speak(how: 'polite' | 'urgent', text: string): void {
    clearTimeout(this.#waiting[how]);
    this[how] = '';
    if (text) this.#waiting[how] = setTimeout(() => (this[how] = text), SILENCE);
  }

  /** When the reader has time. */
  say(text: string): void {
    this.#speak('polite', text);
  }

  /** At once: it is your decision. */
  call(text: string): void {
    this.#speak('urgent', text);
  }

  /** Nothing that was said, or is about to be, stays to be read. */
  hush(): void {
    this.say('');
    this.call('');
  }
}

export const announcer = new Announcer();
