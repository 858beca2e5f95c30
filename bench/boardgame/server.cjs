// boardgame.io's server with an endless tic-tac-toe, for load.mjs: node server.cjs [PORT]
//
// package.json holds koa-compose at 4.1.0: from 4.2.0 on, middleware that boardgame.io 0.50.2 adds
// after making its HTTP server is not seen, and the lobby answers 404 to everything.

process.env.NODE_ENV = "production"; // read when the library loads; turns its log off

const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

const emptyBoard = () => Array(9).fill(null);
const hasLine = (cells, player) =>
  LINES.some((line) => [...line].every((cell) => cells[cell] === player));

// A match never ends, so that its sockets stay: a line, or a full board, empties the cells.
const ticTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: emptyBoard(), wins: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
      const won = hasLine(G.cells, playerID);
      if (won) G.wins[playerID] += 1;
      if (won || !G.cells.includes(null)) G.cells = emptyBoard();
    },
  },
};

const server = Server({ games: [ticTacToe], origins: [] });

// run() takes a port but no address, and would listen on every interface.
const listen = server.app.listen;
server.app.listen = (port, listening) => listen(port, "127.0.0.1", listening);

server
  .run(Number(process.argv[2] ?? 0))
  .then(({ appServer }) => console.log(`ready ${appServer.address().port}`));
