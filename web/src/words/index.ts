// The catalogue: every string that people read, by area. A translation is another folder beside `en`.

import { common } from './en/common';
import { cursedEarth } from './en/cursed-earth';
import { guide } from './en/guide';
import { helterSkelter } from './en/helter-skelter';
import { lobby } from './en/lobby';
import { replay } from './en/replay';
import { rules } from './en/rules';
import { settings } from './en/settings';
import { setup } from './en/setup';
import { table } from './en/table';

const catalogue = { common, cursedEarth, guide, helterSkelter, lobby, replay, rules, settings, setup, table } as const;

type Catalogue = typeof catalogue;
export type WordKey = { [A in keyof Catalogue]: `${A}.${keyof Catalogue[A] & string}` }[keyof Catalogue];
type Args = Record<string, string | number>;

/** `{n|1 card|{n} cards}`: either may name arguments itself. */
const PLURAL = /\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g;

/** The words for a key, with {names} filled in. `{n|one|many}` chooses by a number. */
export function t(key: WordKey, args: Args = {}): string {
  const [area, name] = key.split('.') as [keyof Catalogue, string];
  const words = (catalogue[area] as Record<string, string>)[name] ?? key;
  const chosen = words.replace(PLURAL, (_, arg: string, one: string, many: string) => (Number(args[arg]) === 1 ? one : many));
  return chosen.replace(/\{(\w+)\}/g, (_, arg: string) => String(args[arg] ?? ''));
}
