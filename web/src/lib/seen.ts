// Which rules this browser has seen at work: the log lines of recent tables that cite them.

import type { Event } from '../protocol';
import { keep, kept } from './kept';

interface Sighting {
  table: string;
  text: string;
  number: number;
  seat: number | null;
}
type Seen = Record<string, Record<string, Sighting[]>>;

const PLACE = 'adjudge.seen';
const KEPT_PER_RULE = 4;
/** The newest event noted of each table, so that noting all of them again costs nothing. */
const noted = new Map<string, number>();

const read = () => (kept(PLACE) ?? {}) as Seen;

function note(of: Record<string, Sighting[]>, rule: string, seen: Sighting): void {
  const others = (of[rule] ?? []).filter((other) => other.table !== seen.table || other.number !== seen.number);
  of[rule] = [seen, ...others].slice(0, KEPT_PER_RULE);
}

/** Remember the rules that these events of a table cite. */
export function noteSeen(game: string, table: string, events: Event[], seat: number | null = null): void {
  const place = `${table}/${seat ?? ''}`;
  const fresh = events.filter((event) => event.number > (noted.get(place) ?? -1));
  if (fresh.length === 0) return;
  noted.set(place, fresh.at(-1)?.number ?? -1);
  const all = read();
  const of = (all[game] ??= {});
  for (const event of fresh) {
    for (const rule of event.rules) note(of, rule, { table, text: event.text, number: event.number, seat });
  }
  if (!keep(PLACE, all)) keep(PLACE, {}); // the browser's room is used up: begin again
}

/** Where a rule was seen in play, newest first. */
export const seenInPlay = (game: string, rule: string): Sighting[] => read()[game]?.[rule] ?? [];
