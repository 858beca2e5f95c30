// Which view the address names. The address is the state: a reload shows the same.

import { linkTo, within } from './path';

/** A part of a path as it was meant; one that means nothing stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(within(location.pathname));
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener('popstate', () => this.#read());
  }

  #read(): void {
    this.path = within(location.pathname);
    this.query = new URLSearchParams(location.search);
  }

  /** The parts of the path: `/t/abc` is ['t', 'abc']. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decoded);
  }

  /** Go to another address within the page. */
  go(address: string): void {
    history.pushState(null, '', linkTo(address));
    this.#read();
    scrollTo(0, 0);
  }

  /** Change the address without a step to go back to. */
  replace(address: string): void {
    history.replaceState(null, '', linkTo(address));
    this.#read();
  }
}

export const router = new Router();

/** Links within the page change the view instead of loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest('a[href^="/"]:not([download], [target])');
  if (!link) return;
  event.preventDefault();
  router.go(within(link.getAttribute('href') ?? '/'));
}
