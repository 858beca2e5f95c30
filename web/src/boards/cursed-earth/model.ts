// The position of The Cursed Earth as the server tells it, and the pack's printed cards, typed.

import type { Content } from '../../lib/api';
import type { Desk } from '../../lib/desk.svelte';
import type { Event, Position } from '../../protocol';
import type { SymbolName } from '../../art/cursed-earth/symbols';

export type Team = 'judges' | 'perps';
export type Side = 'above' | 'below';
export type Expertise = 'survival' | 'diplomacy' | 'psi';
export type BoxType = 'event' | 'choice' | 'option';
/** How far a box of the card being resolved is. */
export type BoxState = 'open' | 'now' | 'done' | 'left';

/** A card that lies face down: its number if this seat has seen it. */
export interface FaceDown {
  face_down: number | '?';
  seen_by: number;
}
export type RowCard = number | FaceDown;

export interface TeamState {
  ammo: number;
  rations: number;
  survival: number[];
  diplomacy: number[];
  pawn: number;
  met: number;
  characters: Record<string, { health: number; radiation: number }>;
}

/** What is under way, outermost first. */
export interface Entry {
  is: string;
  card?: number | '?' | null;
  team?: Team;
  side?: Side;
  box?: number;
  symbols?: SymbolName[];
  first?: number;
  at: number;
  picker?: number | null;
  picked?: Side;
}

export interface TableState {
  mode: 'solo' | 'cooperative' | 'head-to-head';
  difficulty: string;
  seats: number;
  judges_seat: number;
  round: number;
  time: 'dawn' | 'dusk';
  senior: number;
  deck: number | number[];
  discard: number[];
  hands: (number | number[])[];
  psi_cards: (number | '?' | null)[];
  rows: Record<Side, RowCard[]>;
  waiting: (FaceDown & { side: Side })[];
  teams: Record<Team, TeamState>;
  locations: string[];
  revealed: number;
  caches: number[];
  over: number;
  agenda: Entry[];
}

export interface Shown {
  location_row_starts: number;
  steps_to_goal: Record<Team, [number, number]>;
}

export interface Encounter {
  number: number;
  title: string;
  flavour: string;
  events: SymbolName[][];
  choices: SymbolName[][];
  options: SymbolName[][];
}

export interface Location {
  name: string;
  flavour: string;
  reveal: SymbolName[];
  start: SymbolName[];
  end: SymbolName[];
  ongoing: string;
  goal: boolean;
}

export interface Character {
  name: string;
  team: Team;
  expertise: Expertise;
}

/** A caption box of a card; `letter` counts within its type, as moves do. */
export interface Box {
  index: number;
  type: BoxType;
  letter: string;
  symbols: SymbolName[];
}

export const TEAMS: Team[] = ['judges', 'perps'];
export const MOST = 5;
const LETTERS = 'abcdefgh';

export const tableOf = (position: Position): TableState => position.view.table as unknown as TableState;
export const shownOf = (position: Position): Shown => position.view.shown as unknown as Shown;

/** A name as one word of the notation. */
export const slug = (name: string): string => name.toLowerCase().split(/\s+/).join('-');

export function encounterOf(content: Content, number: number): Encounter {
  const card = (content['encounter'] as Partial<Encounter>[])[number - 1];
  return { number, title: '', flavour: '', events: [], choices: [], options: [], ...card };
}

export function locationOf(content: Content, name: string): Location | null {
  const found = (content['location'] as Partial<Location>[]).find((location) => slug(location.name ?? '') === name);
  return found ? { name: '', flavour: '', reveal: [], start: [], end: [], ongoing: '', goal: false, ...found } : null;
}

export const charactersOf = (content: Content, team: Team): Character[] =>
  (content['character'] as Character[]).filter((character) => character.team === team);

/** All boxes in the order of resolution. */
export function boxesOf(card: Encounter): Box[] {
  const groups: [BoxType, SymbolName[][]][] = [['event', card.events], ['choice', card.choices], ['option', card.options]];
  return groups
    .flatMap(([type, group]) => group.map((symbols, n) => ({ type, symbols, letter: LETTERS[n] ?? '' })))
    .map((box, index) => ({ ...box, index }));
}

