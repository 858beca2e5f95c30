// Who is looking, and what they see.

import type { Desk } from '../../lib/desk.svelte';
import { verbOf, type Figure } from './data';
import type { Blocked } from './map';
import type { Scene } from './scene.svelte';

/** The attacks for which it helps to see what the attacker sees. */
const SIGHTED = new Set(['snipe', 'shotgun', 'psi']);

/** The character whose sight the map shows, and whether its range, for the key. */
export const shown = $state({ looker: '', range: false });

export class Sight {
  readonly #desk: Desk;
  readonly #scene: Scene;
  /** The character that the person wants to see for. */
  #pinned = $state('');
  #off = $state(false);

  constructor(desk: Desk, scene: Scene) {
    this.#desk = desk;
    this.#scene = scene;
  }

  /** Whoever would attack by the option that is aimed at, or is about to choose a target. */
  get #attacker(): Figure | undefined {
    const { aimed, aimedVerb, action, asking, actor } = this.#scene;
    if (SIGHTED.has(aimedVerb)) return this.#scene.figure(aimed?.refs[0] ?? '');
    return asking && SIGHTED.has(action?.is ?? '') ? actor : undefined;
  }

  /** Whose sight is shown, whatever is pointed at. */
  readonly held = $derived.by((): Figure | undefined => {
    const pinned = this.#scene.figure(`character:${this.#pinned}`);
    const found = pinned ?? (this.#off ? undefined : (this.#scene.chosen ?? this.#attacker));
    return found?.space ? found : undefined;
  });

  readonly looker = $derived.by((): Figure | undefined => {
    const pointed = this.#off ? undefined : this.#scene.figure(this.#desk.pointed);
    return this.held ?? (pointed?.space ? pointed : undefined);
  });

  /** The space that is looked from. */
  readonly from = $derived.by((): number | null => (this.#scene.survey ? (this.looker?.space ?? null) : null));

  /** Whether an attack that needs a line is the question. */
  get #aiming(): boolean {
    return this.#attacker !== undefined || this.#desk.candidates.some((choice) => SIGHTED.has(verbOf(choice)));
  }

  /** The lines to enemies that are blocked, while somebody is about to attack. */
  readonly blocked = $derived.by((): Blocked[] =>
    this.held && this.#aiming ? this.enemies.flatMap((to) => this.line(to) ?? []) : []);

  readonly enemies = $derived.by((): number[] =>
    this.#scene.onMap.filter((figure) => figure.seat !== this.looker?.seat).map((figure) => figure.space!));

  /** Whether the range of two steps is the question. */
  readonly range = $derived.by(() => [this.#scene.aimedVerb, this.#scene.action?.is].includes('shotgun'));

  /** What the looker has at a space: nothing if nobody looks, null if it is seen, or what blocks. */
  line(to: number): Blocked | null | undefined {
    if (this.from === null) return undefined;
    return to === this.from ? null : this.#scene.survey?.sight[this.from]?.[to];
  }

  /** Show or hide the sight of who is pointed at; if nobody is, hide or show it altogether. */
  toggle(): void {
    const figure = this.#scene.figure(this.#desk.pointed);
    if (figure?.space) {
      this.#pinned = this.#pinned === figure.id ? '' : figure.id;
      return;
    }
    this.#off = !this.#off && this.#pinned === '';
    this.#pinned = '';
  }
}
