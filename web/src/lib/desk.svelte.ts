// The desk: what a person has in front of them. It knows which things can be pressed, what has been
// pressed so far, and asks the server for everything else. It holds no rule of any game.

import { getContext, setContext } from 'svelte';
import type { Attachment } from 'svelte/attachments';
import { t } from '../words';
import type { Choice, Event, HintedOption, Position, Previewed, Refusal } from '../protocol';
import type { Content } from './api';
import type { Live } from './live.svelte';
import { Motion } from './motion.svelte';
import { botName, named } from './names';
import { confirms } from './settings.svelte';

type Glow = 'legal' | 'chosen' | 'idle';

/** Why something cannot be used, shown at the thing. */
export interface WhyNot {
  ref: string;
  reason: string;
  rules: string[];
  anchor: DOMRect;
}

/** A button of the prompt: an option, or a thing that several options are about. */
export interface Offer {
  ref: string;
  label: string;
  choice: Choice | null;
  count: number;
}

/** What a hint said. */
interface Advice {
  move: string;
  label: string;
  bot: string;
  lookedAt: number;
  reason: string;
  options: HintedOption[];
}

const FEW = 9;
const DWELL = 70;
const KEY = Symbol('desk');

/** The refs of an option that others do not all share: what is left to point at. */
function telling(choice: Choice, path: string[], shared: Set<string>): string[] {
  return choice.refs.filter((ref) => !path.includes(ref) && !shared.has(ref));
}

/** What is proposed comes first; what is about no thing on the table, such as to pass, last. */
function inOrder(choices: Choice[], proposed: string): Choice[] {
  const place = ({ text, refs }: Choice) => (text === proposed ? 0 : refs.length > 0 ? 1 : 2);
  return choices.toSorted((one, other) => place(one) - place(other));
}

/** Later: what is taken away while it has the focus loses it in the midst of an update. */
const afterwards = queueMicrotask;

export class Desk {
  #position = $state.raw<Position | null>(null);
  /** What has been pointed at so far in this decision. */
  path = $state<string[]>([]);
  /** The option under the pointer or the focus. */
  aimed = $state('');
  /** The option that needs a second press. */
  armed = $state('');
  /** The thing under the pointer or the focus. */
  pointed = $state('');
  why = $state.raw<WhyNot | null>(null);
  refusal = $state.raw<{ reason: string; rules: string[] } | null>(null);
  advice = $state.raw<Advice | null>(null);
  /** The version at which something was sent that has no answer yet: the next decision may be here before it. */
  #sent = -1;
  /** Whether a press came too late, and what changed is not known yet. */
  #late = false;
  /** Counts presses that leave the choice to the prompt, which then takes the focus. */
  unsettled = $state(0);
  /** The option that was sought out for its button to be found, and how often that was done. */
  sought = $state.raw({ text: '', times: 0 });
  /** Things that a line of the log is about. */
  marked = $state.raw<Set<string>>(new Set());
  previews = $state.raw<Map<string, Previewed>>(new Map());
  /** Previews that have been asked for in this decision. */
  #asked = new Map<string, Promise<Previewed | null>>();
  readonly motion = new Motion();
  #dwell: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly content: Content, readonly live: Live | null) {}

