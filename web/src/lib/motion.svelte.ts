// What happened is shown one thing after another, never longer than it may take, and never in the way.

import type { Event } from '../protocol';
import { motionless, settings } from './settings.svelte';

const EACH = 900;
const OUTLINED = 800;
const HURRY = 4;
const TOO_MANY = 12;

export class Motion {
  /** The event that is being shown. */
  now = $state.raw<Event | null>(null);
  /** How many times as fast as usual. */
  speed = (): number => settings.speed;
  #queue: Event[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Show these, at double speed if they are to catch up. */
  show(events: Event[], catchUp = false): void {
    this.#queue.push(...events);
    if (!catchUp && this.#queue.length > TOO_MANY) this.#queue = this.#queue.slice(-1);
    if (this.#timer === undefined) this.#step(catchUp);
  }

  #step(catchUp: boolean): void {
    const event = this.#queue.shift();
    this.now = event ?? null;
    if (!event) {
      this.#timer = undefined;
      return;
    }
    const hurried = catchUp || this.#queue.length > HURRY ? EACH / 2 : EACH;
    this.#timer = setTimeout(() => this.#step(catchUp), (motionless() ? OUTLINED : hurried) / this.speed());
  }

  /** Be done with it. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.now = null;
  }
}
