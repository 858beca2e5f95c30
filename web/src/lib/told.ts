// A table in a few words, for lists.

import type { Clock, Result, Seat, Table } from '../protocol';
import { t } from '../words';
import { botName, gameTitle, named, seatName, valueName } from './names';

/** A number of seconds as people say it. */
export function duration(seconds: number): string {
  if (seconds < 60) return t('setup.seconds', { n: seconds });
  if (seconds < 3600) return t('setup.minutes', { n: Math.round(seconds / 60) });
  return t('setup.hours', { n: Math.round(seconds / 3600) });
}

export function clockTold(clock: Clock | null): string {
  if (!clock) return t('lobby.live');
  if (clock.kind === 'day') return t('lobby.clock_day', { n: clock.amount });
  return t(clock.kind === 'move' ? 'lobby.clock_move' : 'lobby.clock_game', { time: duration(clock.amount) });
}

/** How long somebody may be away, where people wait for each other without a clock. */
export const awayTold = (table: Table): string =>
  table.clock || table.seats.filter(({ who }) => who !== 'bot').length < 2 ? '' : t('setup.sumAway', { time: duration(table.away) });

function seatTold(seat: Seat): string {
  if (seat.who === 'empty') return t('lobby.anybody');
  return seat.who === 'bot' ? t('lobby.botName', { name: botName(seat.name) }) : seat.name;
}

/** The game and, for those who sit there, who else plays it. */
export function headline(table: Table): string {
  const game = gameTitle(table.game);
  if (!table.seats.some((seat) => seat.you)) return [game, choicesTold(table)].filter(Boolean).join(' · ');
  const others = table.seats.filter((seat) => !seat.you);
  const first = others[0];
  if (table.seats.length === 1) return t('lobby.alone', { game });
  if (!first) return game;
  const rest = others.length > 2 ? t('lobby.andOthers', { n: others.length - 1 }) : others[1] ? seatTold(others[1]) : '';
  const names = [seatTold(first), rest].filter(Boolean).join(' & ');
  return t(table.setup['mode'] === 'cooperative' ? 'lobby.with' : 'lobby.against', { game, names });
}

/** The choices of the set-up that tell one table from another: not those of a seat, nor what chance decides. */
export function choicesTold(table: Table): string {
  return Object.entries(table.setup)
    .filter(([name, value]) => !/_\d$/.test(name) && !/^(\d+|random|next)$/.test(value))
    .map(([, value]) => valueName(value))
    .join(', ');
}

/** Who sits at a table that is another's. */
export const seatedTold = (table: Table): string =>
  table.seats.filter((seat) => seat.who !== 'empty').map(seatTold).join(', ');

function resultTold(table: Table, result: Result): string {
  const winners = table.seats.filter((seat) => result.winners.includes(seat.seat));
  if (winners.some((seat) => seat.you)) return t('lobby.wonYou');
  if (winners.length === 0) return t('lobby.wonNone');
  return t('lobby.wonBy', { names: winners.map(({ seat }) => seatName(table, seat)).join(' & ') });
}

/** What is going on there. */
export function stateTold(table: Table): string {
  if (table.result) return resultTold(table, table.result);
  if (table.stuck) return table.stuck;
  const seated = table.seats.filter((seat) => seat.who !== 'empty').length;
  if (table.status === 'open') return t('lobby.seated', { n: seated, of: table.seats.length });
  const asked = table.seats.filter((seat) => table.asked.includes(seat.seat));
  if (asked.some((seat) => seat.you)) return t('lobby.youDecide');
  return asked[0] ? t('lobby.decides', { name: seatName(table, asked[0].seat) }) : '';
}

/** How a match ended for a seat, or for whoever watches, and why. */
export function endTold(table: Table, seat: number | null): [headline: string, reason: string] {
  const { winners = [], how = '', reason = '' } = table.result ?? {};
  const names = winners.map((winner) => seatName(table, winner)).join(', ');
  const mine = seat !== null && winners.includes(seat);
  const nobody = how === 'agreed' && table.seats.length > 1 ? t('table.drawn') : seat === null ? t('table.lostAll') : t('table.lostYou');
  const headline = mine ? t('table.wonYou') : names ? t('table.won', { names }) : nobody;
  const why = named(reason, table, seat);
  return [`${t('table.over')}: ${headline}`, `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`];
}

/** An apology, and what is safe. */
export const errorTold = (moves: number): string => (moves > 0 ? t('table.error', { n: moves }) : t('table.errorNew'));
