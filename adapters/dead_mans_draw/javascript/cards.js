// The sixty loot cards, and where they lie: a pile keeps what is known of its order, a bank has a stack for each suit.
"use strict";

const SUITS = ["anchor", "hook", "cannon", "key", "chest", "map", "oracle", "sword", "kraken", "mermaid"];

const suitOf = (card) => card.slice(0, card.indexOf(" "));
const rankOf = (card) => Number(card.slice(card.indexOf(" ") + 1));
const lowest = (suit) => (suit === "mermaid" ? 4 : 2);

/** Every card by name, six of each suit. */
function allCards() {
  return SUITS.flatMap((suit) => [0, 1, 2, 3, 4, 5].map((step) => `${suit} ${lowest(suit) + step}`));
}

/** Cards on top whose order is known (the top one first), and the others, in no order. */
class Pile {
  constructor(rest = [], known = []) {
    this.rest = new Set(rest);
    this.known = known;
  }

  get size() {
    return this.rest.size + this.known.length;
  }

  get cards() {
    return [...this.known, ...this.rest];
  }

  add(cards) {
    for (const card of cards) this.rest.add(card);
  }

  shuffle() {
    this.add(this.known);
    this.known = [];
  }

  /** Takes the top card; `luck` decides which it is where nobody knows. */
  take(luck) {
    if (this.known.length) return this.known.shift();
    const card = this.rest.size === 1 ? [...this.rest][0] : luck(this.rest);
    this.rest.delete(card);
    return card;
  }
}

/** One player's loot. Only the highest card of a suit counts, and only it can be taken. */
class Bank {
  constructor(cards = []) {
    this.cards = new Set(cards);
  }

  get tops() {
    const best = new Map();
    for (const card of this.cards) {
      const other = best.get(suitOf(card));
      if (other === undefined || rankOf(other) < rankOf(card)) best.set(suitOf(card), card);
    }
    return [...best.values()];
  }

  get score() {
    return this.tops.reduce((sum, card) => sum + rankOf(card), 0);
  }

  has(suit) {
    return [...this.cards].some((card) => suitOf(card) === suit);
  }
}

module.exports = { Bank, Pile, allCards, lowest, rankOf, suitOf };
