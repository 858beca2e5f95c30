// Sheets lie over the view without leaving it: settings, keys, a rule.

class Sheets {
  open = $state<'' | 'settings' | 'keys'>('');
  rule = $state.raw<{ game: string; id: string } | null>(null);
  #from: Element | null = null;

  #remember(): void {
    this.#from = document.activeElement;
  }

  show(name: 'settings' | 'keys'): void {
    this.#remember();
    this.open = name;
  }

  toggle(name: 'settings' | 'keys'): void {
    if (this.open === name) this.close();
    else this.show(name);
  }

  /** Open a rule beside whatever is being looked at. */
  cite(game: string, id: string): void {
    this.#remember();
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
