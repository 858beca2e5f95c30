// The guided day of The Cursed Earth: which note is due when, and beside what.

import type { Event, Position } from '../protocol';
import type { WordKey } from '../words';

export interface Scene {
  position: Position;
  events: Event[];
  /** Whether a thing that cannot be used was pressed. */
  touched: boolean;
  mine: boolean;
}

interface Note {
  id: string;
  words: WordKey;
  /** A selector of the thing that the note stands beside. */
  at: string;
  due: (scene: Scene) => boolean;
}

const offered = ({ position }: Scene, verb: RegExp) => position.options.some(({ text }) => verb.test(text));
const happened = ({ events }: Scene, what: string) => events.some((event) => event.what === what);

/** The second day goes the same way: nothing more to say. */
export const dayIsOver = (scene: Scene): boolean => scene.events.filter(({ what }) => what === 'dawn').length > 1;

export const notes: Note[] = [
  { id: 'hand', words: 'guide.hand', at: '[data-region="hand"]', due: (scene) => offered(scene, /^play /) },
  { id: 'sorted', words: 'guide.sorted', at: '[data-region="board"]', due: (scene) => happened(scene, 'played') },
  { id: 'whyNot', words: 'guide.whyNot', at: '[data-why]', due: (scene) => scene.touched },
  { id: 'boxes', words: 'guide.boxes', at: '[data-card="current"]', due: (scene) => happened(scene, 'encountered') },
  { id: 'symbols', words: 'guide.symbols', at: '[data-card="current"]', due: (scene) => happened(scene, 'triggered') },
  { id: 'forecast', words: 'guide.forecast', at: '[data-forecast]', due: (scene) => scene.events.filter(({ what }) => what === 'encountered').length >= 2 },
  { id: 'payment', words: 'guide.payment', at: '[data-region="prompt"]', due: (scene) => offered(scene, /^spend-|^kill /) },
  { id: 'advance', words: 'guide.advance', at: '[data-hunt]', due: (scene) => scene.events.some(({ what, args }) => what === 'moved' && args[0]?.[1] === 'judges') },
  { id: 'dusk', words: 'guide.dusk', at: '[data-region="prompt"]', due: (scene) => offered(scene, / (left|right)$/) },
];
