// Dead Man's Draw, the base game by the rulebook in the box. A game is a stack of things still to do: each is a
// function that may push others, ask a player, or end the turn. Nothing waits, so it can be looked at after every step.
"use strict";

const { Bank, Pile, allCards, lowest, rankOf, suitOf } = require("./cards.js");

class OutOfLuck extends Error {}

class Game {
  constructor(players) {
    this.deck = new Pile();
    this.discard = new Pile();
    this.table = [];
    this.fan = [];
    this.banks = Array.from({ length: players }, () => new Bank());
    this.active = 0;
    this.owed = 0;
    this.winners = null;
    this.due = null;
    this.agenda = [];
    this.luck = [];
  }

  // -- luck ----------------------------------------------------------------------------------------------------------

  told(label) {
    const index = this.luck.findIndex((one) => label in one);
    if (index < 0) throw new OutOfLuck(`no luck for ${label}`);
    return this.luck.splice(index, 1)[0][label];
  }

  take(label, pile) {
    return pile.take((rest) => {
      const card = this.told(label);
      if (!rest.has(card)) throw new OutOfLuck(`${card} does not lie in ${label}`);
      return card;
    });
  }

  // -- the course of the game ------------------------------------------------------------------------------------------

  begin() {
    for (const card of allCards()) {
      const pile = rankOf(card) === lowest(suitOf(card)) ? this.discard : this.deck;
      pile.add([card]);
    }
    this.active = Number(this.told("first_player").slice(1)) - 1;
    this.later(() => this.turn());
  }

  later(action) {
    this.agenda.push(action);
  }

  /** Does what is to be done until a player is asked or the game is over. */
  run() {
    while (this.due === null && this.agenda.length) this.agenda.pop()();
  }

  ask(label, values, then) {
    this.due = { label, by: this.active, values, then };
  }

  /** Asks only if there is something to choose. */
  pick(label, values, then) {
    if (values.length === 1) then(values[0]);
    else this.ask(label, values, then);
  }

  answer(value) {
    const { then } = this.due;
    this.due = null;
    then(value);
    this.run();
  }

  turn() {
    this.later(() => this.goOn());
    this.draw();
  }

  goOn() {
    const values = [];
    if (this.deck.size) values.push("draw");
    if (this.mayCollect()) values.push("collect");
    this.later(() => this.goOn());
    this.ask("act", values, (value) => (value === "draw" ? this.draw() : this.collect()));
  }

  mayCollect() {
    return this.owed === 0 || this.deck.size === 0;
  }

  /** Whatever was still to do in this turn is no longer. */
  endTurn() {
    this.agenda = [];
    this.owed = 0;
    if (this.deck.size) {
      this.active = this.others()[0];
      this.later(() => this.turn());
    } else {
      this.winners = this.best();
    }
  }

  best() {
    const worth = this.banks.map((bank) => bank.score * 100 + bank.cards.size);
    const most = Math.max(...worth);
    return worth.flatMap((one, seat) => (one === most ? [seat] : []));
  }

  others() {
    const { length } = this.banks;
    return Array.from({ length: length - 1 }, (_, step) => (this.active + step + 1) % length);
  }

  // -- playing a card --------------------------------------------------------------------------------------------------

  draw() {
    this.enter(this.take("deck", this.deck));
  }

  enter(card) {
    if (this.table.some((other) => suitOf(other) === suitOf(card))) {
      this.bust(card);
      return;
    }
    this.table.push(card);
    this.owed = Math.max(0, this.owed - 1);
    const ability = this[suitOf(card)];
    if (ability) ability.call(this);
  }

  bust(card) {
    const anchor = this.table.findIndex((other) => suitOf(other) === "anchor");
    const kept = anchor < 0 ? [] : this.table.slice(0, anchor);
    for (const one of kept) this.banks[this.active].cards.add(one);
    this.discard.add(this.table.slice(kept.length));
    this.discard.add([card]);
    this.table = [];
    this.endTurn();
  }

  collect() {
    const suits = new Set(this.table.map(suitOf));
    const bonus = suits.has("key") && suits.has("chest") ? this.table.length : 0;
    const bank = this.banks[this.active].cards;
    for (const card of this.table) bank.add(card);
    this.table = [];
    this.discard.shuffle();
    for (let count = Math.min(bonus, this.discard.size); count > 0; count -= 1) {
      bank.add(this.take("discard", this.discard));
    }
    this.endTurn();
  }

  // -- abilities: a suit without one has no method --------------------------------------------------------------------

  kraken() {
    this.owed += 2;
  }

  hook() {
    const bank = this.banks[this.active];
    if (!bank.cards.size) return;
    this.pick("hook", bank.tops, (card) => {
      bank.cards.delete(card);
      this.enter(card);
    });
  }

  cannon() {
    this.aim("cannon", (bank) => bank.tops, (card) => this.discard.add([card]));
  }

  sword() {
    const own = this.banks[this.active];
    this.aim("sword", (bank) => bank.tops.filter((card) => !own.has(suitOf(card))), (card) => this.enter(card));
  }

  /** Chooses another player, then one of that player's cards, and takes it. */
  aim(label, targets, then) {
    const seats = this.others().filter((seat) => targets(this.banks[seat]).length);
    if (!seats.length) return;
    const names = seats.map((seat) => `p${seat + 1}`);
    this.pick(`${label}_player`, names, (name) => {
      const bank = this.banks[Number(name.slice(1)) - 1];
      this.pick(label, targets(bank), (card) => {
        bank.cards.delete(card);
        then(card);
      });
    });
  }

  oracle() {
    if (!this.deck.size) return;
    this.deck.known.unshift(this.take("deck", this.deck));
    const values = this.mayCollect() ? ["play", "decline"] : ["play"];
    this.ask("foresee", values, (value) => (value === "play" ? this.draw() : this.collect()));
  }

  map() {
    if (!this.discard.size) return;
    this.discard.shuffle();
    const count = Math.min(3, this.discard.size);
    for (let index = 0; index < count; index += 1) this.fan.push(this.take("discard", this.discard));
    this.pick("map", [...this.fan], (card) => {
      this.discard.add(this.fan.filter((other) => other !== card));
      this.fan = [];
      this.enter(card);
    });
  }
}

module.exports = { Game, OutOfLuck };
