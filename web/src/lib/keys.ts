// Keys. Single letters can be changed or turned off; Esc, F6, digits and arrows always work.

import { settings } from './settings.svelte';

export const LETTERS = {
  undo: 'u', hint: 'h', why: 'w', inspect: 'i', rules: '/', log: 'l', message: 'm', go: 'g',
  pass: 'p', end: 'e', sight: 's', stepBack: '[', stepOn: ']', help: '?',
} as const;
export type Action = keyof typeof LETTERS;
/** What keys do that always work. */
export type Fixed = 'regions' | 'nextRegion' | 'arrows' | 'digits' | 'boxes' | 'finish' | 'play' | 'ends';
export type Key = Action | Fixed;

/** What keys do in the view that is open, besides what they do everywhere. */
const here = new Set<Key>();

/** Say which keys do something as long as a view is open. Call it in an effect. */
export function useKeys(keys: readonly Key[]): () => void {
  for (const key of keys) here.add(key);
  return () => {
    for (const key of keys) here.delete(key);
  };
}
export const usedHere = (key: Key): boolean => here.has(key);

/** The letter that does it now. */
export const letterOf = (action: Action): string => settings.keys[action] ?? LETTERS[action];

/** Whether the last thing done was done with keys, or by something that speaks for them. */
export const last = { byKeys: false };
addEventListener('keydown', () => (last.byKeys = true), true);
addEventListener('pointerdown', () => (last.byKeys = false), true);

/** Whether the person is writing something. */
export function writing(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}

/** What a key asks for, if anything. */
export function actionOf(event: KeyboardEvent): Action | null {
  if (event.ctrlKey || event.metaKey || event.altKey || writing(event) || !settings.letters) return null;
  const key = event.key.toLowerCase();
  return (Object.keys(LETTERS) as Action[]).find((action) => letterOf(action) === key) ?? null;
}
