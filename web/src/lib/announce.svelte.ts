// What a screen reader is told without being asked.

/** The same words again are heard only if there was something else between. */
const SILENCE = 60;

class Announcer {
  polite = $state('');
  urgent = $state('');

  /** When the reader has time. */
  say(text: string): void {
    this.polite = '';
    setTimeout(() => (this.polite = text), SILENCE);
  }

  /** At once: it is your decision. */
  call(text: string): void {
    this.urgent = '';
    setTimeout(() => (this.urgent = text), SILENCE);
  }

  /** Nothing that was said stays to be read again. */
  hush(): void {
    this.polite = '';
    this.urgent = '';
  }
}

export const announcer = new Announcer();
