// Which rules were met in play, so that the rules browser can show where.

import type { Event } from '../protocol';

export interface Seen {
  table: string;
  number: number;
  text: string;
}

const PLACE = 'adjudge.seen';
const EACH = 3;

type Index = Record<string, Record<string, Seen[]>>;

function read(): Index {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Index;
  } catch {
    return {};
  }
}

/** Remember the latest lines that cite each rule. */
export function noteSeen(game: string, table: string, events: Event[]): void {
  const index = read();
  const rules = (index[game] ??= {});
  for (const { number, text, rules: cited } of events) {
    for (const id of cited) rules[id] = [{ table, number, text }, ...(rules[id] ?? [])].slice(0, EACH);
  }
  localStorage.setItem(PLACE, JSON.stringify(index));
}

/** The latest lines that cite a rule. */
export const seenInPlay = (game: string, id: string): Seen[] => read()[game]?.[id] ?? [];
