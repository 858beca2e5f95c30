// What the page asks the server over HTTP. See docs/protocol.md.

import type {
  Done, Fork, Guest, GuestWish, Health, NewTable, Offers, Position, Problem as ProblemData, Replay, Review, Rules, Table,
  Tables,
} from '../protocol';
import { t } from '../words';
import { linkTo } from './path';

/** Why a request was not done; nothing has changed. */
export class Problem extends Error {
  constructor(readonly code: string, readonly reason: string, readonly rules: string[] = [], readonly at: number | null = null) {
    super(reason);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(linkTo(path), {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Problem('offline', t('common.noAnswer'));
  }
  const data = await read(answer);
  if (!answer.ok) {
    const problem = data as ProblemData;
    throw new Problem(problem.code, problem.reason, problem.rules, problem.at ?? null);
  }
  return data as T;
}

/** An answer's data. Whoever stands between, such as a proxy, may answer in the server's place. */
async function read(answer: Response): Promise<unknown> {
  try {
    const text = await answer.text();
    return text === '' ? null : JSON.parse(text);
  } catch {
    throw new Problem('offline', t('common.noAnswer'));
  }
}

/** The printed content of a pack: one list or table for each of its files' keys. */
export type Content = Record<string, unknown>;

/** A request that is made once and whose answer is kept. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    const found = kept.get(key) ?? make(key);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    return found;
  };
}

const query = (invite: string) => (invite ? `?invite=${encodeURIComponent(invite)}` : '');
const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  offers: once(() => ask<Offers>('GET', '/api/games')),
  rules: once((game) => ask<Rules>('GET', `/api/games/${encodeURIComponent(game)}/rules`)),
  pack: once(async (hash) => (await ask<{ content: Content }>('GET', `/api/packs/${hash}`)).content),
  board: once((path) => ask<Record<string, unknown>>('GET', `/api/packs/${path}`)),
  orders: async (game: string) => (await api.offers('')).games.find(({ id }) => id === game)?.orders ?? [],
  guest: () => ask<Guest>('POST', '/api/guest'),
  rename: (wish: GuestWish) => ask<Guest>('PUT', '/api/guest', wish),
  openTables: () => ask<Tables>('GET', '/api/tables'),
  myTables: () => ask<Tables>('GET', '/api/guest/tables'),
  make: (wish: NewTable) => ask<Table>('POST', '/api/tables', wish),
  look: (id: string, invite = '') => ask<Table>('GET', table(id) + query(invite)),
  close: (id: string) => ask<Done>('DELETE', table(id)),
  sit: (id: string, seat: number, invite = '') => ask<Done>('POST', `${table(id)}/seats/${seat}`, { invite }),
  getUp: (id: string, seat: number) => ask<Done>('DELETE', `${table(id)}/seats/${seat}`),
  bots: (id: string) => ask<Done>('POST', `${table(id)}/bots`, {}),
  resign: (id: string, seat: number) => ask<Done>('POST', `${table(id)}/resign`, { seat }),
  draw: (id: string, seat: number, agree: boolean) => ask<Done>('POST', `${table(id)}/draw`, { seat, agree }),
  standIn: (id: string, seat: number) => ask<Done>('POST', `${table(id)}/stand-in`, { seat }),
  backAgain: (id: string, seat: number) => ask<Done>('POST', `${table(id)}/back`, { seat }),
  rematch: (id: string) => ask<Table>('POST', `${table(id)}/rematch`, {}),
  position: (id: string, seat: number | null, since = 0) =>
    ask<Position>('GET', `${table(id)}/position?since=${since}${seat === null ? '' : `&seat=${seat}`}`),
  replay: (id: string, step: number, seat: number | null, invite = '', since = 0) =>
    ask<Replay>('GET', `${table(id)}/replay?step=${step}&since=${since}${seat === null ? '' : `&seat=${seat}`}${invite ? `&invite=${encodeURIComponent(invite)}` : ''}`),
  review: (id: string, seat: number, invite = '') =>
    ask<Review>('GET', `${table(id)}/review?seat=${seat}${invite ? `&invite=${encodeURIComponent(invite)}` : ''}`),
  record: (id: string, invite = '') => ask<Record<string, unknown>>('GET', `${table(id)}/record${query(invite)}`),
  fork: (id: string, wish: Fork) => ask<Table>('POST', `${table(id)}/fork`, wish),
  health: () => ask<Health>('GET', '/health'),
  importRecord: (record: Record<string, unknown>) => ask<Table>('POST', '/api/records', { record }),
};
