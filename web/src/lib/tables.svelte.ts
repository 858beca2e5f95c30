// The lists of tables, asked for again every few seconds while somebody looks at them.

import type { Table } from '../protocol';
import { api } from './api';
import { me } from './guest.svelte';

const EVERY = 4000;

/** Whether the table waits for the person at this page. */
export const waits = (table: Table): boolean => table.seats.some((seat) => seat.you && table.asked.includes(seat.seat));

/** Whether the person sits there or made it. */
export const mine = (table: Table): boolean => table.host || table.seats.some((seat) => seat.you);

class Tables {
  /** Your tables, those that wait for you first; null before the first answer. */
  own = $state.raw<Table[] | null>(null);
  /** Tables of anybody that are open or can be watched. */
  open = $state.raw<Table[] | null>(null);
  /** Why the lists are not fresh, if so. */
  problem = $state('');
  #watchers = 0;
  #lobbies = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get waiting(): Table[] {
    return this.own?.filter(waits) ?? [];
  }

  /** Keep your tables, in a lobby also everybody's, fresh until the returned function is called. */
  watch(lobby = false): () => void {
    this.#watchers += 1;
    this.#lobbies += Number(lobby);
    if (this.#watchers === 1 || lobby) void this.#go();
    return () => {
      this.#watchers -= 1;
      this.#lobbies -= Number(lobby);
      if (this.#watchers === 0) clearTimeout(this.#timer);
    };
  }

  async #go(): Promise<void> {
    if (!document.hidden) await this.refresh();
    if (this.#watchers === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#go(), EVERY);
  }

  async refresh(): Promise<void> {
    try {
      await me.ready();
      const [own, open] = await Promise.all([api.myTables(), this.#lobbies ? api.openTables() : null]);
      this.own = own.tables;
      if (open) this.open = open.tables;
      this.problem = '';
    } catch (problem) {
      this.problem = (problem as Error).message;
    }
  }
}

export const tables = new Tables();
