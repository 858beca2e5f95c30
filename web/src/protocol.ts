// Made by scripts/protocol_types.py from src/adjudge/table/protocol.py: change that, not this.
// Times are seconds since 1970; seats count from 0; a spectator's seat is null.

export const PROTOCOL = 1;

/** A choice made before the game. */
export interface SetupChoice {
  name: string;
  choices: string[];
  default: string;
  default_by_seats: Record<string, string>;
  help: string;
}

/** A standing order that a seat may give for windows; the first of a game is the usual one. */
export interface OrderOffer {
  name: string;
  meaning: string;
  lasts: "game" | "turn";
}

/** A content pack that the server has. */
export interface PackOffer {
  hash: string;
  name: string;
  title: string;
  version: string;
}

/** How often a level wins such games against the game itself, with its 95 % interval. */
export interface WinRate {
  seats: number;
  setup: Record<string, string>;
  share: number;
  low: number;
  high: number;
}

/** A bot as people know it; its rating in Elo points, if it was measured. */
export interface Level {
  id: string;
  name: string;
  words: string;
  bot: string;
  rating: number | null;
  wins: WinRate[];
}

/** A game, and all that can be chosen before it. */
export interface GameOffer {
  id: string;
  title: string;
  least_seats: number;
  most_seats: number;
  setup: SetupChoice[];
  orders: OrderOffer[];
  draws: boolean;
  packs: PackOffer[];
  levels: Level[];
  usual: string;
}

/** What this server offers. */
export interface Offers {
  protocol: number;
  games: GameOffer[];
  bots: string[];
  webhooks: boolean;
  away: number;
}

/** A rule of a game, or a ruling where the book is silent. */
export interface Rule {
  id: string;
  section: string;
  question: string;
  text: string;
  about: string[];
}

/** The rules of a game in the book's order. */
export interface Rules {
  game: string;
  rules: Rule[];
}

/** Who the cookie says you are. */
export interface Guest {
  name: string;
  webhook: string | null;
  secret: string | null;
}

/** What you want to be called, and where "your turn" is to be posted; null leaves it. */
export interface GuestWish {
  name?: string | null;
  webhook?: string | null;
}

/** Who is to sit there: you, whoever comes, whoever has the link, or a bot. */
export interface SeatWish {
  who: "me" | "open" | "link" | "bot";
  bot?: string;
}

/** Time to decide: seconds a move, seconds a game for each seat, or days a move. */
export interface Clock {
  kind: "move" | "game" | "day";
  amount: number;
  then?: "bot" | "lose";
}

/** A table to be made. It starts as soon as every seat is taken. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  setup?: Record<string, string>;
  pack?: string | null;
  seed?: number | null;
  private?: boolean;
  clock?: Clock | null;
  window?: number;
  pace?: number;
  chat?: boolean;
  hints?: boolean;
  away?: number | null;
}

/** A new table from a step of a finished one. */
export interface Fork {
  step: number;
  seats: SeatWish[];
  private?: boolean;
  pace?: number;
  window?: number;
}

/** A seat as everybody sees it; `you` and `invite` are for those they concern. */
export interface Seat {
  seat: number;
  who: "person" | "bot" | "empty";
  name: string;
  bot: string;
  stand_in: string;
  connected: boolean;
  resigned: boolean;
  offers_draw: boolean;
  left: number | null;
  you: boolean;
  invite: string | null;
}

/** How a match ended: by the game's rules, or at the table (resigned, time, agreed). */
export interface Result {
  winners: number[];
  scores: number[];
  reason: string;
  rules: string[];
  how: "played" | "resigned" | "time" | "agreed" | "record";
}

/** Somebody wants a bot for a seat whose decision it is, and whose guest is not there. */
export interface Notice {
  seat: number;
  by: number;
  until: number | null;
}

/** A table as everybody sees it. */
export interface Table {
  id: string;
  game: string;
  setup: Record<string, string>;
  pack: string;
  status: "open" | "playing" | "finished";
  private: boolean;
  seeded: boolean;
  seats: Seat[];
  clock: Clock | null;
  window: number;
  pace: number;
  chat: boolean;
  hints: boolean;
  away: number;
  notice: Notice | null;
  made: number;
  version: number;
  asked: number[];
  watchers: number;
  watching: string[];
  result: Result | null;
  rematch: string | null;
  host: boolean;
  invite: string | null;
  stuck: string;
}

/** Some tables, newest first; those that wait for you before all. */
export interface Tables {
  tables: Table[];
}

/** The code of an invite link, where one is needed. */
export interface Invited {
  invite?: string;
}

/** A legal move: its notation, what it says to people, its rules, and the things it is about. */
export interface Choice {
  text: string;
  label: string;
  rules: string[];
  refs: string[];
}

/** What is being decided. "Seat N" in texts is whoever sits there. */
export interface Question {
  text: string;
  rules: string[];
  proposed: string;
  by: string;
}

/** Whether you may take your last move back, or why not. */
export interface UndoOffer {
  may: boolean;
  reason: string;
  rules: string[];
}

/** A window in which several seats answer at once. It closes when it closes, for everybody. */
export interface OpenWindow {
  seats: number[];
  opened: number;
  closes: number;
  answer: string | null;
}

/** Your order for windows, and whether it lets this one pass. */
export interface Standing {
  order: string;
  quiet: boolean;
}

/** What happened: a sentence, the things it is about as [kind, which], and the rules of it. */
export interface Told {
  number: number;
  what: string;
  text: string;
  args: unknown[][];
  rules: string[];
}

/** The same; if a bot decided it in the place of a seat's guest, that seat. */
export interface Event {
  number: number;
  what: string;
  text: string;
  args: unknown[][];
  rules: string[];
  stand_in?: number;
}

