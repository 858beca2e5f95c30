import type { Mark } from '../../marks';
import { land } from './land';
import { life } from './life';
import type { Roll } from './parts';
import { sky } from './sky';
import { works } from './works';

const drawers = { ...land, ...life, ...sky, ...works };


export type MotifName = keyof typeof drawers;

/** These stand behind the nearest ridge; all others stand on it. */
const behind = new Set<MotifName>(['flock', 'thunder', 'trefoil', 'arch', 'buttes', 'stars', 'bats']);

/** These fill the sky, or would be lost in front of a sun or moon. */
const skyward = new Set<MotifName>([
  'bats',
  'bones',
  'flies',
  'hooded',
  'mesa',
  'oracle',
  'psyche',
  'rain',
  'storm',
  'thunder',
  'trefoil',
]);

export function isBehind(motif: MotifName): boolean {
  return behind.has(motif);
}

export function takesSky(motif: MotifName): boolean {
  return skyward.has(motif);
}

export function draw(motif: MotifName, roll: Roll): Mark[] {
  return drawers[motif](roll);
}
