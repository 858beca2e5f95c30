// How much of each table this browser has seen, so that whoever comes back is told what is new.

import { keep, kept } from './kept';

const PLACE = 'adjudge.left';
const MOST_TABLES = 50;

const read = () => (kept(PLACE) ?? {}) as Record<string, number>;

/** The number of events that had been seen at a place when it was left; null if it never was. */
export const lastLeft = (place: string): number | null => read()[place] ?? null;

/** So many events have been seen there. The places seen last are kept. */
export function leave(place: string, events: number): void {
  const { [place]: _, ...others } = read();
  const latest = Object.entries(others).slice(1 - MOST_TABLES);
  keep(PLACE, { ...Object.fromEntries(latest), [place]: events });
}
