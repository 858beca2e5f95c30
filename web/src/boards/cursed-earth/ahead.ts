// What the option aimed at would change, and what is changing now, by thing.

import type { Desk } from '../../lib/desk.svelte';
import type { Change } from '../../protocol';
import { t } from '../../words';

/** The change of a number of a thing, if the option aimed at makes one. */
export const changeOf = (desk: Desk, ref: string, what: string): Change | undefined =>
  desk.ahead?.changes.find((change) => change.ref === ref && change.what === what);

/** A number after a change: "2", or "1-3" where it is not certain. */
export const rangeWords = ({ least, most }: { least: number; most: number }): string =>
  least === most ? String(most) : t('cursedEarth.range', { least, most });

/** The kept cards that the option aimed at would spend. */
export const payingCards = (desk: Desk): number[] =>
  (desk.ahead?.changes ?? []).filter(({ what, before, most }) => what === 'kept' && before > most).map(({ ref }) => Number(ref.split(':')[1]));

/** Whether what is being shown just now is about the thing, or a line of the log is. */
export const outlined = (desk: Desk, ref: string): boolean =>
  desk.marked.has(ref) || (desk.motion.now?.args.some((pair) => pair.join(':') === ref) ?? false);

const STORES: Record<string, string> = { rations: 'rations', ate: 'rations', starved: 'rations', ammo: 'ammo', 'spent-ammo': 'ammo', 'cache-taken': 'ammo' };

/** Whether a store of the team is changing just now. */
export const storeOutlined = (desk: Desk, team: string, what: string): boolean =>
  STORES[desk.motion.now?.what ?? ''] === what && outlined(desk, `team:${team}`);
