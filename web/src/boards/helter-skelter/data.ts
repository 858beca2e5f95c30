// What the server's view and the pack say, with types: who stands where, whose card is which.

import type { Choice, Position } from '../../protocol';
import type { Content } from '../../lib/api';

interface PrintedCharacter {
  id: string;
  name: string;
  health: number;
  ability?: string;
  reminder?: string;
}

export interface PrintedCard {
  symbols: string[];
  linked?: { action: string; to: string } | null;
  wild?: string | null;
}

export interface Team {
  title: string;
  character: PrintedCharacter[];
  card: PrintedCard[];
  warp?: { id: string; name: string; reminder?: string } | null;
}

interface Player {
  team: string;
  eliminated: boolean;
  hand: number[] | number;
  deck: number[] | number;
  discard: number[];
  map_cards: number[] | number;
  fragments: number[];
  collected: number;
  taken: string[];
  characters: Record<string, { health: number; space: number | null; map_card: number | '?' | null }>;
}

/** Something under way: a turn, an action, a window. */
interface Procedure {
  is: string;
  at: number;
  player?: number;
  who?: string;
  payer?: string;
  waiting?: string[];
  climbing?: number;
  origin?: number;
}

export interface TableView {
  seats: number;
  map: string;
  turn: number;
  marker: number;
  players: Player[];
  warped: boolean;
  stealth_card: number | '?' | null;
  agenda: Procedure[];
}

/** A character as it is now. */
export interface Figure {
  id: string;
  seat: number;
  name: string;
  emblem: string;
  reminder: string;
  health: number;
  full: number;
  space: number | null;
  /** The spaces of its secret map cards, known to its own player only. */
  secret: number[];
  /** Whether it waits to be deployed. */
  reserve: boolean;
  out: boolean;
}

export const tableOf = (position: Position): TableView => position.view.table as unknown as TableView;

export const teamOf = (content: Content, id: string): Team => content[id] as Team;

/** How many there are of something that may be secret. */
export const count = (cards: number[] | number): number => (typeof cards === 'number' ? cards : cards.length);

/** The seat whose side is shown as one's own: spectators look over the first one's shoulder. */
export const ownSeat = (position: Position): number => position.seat ?? 0;

function figure(position: Position, content: Content, seat: number, card: PrintedCharacter): Figure {
  const table = tableOf(position);
  const player = table.players[seat]!;
  const state = player.characters[card.id]!;
  const warp = card.ability === 'warp-spasm' && table.warped ? teamOf(content, player.team).warp : null;
  const cards = [state.map_card, card.ability === 'stealth' ? table.stealth_card : null];
  const reserve = state.space === null && state.health > 0;
  return {
    id: card.id,
    seat,
    name: warp?.name ?? card.name,
    emblem: warp?.id ?? card.id,
    reminder: warp?.reminder ?? card.reminder ?? '',
    health: state.health,
    full: card.health,
    space: state.space,
    secret: reserve ? cards.filter((card): card is number => typeof card === 'number') : [],
    reserve,
    out: state.health <= 0,
  };
}

/** Everybody, seat by seat in the order of their cards. */
export function figures(position: Position, content: Content): Figure[] {
  return tableOf(position).players.flatMap((player, seat) =>
    teamOf(content, player.team).character.map((card) => figure(position, content, seat, card)),
  );
}

/** A card of a seat by its number. */
export function cardOf(position: Position, content: Content, seat: number, number: number): PrintedCard | undefined {
  const player = tableOf(position).players[seat];
  return player && teamOf(content, player.team).card[number - 1];
}

export const title = (position: Position, content: Content, seat: number): string =>
  teamOf(content, tableOf(position).players[seat]!.team).title;

const TURNS = new Set(['turn', 'interrupting-turn']);

/** The turns under way, the outermost first: the second and later ones are interrupts. */
export const turnsOf = (table: TableView): Procedure[] => table.agenda.filter((part) => TURNS.has(part.is));

/** The action under way, if one is. */
export const actionUnder = (table: TableView): Procedure | null =>
  [...table.agenda].reverse().find((part) => part.who !== undefined && !TURNS.has(part.is)) ?? null;

/** The word that an option begins with. */
export const verbOf = (choice: Choice): string => choice.text.split(' ')[0] ?? '';

/** The refs of one kind. */
export const refsOf = (choice: Choice, kind: string): string[] =>
  choice.refs.filter((ref) => ref.startsWith(`${kind}:`)).map((ref) => ref.slice(kind.length + 1));

export type Part = 'head' | 'middle' | 'foot';
const ALL: Part[] = ['head', 'middle', 'foot'];
const BY_SYMBOL = new Set(['move', 'climb', 'collect-fragment', 'give-up']);
const MEANS: Record<string, string> = { block: 'melee', precog: 'psi' };

/** The parts of a card that an option makes use of: those that show what it is for. */
export function usedParts(choice: Choice, card: PrintedCard, action: Procedure | null): Part[] {
  const verb = verbOf(choice);
  const what = verb === 'pay' ? (action?.climbing ? 'climb' : (action?.is ?? '')) : (MEANS[verb] ?? verb);
  if (BY_SYMBOL.has(what)) return ['head'];
  const used: Part[] = [];
  if (card.linked?.action === what) used.push('middle');
  if (card.wild === what) used.push('foot');
  return used.length ? used : ALL;
}
