// A finished match, step by step through one seat's eyes. Steps are fetched once, a little ahead.

import type { Event, Position, Replay, Table } from '../protocol';
import { api, Problem } from './api';

const AHEAD = 3;
const WHOLE = 500;
const PATIENCE = 700;
const KEPT_STEPS = 400;

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

export class Reel {
  /** All that these eyes saw happen; the last 500 if there were more. */
  events = $state.raw<Event[]>([]);
  steps = $state(0);
  /** How many events had happened at the steps that are known. */
  counts = $state.raw<Map<number, number>>(new Map());
  #kept = new Map<number, Promise<Replay>>();

  constructor(readonly table: string, readonly seat: number | null, readonly invite: string) {}

  /** Fetch the first step and the last, and with it the whole log. */
  async open(): Promise<void> {
    const first = await this.at(0);
    this.steps = first.steps;
    const last = await this.#fetch(first.steps, 0);
    this.events = last.position.events.slice(-WHOLE);
  }

  /** The match at a step. */
  at(step: number): Promise<Replay> {
    const kept = this.#kept.get(step) ?? this.#fetch(step, this.#knownBefore(step));
    this.#kept.set(step, kept);
    kept.catch(() => this.#kept.delete(step));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_STEPS && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }

  /** What lay on the table at a step, with all that had happened till then; the result only at the end. */
  async shown(step: number): Promise<Position> {
    const { position } = await this.at(step);
    const events = this.events.filter((event) => event.number < (this.counts.get(step) ?? 0));
    const then: Table = { ...position.people, status: 'playing', result: null };
    const people = step < this.steps ? then : position.people;
    return { ...position, first: events[0]?.number ?? 0, events, people };
  }

  /** Fetch what is likely to be looked at next, one after another. */
  async ahead(step: number): Promise<void> {
    for (const near of [step - 1, ...Array.from({ length: AHEAD }, (_, i) => step + 1 + i)]) {
      if (near >= 0 && near <= this.steps) await this.at(near).catch(() => null);
    }
  }

  async #fetch(step: number, since: number): Promise<Replay> {
    for (;;) {
      try {
        const replay = await api.replay(this.table, step, this.seat, this.invite, since);
        const { first, events } = replay.position;
        this.counts = new Map(this.counts).set(step, first + events.length);
        return replay;
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.code !== 'slow-down') throw problem;
        await wait(PATIENCE);
      }
    }
  }

  /** The number of events at the latest known step before this one: what happened till then is not sent again. */
  #knownBefore(step: number): number {
    let most = 0;
    for (const [known, count] of this.counts) if (known < step) most = Math.max(most, count);
    return most;
  }

  /** The events of a step, as far as it and the one before are known. */
  eventsOf(step: number): Event[] {
    const [from, to] = [step === 0 ? 0 : this.counts.get(step - 1), this.counts.get(step)];
    if (from === undefined || to === undefined) return [];
    return this.events.filter((event) => event.number >= from && event.number < to);
  }

  /** About where an event happened: exact if the steps around it are known. */
  about(number: number): number {
    let [low, under, high, over] = [0, 0, this.steps, Infinity];
    for (const [step, count] of this.counts) {
      if (count <= number && step >= low) [low, under] = [step, count];
      if (count > number && step <= high) [high, over] = [step, count];
    }
    if (high - low <= 1 || over === Infinity) return high;
    return low + 1 + Math.floor(((number - under) / (over - under)) * (high - low - 1));
  }

  /** The step at which an event happened. */
  async find(number: number): Promise<number> {
    let [low, high] = [-1, this.steps];
    while (high - low > 1) {
      for (const [step, count] of this.counts) {
        if (count > number) high = Math.min(high, step);
        else low = Math.max(low, step);
      }
      if (high - low > 1) await this.at(Math.floor((low + high) / 2));
    }
    return high;
  }
}
