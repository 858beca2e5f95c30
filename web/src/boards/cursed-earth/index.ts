// The Cursed Earth's board.

import type { Board } from '../board';
import BoardView from './Board.svelte';
import Face from './Face.svelte';
import Hand from './Hand.svelte';
import Line from './Line.svelte';
import { handOf, tableOf } from './model';
import Side from './Side.svelte';
import { depth, heading, name, steps } from './speak';
import Tally from './Tally.svelte';
import Track from './Track.svelte';

export const board: Board = {
  Board: BoardView, Side, Line, Hand, Track, Face, Tally, name, steps, depth, heading,
  hasHand: (position) => handOf(position).length > 0 || (position.seat !== null && tableOf(position).psi_cards.some((card) => card !== null)),
};
