// Where small notes go on the map, so that they cover as little as can be of what matters.

import type { Point } from './map';

/** A box around its middle. */
export interface Box { at: Point; wide: number; high: number }

const GAP = 14;
const WAYS: Point[] = [[1, 0], [-1, 0], [0, -1], [0, 1], [1, -1], [-1, -1], [1, 1], [-1, 1]];

function overlap(one: Box, other: Box): number {
  const along = (axis: 0 | 1, size: 'wide' | 'high') =>
    Math.max(0, (one[size] + other[size]) / 2 - Math.abs(one.at[axis] - other.at[axis]));
  return along(0, 'wide') * along(1, 'high');
}

/** How much of a box lies outside the window. */
function outside({ at: [x, y], wide, high }: Box, [width, height]: Point): number {
  const beyond = (at: number, size: number, room: number) => Math.max(0, size / 2 - at, at + size / 2 - room);
  return beyond(x, wide, width) * high + beyond(y, high, height) * wide;
}

/** Boxes put beside where they are, inside the window, clear of what is around and of each other where that is possible. */
export function beside(boxes: Box[], around: Box[], window: Point): Box[] {
  const placed: Box[] = [];
  const stops = boxes.map(({ at }): Box => ({ at, wide: 2 * GAP, high: 2 * GAP }));
  for (const { at: [x, y], wide, high } of boxes) {
    const ways = WAYS.map(([dx, dy]): Box => ({
      at: [x + dx * (wide / 2 + GAP), y + dy * (high / 2 + GAP)], wide, high,
    }));
    const cost = (box: Box) =>
      4 * outside(box, window) + [...placed, ...around, ...stops].reduce((sum, other) => sum + overlap(box, other), 0);
    placed.push(ways.reduce((best, box) => (cost(box) < cost(best) ? box : best)));
  }
  return placed;
}
