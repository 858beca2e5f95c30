import { box, disc, fill, line, oval, put, type Mark } from '../../marks';

/** A whole number from least to most, from the scene's own seed. */
export type Roll = (least: number, most: number) => number;

/** Draws a motif on a field of 160 by 90 whose ground lies at about 80. */
export type Drawer = (roll: Roll) => Mark[];

/** Tones of a scene's palette, from what is bright to what is near; 0 is the sky. */
export const LIGHT = 1;
export const FAR = 2;
export const MID = 3;
export const NEAR = 4;
export const INK = 5;
export const GLOW = 6;

export const BEAST = 'M0 0l6-12 8 4 20-2 8-8 10 2 6 6-10 3-4 9-4 3-1 14h-4l-2-12H17l-4 12H9V5z';
const FLAME = 'M0 0c-7-2-8-9-3-14 1 3 2 3 3 1-2-5 0-9 4-12 0 5 6 8 5 16-1 5-4 8-9 9z';
export const BOLT = 'M6 0-6 20h8L-4 42 14 16H5L14 0z';
export const BUSH = 'M0 0l-6-9M0 0l-2-12M0 0l3-12M0 0l7-8';
export const SKULL =
  'M0-46c-18 0-28 12-28 25 0 9 4 15 11 18v9h8v-6h5v6h8v-6h5v6h8v-9c7-3 11-9 11-18 0-13-10-25-28-25z';

/** A cloaked figure whose feet are at x, y; limbs are lines from its shoulders. */
export function figure(x: number, y: number, size: number, limbs = '', tone = INK): Mark[] {
  const body = [fill(disc(0, -32, 5.2) + 'M-8 0l2.5-24c2-5 9-5 11 0L8 0z', tone)];
  return put(limbs ? [...body, line(limbs, 3, tone)] : body, x, y, size);
}

export function wheel(x: number, y: number, r: number, ground = INK, spokes = FAR): Mark[] {
  return [fill(disc(x, y, r), ground), line(disc(x, y, r * 0.68), 1.2, spokes), fill(disc(x, y, r * 0.2), spokes)];
}

export function flame(x: number, y: number, size: number): Mark[] {
  return put([fill(FLAME, GLOW), { ...fill(FLAME, LIGHT), at: 'translate(.5 -1) scale(.5)' }], x, y, size);
}

export function deadTree(x: number, y: number, size: number): Mark[] {
  return put(
    [
      line('M0 0C-1-14 2-24-1-42', 4.5, INK),
      line('M0-20l-13-13M0-27l13-15M-8-28l-1-10M7-35l10-1M-1-36l-8-10', 2.4, INK),
    ],
    x,
    y,
    size,
  );
}

export function tent(x: number, y: number, size: number): Mark[] {
  return put([fill('M-20 0 0-30 20 0z', INK), fill('M-5 0 0-16 5 0z', LIGHT, 0.7), line('M-2-33 0-30l2-3', 1.6, INK)], x, y, size);
}

export function puff(x: number, y: number, r: number, tone = LIGHT, opacity = 0.45): Mark[] {
  return [fill(disc(x, y, r) + disc(x + r, y + r * 0.3, r * 0.7) + disc(x - r, y + r * 0.35, r * 0.65), tone, opacity)];
}

export function cloud(x: number, y: number, size: number, tone: number): Mark[] {
  return put([fill('M-34 6c-6-10 6-16 12-12 2-12 20-14 26-4 8-8 20-2 18 6 10-2 16 8 8 12z', tone)], x, y, size);
}

export function cactus(x: number, y: number, size: number): Mark[] {
  return put([line('M0 0v-34', 7, INK), line('M0-12h-9q-3 0-3-3v-8M0-18h9q3 0 3-3v-9', 5, INK)], x, y, size);
}

export function reeds(x: number, y: number, size: number): Mark[] {
  return put(
    [line('M0 0C0-10-2-16-6-22M2 0c0-12 1-20 2-28M4 0c1-9 4-14 8-18', 1.8, INK), fill(oval(-6, -24, 1.8, 4) + oval(4, -30, 1.8, 4.5), INK)],
    x,
    y,
    size,
  );
}

/** Discs on a ring. */
export function beads(x: number, y: number, r: number, size: number, count: number): string {
  const turn = (2 * Math.PI) / count;
  let d = '';
  for (let i = 0; i < count; i++)
    d += disc(Math.round(x + r * Math.cos(i * turn)), Math.round(y + r * Math.sin(i * turn)), size);
  return d;
}

export function pool(tone: number): Mark[] {
  return [fill(oval(80, 74, 56, 11), INK), fill(oval(80, 75, 48, 8), tone, 0.9)];
}

export function windows(x: number, y: number, columns: number, rows: number, w: number, h: number): string {
  let d = '';
  for (let i = 0; i < columns; i++)
    for (let j = 0; j < rows; j++) d += box(x + i * w * 2, y + j * h * 2, w, h);
  return d;
}

export const palm: Mark[] = [
  line('M0 0C2-14 1-24-3-36', 3.5, INK),
  line('M-3-36c-8-6-15-4-19 3M-3-36c-5-9-12-11-18-8M-3-36c3-9 10-12 16-9M-3-36c8-5 15-2 18 5M-3-36c4 2 6 7 6 12', 2.6, INK),
];

export const vulture: Mark[] = [fill('M0 0c-6-4-8-13-2-18l-3-3 4-4 5 2-1 4c6 4 7 13 1 19z', INK)];

export const bat: Mark[] = [
  fill('M0 4c-3 0-4 3-6 6-2-3-5-4-8-2 0-3-3-5-7-4 3-5 3-9 0-13 8-1 13 2 16 7l1-4 2 2h4l2-2 1 4c3-5 8-8 16-7-3 4-3 8 0 13-4-1-7 1-7 4-3-2-6-1-8 2-2-3-3-6-6-6z', INK),
];

const CATTLE = 'M-8-18c-12-1-22-8-24-20 9 8 17 10 24 10H8c7 0 15-2 24-10-2 12-12 19-24 20L5 6h-10z';

export const cattleSkull: Mark[] = [
  line(CATTLE, 3, INK),
  fill(CATTLE, LIGHT),
  fill(oval(-5, -16, 2.6, 3.4) + oval(5, -16, 2.6, 3.4), INK),
];
