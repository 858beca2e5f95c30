// What is on the map now, what an option would do there, and what has just happened.

import type { Desk } from '../../lib/desk.svelte';
import { actionUnder, figures, refsOf, tableOf, verbOf, type Figure } from './data';
import { t, type WordKey } from '../../words';
import type { Plan, Point, Survey } from './map';
import { actionName } from './names';
import { badges, byNumber, fragments, placed } from './standing';

const LINES = new Set(['aimed', 'exploded', 'hi-ex', 'rallied']);
const HARMS = new Set(['damaged', 'gave-up']);
const FALLS = new Set(['damaged', 'killed', 'killed-own']);
const DONE: Record<string, WordKey> = {
  healed: 'helterSkelter.did_heal', drank: 'helterSkelter.did_heal', blocked: 'helterSkelter.did_block',
  deflected: 'helterSkelter.act_deflect', foresaw: 'helterSkelter.did_precog', 'took-cover': 'helterSkelter.act_cover',
  collected: 'helterSkelter.did_collect', 'gave-up': 'helterSkelter.did_giveUp',
};
const STEPS = new Set(['move', 'climb']);
const BESIDE = 26;
const BELOW = 58;
const ABOVE = 52;
const LETTER = 9.2;
const [HIGHEST, OVER, UNDER] = [84, 40, 66];

export class Scene {
  readonly #desk: Desk;
  readonly #drawn: () => { plan: Plan; survey: Survey | null };
  /** Where everybody was last: whoever has just been killed can still be pointed to. */
  readonly #stood = new Map<string, Point>();

  constructor(desk: Desk, drawn: () => { plan: Plan; survey: Survey | null }) {
    this.#desk = desk;
    this.#drawn = drawn;
  }

