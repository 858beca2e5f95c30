// Helter Skelter: an angled floor plan of forty spaces, teams of figures, and hands of action cards.

import type { Board as Plugin } from '../board';
import Board from './Board.svelte';
import { tableOf } from './data';
import Face from './Face.svelte';
import Hand from './Hand.svelte';
import Line from './Line.svelte';
import { depth, heading, name, passing, steps } from './names';
import Side from './Side.svelte';
import Tally from './Tally.svelte';
import Track from './Track.svelte';

const inHand = (ref: string): boolean => /^card:\d+$/.test(ref);

export const board: Plugin = {
  Board,
  Side,
  Line,
  Hand,
  Track,
  Face,
  Tally,
  name,
  steps,
  depth,
  heading,
  passing,
  keys: { looking: ['sight'], deciding: ['pass', 'end'] },
  inHand,
  handMatters: (position) => position.options.some(({ refs }) => refs.some(inHand)),
  hasHand: (position) => position.seat !== null && Array.isArray(tableOf(position).players[position.seat]?.hand),
};
