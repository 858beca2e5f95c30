// How much room there is, counted in the person's own text size: large text makes a small screen.

import { settings } from './settings.svelte';

const PHONE = 640;
const TABLET = 1100;
const SHORT = 620;
const LOW = 800;

class Screen {
  #width = $state(innerWidth);
  #height = $state(innerHeight);

  constructor() {
    addEventListener('resize', () => {
      this.#width = innerWidth;
      this.#height = innerHeight;
    });
  }

  get layout(): 'phone' | 'tablet' | 'desktop' {
    const room = this.#width / settings.zoom;
    if (room < PHONE) return 'phone';
    return room < TABLET ? 'tablet' : 'desktop';
  }

  /** Too low for everything at once: the page is scrolled. */
  get short(): boolean {
    return this.#height / settings.zoom < SHORT;
  }

  /** So low that what is not needed just now gives way. */
  get low(): boolean {
    return !this.short && this.#height / settings.zoom < LOW;
  }
}

export const screen = new Screen();
