// Load for server.cjs: matches of two connected players each, and moves at a steady rate.
//
//     node load.mjs --port PORT --pid PID [--matches 1000] [--rate 200] [--seconds 10]
//
// A move's time runs from sending it to the opponent's receipt of the new state: the mover's own
// client would show it at once. The clients are boardgame.io's own transport without its store,
// which would play every move a second time and load this process instead of the server.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const { SocketIO } = createRequire(import.meta.url)("boardgame.io/multiplayer");

const GAME = "tic-tac-toe";
const AT_ONCE = 20; // matches being created at a time
const GRACE_MS = 5000; // for the last updates to arrive
const TICKS_PER_S = 100; // the kernel's unit of CPU time in /proc
const SOCKET_OPTIONS = { transports: ["websocket"], forceNew: true };

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    pid: { type: "string" },
    matches: { type: "string", default: "1000" },
    rate: { type: "string", default: "200" },
    seconds: { type: "string", default: "10" },
  },
});
const [port, pid, matchCount, rate, seconds] = ["port", "pid", "matches", "rate", "seconds"].map(
  (name) => Number(values[name])
);
const address = `http://127.0.0.1:${port}`;
const times = []; // of the moves received, in milliseconds

/** Ask the lobby for something. */
async function lobby(path, body) {
  const answer = await fetch(`${address}/games/${GAME}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A new match with both players connected. */
async function openMatch() {
  const { matchID } = await lobby("create", { numPlayers: 2 });
  const match = { matchID, state: null, sentAt: null, players: {} };
  for (const playerID of ["0", "1"]) match.players[playerID] = await connect(match, playerID);
  return match;
}

/** Join a match and connect; resolves when the first state is there. */
async function connect(match, playerID) {
  const { matchID } = match;
  const { playerCredentials: credentials } = await lobby(`${matchID}/join`, {
    playerID,
    playerName: `player ${playerID}`,
  });
  return new Promise((resolve) => {
    const transport = SocketIO({ server: address, socketOpts: SOCKET_OPTIONS })({
      gameName: GAME,
      matchID,
      playerID,
      credentials,
      numPlayers: 2,
      transportDataCallback: ({ type, args }) => {
        if (type === "update") receive(match, playerID, args[1]);
        if (type !== "sync") return;
        match.state = args[1].state;
        resolve({ transport, credentials });
      },
    });
    transport.connect();
  });
}

/** Time an update when it reaches the opponent of who moved. */
function receive(match, playerID, state) {
  const isAwaited = match.sentAt !== null && state._stateID > match.state._stateID;
  if (!isAwaited || playerID === match.state.ctx.currentPlayer) return;
  times.push(performance.now() - match.sentAt);
  match.state = state;
  match.sentAt = null;
}

/** Send a move to a random empty cell, by the player whose turn it is. */
function move(match) {
  const { G, ctx } = match.state;
  const playerID = ctx.currentPlayer;
  const { transport, credentials } = match.players[playerID];
  const empty = [...G.cells.keys()].filter((cell) => G.cells[cell] === null);
  const args = [empty[Math.floor(Math.random() * empty.length)]];
  match.sentAt = performance.now();
  transport.sendAction(match.state, {
    type: "MAKE_MOVE",
    payload: { type: "clickCell", args, playerID, credentials },
  });
}

/** All matches, a few being opened at a time. */
async function openMatches() {
  const matches = [];
  while (matches.length < matchCount) {
    const next = Math.min(AT_ONCE, matchCount - matches.length);
    matches.push(...(await Promise.all(Array.from({ length: next }, openMatch))));
  }
  return matches;
}

/** Moves in the matches in turn, each when it is due; how many were sent, and how many not. */
async function play(matches) {
  const began = performance.now();
  let sent = 0;
  let skipped = 0; // the match still waited for its last move
  for (let due = 0; due < rate * seconds; ) {
    const now = Math.min(seconds, (performance.now() - began) / 1000);
    for (; due < rate * now; due++) {
      const match = matches[due % matches.length];
      if (match.sentAt === null) {
        move(match);
        sent++;
      } else skipped++;
    }
    await sleep(1);
  }
  const took = (performance.now() - began) / 1000;
  const patience = performance.now() + GRACE_MS;
  while (times.length < sent && performance.now() < patience) await sleep(10);
  return { sent, skipped, took };
}

/** CPU seconds of a process so far, and its resident memory in kB. */
function usage(id) {
  const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
  const rss = readFileSync(`/proc/${id}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1];
  return { cpu: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S, rss: Number(rss) };
}

/** A percentile of the times, to a hundredth of a millisecond. */
function percentile(part) {
  const sorted = Float64Array.from(times).sort();
  return round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]);
}

const round = (value) => Math.round(value * 100) / 100;

const empty = usage(pid);
const matches = await openMatches();
const [server, load] = [usage(pid), usage(process.pid)];
const { sent, skipped, took } = await play(matches);
const [serverAfter, loadAfter] = [usage(pid), usage(process.pid)];

const result = {
  matches: matches.length,
  sockets: 2 * matches.length,
  moves: times.length,
  lost: sent - times.length,
  skipped,
  seconds: round(took),
  p50_ms: percentile(0.5),
  p99_ms: percentile(0.99),
  max_ms: percentile(1),
  server_rss_before_kb: empty.rss,
  server_rss_after_kb: serverAfter.rss,
  server_rss_per_match_kb: round((serverAfter.rss - empty.rss) / matches.length),
  server_cpu_share: round((serverAfter.cpu - server.cpu) / took),
  load_cpu_share: round((loadAfter.cpu - load.cpu) / took),
};
console.log(JSON.stringify(result));
process.exit(0);