  readonly plan = $derived.by(() => this.#drawn().plan);
  readonly spaces = $derived(byNumber(this.plan));
  /** What the rules make of the map, once the server has told it. */
  readonly survey = $derived.by(() => this.#drawn().survey);

  readonly table = $derived.by(() => tableOf(this.#desk.position));
  /** The action under way; the one that ended the game is over as well. */
  readonly action = $derived.by(() =>
    this.#desk.position.people.status === 'finished' ? null : actionUnder(this.table));
  readonly everybody = $derived.by(() => figures(this.#desk.position, this.#desk.content));
  readonly onMap = $derived(this.everybody.filter((figure) => figure.space !== null));
  readonly #byRef = $derived(new Map(this.everybody.map((figure) => [`character:${figure.id}`, figure])));

  /** Whether the innermost thing under way is this action, so that it is the one that asks. */
  get asking(): boolean {
    return this.action !== null && this.table.agenda.at(-1) === this.action && !this.action.waiting?.length;
  }

  figure(ref: string): Figure | undefined {
    return this.#byRef.get(ref);
  }

  /** The character who acts. */
  get actor(): Figure | undefined {
    return this.action?.who ? this.figure(`character:${this.action.who}`) : undefined;
  }

  /** The figure on the map that has been pressed. */
  readonly chosen = $derived.by(() => this.#desk.path.map((ref) => this.figure(ref)).find((figure) => figure?.space));

  // Where everything stands.

  readonly standing = $derived.by(() => placed(this.plan, this.onMap));
  readonly badges = $derived.by(() => badges(this.spaces, this.everybody, this.standing));
  readonly taken = $derived(new Set(this.badges.map(({ number }) => number)));
  readonly fragments = $derived.by(() => fragments(this.spaces, this.table));
  readonly secrets = $derived.by(() => this.everybody.flatMap((figure) =>
    figure.secret.map((number) => ({ figure, number, at: this.spaces.get(number)!.at }))));

  /** Remember where they stand, for when they no longer do. */
  remember(): void {
    for (const [who, { at }] of this.standing) this.#stood.set(who, at);
  }

  /** The point of a thing on the map, or where it was last. */
  point(ref: string): Point | undefined {
    const [kind, which = ''] = ref.split(':');
    if (kind === 'space') return this.spaces.get(Number(which))?.at;
    return this.standing.get(which)?.at ?? this.#stood.get(which);
  }

  /** The number of the space that a thing is, or stands on. */
  spaceOf(ref: string): number | null {
    if (ref.startsWith('space:')) return Number(ref.slice('space:'.length));
    return this.figure(ref)?.space ?? null;
  }

  /** What a step costs: for the one who is chosen, or who is moving now. */
  readonly prices = $derived.by((): Map<number, number> => {
    const moving = this.asking && STEPS.has(this.action?.is ?? '');
    const mover = moving ? this.actor : this.action ? undefined : this.chosen;
    const hows = moving ? [this.action!.is] : this.#desk.candidates.map(verbOf);
    const ways = (mover?.space && this.#desk.mine && this.survey?.neighbours[mover.space]) || [];
    return new Map(ways.filter(([, how]) => hows.includes(how)).map(([to, , price]) => [to, price]));
  });

  // What the option that is aimed at would do.

  readonly aimed = $derived.by(() => this.#desk.candidates.find((choice) => choice.text === this.#desk.aimed));
  readonly aimedVerb = $derived(this.aimed ? verbOf(this.aimed) : '');
  readonly aimedRefs = $derived(new Set(this.aimed?.refs));
  /** Who could be attacked by it, as the server says. */
  readonly reached = $derived.by((): Set<string> => {
    const who = this.aimed ? refsOf(this.aimed, 'character')[0] : undefined;
    const ranges = this.#desk.position.view.shown['in_range'] as Record<string, Record<string, string[]>> | undefined;
    return new Set(who ? ranges?.[who]?.[this.aimedVerb] : []);
  });
  readonly #ahead = $derived.by(() => this.#desk.ahead?.changes ?? []);
  /** Figures where they would stand. */
  readonly ghosts = $derived.by(() => this.#ahead.flatMap(({ ref, what, least, most }) => {
    const [figure, space] = [this.figure(ref), this.spaces.get(most)];
    if (!figure || !space || what !== 'space' || least !== most) return [];
    const aside = this.taken.has(most) ? BESIDE : 0;
    return [{ figure, at: [space.at[0] + aside, space.at[1] - aside] as Point }];
  }));

  /** The least health that a character would have, if that would change. */
  healthAhead(who: string): number | null {
    return this.#ahead.find(({ ref, what }) => what === 'health' && ref === `character:${who}`)?.least ?? null;
  }

  // What is being shown of what happened.

  readonly #now = $derived.by(() => this.#desk.motion.now);
  readonly #about = $derived((this.#now?.args ?? []).map(([kind, which]) => `${kind}:${which}`));
  readonly friendly = $derived(this.#now?.what === 'rallied');

  /** Lines from who acts to whom it is about: while it is told, or while they may defend. */
  readonly strokes = $derived.by((): [Point, Point][] => {
    const told = this.#now && LINES.has(this.#now.what) ? [[this.#about[0] ?? '', this.#about[1] ?? '']] : [];
    const waiting = (this.action?.waiting ?? []).map((who) => [`character:${this.action?.who}`, `character:${who}`]);
    return (told.length ? told : waiting).flatMap(([one = '', other = '']): [Point, Point][] => {
      const [a, b] = [this.point(one), this.point(other)];
      return a && b && Math.hypot(a[0] - b[0], a[1] - b[1]) > 1 ? [[a, b]] : [];
    });
  });

  /** What a character has just done or undergone, in few signs beside it. */
  readonly happened = $derived.by((): { text: string; bad: boolean; at: Point } | null => {
    const { what = '', args = [] } = this.#now ?? {};
    const [x, y] = this.point(this.#about[what === 'action' ? 1 : 0] ?? '') ?? [];
    const text = this.#signs(what, args.map(([, value]) => String(value)));
    if (!text || x === undefined || y === undefined) return null;
    return { text, bad: HARMS.has(what), at: [x, y < HIGHEST ? y + UNDER : y - OVER] };
  });

  #signs(what: string, [first = '', second = '']: string[]): string {
    if (what === 'action') return actionName(first);
    if (what === 'damaged') return `−${second}`;
    return DONE[what] ? t(DONE[what]) : '';
  }

  /** Whoever has just been killed, where they stood. */
  readonly fallen = $derived.by(() => {
    const figure = FALLS.has(this.#now?.what ?? '') ? this.figure(this.#about[0] ?? '') : undefined;
    const at = figure?.out ? this.#stood.get(figure.id) : undefined;
    return figure && at ? { figure, at } : null;
  });

  active(who: string): boolean {
    return this.action?.who === who || (this.#now?.what === 'action' && this.#about[1] === `character:${who}`);
  }

  /** Names of those who are looked at, under all who stand there; above them at the map's lower edge. */
  readonly labels = $derived.by(() => this.onMap.filter(({ id }) => this.#named(id)).map(({ id, name, space }) => {
    const { at: [x], scale } = this.standing.get(id)!;
    const half = (name.length * LETTER) / 2 + 9;
    const ys = this.onMap.filter((other) => other.space === space).map((other) => this.standing.get(other.id)!.at[1]);
    const [above, below] = [Math.min(...ys) - ABOVE * scale, Math.max(...ys) + BELOW * scale];
    const within = Math.min(this.plan.size[0] - half, Math.max(half, x));
    return { id, name, half, at: [within, below > this.plan.size[1] - 14 ? above : below] as Point };
  }));

  #named(who: string): boolean {
    const ref = `character:${who}`;
    return this.active(who) || this.#desk.pointed === ref || this.#desk.path.includes(ref) || this.aimedRefs.has(ref);
  }
}