/** The number of a card that this seat may know, or null. */
export function numberOf(card: RowCard): number | null {
  if (typeof card === 'number') return card;
  return card.face_down === '?' ? null : card.face_down;
}

export const isFaceDown = (card: RowCard): boolean => typeof card !== 'number';

/** The team that a seat plays for; those who watch look from the Judges' side. */
export function teamOf(table: TableState, seat: number | null): Team {
  if (table.mode !== 'head-to-head' || seat === null || seat === table.judges_seat) return 'judges';
  return 'perps';
}

export const other = (team: Team): Team => (team === 'judges' ? 'perps' : 'judges');

/** The seat that plays a team against another; in other modes nobody does alone. */
export function seatOf(table: TableState, team: Team): number | null {
  if (table.mode !== 'head-to-head') return null;
  return team === 'judges' ? table.judges_seat : 1 - table.judges_seat;
}

export const count = (pile: number | number[]): number => (typeof pile === 'number' ? pile : pile.length);

/** The cards in this seat's hand. */
export function handOf(position: Position): number[] {
  const hand = position.seat === null ? [] : tableOf(position).hands[position.seat];
  return Array.isArray(hand) ? hand : [];
}

/** Whether a thing is a card in this seat's hand, a card drawn for a psi action, or the seat that drew it. */
export const inHand = (ref: string, position: Position): boolean =>
  handOf(position).some((card) => ref === `card:${card}`) ||
  tableOf(position).psi_cards.some((card, seat) => card !== null && (ref === `card:${card}` || ref === `seat:${seat}`));

/** Whether cards are drawn for a psi action. */
export const psiDrawn = (position: Position): boolean => tableOf(position).psi_cards.some((card) => card !== null);

/** Whether the decision is about the hand, or about cards drawn for a psi action. */
export const handMatters = (position: Position): boolean =>
  psiDrawn(position) || position.options.some(({ refs }) => refs.some((ref) => inHand(ref, position)));

/** The innermost thing under way of that name. */
export const under = (table: TableState, is: string): Entry | undefined =>
  table.agenda.findLast((entry) => entry.is === is);

/** The card being resolved, with the box that is next and the symbols that are left of the one under way. */
export interface Current {
  card: number;
  team: Team;
  side: Side;
  next: number;
  left: SymbolName[] | null;
}

export function currentOf(table: TableState): Current | null {
  const at = table.agenda.findIndex((entry) => entry.is === 'encounter');
  const entry = table.agenda[at];
  if (!entry || typeof entry.card !== 'number') return null;
  const inside = table.agenda[at + 1];
  return {
    card: entry.card, team: entry.team ?? 'judges', side: entry.side ?? 'above', next: entry.box ?? 0,
    left: inside?.is === 'box' ? (inside.symbols ?? []) : null,
  };
}

/** The events up to the position that lies on the desk. */
export function pastOf(desk: Desk): Event[] {
  const { first, events } = desk.position;
  const all = desk.live?.events ?? events;
  return all.filter((event) => event.number < first + events.length);
}

/** An argument of an event. */
export const arg = (event: Event, kind: string): unknown => event.args.find((pair) => pair[0] === kind)?.[1];

export type Range = [least: number, most: number];

/** What the team could hold after a card; a card that lies face down has no number. */
export interface Outlook {
  card: number | null;
  rations: Range;
  ammo: Range;
  health: Range;
  death: boolean;
}

/** The outlook after a card of a row. */
export function outlookAfter(position: Position, side: Side, card: number | null): Outlook | null {
  const forecast = position.view.shown['forecast'] as Partial<Record<Side, Outlook[]>> | undefined;
  return forecast?.[side]?.find((outlook) => outlook.card === card) ?? null;
}

/** A part of the score of a player alone. */
export interface ScoreLine {
  text: string;
  points: number;
  rules: string[];
}

export const scoreOf = (position: Position): ScoreLine[] => (position.view.shown['score_lines'] as ScoreLine[] | undefined) ?? [];

/** Something that this day surely still brings. */
export interface Coming {
  text: string;
  rules: string[];
}

export const toCome = (position: Position): Coming[] => (position.view.shown['to_come'] as Coming[] | undefined) ?? [];
