// The board under mouse and finger: a grid of cells over the drawing, and what a half-made turn paints there at once.
// Markup of the service comes into a page by `swap` alone; all else that scripts show is text.

import { BOX, layerOf, slide, squaresOf } from "./slides.js";

export const find = (id = "") => document.getElementById(id);

/** Markup of the service as a page that nobody sees. */
export const pageOf = (markup = "") => new DOMParser().parseFromString(markup, "text/html");

/** Put a part of such a page in its place here. @param {Element} here @param {Document} page */
export function swap(here, page, part = "") {
  const fresh = page.querySelector(part);
  if (fresh) here.querySelector(part)?.replaceWith(fresh);
}

/** @param {(Node | string)[]} parts */
export function made(tag = "", look = "", ...parts) {
  const element = document.createElement(tag);
  element.className = look;
  element.append(...parts);
  return element;
}

/** Milliseconds after which a finger chooses and does not scroll. */
const REST = 160;
/** What marks a target, and one on which something stands. */
const [DOT, CORNERS] = ["M34 50a16 16 0 0 1 32 0a16 16 0 0 1-32 0", "M3 3h22l-22 22zM97 3v22l-22-22zM97 97h-22l22-22zM3 97v-22l22 22z"];

/** @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function drawn(tag = "g", attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, String(attributes[name]));
  element.append(...children);
  return element;
}

export class BoardGrid {
  /** @type {Map<string, SVGElement>} */
  cells = new Map();
  painted = drawn("g", { class: "board-paint", "aria-hidden": "true" });
  focused = "";
  /** Which way the next position lies, as in `slide`. */
  way = 1;
  /** @type {any} */
  keys;
  /** The pointer that is down: what it came over, when and how it began. */
  down = { id: -1, trail: [""], at: 0, isTouch: false, isDone: false, sweeps: false };

  /** @param {SVGSVGElement} svg @param {import("./turn.js").Desk} desk */
  constructor(svg, desk) {
    this.svg = svg;
    this.desk = desk;
    this.names = squaresOf(svg);
    const grid = this.names.map((row) => drawn("g", { role: "row" }, ...row.map((name) => {
      const cell = this.frame("board-cell", name, 0, { role: "gridcell", tabindex: -1, "data-square": name });
      this.cells.set(name, cell);
      return cell;
    })));
    svg.setAttribute("role", "group");
    svg.querySelector(".board-links")?.remove();
    svg.querySelector(".board-layer")?.after(this.painted);
    svg.append(drawn("g", { class: "board-cells", role: "grid", "aria-label": "Board" }, ...grid));
    this.rove(this.names[0][0]);
    this.listen();
  }

  /** Put another position on the board, and what explains its signs. */
  replace(board = "") {
    const [page, before] = [pageOf(board), layerOf(this.svg)];
    swap(this.svg, page, "svg:not(.is-past) .board-layer");
    swap(/** @type {Element} */ (this.svg.parentElement), page, ".board-legend");
    slide(this.svg, before, this.way);
    this.way = 1;
  }

  /** Say of each square what is there, and what can be done. */
  label() {
    const { targets, picked, openings, draft: { squares } } = this.desk.turn;
    for (const [square, cell] of this.cells) {
      const [way, ...others] = targets.get(square) ?? [];
      const can = picked.includes(square) ? "picked" : way ? "can be chosen" : openings.includes(square) ? "can be picked" : "";
      const name = others.length ? square : way?.at(-1)?.label ?? square;
      cell.setAttribute("aria-label", [name, squares[square] ?? "empty", can].filter(Boolean).join(", "));
      cell.setAttribute("aria-selected", String(can === "picked"));
      cell.classList.toggle("can-pick", can !== "");
    }
  }

  /** Paint what is picked, its targets, the square under a finger. */
  draw() {
    const { picked, path, targets, arrow, busy, draft: { squares } } = this.desk.turn;
    const { trail, isTouch, id } = this.down;
    const [square, over] = [trail[0], trail.at(-1)];
    const isOver = id >= 0 && over && (isTouch || (over !== square && picked.includes(square)));
    const [from, to] = isOver && !isTouch ? [square, over] : [arrow[0], arrow.at(-1)];
    this.svg.classList.toggle("is-picking", path.length > 0);
    this.svg.classList.toggle("is-waiting", busy);
    this.painted.replaceChildren(
      ...picked.filter((name) => !targets.has(name)).map((name) => this.frame("is-picked", name, 5)),
      ...[...targets.keys()].map((name) => {
        const d = /^(?!empty)/.test(squares[name] ?? "empty") ? CORNERS : DOT;
        return drawn("path", { class: "is-target", transform: `translate(${this.corner(name)})`, d });
      }),
      ...(isOver ? [this.frame("is-over", over)] : []),
      ...(from && to && from !== to ? [this.arrow(from, to)] : []),
      ...(isOver && isTouch ? [this.bubble(over)] : []),
    );
  }

  /** The upper left corner of a square. */
  corner(square = "") {
    const y = this.names.findIndex((row) => row.includes(square));
    return [BOX * (this.names[y]?.indexOf(square) ?? 0), BOX * y];
  }

  frame(look = "", square = "", inset = 0, more = {}) {
    const [x, y] = this.corner(square);
    const side = BOX - 2 * inset;
    return drawn("rect", { class: look, x: x + inset, y: y + inset, width: side, height: side, ...more });
  }

  arrow(from = "", to = "") {
    const [x, y, goalX, goalY] = [...this.corner(from), ...this.corner(to)].map((place) => place + BOX / 2);
    const [length, turn] = [Math.hypot(goalX - x, goalY - y), Math.atan2(goalY - y, goalX - x) * 180 / Math.PI];
    return drawn("g", { transform: `translate(${x} ${y})rotate(${turn})` },
      drawn("path", { class: "board-pending", d: `M0 0H${length}` }),
      drawn("path", { class: "board-pending-head", d: `M${length} 0l-30 17v-34z` }));
  }

  /** The name of a square, where no finger hides it. */
  bubble(square = "") {
    const [x, y] = this.corner(square);
    const middle = Math.min(Math.max(x + BOX / 2, BOX), BOX * (this.names[0].length - 1));
    return drawn("text", { class: "board-bubble", x: middle, y: y < 2 * BOX ? y + 245 : y - 135 }, square);
  }

  listen() {
    const { svg, desk } = this;
    svg.onpointerdown = (event) => this.begin(event);
    svg.onpointermove = (event) => this.slide(event);
    svg.onpointerup = (event) => this.end(event);
    svg.onpointercancel = () => this.cancel();
    // A finger that rested, or swipes over what is gathered, is at work; any other scrolls.
    svg.addEventListener("touchmove", (event) => {
      const { id, at, sweeps } = this.down;
      if (id >= 0 && (sweeps || event.timeStamp - at > REST) && event.cancelable) event.preventDefault();
    }, { passive: false });
    svg.oncontextmenu = () => !this.down.isTouch;
    for (const [name, cell] of this.cells) {
      cell.onpointerover = () => desk.look(name);
      cell.onfocus = () => {
        this.rove(name);
        desk.look(name);
      };
    }
    svg.onkeydown = async (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      // No key of the board scrolls.
      if (/^(Arrow|Home|End| )/.test(event.key)) event.preventDefault();
      this.keys ??= import("./keys.js").then(({ Keys }) => new Keys(this));
      const keys = await this.keys.catch(() => this.keys = null);
      if (svg.contains(document.activeElement)) keys?.press(event.key);
    };
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
    const isTouch = event.pointerType !== "mouse";
    const sweeps = turn.set?.sweeps(square) ?? false;
    // A mouse takes a piece at once; one in hand, and a target, wait for the button to come up.
    const isDone = !isTouch && !sweeps && !turn.busy && !turn.picked.includes(square) && !turn.targets.has(square);
    this.down = { id: event.pointerId, trail: [square], at: event.timeStamp, isTouch, isDone, sweeps };
    if (isDone) turn.press(square);
    this.draw();
  }

  /** @param {PointerEvent} event */
  slide(event) {
    const { down } = this;
    if (event.pointerId !== down.id) return;
    const over = this.at(event);
    if (over === down.trail.at(-1)) return;
    down.trail.push(over);
    this.svg.setPointerCapture(down.id);
    if (down.sweeps) {
      down.isDone = true;
      this.desk.turn.set?.sweep(...down.trail);
    }
    this.draw();
  }

  /** @param {PointerEvent} event */
  end(event) {
    const { turn } = this.desk;
    const { id, trail, isTouch, isDone, sweeps } = this.down;
    if (event.pointerId !== id) return;
    const [square, over] = [trail[0], this.at(event)];
    this.cancel();
    if (trail[1] && !isTouch && !isDone && (turn.busy || turn.set)) return turn.press(...trail);
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

  /** Make a square the one that the Tab key comes to. */
  rove(square = "") {
    this.cells.get(this.focused)?.setAttribute("tabindex", "-1");
    this.cells.get(square)?.setAttribute("tabindex", "0");
    this.focused = square;
  }

  focus(square = "") { this.cells.get(square)?.focus({ preventScroll: true }); }
}
