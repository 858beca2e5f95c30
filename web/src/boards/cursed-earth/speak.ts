// Names of things for people and screen readers, and the steps of a decision.

import type { Content } from '../../lib/api';
import { seatName } from '../../lib/names';
import type { Event, Position } from '../../protocol';
import type { SymbolName } from '../../art/cursed-earth/symbols';
import { t, type WordKey } from '../../words';
import {
  boxesOf, count, currentOf, encounterOf, locationOf, numberOf, tableOf, under,
  type Box, type BoxType, type Encounter, type Location, type Side,
} from './model';
import { characterName } from './story';

const word = (key: string): WordKey => `cursedEarth.${key}` as WordKey;

export const symbolName = (symbol: SymbolName): string => t(word(`symbol_${symbol}`));

/** The symbols of a box in words. */
export const symbolWords = (symbols: SymbolName[]): string => symbols.map(symbolName).join(', ');

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export const TYPE_WORDS: Record<BoxType, WordKey> = {
  event: 'cursedEarth.must', choice: 'cursedEarth.oneOf', option: 'cursedEarth.may',
};
const TYPE_NAMES: Record<BoxType, WordKey> = {
  event: 'cursedEarth.event', choice: 'cursedEarth.choice', option: 'cursedEarth.option',
};

export function ordinal(n: number): string {
  return t('cursedEarth.ordinals').split(' ')[n - 1] ?? String(n);
}

/** A number as it is read out. */
export const cardinal = (n: number): string => t('cursedEarth.cardinals').split(' ')[n - 1] ?? String(n);

/** The boxes of a card, as they are read out. */
export function boxesSpeech(card: Encounter, done: Set<number> = new Set()): string {
  const all = boxesOf(card);
  const said = (box: Box) => t('cursedEarth.sayBox', { letter: box.letter.toUpperCase(), symbols: symbolWords(box.symbols) });
  const events = all
    .filter(({ type }) => type === 'event')
    .map((box) => t(done.has(box.index) ? 'cursedEarth.sayEventDone' : 'cursedEarth.sayEvent', { symbols: symbolWords(box.symbols) }));
  const choices = all.filter(({ type }) => type === 'choice').map(said).join(' ');
  const options = all.filter(({ type }) => type === 'option').map(said).join(' ');
  if (choices) events.push(t('cursedEarth.sayChoice', { boxes: choices }));
  if (options) events.push(t('cursedEarth.sayOption', { boxes: options }));
  return events.join(' ');
}

export interface Manner {
  place?: number;
  all?: number;
  resolving?: boolean;
  by?: string;
  done?: Set<number>;
  drawn?: boolean;
}

/** A card with its place and its boxes. */
export function cardSpeech(content: Content, number: number, manner: Manner = {}): string {
  const card = encounterOf(content, number);
  let name = t('cursedEarth.cardName', { title: card.title, n: number });
  if (manner.place) name += t('cursedEarth.cardPlace', { place: ordinal(manner.place), all: cardinal(manner.all ?? 0) });
  if (manner.resolving) name += t('cursedEarth.cardResolving');
  if (manner.drawn) name += t('cursedEarth.cardDrawn');
  if (manner.by) name += t('cursedEarth.cardPlayedBy', { name: manner.by });
  return t('cursedEarth.cardSpeech', { name, boxes: boxesSpeech(card, manner.done) });
}

/** A box with its card. */
export function boxSpeech(card: Encounter, box: Box): string {
  const letter = box.letter.toUpperCase();
  return t('cursedEarth.boxName', { title: card.title, type: t(TYPE_NAMES[box.type]), letter, symbols: symbolWords(box.symbols) });
}

/** What happens at a location, in few words. */
export function effectWords(location: Location): string {
  const moments: [SymbolName[], WordKey][] = [
    [location.reveal, 'cursedEarth.atReveal'], [location.start, 'cursedEarth.atStart'], [location.end, 'cursedEarth.atEnd'],
  ];
  const found = moments.filter(([symbols]) => symbols.length > 0).map(([symbols, key]) => t(key, { symbols: symbolWords(symbols) }));
  if (location.ongoing) found.push(t(word(`ongoing_${location.ongoing}`)));
  if (location.goal) found.push(t('cursedEarth.goalHere'));
  return found.join('; ') || t('cursedEarth.nothingHere');
}

/** The box that a letter means on the card being resolved. */
export function boxOf(card: Encounter, letter: string, next: number): Box | undefined {
  const fitting = boxesOf(card).filter((box) => box.type !== 'event' && box.letter === letter);
  return fitting.length > 1 && next >= card.events.length + card.choices.length ? fitting[1] : fitting[0];
}

function cardName(position: Position, content: Content, rest: string): string {
  const [number = '', letter] = rest.split(':');
  const card = encounterOf(content, Number(number));
  if (!letter) return t('cursedEarth.cardName', { title: card.title, n: card.number });
  const box = boxOf(card, letter, currentOf(tableOf(position))?.next ?? 0);
  return box ? boxSpeech(card, box) : card.title;
}

