// What somebody wants of a new table, and how it is remembered and told.

import type { Clock, GameOffer, Level, NewTable, SeatWish, SetupChoice, WinRate } from '../protocol';
import { t, type WordKey } from '../words';
import { keep, kept } from './kept';
import { gameTitle, reasonTold, valueName } from './names';
import { clockTold, duration } from './told';

export type Who = 'me' | 'again' | 'open' | 'link' | 'bot';
interface SeatPlan {
  who: Who;
  /** The level of the bot, if it is one. */
  bot: string;
}

/** The plan of a table. `setup` holds only what the person chose: the rest is as usual. */
export interface Plan {
  count: number;
  seats: SeatPlan[];
  setup: Record<string, string>;
  clock: 'none' | Clock['kind'];
  amounts: Record<Clock['kind'], number>;
  then: 'bot' | 'lose';
  /** Seconds from a notice until a bot may play for whoever is away; without a clock. */
  away: number;
  window: number;
  chat: boolean;
  private: boolean;
  hints: boolean;
  pack: string;
  seed: string;
}

const place = (game: string) => `adjudge.setup.${game}`;

function fresh(offer: GameOffer): Plan {
  const seats = Array.from({ length: offer.most_seats }, (_, seat): SeatPlan => ({ who: seat ? 'bot' : 'me', bot: offer.usual }));
  return {
    count: offer.least_seats, seats, setup: {}, clock: 'none', amounts: { move: 120, game: 1800, day: 1 }, then: 'bot',
    away: 300, window: 4, chat: true, private: false, hints: true, pack: '', seed: '',
  };
}

/** The last plan of this game in this browser, or the usual one. A seed is for one game only. */
export function recall(offer: GameOffer): Plan {
  const usual = fresh(offer);
  const last = { ...usual, ...(kept(place(offer.id)) as Partial<Plan> | null), seed: '' };
  const fits = last.count >= offer.least_seats && last.count <= offer.most_seats && last.seats.length === offer.most_seats;
  return fits ? { ...last, seats: last.seats.map((seat) => ({ ...seat, bot: levelId(offer, seat.bot) })) } : usual;
}

/** The level that somebody chose once, by its id or by the bot behind it; the usual one if it is gone. */
export const levelId = (offer: GameOffer, bot: string): string =>
  offer.levels.find((level) => level.id === bot || level.bot === bot)?.id ?? offer.usual;

/** How strong a level is at a table like this: how often it wins against the game, or its rating. */
export function strengthTold(level: Level, count: number, values: Record<string, string>): string {
  const rate = rateOf(level, count, values);
  if (rate) return t('setup.levelWins', { percent: percent(rate.share) });
  return level.rating === null ? '' : t('setup.levelRating', { rating: level.rating });
}

/** A level's own line; where it plays with others against the game, also how often they win. */
export function levelTold(level: Level, count: number, values: Record<string, string>): string {
  const rate = rateOf(level, count, values);
  return rate ? `${level.words} ${t('setup.levelRate', { low: percent(rate.low), high: percent(rate.high) })}` : level.words;
}

const percent = (share: number): number => Math.round(100 * share);

const rateOf = (level: Level, count: number, values: Record<string, string>): WinRate | undefined =>
  level.wins.find(({ seats, setup }) => seats === count && Object.entries(setup).every(([name, value]) => values[name] === value));

export const remember = (offer: GameOffer, plan: Plan): boolean => keep(place(offer.id), plan);
export const forget = (offer: GameOffer): Plan => {
  keep(place(offer.id), null);
  return fresh(offer);
};

/** Whether windows close by the clock: where others come, and nobody has two seats. */
export const timed = (plan: Plan): boolean => others(plan) && !plan.seats.slice(0, plan.count).some(({ who }) => who === 'again');

/** Whether people come who are elsewhere. */
export const others = (plan: Plan): boolean => plan.seats.slice(0, plan.count).some(({ who }) => who === 'open' || who === 'link');

/** Whether somebody may be away for so long: nothing else moves the match on. */
export const mayBeAway = (plan: Plan): boolean => plan.clock === 'none' && others(plan);

/** The seat that a choice belongs to, if it belongs to one: `team_1`. */
export function seatOf(choice: SetupChoice): number | null {
  const found = /_(\d)$/.exec(choice.name);
  return found ? Number(found[1]) : null;
}

export const usualValue = (choice: SetupChoice, count: number): string => choice.default_by_seats[count] ?? choice.default;

/** The values that a table of so many has: seats that are not there cannot be named. */
export const valuesOf = (choice: SetupChoice, count: number): string[] =>
  choice.choices.filter((value) => !/^\d+$/.test(value) || Number(value) < count);

const CALLED: Record<string, WordKey> = { next: 'setup.value_next', slaine: 'setup.value_slaine' };

