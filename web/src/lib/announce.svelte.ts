// What a screen reader is told without being asked.

class Announcer {
  polite = $state('');
  urgent = $state('');

  /** When the reader has time. */
  say(text: string): void {
    this.polite = text;
  }

  /** At once: it is your decision. */
  call(text: string): void {
    this.urgent = text;
  }

  /** Nothing that was said stays to be read again. */
  hush(): void {
    this.polite = '';
    this.urgent = '';
  }
}

export const announcer = new Announcer();
