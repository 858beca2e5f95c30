// Who this browser is to the server: nobody signs in, a cookie and a name are given at the first visit.

import { api } from './api';

class Me {
  name = $state('');
  #known: Promise<void> | null = null;

  /** Resolves once the server knows this browser. */
  ready(): Promise<void> {
    this.#known ??= this.#ask();
    return this.#known;
  }

  async #ask(): Promise<void> {
    try {
      this.name = (await api.guest()).name;
    } catch (problem) {
      this.#known = null;
      throw problem;
    }
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename({ name })).name;
  }
}

export const me = new Me();
