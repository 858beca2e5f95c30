// Names and sentences for things, steps and events.

import { seatName } from '../../lib/names';
import type { Content } from '../../lib/api';
import type { Event, Position } from '../../protocol';
import { t, type WordKey } from '../../words';
import {
  actionUnder, cardOf, figures, ownSeat, tableOf, title, turnsOf, verbOf, type Figure, type PrintedCard,
} from './data';
import { planOf, type Space } from './map';

export const teamWord = (seat: number): string => t(`helterSkelter.team_${seat % 4}` as WordKey);

/** An action's name as the book writes it. */
export const actionName = (action: string): string => t(`helterSkelter.act_${action}` as WordKey);

const spaceOf = (position: Position, content: Content, number: number): Space | undefined =>
  planOf(content, tableOf(position).map).space.find((space) => space.number === number);

const characterName = (position: Position, content: Content, id: string): string =>
  figures(position, content).find((figure) => figure.id === id)?.name ?? id;

/** What can be said of a space: high, cover, fragments, an own secret start. */
export function marksOf(position: Position, content: Content, number: number): string {
  const space = spaceOf(position, content, number);
  const fragments = tableOf(position).players
    .map((player, seat) => (player.fragments.includes(number) ? seat : -1))
    .filter((seat) => seat >= 0);
  const starts = figures(position, content).filter((figure) => figure.secret.includes(number));
  return [
    space?.high ? t('helterSkelter.markHigh') : '',
    space?.cover ? t('helterSkelter.markCover') : '',
    ...fragments.map((seat) => t('helterSkelter.markFragment', { team: title(position, content, seat) })),
    ...starts.map((figure) => t('helterSkelter.markStart', { name: figure.name })),
  ].join('');
}

/** A space for those who cannot see it. */
export function spaceFull(position: Position, content: Content, number: number): string {
  const there = figures(position, content).filter((figure) => figure.space === number);
  const who = there.map((figure) => figure.name).join(', ') || t('helterSkelter.empty');
  return t('helterSkelter.spaceFull', { n: number, marks: marksOf(position, content, number), who });
}

/** A figure for those who cannot see it. */
export function figureFull(figure: Figure): string {
  const { name, health, full, space } = figure;
  const off = t(figure.out ? 'helterSkelter.isOut' : 'helterSkelter.inReserve');
  const place = space === null ? off : t('helterSkelter.atSpace', { n: space });
  return t('helterSkelter.figureFull', { name, team: teamWord(figure.seat), place, health, full });
}

/** Where a figure is, for its own player. */
export function whereabouts(figure: Figure, position: Position, content: Content): string {
  if (figure.out) return t('helterSkelter.placeOut');
  if (figure.space === null) {
    const [one, other] = figure.secret.map(String);
    if (!one) return t('helterSkelter.placeReserve');
    return t('helterSkelter.placeSecret', { spaces: other ? t('helterSkelter.or', { one, other }) : one });
  }
  const space = spaceOf(position, content, figure.space);
  const key = space?.cover ? 'placeCover' : space?.high ? 'placeHigh' : 'placeSpace';
  return t(`helterSkelter.${key}`, { n: figure.space });
}

/** All that is printed on a card. */
export function cardFull(position: Position, content: Content, number: number, card: PrintedCard): string {
  const nameOf = (id: string) => characterName(position, content, id);
  return t('helterSkelter.cardFull', {
    n: number,
    symbols: card.symbols.map(nameOf).join(', '),
    linked: card.linked
      ? t('helterSkelter.cardLinked', { action: actionName(card.linked.action), name: nameOf(card.linked.to) })
      : '',
    wild: card.wild ? t('helterSkelter.cardWild', { action: actionName(card.wild) }) : '',
  });
}

/** A thing's short name. */
export function name(ref: string, position: Position, content: Content): string {
  const [kind, which = ''] = ref.split(':');
  if (kind === 'character') return characterName(position, content, which);
  if (kind === 'space') return t('helterSkelter.space', { n: which });
  if (kind !== 'card') return ref;
  const card = cardOf(position, content, ownSeat(position), Number(which));
  const what = [card?.linked?.action, card?.wild].filter((action) => !!action).map((action) => actionName(action!));
  return t(what.length ? 'helterSkelter.cardNamed' : 'helterSkelter.cardShort', { n: which, what: what.join(', ') });
}

/** Whose turn it is, said to this person. */
export function turnName(position: Position, player: number, interrupt: boolean): string {
  const own = player === position.seat;
  if (own) return t(interrupt ? 'helterSkelter.interruptYours' : 'helterSkelter.yourTurn');
  const key = interrupt ? 'helterSkelter.interruptOf' : 'helterSkelter.turnOf';
  return t(key, { name: seatName(position.people, player) });
}

const NOW: Record<string, WordKey> = {
  assign: 'helterSkelter.now_assign', to: 'helterSkelter.now_to', at: 'helterSkelter.now_at',
  on: 'helterSkelter.now_on', ally: 'helterSkelter.now_ally', 'hi-ex': 'helterSkelter.now_hiEx',
  'one-only': 'helterSkelter.now_hiEx', 'take-damage': 'helterSkelter.now_defend',
  'give-up': 'helterSkelter.now_giveUp', drink: 'helterSkelter.now_drink', abstain: 'helterSkelter.now_drink',
  stay: 'helterSkelter.now_rally',
  interrupt: 'helterSkelter.now_window', pass: 'helterSkelter.now_window',
};

/** What is chosen now, by the options there are. */
function nowOf(position: Position): string {
  const verbs = position.options.map(verbOf);
  const first = verbs.find((verb) => NOW[verb]);
  if (first) return t(NOW[first]!);
  if (verbs.includes('pay')) return t('helterSkelter.now_pay');
  return t(actionUnder(tableOf(position)) ? 'helterSkelter.now_rally' : 'helterSkelter.now_turn');
}

/** Your turn > Bastion > SNIPE > Defender. */
export function steps(position: Position, content: Content): string[] {
  const table = tableOf(position);
  const turns = turnsOf(table);
  const action = actionUnder(table);
  const whose = turns.map((turn, i) => turnName(position, turn.player ?? 0, i > 0));
  const doing = action?.who ? [characterName(position, content, action.who), actionName(action.is)] : [];
  const now = position.options.length ? [nowOf(position)] : [];
  return [...(whose.length ? whose : [t('helterSkelter.setUp')]), ...doing, ...now];
}

const EFFECTS = new Set([
  'paid', 'moved', 'climbed', 'flew', 'collected', 'aimed', 'exploded', 'hi-ex', 'one-only', 'blocked', 'deflected',
  'foresaw', 'took-cover', 'undefended', 'damaged', 'killed', 'killed-own', 'healed', 'drank', 'warp', 'warped',
  'gave-up', 'rallied',
]);

/** Interrupts lie under what they interrupt, effects under their action. */
export function depth(event: Event, before: number): [number, number] {
  if (event.what === 'turn') return [0, 0];
  if (event.what === 'interrupted') return [before, before + 1];
  if (event.what === 'returned') return [before, Math.max(0, before - 1)];
  return [EFFECTS.has(event.what) ? before + 1 : before, before];
}

const PASSING = new Set([
  'assigned-unseen', 'drew', 'drew-unseen', 'end-of-turn', 'first', 'map-cards-passed', 'marker', 'no-interrupt',
  'one-only', 'paid', 'returned', 'shuffled', 'turn', 'undefended',
]);

/** What the strips, the track and the hand show by themselves. */
export const passing = (event: Event): boolean => PASSING.has(event.what);

export const heading = (event: Event): boolean => event.what === 'turn';
