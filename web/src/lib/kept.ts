// What this browser keeps. It may keep nothing, or have no room left: the page works all the same.

/** What lies at a place; null if there is nothing, or nothing that can be read. */
export function kept(place: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? 'null');
  } catch {
    return null;
  }
}

/** Keep something at a place; whether there was room for it. */
export function keep(place: string, what: unknown): boolean {
  try {
    localStorage.setItem(place, JSON.stringify(what));
    return true;
  } catch {
    return false;
  }
}
