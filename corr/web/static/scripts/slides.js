// Pieces slide along the courses that boards carry, and may be heard when they land. The board is finished before: a slide
// only shows how it came about, and ends with a click or a key.

import { remembered } from "./memory.js";

/** @import { Action, Leg, Pile } from "./told.js" */

export const BOX = 100;
/** The most milliseconds for which an action slides, and a turn. */
const [SLOW, WHOLE] = [220, 3000];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const [SLIDES, SOUND, LETTERS] = ["board-slides", "board-sound", "board-letters"];

/** @type {Animation[]} */
let running = [];
/** @type {number[]} */
let landings = [];
/** @type {Element[]} Groups around what moves: browsers let these go without drawing the board again. */
let wraps = [];
/** @type {Element | null} What leaves the board. */
let ghosts = null;
/** @type {AudioContext | null} */
let audio = null;

/** @returns {any} */
const box = (id = "") => document.getElementById(id);
const group = () => document.createElementNS("http://www.w3.org/2000/svg", "g");

/** @param {Element[]} parts */
function wrapped(...parts) {
  const wrap = group();
  parts[0].before(wrap);
  wrap.append(...parts);
  wraps.push(wrap);
  return wrap;
}

/** The squares of a board as they are drawn: the letter of a name comes first. @param {SVGElement} svg */
export function squaresOf(svg) {
  const [columns, rows] = ["columns", "rows"].map((names) => (svg.dataset[names] ?? "").split(" "));
  return rows.map((row) => columns.map((column) => (/^\d/.test(row) ? column + row : row + column)));
}

/** @param {ParentNode} board */
export const layerOf = (board) => board.querySelector(".board-layer");

/** End what slides; all stands where it belongs. */
function finish() {
  for (const animation of running) animation.cancel();
  landings.forEach(clearTimeout);
  if (landings.length) tick();
  for (const wrap of wraps) wrap.replaceWith(...wrap.childNodes);
  ghosts?.remove();
  [running, landings, wraps, ghosts] = [[], [], [], null];
}

/**
 * Show how what stands on a board came about from the layer `before`.
 * `way`: 1 if turns or actions were made since, -1 if they were taken back, 0 if nothing leads there.
 * @param {SVGElement} svg @param {Element | null} before
 */
export function slide(svg, before, way = 1) {
  finish();
  const after = layerOf(svg);
  if (!before || !after || !way) return;
  const { words, isBack } = madeSince(before, after, way);
  if (!words.length || document.hidden) return;
  if (STILL.matches || !box(SLIDES)?.checked) return tick();
  const actions = (isBack ? words.reverse() : words).map((word) => read(word, isBack));
  const lasts = start(svg, before, after, actions);
  const mine = running;
  void Promise.all(mine.map(({ ready }) => ready)).then(() => {
    if (mine !== running) return;
    landings = actions.map((_, at) => window.setTimeout(() => {
      tick();
      landings.shift();
      if (!landings.length) finish();
    }, lasts * (at + 1)));
  }, () => {});
}

/** The actions that were made, or taken back. @param {Element} before @param {Element} after */
function madeSince(before, after, way = 1) {
  const [last, made, nextLast, nextMade] = [before, after].flatMap((layer) => ["last", "made"]
    .map((name) => layer.getAttribute(`data-${name}`)?.split(" ") ?? []));
  /** @param {string[]} long @param {string[]} short */
  const rest = (long, short) => (short.every((word, at) => word === long[at]) ? long.slice(short.length) : null);
  if (made.length || nextMade.length) {
    // A turn that was submitted was seen while it was made.
    if (made.length && String(nextLast) === String(made)) return { words: [], isBack: false };
    const words = rest(nextMade, made);
    return { words: words ?? rest(made, nextMade) ?? [], isBack: !words };
  }
  const [long, short] = way < 0 ? [last, nextLast] : [nextLast, last];
  return { words: rest(long, short) ?? long, isBack: way < 0 };
}

/** An action as the service writes it. @returns {Action} */
function read(word = "", isBack = false) {
  /** @type {string[][]} */
  const paths = [];
  /** @type {Record<string, string[]>} */
  const signs = { "*": [], "%": [], "+": [] };
  for (const [, sign, square] of word.matchAll(/([>&.*%+-])([^>&.*%+-]+)/g)) {
    if (sign in signs) signs[sign].push(square);
    else if (/[>&]/.test(sign)) paths.push([square]);
    else paths.at(-1)?.push(square);
  }
  const { "*": captured, "%": converted, "+": merged } = signs;
  const goals = merged.length ? paths.flatMap((path) => path.slice(-1)) : [];
  const joined = goals.flatMap((goal) => merged.map((square) => [square, goal]));
  const ways = paths.filter((path) => path.length > 1);
  if (!isBack) return { ways, joined, gone: [...captured, ...converted], fresh: goals };
  const parted = joined.filter(([square, goal]) => square !== goal);
  return { ways: [...ways, ...parted].map((path) => path.reverse()), joined: [], gone: [...goals, ...converted], fresh: captured };
}

/**
 * Begin to move what differs between two layers.
 * @param {SVGElement} svg @param {Element} before @param {Element} after @param {Action[]} actions
 */
