// What a screen reader is told without being asked.

/** The same words again are heard only if there was something else between. */
const SILENCE = 60;

class Announcer {
  polite = $state('');
  urgent = $state('');
  /** What is about to be said. */
  #news = '';
  #waiting: Partial<Record<'polite' | 'urgent', ReturnType<typeof setTimeout>>> = {};

  #speak(how: 'polite' | 'urgent', text: string): void {
    clearTimeout(this.#waiting[how]);
    this[how] = '';
    if (!text) return;
    this.#waiting[how] = setTimeout(() => {
      this[how] = text;
      if (how === 'polite') this.#news = '';
    }, SILENCE);
  }

  /** When the reader has time. */
  say(text: string): void {
    this.#news = text;
    this.#speak('polite', text);
  }

  /** At once: it is your decision. It would cut off the news that led to it, so they are told with it. */
  call(text: string): void {
    const news = text ? this.#news : '';
    if (news) this.say('');
    this.#speak('urgent', news ? `${news} ${text}` : text);
  }

  /** Nothing that was said, or is about to be, stays to be read. */
  hush(): void {
    this.say('');
    this.call('');
  }
}

export const announcer = new Announcer();
