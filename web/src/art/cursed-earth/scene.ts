import { disc, fill, type Mark } from '../marks';
import { draw, isBehind, takesSky } from './draw';
import type { Roll } from './draw/parts';
import { motifsOf } from './motifs';
import { nights, palettes, type PaletteName } from './palettes';

interface SceneDrawing {
  marks: Mark[];
  tones: string[];
}

export const WIDTH = 160;
export const HEIGHT = 90;
/** Scenes under a caption go on below, so that the caption covers bare ground. */
export const DEPTH = 24;

const STEPS = 12;

/** A small seeded generator (mulberry32): the same card has the same scene on every machine. */
function seeded(seed: number): Roll {
  let state = seed | 0;
  return (least, most) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    const share = ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    return least + Math.floor(share * (most - least + 1));
  };
}

function seedOf(title: string, number: number): number {
  let seed = number * 7919;
  for (const letter of title) seed = Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0);
  return seed;
}

/** A ridge of rolling ground at a height, filled down to the foot of the scene. */
function ridge(height: number, swing: number, roll: Roll): string {
  let d = `M-2 ${height}`;
  for (let i = 1; i <= STEPS; i += 2) {
    const [bend, end] = [(WIDTH / STEPS) * i, (WIDTH / STEPS) * (i + 1)];
    d += `Q${Math.round(bend)} ${height + roll(-swing, swing)} ${Math.round(end) + 2} ${height + roll(-swing, swing)}`;
  }
  return `${d}V${HEIGHT + DEPTH}H-2Z`;
}

function sky(palette: PaletteName, roll: Roll): Mark[] {
  if (nights.has(palette)) {
    const side = roll(0, 1) ? roll(16, 30) : roll(126, 140);
    return [fill(disc(side, 20, 9), 1, 0.9), fill(disc(side + 4, 17, 8), 0)];
  }
  const x = roll(38, 122);
  return [fill(disc(x, 26, 15), 1), fill(disc(x, 26, 21), 1, 0.25)];
}

function compose(title: string, number: number): SceneDrawing {
  const roll = seeded(seedOf(title, number));
  const { draws, palettes: fitting } = motifsOf(title, roll);
  const palette = fitting[roll(0, fitting.length - 1)] ?? 'sand';
  const marks = [
    fill(`M-2-2H${WIDTH + 2}V${HEIGHT + DEPTH}H-2z`, 0),
    ...(draws.some(takesSky) ? [] : sky(palette, roll)),
    fill(ridge(45, 5, roll), 2),
    fill(ridge(57, 5, roll), 3),
    ...draws.filter(isBehind).flatMap((motif) => draw(motif, roll)),
    fill(ridge(71, 4, roll), 4),
    ...draws.filter((motif) => !isBehind(motif)).flatMap((motif) => draw(motif, roll)),
    fill(ridge(86, 2, roll), 5),
  ];
  return { marks, tones: palettes[palette] };
}

const drawn = new Map<string, SceneDrawing>();

/** The scene of a card or a place, always the same for the same title and number. */
export function sceneOf(title: string, number: number): SceneDrawing {
  const key = `${number} ${title}`;
  const scene = drawn.get(key) ?? compose(title, number);
  drawn.set(key, scene);
  return scene;
}
