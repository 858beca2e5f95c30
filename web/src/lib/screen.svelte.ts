// How much room there is, counted in the person's own text size: large text makes a small screen.

import { settings } from './settings.svelte';

const PHONE = 640;
const TABLET = 1100;

class Screen {
  #width = $state(innerWidth);

  constructor() {
    addEventListener('resize', () => (this.#width = innerWidth));
  }

  get layout(): 'phone' | 'tablet' | 'desktop' {
    const room = this.#width / settings.zoom;
    if (room < PHONE) return 'phone';
    return room < TABLET ? 'tablet' : 'desktop';
  }
}

export const screen = new Screen();
