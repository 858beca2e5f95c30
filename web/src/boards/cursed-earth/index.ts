// The Cursed Earth's board.

import type { Board } from '../board';
import BoardView from './Board.svelte';
import Ending from './Ending.svelte';
import Face from './Face.svelte';
import Hand from './Hand.svelte';
import Line from './Line.svelte';
import { handMatters, handOf, inHand, psiDrawn } from './model';
import Side from './Side.svelte';
import { depth, heading, name, steps } from './speak';
import Tally from './Tally.svelte';
import Track from './Track.svelte';

export const board: Board = {
  Board: BoardView, Side, Line, Hand, Track, Face, Tally, Ending, name, steps, depth, heading, inHand, handMatters,
  keys: { looking: [], deciding: ['boxes'] },
  hasHand: (position) => handOf(position).length > 0 || (position.seat !== null && psiDrawn(position)),
};