function start(svg, before, after, actions) {
  const lasts = Math.min(SLOW, WHOLE / actions.length);
  /** @type {Map<string, number[]>} */
  const corners = new Map();
  squaresOf(svg).forEach((row, y) => row.forEach((name, x) => corners.set(name, [BOX * x, BOX * y])));
  const names = new Map([...corners].map(([name, corner]) => [String(corner), name]));
  const [old, now] = [before, after].map((layer) => pilesOf(layer, names));
  const differs = (square = "") => String(old.get(square)?.looks) !== String(now.get(square)?.looks);

  /** The ways to a square one after the other, before an action. @returns {Leg[]} */
  const legsTo = (square = "", end = actions.length) => {
    for (let at = end - 1; at >= 0; at -= 1) {
      const path = actions[at].ways.find((way) => way.at(-1) === square);
      if (path) return [...legsTo(path[0], at), { path, at }];
    }
    return [];
  };

  /** A browser that has no more to move draws the board again, so it rests for the time of an action before that. @param {Element} element @param {any[]} frames */
  const run = (element, frames) => {
    const whole = actions.length + 1;
    const steps = frames.map(({ at, ...looks }) => ({ ...looks, offset: at / whole }));
    const all = [{ ...steps[0], offset: 0 }, ...steps, { ...steps.at(-1), offset: 1 }];
    running.push(element.animate(all, { duration: lasts * whole, fill: "forwards" }));
  };

  /** @param {Element} element */
  const fade = (element, at = 0, goal = 0) => run(element, [{ at, opacity: 1 - goal }, { at: at + 1, opacity: goal }]);

  /** @param {Element} element @param {Leg[]} legs */
  const go = (element, home = "", legs) => run(element, legs.flatMap(({ path, at }) => path.map((square, step) => {
    const [x, y] = (corners.get(square) ?? []).map((place, side) => place - (corners.get(home)?.[side] ?? 0));
    return { at: at + step / (path.length - 1), easing: "ease-in-out", transform: `translate(${x}px, ${y}px)` };
  })));

  /** @type {Element[]} */
  const moved = [ghosts = group()];
  for (const [square, { element, parts, looks }] of now) {
    if (!differs(square)) continue;
    const legs = legsTo(square);
    const source = legs[0]?.path[0] ?? "";
    const at = actions.findIndex(({ fresh }) => fresh.includes(square));
    if (old.has(source) && differs(source)) {
      // Of a stack, what did not lie there before.
      const lay = old.get(square)?.looks ?? [];
      const same = looks.findIndex((look, place) => look !== lay[place]);
      const isTaken = actions.some(({ gone }) => gone.includes(square));
      const from = isTaken ? same : Math.max(same, Math.min(lay.length, looks.length - 1));
      if (same < 0) continue;
      const wrap = from ? wrapped(...parts.slice(from)) : wrapped(element);
      moved.unshift(from ? element : wrap);
      go(wrap, square, legs);
    } else if (at >= 0) fade(wrapped(element), at, 1);
  }
  for (const defs of before.querySelectorAll("defs")) ghosts.append(defs.cloneNode(true));
  /** @param {Leg[]} legs */
  const depart = (square = "", at = 0, legs = []) => {
    const ghost = group();
    ghost.append(old.get(square)?.element.cloneNode(true) ?? "");
    ghosts?.append(ghost);
    if (legs.length) go(ghost, square, legs);
    fade(ghost, at);
  };
  actions.forEach(({ gone, joined }, at) => {
    for (const square of gone) if (differs(square)) depart(square, at);
    for (const path of joined) {
      const legs = [...legsTo(path[0], at), ...(path[0] === path[1] ? [] : [{ path, at }])];
      depart(legs[0]?.path[0] ?? path[0], at, legs);
    }
  });
  // Above what stays, below the signs of the turn.
  const [top = null] = after.querySelectorAll(":scope > defs ~ [class^=board]");
  for (const part of moved) after.insertBefore(part, top);
  return lasts;
}

/** @param {Element} layer @param {Map<string, string>} names @returns {Map<string, Pile>} */
function pilesOf(layer, names) {
  const found = new Map();
  for (const element of layer.querySelectorAll(":scope > use, :scope > g:not([class^=board])")) {
    const isAlone = element.localName === "use";
    const place = isAlone ? `${element.getAttribute("x")},${element.getAttribute("y")}` : element.getAttribute("transform");
    const corner = (place?.match(/\d+/g) ?? []).map(Number);
    const parts = isAlone ? [element] : [...element.querySelectorAll("use, text")];
    found.set(names.get(String(corner)), { element, parts, looks: parts.map((part) => lookOf(part, layer)) });
  }
  return found;
}

const WRITER = new XMLSerializer();

/** What a piece looks like, whatever room it has. @param {Element} part @param {Element} layer */
function lookOf(part, layer) {
  const id = part.getAttribute("href") ?? "";
  // Chips are called by colour, form, filling and size; pieces by a number, so that their drawings tell.
  if (!/p\d+$/.test(id)) return id.slice(-4, -1) || part.textContent;
  return [...layer.querySelector(id)?.children ?? []].map((child) => WRITER.serializeToString(child)).join("");
}

function tick() {
  if (!box(SOUND)?.checked) return;
  audio ??= new AudioContext();
  if (audio.state !== "running") return void audio.resume();
  const { currentTime: now, destination } = audio;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(160, now + 0.05);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(destination);
  tone.start(now);
  tone.stop(now + 0.1);
}

function recall() {
  for (const id of [SLIDES, SOUND, LETTERS]) {
    const kept = remembered(id);
    if (kept && box(id)) box(id).checked = kept === "yes";
  }
}

recall();
box("desk")?.addEventListener("renewed", recall);
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || ![SLIDES, SOUND, LETTERS].includes(target.id)) return;
  remembered(target.id, target.checked ? "yes" : "no");
  if (target.id === SOUND) tick();
});
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => {
    finish();
    if (box(SOUND)?.checked) void (audio ??= new AudioContext()).resume();
  }, true);
}
