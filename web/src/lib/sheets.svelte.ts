// Sheets lie over the view without leaving it: settings, keys, a rule.

class Sheets {
  open = $state<'' | 'settings' | 'keys'>('');
  rule = $state.raw<{ game: string; id: string } | null>(null);
  #from: Element | null = null;

  /** From one sheet to the next, the focus still goes back to where the first was opened. */
  #remember(): void {
    if (!this.open && !this.rule) this.#from = document.activeElement;
  }

  show(name: 'settings' | 'keys'): void {
    this.#remember();
    this.rule = null;
    this.open = name;
  }

  toggle(name: 'settings' | 'keys'): void {
    if (this.open === name) this.close();
    else this.show(name);
  }

  /** Open a rule beside whatever is being looked at. */
  cite(game: string, id: string): void {
    this.#remember();
    this.open = '';
    this.rule = { game, id };
  }

  /** Close what is open; the focus goes back to where it came from. */
  close(): void {
    this.open = '';
    this.rule = null;
    if (this.#from instanceof HTMLElement || this.#from instanceof SVGElement) this.#from.focus();
  }
}

export const sheets = new Sheets();
