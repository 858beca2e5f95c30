// What each key that can be changed does, in words.

import type { WordKey } from '../words';
import type { Action } from './keys';

export const KEY_WORDS: Record<Action, WordKey> = {
  undo: 'table.keyUndo', hint: 'table.keyHint', why: 'table.keyWhy', inspect: 'table.keyInspect',
  rules: 'table.keyRules', log: 'table.keyLog', message: 'table.keyMessage', go: 'table.keyGo',
  pass: 'table.keyPass', end: 'table.keyEnd', sight: 'table.keySight',
  stepBack: 'replay.back', stepOn: 'replay.on', help: 'table.keyHelp',
};
