// Where the page lives: under a path of a larger site, or "" on a host of its own. The server knows.

const told = document.querySelector<HTMLMetaElement>('meta[name="path"]');
export const path = told?.content ?? '';

/** An address within the page, as a link or the address bar has to say it. */
export const linkTo = (address: string) => path + address;

/** What such a link or the address bar says, as an address within the page. */
export const within = (pathname: string) =>
  pathname === path || pathname.startsWith(`${path}/`) ? pathname.slice(path.length) || '/' : pathname;
