// The game behind the protocol of `ruleslawyer conform`: one JSON-RPC message a line.
"use strict";

const readline = require("node:readline");
const { Bank, Pile } = require("./cards.js");
const { Game, OutOfLuck } = require("./game.js");

const UNSUPPORTED = -32001;
const OUT_OF_LUCK = -32002;
const ILLEGAL = -32003;
const INTERNAL = -32603;

let game = new Game(2);

const INTRODUCTION = {
  protocol: 1,
  name: "javascript",
  version: "1.0",
  capabilities: { setup: true, positions: ["act", "take_turn"], luck: true, legal: true, players: [2, 4] },
  claims: { profile: "boxed" },
  // Nothing is decided while a bonus is taken, so the count of what is left of it is not kept.
  observes: { state: ["active", "owed"] },
};

function fail(code, message) {
  throw Object.assign(new Error(message), { code });
}

function pile(bags) {
  const first = bags.findIndex(Array.isArray);
  return first < 0 ? new Pile([], [...bags]) : new Pile(bags.slice(first).flat(), bags.slice(0, first));
}

function reset({ players, position, luck = [] }) {
  game = new Game(players);
  game.luck = [...luck];
  if (position) {
    const { zones, state } = position;
    game.deck = pile(zones.deck);
    game.discard = pile(zones.discard);
    game.discard.shuffle();
    game.table = [...zones.table];
    game.banks = game.banks.map((_, seat) => new Bank(zones[`bank[p${seat + 1}]`]));
    game.active = Number(state.active.slice(1)) - 1;
    game.owed = state.owed;
    game.later(() => (position.at === "act" ? game.goOn() : game.turn()));
  } else {
    game.begin();
  }
  game.run();
}

function decide({ by, label, value, luck = [] }) {
  const { due } = game;
  if (!due || due.label !== label || `p${due.by + 1}` !== by) fail(ILLEGAL, `${by} has no ${label} to decide`);
  if (!due.values.includes(value)) fail(ILLEGAL, `${value} is not among ${due.values.join(", ")}`);
  game.luck.push(...luck);
  game.answer(value);
}

function observation() {
  const zones = {
    deck: { count: game.deck.size },
    discard: { cards: game.discard.cards },
    table: { cards: game.table },
  };
  if (game.deck.known.length) [zones.deck.top] = game.deck.known;
  if (game.fan.length) zones.fan = { cards: game.fan };
  const values = {};
  game.banks.forEach((bank, seat) => {
    zones[`bank[p${seat + 1}]`] = { cards: [...bank.cards] };
    values[`score[p${seat + 1}]`] = bank.score;
  });
  const seen = {
    zones,
    values,
    state: { active: `p${game.active + 1}`, owed: game.owed },
    over: game.winners !== null,
  };
  if (game.winners) seen.winners = game.winners.map((seat) => `p${seat + 1}`);
  if (game.due) seen.decision = { label: game.due.label, by: `p${game.due.by + 1}`, values: game.due.values };
  return seen;
}

function handle(method, params) {
  if (method === "initialize") return INTRODUCTION;
  if (method === "shutdown") return null;
  if (method === "reset") reset(params);
  else if (method === "decide") decide(params);
  else if (method !== "observe") fail(UNSUPPORTED, `no method ${method}`);
  return observation();
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = { jsonrpc: "2.0", id };
  try {
    answer.result = handle(method, params);
  } catch (error) {
    const code = error instanceof OutOfLuck ? OUT_OF_LUCK : (error.code ?? INTERNAL);
    answer.error = { code, message: error.message };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  if (method === "shutdown") process.exit(0);
});
