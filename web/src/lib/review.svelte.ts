// The review of a seat's game: asked for until the server has weighed every decision.

import type { Review, Reviewed } from '../protocol';
import { api, Problem } from './api';

const AGAIN = 500;

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** What luck and choice come to: the last chance less the first. */
export interface Sums {
  first: number;
  last: number;
  luck: number;
  choice: number;
}

const sum = (shares: number[]): number => shares.reduce((total, share) => total + share, 0);

export class Looking {
  found = $state.raw<Review | null>(null);
  problem = $state('');
  #over = false;

  constructor(readonly table: string, readonly seat: number, readonly invite: string) {}

  get ready(): boolean {
    return this.found !== null && this.found.done === this.found.of;
  }

  /** The decisions that cost something beyond doubt, the costliest first. */
  get mistakes(): Reviewed[] {
    return (this.found?.decisions ?? []).filter(({ mistake }) => mistake).toSorted((one, other) => other.cost - one.cost);
  }

  get sums(): Sums | null {
    const decisions = this.found?.decisions ?? [];
    const [first, last] = [decisions[0], decisions.at(-1)];
    if (!first || !last) return null;
    return {
      first: first.usual,
      last: this.found?.result ?? last.kept,
      luck: sum(decisions.map(({ luck }) => luck)),
      choice: sum(decisions.map(({ kept, usual }) => kept - usual)),
    };
  }

  /** Ask until all is weighed, or nobody looks any more. */
  async ask(): Promise<void> {
    this.#over = false;
    this.problem = '';
    while (!this.#over && !this.ready) {
      try {
        this.found = await api.review(this.table, this.seat, this.invite);
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.code !== 'slow-down') {
          this.problem = (problem as Error).message;
          return;
        }
      }
      if (!this.ready) await wait(AGAIN);
    }
  }

  stop(): void {
    this.#over = true;
  }
}
