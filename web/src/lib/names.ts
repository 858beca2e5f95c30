// The server says "Seat 1"; people have names.

import { t } from '../words';
import type { Table } from '../protocol';

/** A bot by its level: "flat:60" is called "Flat". */
export const botName = (bot: string): string => valueName(bot.split(':')[0] ?? '');

/** Whoever sits there; those of one name are told apart by their seats. */
export function seatName(table: Table, seat: number): string {
  const called = table.seats.map(({ who, name }) => (who === 'bot' ? botName(name) : name));
  const name = called[seat];
  if (!name) return t('table.seatEmpty', { n: seat + 1 });
  const shared = called.filter((other) => other === name).length > 1;
  return shared ? t('table.nameAtSeat', { name, n: seat + 1 }) : name;
}

/** A text with names for seats. At the beginning of a sentence, and before a colon, you are "You". */
export function named(text: string, table: Table, you: number | null): string {
  const own = text.replace(/(^|\. )Seat (\d+):/g, (all, before: string, seat: string) =>
    Number(seat) === you ? `${before}${t('common.you')}:` : all,
  );
  return own.replace(/\b[Ss]eat (\d+)\b/g, (_, seat: string) => seatName(table, Number(seat)));
}

/** Why the server did not do it, for people: they count seats from one. */
export const reasonTold = (reason: string): string => reason.replace(/\b([Ss]eat) (\d+)\b/g, (_, word: string, seat: string) => `${word} ${Number(seat) + 1}`);

const TITLES: Record<string, string> = {
  'cursed-earth': 'The Cursed Earth',
  'helter-skelter': 'Helter Skelter',
  'dredd-card-game': 'Dredd: The Card Game',
  judgement: 'Judgement: Eternal Champions',
};

/** The title of a game. */
export const gameTitle = (game: string): string => TITLES[game] ?? game;

const SMALL = new Set(['to', 'of', 'and']);

/** A setting's value as words: "city-blocks" becomes "City Blocks", "head-to-head" becomes "Head to Head". */
export function valueName(value: string): string {
  const words = value.split('-');
  return words.map((word) => (SMALL.has(word) ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join(' ');
}

/** What was chosen for the whole table before the game; what each seat has, it shows itself. */
export const setupNames = (setup: Record<string, string>): string =>
  ['mode', 'difficulty', 'map'].map((name) => setup[name] ?? '').filter(Boolean).map(valueName).join(' · ');
