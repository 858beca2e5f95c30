// A table as it comes over the socket: the newest position, all events, and what was said.

import type {
  Accepted, Event, FromServer, Hinted, Offered, Position, Previewed, Refusal, Said, Table,
} from '../protocol';
import { lastLeft, leave } from './left';
import { linkTo } from './path';

type Answer = Accepted | Refusal | Offered | Previewed | Hinted;
type Question =
  | { type: 'play'; seat: number; version: number; move: string; token: string }
  | { type: 'undo'; seat: number; version: number; token: string }
  | { type: 'why'; seat: number; move?: string; thing?: string }
  | { type: 'preview'; seat: number; version: number; move: string }
  | { type: 'hint'; seat: number; version: number }
  | { type: 'order'; seat: number; order: string }
  | { type: 'say'; text: string };

const TAKEN_AWAY = 4404;
const BANNED = 4403;
const BROKEN = [1011, 4500]; // closed over an error of the server's
const HELLO = 2 ** 31 - 1; // the id of a hello: what refuses it answers nothing else
const KEPT_MOMENTS = 300;
const HEARTBEAT = 15_000;
const FIRST_RETRY = 500;
const LONGEST_RETRY = 15_000;

const token = () => crypto.getRandomValues(new Uint32Array(2)).join('-');

export class Live {
  position = $state.raw<Position | null>(null);
  people = $state.raw<Table | null>(null);
  events = $state.raw<Event[]>([]);
  said = $state.raw<Said[]>([]);
  connected = $state(false);
  gone = $state(false);
  /** Why this guest may not stay, in the server's words. */
  banned = $state('');
  /** Whether the server met with an error of its own over what was asked. */
  broken = $state(false);
  retryAt = $state(0);
  /** How many events came with the first position after a time away. */
  missed = $state(0);
  /** The server's clock less ours, in seconds. */
  lag = $state(0);
  /** Their numbers, from the first to the one after the last: they stay marked in the log. */
  away = $state.raw<[from: number, to: number]>([0, 0]);
  /** Earlier positions of this seat, so that a line of the log can be looked at again. */
  moments: Position[] = [];

  #socket: WebSocket | null = null;
  #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #closed = false;
  #welcomed = false;
  #heard = false;
  #pinged = 0;
  #changed = false;

  constructor(readonly table: string, public seat: number | null, readonly invite: string) {
    addEventListener('offline', this.#cut);
    addEventListener('online', this.#again);
    this.#connect();
  }

  #connect(): void {
    this.#leave();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}${linkTo(`/api/tables/${this.table}/socket`)}`);
    this.#socket = socket;
    this.#welcomed = false;
    socket.onopen = () => {
      this.connected = true;
      this.#tries = 0;
      this.#hello();
      this.#heard = true;
      this.#ping();
      this.#beat = setInterval(() => this.#ping(), HEARTBEAT);
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      this.#heard = true;
      this.#hear(JSON.parse(message.data) as FromServer);
    };
    socket.onclose = (closing) => this.#lost(closing.code);
  }

  /** A socket that says nothing for as long as this is dead, whether it knows it or not. */
  #ping(): void {
    if (!this.#heard) return this.#cut();
    this.#heard = false;
    this.#pinged = Date.now();
    this.#send({ type: 'ping' });
  }

  /** No longer listen to the socket there was. */
  #leave(): void {
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  // A cable that is pulled out closes no socket: the browser says so.
  #cut = (): void => {
    if (!this.connected) return;
    this.#leave();
    this.#lost(0);
  };

