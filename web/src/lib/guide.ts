// The guided day of The Cursed Earth: which note is due when, beside what, and where there is room.

import type { Event, Position } from '../protocol';
import type { WordKey } from '../words';

export interface Scene {
  position: Position;
  events: Event[];
  /** Whether the reason is shown why something cannot be used. */
  refused: boolean;
}

export interface Note {
  id: string;
  words: WordKey;
  /** A selector of the thing that the note stands beside. */
  at: string;
  due: (scene: Scene) => boolean;
}

export interface Place {
  left: number;
  top: number;
}

const GAP = 14;
const MARGIN = 8;

const offered = ({ position }: Scene, verb: RegExp) => position.options.some(({ text }) => verb.test(text));
const times = ({ events }: Scene, what: string) => events.filter((event) => event.what === what).length;
const advanced = ({ events }: Scene) => events.some(({ what, args }) => what === 'moved' && args[0]?.[1] === 'judges');

/** The second day goes the same way: nothing more to say. */
export const dayIsOver = (scene: Scene): boolean => times(scene, 'dawn') > 1;

/** Of several that are due, the first is shown. */
export const notes: Note[] = [
  { id: 'whyNot', words: 'guide.whyNot', at: '[data-why]', due: (scene) => scene.refused },
  { id: 'hand', words: 'guide.hand', at: '[data-region="hand"]', due: (scene) => offered(scene, /^play /) },
  { id: 'payment', words: 'guide.payment', at: '[data-region="prompt"]', due: (scene) => offered(scene, /^(spend-one|spend-two|kill) /) },
  { id: 'dusk', words: 'guide.dusk', at: '[data-row]', due: (scene) => offered(scene, / (left|right)$/) },
  { id: 'sorted', words: 'guide.sorted', at: '[data-row]', due: (scene) => times(scene, 'played') > 0 },
  { id: 'boxes', words: 'guide.boxes', at: '[data-current]', due: (scene) => times(scene, 'encountered') > 0 },
  { id: 'symbols', words: 'guide.symbols', at: '[data-current]', due: (scene) => times(scene, 'triggered') > 0 },
  { id: 'advance', words: 'guide.advance', at: '[data-hunt]', due: advanced },
  { id: 'forecast', words: 'guide.forecast', at: '[data-forecast]', due: (scene) => times(scene, 'encountered') > 1 },
];

const shared = (from: number, to: number, low: number, high: number) => Math.max(0, Math.min(to, high) - Math.max(from, low));

/** How much of these boxes something of a size would cover at a place, in square pixels. */
function covered({ left, top }: Place, width: number, height: number, boxes: DOMRect[]): number {
  return boxes.reduce((sum, box) => sum + shared(left, left + width, box.left, box.right) * shared(top, top + height, box.top, box.bottom), 0);
}

/** Beside a thing, on the screen, and covering as little as can be of the thing and of what must stay free. */
export function beside(thing: DOMRect, width: number, height: number, free: DOMRect[]): Place {
  const onScreen = ({ left, top }: Place): Place => ({
    left: Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN)),
    top: Math.max(MARGIN, Math.min(top, innerHeight - height - MARGIN)),
  });
  const middle = thing.left + (thing.width - width) / 2;
  const places = [
    { left: middle, top: thing.top - height - GAP },
    { left: middle, top: thing.bottom + GAP },
    { left: thing.right + GAP, top: thing.top },
    { left: thing.left - width - GAP, top: thing.top },
    { left: thing.right - width, top: thing.bottom - height },
  ].map(onScreen);
  const cost = (place: Place) => covered(place, width, height, [thing, ...free]);
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
