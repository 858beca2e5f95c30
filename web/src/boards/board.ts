// What a game's board is to the table: a plug-in that draws a position and names things. It holds no rule.

import type { Component } from 'svelte';
import type { Choice, Event, Position } from '../protocol';
import type { Content } from '../lib/api';
import type { Key } from '../lib/keys';

export interface Board {
  /** The middle of the table. Uses getDesk(). */
  Board: Component;
  /** The own side, left: team, hero, resources. On phones a sheet and, as `Line`, one line. */
  Side: Component;
  /** The own side in one line, for phones. */
  Line: Component;
  /** The hand, in one row. */
  Hand: Component;
  /** The phase track in the top bar. */
  Track: Component;
  /** The little picture of an option in the prompt. */
  Face: Component<{ choice: Choice }>;
  /** What belongs to one player's strip: points, cards in hand. */
  Tally: Component<{ seat: number }>;
  /** How the match ended, in place of everybody's score. */
  Ending?: Component;
  /** A thing's name for people and screen readers. */
  name: (ref: string, position: Position, content: Content) => string;
  /** The steps of this decision: the last one is now. */
  steps: (position: Position, content: Content) => string[];
  /** How deep the event lies under others, given the depth before it: interrupts, effects. */
  depth: (event: Event, before: number) => [own: number, after: number];
  /** Whether the event begins a chapter of the log. */
  heading: (event: Event) => boolean;
  /** Whether the event is not worth a moment of its own: there is nothing to see of it but its line. */
  passing?: (event: Event) => boolean;
  /** Whether a thing lies in the seat's hand. */
  inHand: (ref: string, position: Position) => boolean;
  /** Whether the hand has to be seen for this decision: phones have no room for it otherwise. */
  handMatters: (position: Position) => boolean;
  /** Keys that do something at this board and not at every one: for whoever looks, and for whoever decides. */
  keys: { looking: readonly Key[]; deciding: readonly Key[] };
  /** Whether the seat has a hand to show. */
  hasHand: (position: Position) => boolean;
}

/** Boards are loaded when a table of their game is opened. A new game adds a line. */
export const boards: Record<string, () => Promise<Board>> = {
  'cursed-earth': async () => (await import('./cursed-earth')).board,
  'helter-skelter': async () => (await import('./helter-skelter')).board,
};