/** What a seat may know. `table` is the game's own, `shown` what follows from it. */
export interface View {
  game: string;
  seat: number | null;
  asked: number | null;
  table: Record<string, unknown>;
  shown: Record<string, unknown>;
}

/** The whole table as your seat may know it, and the events since those you have. */
export interface Position {
  type: "position";
  table: string;
  version: number;
  seat: number | null;
  view: View;
  question: Question | null;
  options: Choice[];
  first: number;
  events: Event[];
  moves: number;
  at: number;
  flag: number | null;
  asked: number[];
  undo: UndoOffer | null;
  window: OpenWindow | null;
  standing: Standing | null;
  people: Table;
}

/** A finished match after some moves, through one seat's eyes. */
export interface Replay {
  table: string;
  step: number;
  steps: number;
  move: string;
  stand_in: string;
  position: Position;
}

/** A decision of a seat that had a choice, looked through again from what the seat knew. */
export interface Reviewed {
  step: number;
  question: string;
  taken: string;
  taken_label: string;
  best: string;
  best_label: string;
  usual: number;
  kept: number;
  cost: number;
  error: number;
  mistake: boolean;
  luck: number;
}

/** A seat's decisions in a finished match. While `done` is less than `of`, ask again.

    The result less the first chance is all luck and all choice, `kept` less `usual`.
     */
export interface Review {
  table: string;
  seat: number;
  bot: string;
  steps: number;
  done: number;
  of: number;
  result: number | null;
  decisions: Reviewed[];
}

/** First of all, and again after a change of seat: which seat, and what you have of it. */
export interface Hello {
  type: "hello";
  seat?: number | null;
  version?: number;
  events?: number;
  said?: number;
  invite?: string;
  id?: number;
}

/** A move at the version that you saw. The same token again is the same move, not a second. */
export interface Play {
  type: "play";
  seat: number;
  version: number;
  move: string;
  token?: string;
  id?: number;
}

/** Take your last move back. */
export interface Undo {
  type: "undo";
  seat: number;
  version: number;
  token?: string;
  id?: number;
}

/** Why can I not do that, or use that thing? A move, or the ref of a thing; one of the two. */
export interface Why {
  type: "why";
  seat: number;
  move?: string;
  thing?: string;
  id?: number;
}

/** What would this move do, as far as you can know? */
export interface Preview {
  type: "preview";
  seat: number;
  version: number;
  move: string;
  id?: number;
}

/** What would a bot do that sees what you see? */
export interface Hint {
  type: "hint";
  seat: number;
  version: number;
  id?: number;
}

/** A standing order for windows. */
export interface Order {
  type: "order";
  seat: number;
  order: string;
  id?: number;
}

/** Something to those at the table; from a spectator, to the other spectators. */
export interface Say {
  type: "say";
  text: string;
  id?: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id?: number;
}

/** It is done and will not be lost; the table is at this version now. */
export interface Accepted {
  type: "accepted";
  id: number;
  version: number;
}

/** It was not done, and why; nothing has changed. */
export interface Refusal {
  type: "refusal";
  id: number;
  version: number;
  code: string;
  reason: string;
  rules: string[];
}

/** The answer to "why not?": it can be done. */
export interface Offered {
  type: "offered";
  id: number;
  version: number;
}

/** A number that a move would change: certain if `least` is `most`. */
export interface Change {
  ref: string;
  what: string;
  text: string;
  before: number;
  least: number;
  most: number;
}

/** What a move would do, paid for as proposed, as far as your seat can know. */
export interface Previewed {
  type: "previewed";
  id: number;
  version: number;
  move: string;
  changes: Change[];
  one_way: string;
  rules: string[];
}

/** An option that a bot has looked at. */
export interface HintedOption {
  move: string;
  label: string;
  chance: number;
  within: number;
  tries: number;
  close: boolean;
}

/** What a bot would do that sees what you see. */
export interface Hinted {
  type: "hinted";
  id: number;
  version: number;
  move: string;
  label: string;
  bot: string;
  looked_at: number;
  reason: string;
  options: HintedOption[];
}

/** You have everything. */
export interface Current {
  type: "current";
  id: number;
  version: number;
}

/** Somebody came, went, or changed seats. */
export interface People {
  type: "people";
  version: number;
  table: Table;
}

/** Somebody said something. */
export interface Said {
  type: "said";
  version: number;
  number: number;
  room: "table" | "watchers";
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** Yes; and what time it is at the server, for whoever counts down. */
export interface Pong {
  type: "pong";
  id: number;
  version: number;
  at: number;
}

/** Why a request was not done; nothing has changed. */
export interface Problem {
  code: string;
  reason: string;
  rules: string[];
  version: number | null;
  at: number | null;
}

/** It is done and will not be lost. */
export interface Done {
  version: number;
}

/** Whether a move or a thing is offered, and if not, why not. */
export interface WhyAnswer {
  offered: boolean;
  reason: string;
  rules: string[];
}

/** For which seat. */
export interface SeatOnly {
  seat: number;
}

/** Offer or accept a draw, or take back or decline an offer. */
export interface DrawWish {
  seat: number;
  agree: boolean;
}

/** A record from elsewhere, as `adjudge verify` knows it. */
export interface Imported {
  record: Record<string, unknown>;
  private?: boolean;
}

/** Whether the service and its database answer. */
export interface Health {
  ok: boolean;
  database: boolean;
  version: string;
  build: string;
  unreachable: number;
  reason: string;
}

/** Over the socket, to the server. */
export type FromClient = Hello | Play | Undo | Why | Preview | Hint | Order | Say | Ping;

/** Over the socket, to the client. */
export type FromServer = Position | Accepted | Refusal | Offered | Previewed | Hinted | Current | People | Said | Pong;
