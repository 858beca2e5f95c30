// What became of the cards of this investigation, read from the events.

import type { Content } from '../../lib/api';
import type { Desk } from '../../lib/desk.svelte';
import type { Event } from '../../protocol';
import type { SymbolName } from '../../art/cursed-earth/symbols';
import { t, type WordKey } from '../../words';
import { arg, charactersOf, currentOf, other, pastOf, slug, tableOf, TEAMS, type Side, type TableState, type Team } from './model';

/** One thing that a card did, in few words. */
export interface Deed {
  text: string;
  symbol: SymbolName | null;
  times: number;
}

/** A card that has left the row. */
export interface Past {
  card: number;
  fate: 'met' | 'skipped' | 'removed';
  deeds: Deed[];
  /** By index of the box: carried out, or left alone. */
  boxes: Map<number, 'done' | 'left'>;
}

const SYMBOL_OF: Record<string, SymbolName> = {
  healed: 'heal', wounded: 'wound', irradiated: 'radiation', died: 'death', rations: 'rations', ate: 'eat', starved: 'eat',
  ammo: 'ammo', 'spent-ammo': 'violence', 'spent-health': 'wound', skipped: 'skip', swapped: 'swap', removed: 'remove',
  added: 'psi', 'psi-looked': 'psi',
};

const DEEDS: Record<string, WordKey> = {
  healed: 'cursedEarth.didHeal', wounded: 'cursedEarth.didWound', irradiated: 'cursedEarth.didRadiation',
  died: 'cursedEarth.didDie', rations: 'cursedEarth.didRation', ate: 'cursedEarth.didEat', starved: 'cursedEarth.didStarve',
  ammo: 'cursedEarth.didAmmo', 'spent-ammo': 'cursedEarth.didSpendAmmo', 'spent-health': 'cursedEarth.didPay',
  'spent-card': 'cursedEarth.didSpendCard', kept: 'cursedEarth.didKeep', skipped: 'cursedEarth.didSkip',
  swapped: 'cursedEarth.didSwap', removed: 'cursedEarth.didRemove', added: 'cursedEarth.didAdd', moved: 'cursedEarth.didMove',
  'psi-looked': 'cursedEarth.didPsi',
};

/** The name of a character by its word in the notation. */
export function characterName(content: Content, name: string): string {
  const all = TEAMS.flatMap((team) => charactersOf(content, team));
  return all.find((character) => slug(character.name) === name)?.name ?? name;
}

function symbolOf(event: Event, team: Team): SymbolName | null {
  if (event.what === 'moved') return arg(event, 'team') === team ? 'advance' : 'enemy-advance';
  if (event.what === 'kept') return arg(event, 'expertise') === 'survival' ? 'gain-survival' : 'gain-diplomacy';
  return SYMBOL_OF[event.what] ?? null;
}

function deedOf(event: Event, team: Team, content: Content): Deed | null {
  const key = DEEDS[event.what];
  if (!key) return null;
  const args: Record<string, string | number> = {
    who: characterName(content, String(arg(event, 'character') ?? '')),
    card: String(arg(event, 'card') ?? ''),
    n: Number(arg(event, 'number') ?? 0),
    expertise: String(arg(event, 'expertise') ?? ''),
    team: arg(event, 'team') === 'judges' ? t('cursedEarth.theJudges') : t('cursedEarth.thePerps'),
  };
  return { text: t(key, args), symbol: symbolOf(event, team), times: 1 };
}

/** Add a deed; the same again is counted. */
function withDeed(deeds: Deed[], deed: Deed): Deed[] {
  const same = deeds.find(({ text }) => text === deed.text);
  return same ? deeds.map((one) => (one === same ? { ...one, times: one.times + 1 } : one)) : [...deeds, deed];
}

const boxIndex = (event: Event): number => 'abcdefgh'.indexOf(String(arg(event, 'box')));

/** The events since this dawn or dusk began. */
export function sinceNightfall(events: Event[]): Event[] {
  return events.slice(events.findLastIndex((event) => event.what === 'dawn' || event.what === 'dusk') + 1);
}

