// The board under mouse, finger and keys: one grid of cells over the drawing, and what a half-made turn paints there at once.

import { pageOf, swap } from "./markup.js";

const BOX = 100;
/** Milliseconds after which a finger that rests chooses and does not scroll, and in which another digit may be typed. */
const [REST, DIGIT] = [160, 700];
/** What marks a target on which something stands. */
const CORNERS = "M3 3h22l-22 22zM97 3v22l-22-22zM97 97h-22l22-22zM3 97v-22l22 22z";
/** @type {Record<string, number[]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0] };

/** @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function drawn(tag = "g", attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

export class BoardGrid {
  /** @type {Map<string, SVGElement>} */
  cells = new Map();
  painted = drawn("g", { class: "board-paint", "aria-hidden": "true" });
  focused = "";
  typed = "";
  timer = 0;
  /** The pointer that is down: where, when and how it began, and what it is over. */
  down = { id: -1, square: "", over: "", at: 0, isTouch: false, isHeld: false, isDone: false, sweeps: false };

  /**
   * @param {SVGSVGElement} svg
   * @param {{turn: import("./draft.js").HalfMadeTurn, look: (square: string) => void, key: (key: string) => boolean}} desk
   *   What is asked about squares, and told of the one that is looked at and of keys that name none.
   */
  constructor(svg, desk) {
    this.svg = svg;
    this.desk = desk;
    const [columns, rows] = [svg.dataset.columns, svg.dataset.rows].map((names) => (names ?? "").split(" "));
    /** The names of the squares as they are drawn: the letter comes first, whichever it stands for. */
    this.names = rows.map((row) => columns.map((column) => (/^\d/.test(row) ? column + row : row + column)));
    const grid = drawn("g", { class: "board-cells", role: "grid", "aria-label": "Board" });
    for (const names of this.names) {
      grid.append(drawn("g", { role: "row" }, ...names.map((name) => {
        const cell = this.frame("board-cell", name);
        for (const [key, value] of [["role", "gridcell"], ["tabindex", "-1"], ["data-square", name]]) cell.setAttribute(key, value);
        this.cells.set(name, cell);
        return cell;
      })));
    }
    svg.setAttribute("role", "group");
    svg.querySelector(".board-links")?.remove();
    svg.querySelector(".board-layer")?.after(this.painted);
    svg.append(grid);
    this.rove(this.names[0][0]);
    this.listen();
  }

  /** Put another position on the board; nothing else changes but what explains its signs. */
  replace(board = "") {
    const page = pageOf(board);
    swap(this.svg, page, "svg:not(.is-past) .board-layer");
    swap(/** @type {Element} */ (this.svg.parentElement), page, ".board-legend");
  }

  /** Say of each square what stands there, and what can be done. */
  label() {
    const { targets, picked, openings, draft: { squares } } = this.desk.turn;
    for (const [square, cell] of this.cells) {
      const ways = targets.get(square);
      const can = picked.includes(square) ? "picked" : ways ? "can be chosen" : openings.includes(square) ? "can be picked" : "";
      const name = ways?.length === 1 ? ways[0][ways[0].length - 1].label : square;
      cell.setAttribute("aria-label", [name, squares[square] ?? "empty", can].filter(Boolean).join(", "));
      cell.setAttribute("aria-selected", String(picked.includes(square)));
      cell.classList.toggle("can-pick", can !== "");
    }
  }

  // Painting.

  /** What lies above the position: what is picked, its targets, what is asked for, the square under a finger. */
  draw() {
    const { picked, path, targets, arrow, busy, draft: { squares } } = this.desk.turn;
    const { over, square, isTouch, id } = this.down;
    const isOver = id >= 0 && over !== "" && (isTouch || (over !== square && picked.includes(square)));
    const [from, to] = isOver && !isTouch ? [square, over] : [arrow[0], arrow[arrow.length - 1]];
    this.svg.classList.toggle("is-picking", path.length + picked.length > 0);
    this.svg.classList.toggle("is-waiting", busy);
    this.painted.replaceChildren(
      ...picked.filter((name) => !targets.has(name)).map((name) => this.frame("is-picked", name, 5)),
      ...[...targets.keys()].map((name) => {
        const [x, y] = this.corner(name);
        return (squares[name] ?? "empty").startsWith("empty")
          ? drawn("circle", { class: "is-target", cx: x + 50, cy: y + 50, r: 16 })
          : drawn("path", { class: "is-target", transform: `translate(${x} ${y})`, d: CORNERS });
      }),
      ...(isOver ? [this.frame("is-over", over)] : []),
      ...(from && to && from !== to ? this.arrow(from, to) : []),
      ...(isOver && isTouch ? [this.bubble(over)] : []),
    );
  }

  /** The upper left corner of a square. */
  corner(square = "") {
    const y = this.names.findIndex((row) => row.includes(square));
    return [BOX * (this.names[y]?.indexOf(square) ?? 0), BOX * y];
  }

  frame(look = "", square = "", inset = 0) {
    const [x, y] = this.corner(square);
    return drawn("rect", { class: look, x: x + inset, y: y + inset, width: BOX - 2 * inset, height: BOX - 2 * inset });
  }

  arrow(from = "", to = "") {
    const [x, y, goalX, goalY] = [...this.corner(from), ...this.corner(to)].map((place) => place + BOX / 2);
    const turn = (Math.atan2(goalY - y, goalX - x) * 180) / Math.PI;
    const head = { transform: `translate(${goalX} ${goalY})rotate(${turn})`, d: "M0 0l-30 17v-34z" };
    return [
      drawn("path", { class: "board-pending", d: `M${x} ${y}L${goalX} ${goalY}` }),
      drawn("path", { class: "board-pending-head", ...head }),
    ];
  }

  /** The name of a square, where a finger does not hide it. */
  bubble(square = "") {
    const [x, y] = this.corner(square);
    const middle = Math.min(Math.max(x + BOX / 2, BOX), BOX * (this.names[0].length - 1));
    return drawn("text", { class: "board-bubble", x: middle, y: y < 2 * BOX ? y + 245 : y - 135 }, square);
  }

  // Pointers.

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.begin(event));
    svg.addEventListener("pointermove", (event) => this.slide(event));
    svg.addEventListener("pointerup", (event) => this.end(event));
    svg.addEventListener("pointercancel", () => this.cancel());
    // A finger that rested, or that swipes over what is gathered, is at work; any other one scrolls.
    svg.addEventListener("touchmove", (event) => {
      const { id, isHeld, sweeps } = this.down;
      if (id >= 0 && (isHeld || sweeps) && event.cancelable) event.preventDefault();
    }, { passive: false });
    svg.addEventListener("contextmenu", (event) => this.down.isTouch && event.preventDefault());
    svg.addEventListener("keydown", (event) => {
      if (!event.ctrlKey && !event.altKey && !event.metaKey && this.pressed(event.key)) event.preventDefault();
    });
    for (const kind of ["focusin", "pointerover"]) {
      svg.addEventListener(kind, ({ target }) => {
        const square = target instanceof SVGElement && target.dataset.square;
        if (square && kind === "focusin") this.rove(square);
        if (square) this.desk.look(square);
      });
    }
  }

  /** The square under a pointer; empty beside the board. @param {PointerEvent} event */
  at({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
    return this.names[Math.floor(y / BOX)]?.[Math.floor(x / BOX)] ?? "";
  }

  /** @param {PointerEvent} event */
  begin(event) {
    const { turn } = this.desk;
    const square = this.at(event);
    // A second finger pinches.
    if (this.down.id >= 0 || !square || event.button) return this.cancel();
    const { pointerId: id, timeStamp: at } = event;
    const isTouch = event.pointerType !== "mouse";
    const sweeps = turn.maySweep(square);
    // With a mouse, a piece is in hand at once; one that is in hand, and a target, wait for the button to come up.
    const isDone = !isTouch && !sweeps && !turn.picked.includes(square) && !turn.targets.has(square);
    this.down = { id, square, over: square, at, isTouch, isHeld: false, isDone, sweeps };
    if (isDone) turn.press(square);
    this.draw();
  }

  /** @param {PointerEvent} event */
  slide(event) {
    const { down } = this;
    if (event.pointerId !== down.id) return;
    if (event.timeStamp - down.at > REST) down.isHeld = true;
    const over = this.at(event);
    if (over === down.over) return;
    down.over = over;
    this.svg.setPointerCapture(down.id);
    if (down.sweeps) {
      down.isDone = true;
      [down.square, over].forEach((square) => this.desk.turn.sweep(square));
    }
    this.draw();
  }

  /** @param {PointerEvent} event */
  end(event) {
    const { turn } = this.desk;
    const { id, square, isTouch, isDone, sweeps } = this.down;
    if (event.pointerId !== id) return;
    const over = this.at(event);
    this.cancel();
    // A finger that leads a piece to where nothing can be picked moves it there.
    const [leads, meets] = [square, over].map((name) => this.cells.get(name)?.matches(".can-pick"));
    if (isTouch && leads && over && !meets && !turn.picked.includes(square)) turn.press(square);
    if (!over || (over === square ? isDone : sweeps || (!isTouch && !turn.targets.has(over)))) return;
    if (isTouch) this.rove(over);
    turn.press(over);
  }

  cancel() {
    this.down.id = -1;
    this.draw();
  }

  // Keys.

  /** Make a square the one that the Tab key comes to. */
  rove(square = "") {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.cells.get(square)?.setAttribute("tabindex", "0");
    this.focused = square;
  }

  focus(square = "") { this.cells.get(square)?.focus({ preventScroll: true }); }

  /** Whether a key meant anything. */
  pressed(key = "") {
    const { turn } = this.desk;
    if (key === "Escape") return turn.putDown();
    if (STEPS[key]) this.walk(STEPS[key]);
    else if (key === "n" || key === "p") this.next(key === "n" ? 1 : -1);
    else if (key !== "Enter" && key !== " ") return this.spell(key) || this.desk.key(key);
    else if (!this.flush()) turn.press(this.focused);
    return true;
  }

  /** @param {number[]} step */
  walk([right, down]) {
    const [x, y] = this.corner(this.focused).map((place) => place / BOX);
    const names = this.names[Math.min(Math.max(y + down, 0), this.names.length - 1)];
    this.focus(names[Math.min(Math.max(x + right, 0), names.length - 1)]);
  }

  /** Go to the next target, or without any to the next square that can be picked. */
  next(step = 1) {
    const names = this.names.flat();
    const { size } = this.desk.turn.targets;
    const isGoal = (name = "") => (size ? this.desk.turn.targets.has(name) : this.cells.get(name)?.classList.contains("can-pick"));
    const start = names.indexOf(this.focused) + names.length;
    this.focus(names.map((_, away) => names[(start + step * (away + 1)) % names.length]).find(isGoal));
  }

  /** Go on with the name of a square; whether a key belongs to one. */
  spell(key = "") {
    const typed = /^\d$/.test(key) ? this.typed + key : key.toUpperCase();
    const names = [...this.cells.keys()].filter((name) => name.startsWith(typed));
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
    if (!this.cells.has(square)) return false;
    this.focus(square);
    this.desk.turn.press(square);
    return true;
  }
}
