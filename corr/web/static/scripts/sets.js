// Squares that are picked as a set: tapped or swiped, tapped off again, and judged when there are enough.

import { query } from "./draft.js";

export class GatheredSet {
  /** Whether the service refused this set. */
  isMisfit = false;

  /** @param {import("./draft.js").HalfMadeTurn} turn @param {import("./told.js").Gather} gather */
  constructor(turn, gather) {
    this.turn = turn;
    this.gather = gather;
    this.squares = turn.clicked;
  }

  get isFull() { return this.squares.length === this.gather.count; }
  /** Whether it is whole, and one of its squares is asked for. */
  get isWhole() { return !!this.gather.last && this.isFull && !this.isMisfit; }
  get mayTakeAll() { return this.gather.squares.length === this.gather.count && !this.isWhole; }
  /** The squares that can be clicked to go on. */
  get open() { return this.isWhole ? this.squares : this.gather.squares.filter((square) => !this.squares.includes(square)); }

  get question() {
    const { squares, isWhole, gather: { question, count, last } } = this;
    return isWhole && last ? last.question : `${question} ${squares.length} of ${count}.`;
  }

  /** Add a square or take it out; add all of a swipe. @param {string[]} others */
  press(square = "", ...others) {
    const { turn, squares, gather } = this;
    if (others.length) return this.sweep(square, ...others);
    const isIn = squares.includes(square);
    if (this.isWhole) return isIn && this.complete(square);
    if (!isIn && this.isFull) return;
    this.isMisfit = false;
    if (isIn) this.squares = squares.filter((name) => name !== square);
    else if (gather.squares.includes(square)) squares.push(square);
    else if (squares.length > 1) turn.remark = `${square} cannot be added.`;
    else turn.drop(), turn.choose(square);
    if (!this.squares.length) turn.drop();
    if (this.isFull && !gather.last) this.complete();
  }

  /** Whether a swipe from a square gathers. */
  sweeps(square = "") { return !this.turn.busy && !this.isWhole && !this.isMisfit && this.gather.squares.includes(square); }

  /** Add what is swiped over. @param {string[]} squares */
  sweep(...squares) {
    for (const square of squares) if (this.sweeps(square) && !this.squares.includes(square)) this.turn.press(square);
  }

  takeAll() { this.sweep(...this.gather.squares); }

  /** Take the last one out; whether any is left. */
  shrink() { return this.squares.length > 1 && !!this.squares.pop(); }

  /** Ask for the action of the squares. */
  complete(last = "") {
    const { turn, squares, gather } = this;
    const values = turn.path.map(({ pick }) => pick.value);
    const rest = squares.filter((square) => !values.includes(square));
    // What was clicked first may have been taken out again.
    const picks = values.map((value) => (gather.squares.includes(value) && !squares.includes(value) && rest.shift() || value));
    turn.go(query(turn.draft.begun, "", [...picks, ...rest, ...(gather.last ? [gather.last.prefix + last] : [])]));
  }
}