/** The cards that a team met in this investigation, in order, and those it skipped or lost. */
export function storyOf(events: Event[], team: Team, content: Content): Past[] {
  const found: Past[] = [];
  let met: Past | null = null;
  for (const event of sinceNightfall(events)) {
    const card = Number(arg(event, 'card'));
    if (event.what === 'encountered') {
      met = arg(event, 'team') === team ? { card, fate: 'met', deeds: [], boxes: new Map() } : null;
      if (met) found.push(met);
      continue;
    }
    if (!met) continue;
    if (event.what === 'triggered') met.boxes.set(boxIndex(event), 'done');
    if (event.what === 'ignored') met.boxes.set(boxIndex(event), 'left');
    if (event.what === 'skipped' || event.what === 'removed') found.push({ card, fate: event.what, deeds: [], boxes: new Map() });
    if (event.what === 'discarded' && card === met.card) {
      met = null;
      continue;
    }
    const deed = deedOf(event, team, content);
    if (deed) met.deeds = withDeed(met.deeds, deed);
  }
  return found;
}

/** The team that resolves a row, as far as it is settled. */
export function teamAt(table: TableState, events: Event[], side: Side): Team | null {
  if (table.mode !== 'head-to-head') return 'judges';
  const current = currentOf(table);
  if (current) return current.side === side ? current.team : other(current.team);
  const taken = sinceNightfall(events).findLast((event) => event.what === 'row-taken');
  if (!taken) return null;
  const taker: Team = Number(arg(taken, 'seat')) === table.judges_seat ? 'judges' : 'perps';
  return arg(taken, 'side') === side ? taker : other(taker);
}

/** Who played which card into the rows of this investigation. */
export function playersOf(events: Event[]): Map<number, number> {
  const found = new Map<number, number>();
  for (const event of sinceNightfall(events)) {
    if (event.what === 'played') found.set(Number(arg(event, 'card')), Number(arg(event, 'seat')));
  }
  return found;
}

/** A row as it is drawn: cards gone, the one being met, and those to come. */
export interface RowStory {
  side: Side;
  team: Team | null;
  before: Past[];
  now: Past | null;
  skipped: Past[];
  removed: Past[];
}

export function rowStory(desk: Desk, side: Side): RowStory {
  const table = tableOf(desk.position);
  const events = pastOf(desk);
  const team = teamAt(table, events, side);
  const all = team ? storyOf(events, team, desk.content) : [];
  const current = currentOf(table);
  const resolving = current !== null && current.side === side;
  const removed = all.filter(({ fate }) => fate === 'removed');
  const line = all.filter(({ fate }) => fate !== 'removed');
  const at = resolving ? line.findLastIndex(({ card, fate }) => fate === 'met' && card === current.card) : line.length;
  return {
    side, team, removed,
    before: line.slice(0, at < 0 ? line.length : at),
    now: resolving ? (line[at] ?? { card: current.card, fate: 'met', deeds: [], boxes: new Map() }) : null,
    skipped: at < 0 ? [] : line.slice(at + 1),
  };
}

/** A card drawn for a psi action: whose it is, if it is anybody's, and what was said of it. */
export interface Secret {
  seat: number | null;
  card: number | null;
  said: string;
}

/** The psi cards on the table: everybody's own, or the four of a player alone. */
export function secretsOf(desk: Desk): Secret[] {
  const table = tableOf(desk.position);
  const spoken = sinceNightfall(pastOf(desk));
  const began = spoken.findLastIndex((event) => event.what === 'encountered');
  return table.psi_cards.flatMap((card, i) => {
    if (card === null) return [];
    const seat = table.mode === 'solo' ? null : i;
    const heard = spoken.slice(began + 1).findLast((event) => event.what === 'spoke' && Number(arg(event, 'seat')) === seat);
    const words = heard ? { judgement: String(arg(heard, 'judgement')).replace('-', ' '), advice: String(arg(heard, 'advice')) } : null;
    return [{ seat, card: card === '?' ? null : card, said: words ? t('cursedEarth.spoken', words) : '' }];
  });
}