export function valueTold(value: string): string {
  if (/^\d+$/.test(value)) return t('setup.seat', { n: Number(value) + 1 });
  return CALLED[value] ? t(CALLED[value]) : valueName(value);
}

/** The value of another choice that this one belongs to, as its help says: "cooperative: the seat that ...". */
export function onlyWith(choice: SetupChoice, all: SetupChoice[]): string {
  const value = /^([\w-]+): /.exec(choice.help)?.[1] ?? '';
  return all.some((other) => other !== choice && other.choices.includes(value)) ? value : '';
}

/** A choice's help as a sentence with names; seats count from one for people. */
export function helpTold(choice: SetupChoice): string {
  const ids = choice.choices.filter((value) => value.includes('-'));
  const named = ids.reduce((text, value) => text.replaceAll(value, valueName(value)), choice.help.replace(/^[\w-]+: /, ''));
  const text = reasonTold(named);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** What is chosen, or usual, for every choice that this table has. */
export function chosen(offer: GameOffer, plan: Plan): Record<string, string> {
  const here = offer.setup.filter((choice) => (seatOf(choice) ?? 0) < plan.count);
  return Object.fromEntries(
    here.map((choice) => {
      const picked = plan.setup[choice.name];
      const fits = picked !== undefined && valuesOf(choice, plan.count).includes(picked);
      return [choice.name, fits ? picked : usualValue(choice, plan.count)];
    }),
  );
}

function clockOf(plan: Plan): Clock | null {
  return plan.clock === 'none' ? null : { kind: plan.clock, amount: plan.amounts[plan.clock], then: plan.then };
}

/** The plan as the server is asked for it. */
export function wishOf(offer: GameOffer, plan: Plan): NewTable {
  const seats = plan.seats.slice(0, plan.count).map(({ who, bot }): SeatWish =>
    who === 'bot' ? { who, bot } : { who: who === 'again' ? 'me' : who },
  );
  return {
    game: offer.id, seats, setup: chosen(offer, plan), clock: clockOf(plan), window: plan.window, chat: plan.chat,
    private: plan.private, hints: plan.hints, away: mayBeAway(plan) ? plan.away : null, pack: plan.pack || null, seed: plan.seed.trim() ? Number(plan.seed) : null,
  };
}

/** What keeps the plan from being tried at all. */
export const missing = (plan: Plan): string => (/^\s*\d{0,15}\s*$/.test(plan.seed) ? '' : t('setup.seedBad'));

/** The plan without what does not matter to the rules of a set-up: a refusal of it is remembered by this. */
export const shapeOf = (offer: GameOffer, plan: Plan): string => JSON.stringify([offer.id, plan.count, chosen(offer, plan), plan.pack]);

function seatsTold(offer: GameOffer, plan: Plan): string {
  const seats = plan.seats.slice(0, plan.count);
  const n = (who: Who) => seats.filter((seat) => seat.who === who).length;
  const bots = [...new Set(seats.filter((seat) => seat.who === 'bot').map((seat) => seat.bot))];
  const here = n('me') + n('again');
  const parts = [
    here ? t('setup.sumYou') : '',
    here > 1 ? t('setup.sumAgain', { n: here - 1 }) : '',
    n('link') ? t('setup.sumLink', { n: n('link') }) : '',
    n('open') ? t('setup.sumOpen', { n: n('open') }) : '',
    ...bots.map((id) => {
      const level = offer.levels.find((one) => one.id === id)?.name ?? valueName(id);
      return t('setup.sumBot', { level, n: seats.filter((seat) => seat.who === 'bot' && seat.bot === id).length });
    }),
  ].filter(Boolean);
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${t('setup.and')} ${parts.at(-1)}` : (parts[0] ?? '');
}

/** The plan in plain words. */
export function planTold(offer: GameOffer, plan: Plan): string {
  const values = Object.entries(chosen(offer, plan))
    .filter(([name, value]) => !/_\d$/.test(name) && !/^(\d+|random|next)$/.test(value))
    .map(([, value]) => valueName(value));
  const clock = clockOf(plan);
  const rest = [
    ...values, clock ? clockTold(clock) : t('setup.sumNoClock'),
    clock ? t(plan.then === 'lose' ? 'setup.sumThenLose' : 'setup.sumThenBot') : '',
    mayBeAway(plan) ? t('setup.sumAway', { time: duration(plan.away) }) : '',
    t(plan.private ? 'setup.sumPrivate' : 'setup.sumPublic'), plan.hints ? '' : t('setup.sumNoHints'),
    plan.seed.trim() && !missing(plan) ? t('setup.sumSeed', { n: plan.seed.trim() }) : '',
  ].filter(Boolean);
  return `${t('setup.sumPlayers', { game: gameTitle(offer.id), n: plan.count })}: ${seatsTold(offer, plan)}. ${rest.join(', ')}.`;
}
