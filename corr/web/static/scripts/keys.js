// Keys on the board: arrows walk, a square's name picks it, letters press buttons.

import { find } from "./board.js";
import { BOX } from "./slides.js";

/** Milliseconds in which another digit of a name may be typed. */
const DIGIT = 700;
/** @type {Record<string, number[]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0] };
/** @type {Record<string, string>} */
const BUTTONS = { u: "turn-undo", r: "turn-redo", "?": "turn-help-open" };

export class Keys {
  typed = "";
  timer = 0;

  /** @param {import("./board.js").BoardGrid} board */
  constructor(board) { this.board = board; }

  get turn() { return this.board.desk.turn; }

  press(key = "") {
    if (key === "Escape") this.turn.putDown();
    else if (STEPS[key]) this.walk(STEPS[key]);
    else if (key === "n" || key === "p") this.next(key === "n" ? 1 : -1);
    else if (key === "s") find("turn-submit")?.focus();
    else if (key !== "Enter" && key !== " ") this.spell(key) || find(BUTTONS[key])?.click();
    else this.flush() || this.turn.press(this.board.focused);
  }

  /** @param {number[]} step */
  walk([right, down]) {
    const { board, board: { names } } = this;
    const [x, y] = board.corner(board.focused).map((place) => place / BOX);
    const row = names[Math.min(Math.max(y + down, 0), names.length - 1)];
    board.focus(row[Math.min(Math.max(x + right, 0), row.length - 1)]);
  }

  /** Go to the next target, or without any to the next square that can be picked. */
  next(step = 1) {
    const { turn: { targets }, board } = this;
    const names = board.names.flat();
    const isGoal = (name = "") => (targets.size ? targets.has(name) : board.cells.get(name)?.matches(".can-pick"));
    const start = names.indexOf(board.focused) + names.length;
    board.focus(names.map((_, away) => names[(start + step * (away + 1)) % names.length]).find(isGoal));
  }

  /** Go on with the name of a square; whether a key belongs to one. */
  spell(key = "") {
    const typed = /^\d$/.test(key) ? this.typed + key : key.toUpperCase();
    const names = [...this.board.cells.keys()].filter((name) => name.startsWith(typed));
    if (!names.length) return false;
    // Where a longer name begins with a whole one, another digit is waited for.
    if (typed === key.toUpperCase()) this.flush();
    clearTimeout(this.timer);
    this.typed = typed;
    if (names.length === 1) this.flush();
    else if (names.includes(typed)) this.timer = window.setTimeout(() => this.flush(), DIGIT);
    return true;
  }

  /** Click the square whose name was typed, if there is one. */
  flush() {
    clearTimeout(this.timer);
    const square = this.typed;
    this.typed = "";
    if (!this.board.cells.has(square)) return false;
    this.board.focus(square);
    this.turn.press(square);
    return true;
  }
}