  #again = (): void => {
    if (!this.connected) this.retry();
  };

  #hello(): void {
    const known = this.position;
    this.#send({
      type: 'hello', seat: this.seat, invite: this.invite,
      version: known?.version ?? 0, events: this.#count, said: this.said.at(-1)?.number ?? 0,
      id: HELLO,
    });
  }

  /** Not let in: too fast for now, no longer in this seat, or no longer at this table. */
  #unwelcome(refusal: Refusal): void {
    if (refusal.code === 'slow-down' || refusal.code === 'unavailable') this.#timer = setTimeout(() => this.#hello(), FIRST_RETRY);
    else if (this.seat !== null) this.change(null);
    else this.gone = true;
  }

  #lost(code: number): void {
    clearInterval(this.#beat);
    this.connected = false;
    for (const answer of this.#waiting.values()) {
      answer({ type: 'refusal', id: 0, version: 0, code: 'offline', reason: '', rules: [] });
    }
    this.#waiting.clear();
    if (this.#closed) return;
    if (code === TAKEN_AWAY) {
      this.gone = true;
      return;
    }
    if (code === BANNED) return;
    if (BROKEN.includes(code)) this.broken = true;
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#tries++);
    this.retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** Connect again now rather than when the time has come. */
  retry(): void {
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Leave the table's socket. */
  close(): void {
    this.#closed = true;
    removeEventListener('offline', this.#cut);
    removeEventListener('online', this.#again);
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
    this.#leave();
  }

  /** Look through another seat's eyes (hot seat): nothing of the last one's is kept. */
  change(seat: number | null): void {
    this.seat = seat;
    this.position = null;
    this.events = [];
    this.moments = [];
    this.missed = 0;
    this.away = [0, 0];
    this.#changed = true;
    this.#welcomed = false;
    this.#hello();
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case 'position': return this.#see(message);
      case 'people':
        this.people = message.table;
        return;
      case 'said':
        if (message.number > (this.said.at(-1)?.number ?? 0)) this.said = [...this.said, message];
        return;
      case 'pong':
        this.lag = message.at - (this.#pinged + Date.now()) / 2000;
        return;
      case 'current':
        this.#welcomed = true;
        return;
      default: {
        if (message.type === 'refusal' && message.code === 'banned') this.banned = message.reason;
        else if (message.id === HELLO && message.type === 'refusal') return this.#unwelcome(message);
        const answer = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        answer?.(message);
      }
    }
  }

  #see(position: Position): void {
    if (position.seat !== this.seat) return;
    const known = this.#count;
    this.events = [...this.events.filter(({ number }) => number < position.first), ...position.events];
    if (!this.#welcomed) this.#welcome(known);
    if (this.missed === 0) leave(this.#place, this.#count);
    this.#welcomed = true;
    this.people = position.people;
    this.position = position;
    this.moments = [...this.moments, position].slice(-KEPT_MOMENTS);
  }

  /** What is new since this browser was last here, or since the connection was lost. */
  #welcome(known: number): void {
    const left = this.position || this.#changed ? known : (lastLeft(this.#place) ?? this.#count);
    this.missed = Math.max(0, this.#count - left);
    if (this.missed > 0) this.away = [left, this.#count];
  }

  /** What was missed has been shown, or need not be. */
  caughtUp(): void {
    this.missed = 0;
    leave(this.#place, this.#count);
  }

  /** How many things have happened, whether or not all of them are held here. */
  get #count(): number {
    return (this.events.at(-1)?.number ?? -1) + 1;
  }

  get #place(): string {
    return `${this.table}/${this.seat ?? ''}`;
  }

  #ask(question: Question): Promise<Answer> {
    if (!this.connected) {
      return Promise.resolve({ type: 'refusal', id: 0, version: 0, code: 'offline', reason: '', rules: [] });
    }
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ ...question, id });
    });
  }

  /** A move at the version at which it was chosen: if that is past, it is refused. */
  play(move: string, version: number): Promise<Answer> {
    return this.#ask({ type: 'play', seat: this.seat ?? 0, version, move, token: token() });
  }

  undo(version: number): Promise<Answer> {
    return this.#ask({ type: 'undo', seat: this.seat ?? 0, version, token: token() });
  }

  why(thing: string): Promise<Answer> {
    return this.#ask({ type: 'why', seat: this.seat ?? 0, thing });
  }

  preview(move: string, version: number): Promise<Answer> {
    return this.#ask({ type: 'preview', seat: this.seat ?? 0, version, move });
  }

  hint(version: number): Promise<Answer> {
    return this.#ask({ type: 'hint', seat: this.seat ?? 0, version });
  }

  order(order: string): Promise<Answer> {
    return this.#ask({ type: 'order', seat: this.seat ?? 0, order });
  }

  say(text: string): Promise<Answer> {
    return this.#ask({ type: 'say', text });
  }
}