  get position(): Position {
    if (!this.#position) throw new Error('the desk has no position yet');
    return this.#position;
  }

  get laid(): boolean {
    return this.#position !== null;
  }

  /** Lay out a position. A new decision starts with nothing pointed at. */
  lay(position: Position): void {
    const before = this.#position;
    this.#position = position;
    const same = before !== null && before.version === position.version && before.seat === position.seat;
    if (same && before.options.length === position.options.length) return;
    this.path = [];
    this.aimed = '';
    this.armed = '';
    this.why = null;
    this.refusal = null;
    this.advice = null;
    this.sought = { text: '', times: 0 };
    this.previews = new Map();
    this.#asked = new Map();
    if (this.#late) this.#tellChange();
  }

  /** The bot that plays for this person, or nothing. */
  get standIn(): string {
    const { people, seat } = this.position;
    return seat === null ? '' : (people.seats[seat]?.stand_in ?? '');
  }

  /** Whether this person decides now. */
  get mine(): boolean {
    const { options, people } = this.position;
    return this.live !== null && options.length > 0 && people.status === 'playing' && !this.standIn;
  }

  /** Whether there is anybody to talk to: nobody talks to bots. */
  get talks(): boolean {
    const { people, seat } = this.position;
    return people.chat && (seat === null || people.seats.some(({ who, you }) => who === 'person' && !you));
  }

  /** The options that fit what has been pointed at. */
  get candidates(): Choice[] {
    if (!this.mine) return [];
    return this.position.options.filter((choice) => this.path.every((ref) => choice.refs.includes(ref)));
  }

  get #shared(): Set<string> {
    const [first, ...others] = this.candidates;
    if (!first || others.length === 0) return new Set();
    return new Set(first.refs.filter((ref) => others.every((other) => other.refs.includes(ref))));
  }

  /** Everything that can be pressed now. */
  readonly legal: Set<string> = $derived.by(() => {
    if (!this.#position) return new Set<string>();
    const shared = this.#shared;
    const found = this.candidates.flatMap((choice) => telling(choice, this.path, shared));
    if (found.length === 0) return new Set(this.candidates.flatMap((choice) => choice.refs));
    return new Set(found);
  });

  /** The buttons of the prompt: every option, or, if they are many, the things they are about. */
  readonly offers: Offer[] = $derived.by(() => {
    if (!this.#position) return [];
    const all = inOrder(this.candidates, this.position.question?.proposed ?? '');
    const shared = this.#shared;
    const one = (choice: Choice): Offer => ({ ref: choice.text, label: this.words(choice.label), choice, count: 1 });
    if (all.length <= FEW) return all.map(one);
    const groups = new Map<string, Choice[]>();
    for (const choice of all) {
      const ref = telling(choice, this.path, shared)[0] ?? '';
      groups.set(ref, [...(groups.get(ref) ?? []), choice]);
    }
    if (groups.size === all.length) return all.map(one);
    return [...groups].flatMap(([ref, choices]) =>
      ref === '' || choices.length === 1
        ? choices.map(one)
        : [{ ref, label: ref, choice: null, count: choices.length }],
    );
  });

  glow(ref: string): Glow {
    if (this.path.includes(ref)) return 'chosen';
    return this.legal.has(ref) ? 'legal' : 'idle';
  }

  /** A text of the server's with people's names. */
  words(text: string): string {
    return named(text, this.position.people, this.standIn ? null : this.position.seat);
  }

  /** The option that pressing this thing would settle, if it is one only. */
  settles(ref: string): Choice | null {
    const fitting = this.candidates.filter((choice) => choice.refs.includes(ref));
    return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }

  /** Press a thing: point at it, settle the decision, or hear why not. */
  press(ref: string, element: Element): void {
    this.why = null;
    if (this.path.includes(ref)) {
      this.path = this.path.filter((other) => other !== ref);
      this.armed = '';
      return;
    }
    if (!this.legal.has(ref)) {
      void this.askWhy(ref, element);
      return;
    }
    const settled = this.settles(ref);
    const all = this.candidates;
    if (settled) void this.choose(settled.text);
    else if (all.every((choice) => choice.refs.includes(ref))) this.unsettled += 1;
    else {
      this.path = [...this.path, ref];
      this.armed = '';
    }
  }

  /** One step back: a thing pointed at, or whatever is open. Nothing is sent. */
  back(): boolean {
    if (this.why) this.why = null;
    else if (this.armed) this.armed = '';
    else if (this.path.length) this.path = this.path.slice(0, -1);
    else return false;
    return true;
  }

  /** Back to where only so many things had been pointed at; to the last, one step back. */
  backTo(count: number): void {
    this.why = null;
    this.armed = '';
    this.path = this.path.slice(0, count < this.path.length ? count : -1);
  }

  /** Why this thing cannot be used, told at the thing. */
  async askWhy(ref: string, element: Element): Promise<void> {
    const anchor = element.getBoundingClientRect();
    const tell = (reason: string, rules: string[] = []) => {
      this.why = { ref, reason, rules, anchor };
    };
    if (!this.live) return;
    if (this.position.seat === null) return tell(t('table.whyWatching'));
    const at = this.position.version;
    const answer = await this.live.why(ref);
    if (this.position.version !== at) return;
    if (answer.type !== 'refusal') return tell(t('table.whyOffered'));
    const { reason, rules } = this.#told(answer);
    tell(reason, rules);
  }

  /** A refusal for people. */
  #told({ code, reason, rules }: Refusal): { reason: string; rules: string[] } {
    return { reason: code === 'offline' ? t('table.notConnected') : this.words(reason), rules };
  }

  /** Aim at an option: its preview is fetched if the pointer stays. */
  aim(text: string): void {
    this.aimed = text;
    clearTimeout(this.#dwell);
    if (text) this.#dwell = setTimeout(() => void this.preview(text), DWELL);
  }

  /** No longer aim at an option. */
  unaim(text: string): void {
    afterwards(() => {
      if (this.aimed === text) this.aim('');
    });
  }

  /** What an option would do, as far as this seat can know. */
  preview(text: string): Promise<Previewed | null> {
    if (!this.live || !this.mine) return Promise.resolve(null);
    const asked = this.#asked.get(text) ?? this.#foresee(this.live, text);
    this.#asked.set(text, asked);
    return asked;
  }

  async #foresee(live: Live, text: string): Promise<Previewed | null> {
    const asked = this.#asked;
    const answer = await live.preview(text, this.position.version);
    if (asked !== this.#asked) return null;
    if (answer.type !== 'previewed') {
      asked.delete(text);
      return null;
    }
    this.previews = new Map([...this.previews, [text, answer]]);
    return answer;
  }

  /** The preview of what is aimed at. */
  get ahead(): Previewed | null {
    return this.previews.get(this.aimed) ?? null;
  }

  /** Play an option; one that cannot be taken back is pressed twice, if the person wants that. */
  async choose(text: string): Promise<void> {
    if (!this.live || this.#sending) return;
    const at = this.position.version;
    const guarded = confirms() && this.armed !== text && !this.position.window;
    const ahead = guarded ? await this.preview(text) : null;
    if (this.#sending || this.position.version !== at) return;
    if (ahead?.one_way) {
      this.armed = text;
      this.aim(text);
      return;
    }
    await this.#settle(at, this.live.play(text, at));
  }

  get #sending(): boolean {
    return this.#sent === this.position.version;
  }

  async undo(): Promise<void> {
    const at = this.position.version;
    if (this.live && !this.#sending) await this.#settle(at, this.live.undo(at));
  }

  async #settle(at: number, sent: ReturnType<Live['play']>): Promise<void> {
    this.#sent = at;
    this.refusal = null;
    const answer = await sent;
    if (this.#sent === at) this.#sent = -1;
    if (this.position.version === at) this.armed = '';
    if (answer.type !== 'refusal') return;
    if (answer.code !== 'stale') {
      this.refusal = this.#told(answer);
      return;
    }
    this.#late = true;
    if (this.position.version !== at) this.#tellChange();
  }

  /** Somebody was faster: what they did. */
  #tellChange(): void {
    this.#late = false;
    const event = this.live?.events.at(-1);
    this.refusal = { reason: t('table.stale', { what: event ? this.words(event.text) : '' }), rules: event?.rules.slice(0, 1) ?? [] };
  }

  /** Ask what a bot would do. */
  async askHint(): Promise<void> {
    if (!this.live || !this.mine) return;
    const at = this.position.version;
    const answer = await this.live.hint(at);
    if (this.position.version !== at) return;
    if (answer.type === 'refusal') this.refusal = this.#told(answer);
    if (answer.type !== 'hinted') return;
    const { move, label, bot, looked_at: lookedAt, reason } = answer;
    const options = answer.options.map((option) => ({ ...option, label: this.words(option.label) }));
    this.advice = { move, label: this.words(label), bot: botName(bot), lookedAt, reason: this.words(reason), options };
  }

  /** Point out an option without taking it: it is aimed at, and the prompt gives its button the focus. */
  seek(text: string): void {
    const choice = this.position.options.find((option) => option.text === text);
    if (!choice || !this.mine) return;
    this.path = [];
    this.armed = '';
    if (!this.offers.some(({ ref }) => ref === text)) this.path = telling(choice, [], this.#shared);
    this.sought = { text, times: this.sought.times + 1 };
    this.aim(text);
  }

  /** Outline what an event is about. */
  mark(event: Event | null): void {
    afterwards(() => {
      this.marked = new Set(event?.args.map((pair) => pair.join(':')) ?? []);
    });
  }

  /** Make an element a thing of the table: it glows, is pressed, aimed at, and answers "why not". */
  thing(ref: string): Attachment<HTMLElement | SVGElement> {
    return (element) => {
      element.dataset['ref'] = ref;
      $effect(() => {
        const glow = this.glow(ref);
        element.dataset['glow'] = glow;
        element.dataset['marked'] = String(this.marked.has(ref));
        element.setAttribute('aria-disabled', String(glow === 'idle'));
      });
      const press = (event: globalThis.Event) => {
        event.stopPropagation();
        this.press(ref, element);
      };
      const enter = () => {
        this.pointed = ref;
        this.aim(this.settles(ref)?.text ?? '');
      };
      const leave = () => afterwards(() => {
        if (this.pointed === ref) this.pointed = '';
        if (this.aimed === this.settles(ref)?.text) this.aim('');
      });
      const keys = (event: globalThis.Event) => {
        const { key, repeat } = event as KeyboardEvent;
        if (element instanceof HTMLButtonElement || (key !== 'Enter' && key !== ' ')) return;
        event.preventDefault();
        if (!repeat) press(event);
      };
      const heard: [string, (event: globalThis.Event) => void][] = [
        ['click', press], ['pointerenter', enter], ['pointerleave', leave],
        ['focus', enter], ['blur', leave], ['keydown', keys],
      ];
      for (const [what, handler] of heard) element.addEventListener(what, handler);
      return () => {
        for (const [what, handler] of heard) element.removeEventListener(what, handler);
      };
    };
  }
}

export const setDesk = (desk: Desk): Desk => setContext(KEY, desk);
export const getDesk = (): Desk => getContext<Desk>(KEY);
