// The Cursed Earth's board.

import type { Position } from '../../protocol';
import type { Board } from '../board';
import BoardView from './Board.svelte';
import Ending from './Ending.svelte';
import Face from './Face.svelte';
import Hand from './Hand.svelte';
import Line from './Line.svelte';
import { handOf, inHand, tableOf } from './model';
import Side from './Side.svelte';
import { depth, heading, name, steps } from './speak';
import Tally from './Tally.svelte';
import Track from './Track.svelte';

const drawn = (position: Position): boolean => tableOf(position).psi_cards.some((card) => card !== null);

export const board: Board = {
  Board: BoardView, Side, Line, Hand, Track, Face, Tally, Ending, name, steps, depth, heading, inHand,
  handMatters: (position) => drawn(position) || position.options.some(({ refs }) => refs.some((ref) => inHand(ref, position))),
  hasHand: (position) => handOf(position).length > 0 || (position.seat !== null && drawn(position)),
};
