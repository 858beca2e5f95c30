// What was pointed at last, for as long as the pointer needs to get from it to the note beside it.

const WHILE = 250;

export class Lingering {
  ref = $state('');
  #inside = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  point(ref: string): void {
    clearTimeout(this.#leaving);
    if (ref) this.ref = ref;
    else this.#leave();
  }

  #leave(): void {
    this.#leaving = setTimeout(() => {
      if (!this.#inside) this.ref = '';
    }, WHILE);
  }

  /** Whether the pointer is on the note. */
  readonly stay = (inside: boolean): void => {
    clearTimeout(this.#leaving);
    this.#inside = inside;
    if (!inside) this.#leave();
  };
}