function placeName(position: Position, content: Content, rest: string): string {
  const [side = 'above', place = '1'] = rest.split(':');
  const card = tableOf(position).rows[side as Side][Number(place) - 1];
  const number = card === undefined ? null : numberOf(card);
  const name = number === null ? t('cursedEarth.cardFaceDown') : encounterOf(content, number).title;
  return t('cursedEarth.rowPlace', { n: place, card: name });
}

const FIXED: Record<string, WordKey> = {
  'end:left': 'cursedEarth.endLeft', 'end:right': 'cursedEarth.endRight',
  'side:above': 'cursedEarth.sideAbove', 'side:below': 'cursedEarth.sideBelow',
  'pawn:judges': 'cursedEarth.team_judges', 'pawn:perps': 'cursedEarth.team_perps',
  'team:judges': 'cursedEarth.team_judges', 'team:perps': 'cursedEarth.team_perps',
  'location-deck': 'cursedEarth.locationDeck', discard: 'cursedEarth.discard',
};

/** A thing's name. */
export function name(ref: string, position: Position, content: Content): string {
  const fixed = FIXED[ref];
  if (fixed) return t(fixed);
  const at = ref.indexOf(':');
  const [kind, rest] = at < 0 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)];
  if (kind === 'card') return cardName(position, content, rest);
  if (kind === 'row') return placeName(position, content, rest);
  if (kind === 'character') return characterName(content, rest);
  if (kind === 'location') return locationOf(content, rest)?.name ?? rest;
  if (kind === 'seat' || kind === 'player') return seatName(position.people, Number(rest));
  if (kind === 'rations') return capital(t('cursedEarth.rations', { n: 2 }));
  if (kind === 'ammo') return capital(t('cursedEarth.ammo'));
  if (kind === 'deck') return t('cursedEarth.deckName', { n: count(tableOf(position).deck) });
  return ref;
}

const ASKING: [RegExp, WordKey][] = [
  [/^(heal|wound|irradiate|lose) /, 'cursedEarth.stepWho'],
  [/^(spend-|kill )/, 'cursedEarth.stepPay'],
  [/^(add-card|psi-action|keep |say |agree |hide )/, 'cursedEarth.stepPsi'],
  [/^(swap |with |no-swap)/, 'cursedEarth.stepSwap'],
  [/^place /, 'cursedEarth.stepPlace'],
  [/^(take |let-choose)/, 'cursedEarth.stepTake'],
  [/^(play |draw)/, 'cursedEarth.stepPlay'],
];

/** What the innermost decision is about. */
function asking(position: Position): string | null {
  const first = position.options[0]?.text ?? '';
  const found = ASKING.find(([pattern]) => pattern.test(first));
  return found ? t(found[1]) : null;
}

function cardSteps(position: Position, content: Content): string[] {
  const table = tableOf(position);
  const current = currentOf(table);
  if (!current) return [];
  const card = encounterOf(content, current.card);
  const boxes = boxesOf(card);
  const box = boxes[current.left === null ? current.next : current.next - 1] ?? boxes.at(-1);
  const steps = [card.title];
  if (current.left !== null && card.choices.length && current.next === card.events.length + card.choices.length) {
    return [...steps, t('cursedEarth.choice')];
  }
  return box ? [...steps, t(TYPE_NAMES[box.type])] : steps;
}

/** Dawn or dusk, the card, the box, and what is asked. */
export function steps(position: Position, content: Content): string[] {
  const table = tableOf(position);
  const found = [t(table.time === 'dawn' ? 'cursedEarth.dawn' : 'cursedEarth.dusk'), ...cardSteps(position, content)];
  if (under(table, 'move')) found.push(t('cursedEarth.stepHunt'));
  const last = asking(position);
  return last ? [...found, last] : found;
}

const CHAPTERS = new Set(['dawn', 'dusk']);
const UNDER_CARD = new Set([
  'triggered', 'ignored', 'discarded', 'healed', 'wounded', 'irradiated', 'died', 'rations', 'ate', 'starved', 'ammo', 'spent-ammo',
  'kept', 'spent-card', 'spent-health', 'skipped', 'swapped', 'removed', 'nothing', 'moved', 'revealed', 'location-removed',
  'cache-taken', 'cache-lost', 'cache-placed', 'shootout', 'spoke', 'psi-looked', 'psi-seen', 'psi-hidden', 'added',
]);

/** What a card does lies under the card. */
export function depth(event: Event, before: number): [own: number, after: number] {
  if (event.what === 'encountered') return [0, 1];
  if (event.what === 'location') return [0, before === 0 ? 0 : 1];
  return UNDER_CARD.has(event.what) && before > 0 ? [1, 1] : [0, 0];
}

export const heading = (event: Event): boolean => CHAPTERS.has(event.what);
