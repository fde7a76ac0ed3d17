// Stepping through a game beside its board. Each position comes from the service as it is drawn, and none loads a page.
// On the page of the game itself it is shown by a board of its own, while the other one waits with a half-made turn.

import { find, made, pageOf, swap } from "./board.js";
import { layerOf, slide } from "./slides.js";

/**
 * After how many actions of which turn; 0 actions stand for all of them.
 * @typedef {{after: number, action: number}} Place
 * @typedef {Place & {place: string, turns: {seat: number, title: string, text: string}[],
 *   steps: {text: string, sentence: string}[], layer: string, words: string, notes: string[], alerts: string[],
 *   practice: string, list: string}} Position
 */

/** How many positions are kept, and how many are asked for ahead. */
const [KEPT, AHEAD] = [200, 2];
/** Milliseconds for which an action is shown in a replay: at most, at least, and all of a turn. */
const [SLOW, FAST, WHOLE] = [1200, 150, 12000];
/** Milliseconds after which the address follows: browsers let it change only so often. */
const REST = 200;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** Where the board is above all else, and may be out of sight. */
const NARROW = matchMedia("(max-width: 59.99rem)");
/** @type {Record<string, number>} */
const WAYS = { ArrowLeft: -1, ArrowRight: 1 };
const FIELDS = "input, textarea, select, [popover], [contenteditable], .board";

/** A turn in notation, which breaks lines between its actions. */
function notation(text = "") {
  const actions = text.split(", ");
  const parts = actions.flatMap((action, index) => [" ", made("span", "", action + (index + 1 < actions.length ? "," : ""))]);
  return made("code", "actions", ...parts.slice(1));
}

/** Which way a place lies from another one, as in `slide`: they are next to each other, or within one turn. @param {Place} from @param {Place} to */
function wayOf(from, to) {
  const [here, there] = [from, to].map(({ action }) => action || Infinity);
  if (from.after === to.after) return there < here ? -1 : 1;
  if (to.after === from.after + 1 && !from.action) return 1;
  return to.after === from.after - 1 && !to.action ? -1 : 0;
}

/** @param {Element | null} board */
const rowsOf = (board) => board?.getAttribute("data-rows");

/** Bring the board into view. */
function see() {
  if (NARROW.matches) find("board")?.scrollIntoView();
}

const pause = (rest = 0) => new Promise((resolve) => setTimeout(resolve, rest));

class History {
  /** @type {Place | null} What is shown; null for the game as it stands. */
  shown = null;
  /** @type {Place | null} */
  wanted = null;
  /** @type {Promise<void> | null} */
  following = null;
  /** @type {Map<string, Promise<Position | null>>} */
  known = new Map();
  /** @type {SVGElement | null} The board of an earlier position. */
  past = null;
  /** @type {Node | null} The latest turns, while others are listed. */
  latest = null;
  /** @type {HTMLElement | null} The button of the replay that runs. */
  playing = null;
  label = "";
  serial = 0;
  timer = 0;
  /** The turn whose actions are listed. */
  listed = -1;
  home = location.href;

  /** @param {HTMLElement} desk @param {HTMLElement} nav */
  constructor(desk, nav) {
    this.desk = desk;
    /** Whether the page is that of the game as it stands. */
    this.isLive = !!find("position")?.hidden;
    if (!this.isLive) {
      this.shown = this.wanted = { after: Number(nav.dataset.after), action: Number(nav.dataset.action) };
      this.past = this.board;
    }
    this.listen();
    this.offer();
    if (this.shown) this.offerPlay(find("position-steps")?.children.length ?? 0);
    else if (find("history-replay")) void this.arrive();
  }

  /** Let the turn slide that came since the player was here, unless they are at work already. */
  async arrive() {
    const isBusy = new AbortController();
    const { signal } = isBusy;
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => isBusy.abort(), { capture: true, signal });
    const { board } = this;
    const position = await this.ask({ after: this.now - 1, action: 0 });
    if (!position || !board || board !== this.board || this.shown || this.isBegun || signal.aborted) return;
    isBusy.abort();
    slide(board, layerOf(pageOf(`<svg>${position.layer}</svg>`).documentElement));
  }

  get nav() { return /** @type {HTMLElement} */ (find("history")); }
  get now() { return Number(this.nav.dataset.now); }
  /** Where the board is that is seen. @returns {Place} */
  get place() { return this.shown ?? { after: this.now, action: 0 }; }
  /** @returns {SVGElement | null} */
  get board() { return this.desk.querySelector("#board svg.board:not(.is-past)"); }
  /** Whether the board that waits was flipped since. */
  get isTurned() { return !!this.past && rowsOf(this.past) !== rowsOf(this.board); }
  /** Whether the game as it stands has anything on its board that its last turn had not left there. */
  get isBegun() { return !!find("turn-steps")?.children.length; }

  // Where to go.

  /** @param {Place} place */
  address({ after, action }, kind = "") {
    const { turns = "", query = "" } = this.nav.dataset;
    return `${turns}${after}${kind}${query}${action ? `${query ? "&" : "?"}action=${action}` : ""}`;
  }

  /** The place so many turns away from what is wanted; the last one is the game as it stands. @returns {Place | null} */
  turnsAway(way = 0) {
    const { wanted, now } = this;
    if (!wanted) return way > 0 ? null : this.turn(this.isBegun ? now : now - 1);
    const goal = wanted.action && way > 0 ? wanted.after : wanted.after + way;
    return goal > now && this.isLive ? null : this.turn(goal);
  }

  /** The place after a whole turn, or the game as it stands where that is the same. @returns {Place | null} */
  turn(after = 0) {
    const place = { after: Math.min(Math.max(after, 0), this.now), action: 0 };
    return this.isLive && after === this.now && !this.isBegun ? null : place;
  }

  /** The place one action away from what is shown. @returns {Promise<Place>} */
  async actionsAway(way = 0) {
    const { after, action } = this.place;
    const turn = way > 0 && !action ? after + 1 : after;
    if (turn > this.now || (way < 0 && !after)) return { after, action };
    const count = (await this.ask({ after: turn, action: 0 }))?.steps.length ?? 0;
    const goal = way > 0 ? action + 1 : (action || Math.max(count, 1)) - 1;
    return goal < 1 ? { after: turn - 1, action: 0 } : { after: turn, action: goal < count ? goal : 0 };
  }

  // Asking.

  /** @param {Place} place */
  ask(place) {
    const address = this.address(place, ".json");
    const found = this.known.get(address) ?? this.fetched(address);
    this.known.set(address, found);
    if (this.known.size > KEPT) this.known.delete([...this.known.keys()][0]);
    return found;
  }

  /** What is told of a place; what failed ahead is asked for again. @param {Place} place */
  async told(place) { return await this.ask(place) ?? this.ask(place); }

  /** @returns {Promise<Position | null>} */
  async fetched(address = "") {
    const asked = { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(30000) };
    const answer = await fetch(address, asked).catch(() => null);
    if (!answer?.ok) this.known.delete(address);
    return answer?.ok ? answer.json() : null;
  }

  /** Show a place, or null for the game as it stands; of those asked for meanwhile, the last one. @param {Place | null} place */
  go(place) {
    this.wanted = place;
    this.following ??= this.follow().finally(() => { this.following = null; });
    return this.following;
  }

  async follow() {
    const before = this.shown?.after ?? this.now;
    while (JSON.stringify(this.wanted) !== JSON.stringify(this.shown)) {
      const { wanted } = this;
      const whole = wanted && await this.told({ after: wanted.after, action: 0 });
      const position = wanted?.action ? await this.told(wanted) : whole;
      if (wanted && (!position || !whole)) {
        this.wanted = this.shown;
        this.stop();
        // Where it is said what is wrong.
        if (navigator.onLine) location.assign(this.address(wanted));
        return;
      }
      if (position && whole) this.show(position, whole);
      else this.leave();
    }
    const { after } = this.shown ?? { after: this.now };
    const way = after < before ? -1 : 1;
    for (let away = 1; away <= AHEAD; away += 1) {
      const goal = after + way * away;
      if (this.shown && goal >= 0 && goal <= this.now) void this.ask({ after: goal, action: 0 });
    }
  }

  // What is shown.

  /** @param {Position} position @param {Position} whole */
  show(position, whole) {
    const { after, action } = position;
    const way = this.isTurned ? 0 : wayOf(this.place, position);
    this.shown = { after, action };
    if (this.isTurned) this.past?.remove();
    if (!this.past?.isConnected) this.past = this.cover();
    const before = layerOf(this.past);
    swap(this.past, pageOf(`<svg>${position.layer}</svg>`), ".board-layer");
    slide(this.past, before, way);
    this.past.setAttribute("aria-label", position.place);
    for (const words of this.past.querySelectorAll("desc")) words.textContent = position.words;
    this.tell(position, whole);
    find("position-practice")?.setAttribute("href", position.practice);
    find("position-link")?.setAttribute("href", this.address(this.shown));
    find("position-picture")?.setAttribute("href", this.address(this.shown, ".png"));
    for (const id of ["messages-then", "position-text"]) find(id)?.setAttribute("hidden", "");
    this.mark(after, position.list);
    this.settle();
  }

  /** A board for earlier positions in the place of the one that waits. */
  cover() {
    const waiting = /** @type {SVGElement} */ (this.board);
    const board = /** @type {SVGElement} */ (waiting.cloneNode(true));
    for (const part of board.querySelectorAll(".board-cells, .board-paint, .board-links")) part.remove();
    board.removeAttribute("hidden");
    board.classList.add("is-past");
    board.classList.remove("is-picking", "is-waiting");
    board.setAttribute("role", "img");
    // The first of two equal ids counts.
    waiting.before(board);
    waiting.setAttribute("hidden", "");
    this.desk.classList.add("is-past");
    find("position")?.removeAttribute("hidden");
    see();
    return board;
  }

  /** Go back to the game as it stands. */
  leave() {
    const hadFocus = find("position")?.contains(document.activeElement);
    const { past, board } = this;
    const way = this.isTurned ? 0 : wayOf(this.place, { after: this.now, action: 0 });
    past?.remove();
    this.past = this.shown = null;
    board?.removeAttribute("hidden");
    if (past && board) slide(board, layerOf(past), way);
    this.desk.classList.remove("is-past");
    find("position")?.setAttribute("hidden", "");
    if (this.latest) find("turns")?.replaceWith(this.latest);
    this.latest = null;
    this.mark(this.now);
    this.settle();
    const goal = this.board?.querySelector(".board-cell[tabindex='0']") ?? find("history-back");
    if (hadFocus && (goal instanceof SVGElement || goal instanceof HTMLElement)) goal.focus({ preventScroll: true });
  }

  /** Say which position it is, what was done in its turn, and what else is known of it. @param {Position} position @param {Position} whole */
  tell(position, whole) {
    const { steps, turns } = whole;
    const said = turns.flatMap(({ seat, title, text }) => [
      " ",
      made("i", `dot seat-${seat}`, title),
      ...(steps.length < 2 ? [" ", notation(text)] : []),
    ]);
    find("position-place")?.replaceChildren(made("b", "", position.place + (turns.length ? ":" : "")), ...said);
    const copy = find("position-copy");
    if (copy) copy.textContent = "Copy link";
    if (this.listed !== position.after) {
      find("position-steps")?.replaceChildren(...steps.map(({ text, sentence }, index) => {
        const link = made("a", "", made("code", "", text));
        link.setAttribute("href", this.address({ after: position.after, action: index + 1 }));
        return made("li", "", ...(steps.length > 1 ? [link, " "] : []), made("span", "", sentence));
      }));
      this.listed = position.after;
      this.offerPlay(steps.length);
    }
    find("position-steps")?.querySelectorAll("a").forEach((link, index) => {
      if (index + 1 !== position.action) return link.removeAttribute("aria-current");
      link.setAttribute("aria-current", "step");
      const box = link.closest(".position-course");
      if (box) box.scrollTop += link.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
    });
    find("position-facts")?.replaceChildren(
      ...position.alerts.map((alert) => made("p", "alert", alert)),
      ...position.notes.map((note) => made("p", "notes", note)),
    );
  }

  /** Make of the page what only scripts can do. */
  offer() {
    find("history-replay")?.setAttribute("role", "button");
    find("position-copy")?.toggleAttribute("hidden", !navigator.clipboard);
  }

  offerPlay(count = 0) { find("position-play")?.toggleAttribute("hidden", count < 2); }

  /** Mark a turn in the list; one that is not in it comes with a list of its own. */
  mark(after = 0, list = "") {
    const links = () => [...find("turns")?.querySelectorAll("a") ?? []];
    const isListed = () => links().some(({ textContent }) => Number(textContent) === after);
    if (list && after && !isListed()) {
      if (this.isLive) this.latest ??= find("turns")?.cloneNode(true) ?? null;
      swap(this.desk, pageOf(list), "#turns");
    }
    for (const link of links()) {
      if (Number(link.textContent) === after) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** Let the ways and the address follow what is shown. */
  settle() {
    const { shown, now, isLive, place: { after, action } } = this;
    const isEnd = isLive ? !shown : after === now && !action;
    this.open("first", after > 0 || action > 0, 0);
    this.open("back", after > 0, after - 1);
    this.open("next", !isEnd, action ? after : Math.min(after + 1, now));
    this.open("last", !isEnd, now);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      try {
        history.replaceState(history.state, "", shown ? this.address(shown) : this.home);
      } catch { /* It changed too often; the next one will do. */ }
    }, REST);
  }

  open(name = "", isOpen = true, after = 0) {
    const way = find(`history-${name}`);
    way?.setAttribute("aria-disabled", String(!isOpen));
    if (isOpen) way?.setAttribute("href", this.address({ after, action: 0 }));
    else way?.removeAttribute("href");
    if (!isOpen) way?.setAttribute("role", "link");
    // Its focus stays where it is.
    if (!isOpen && way === document.activeElement) way?.setAttribute("tabindex", "0");
  }

  // Replays.

  /** Show one action after another, by themselves or with a click each. @param {HTMLElement} button */
  async replay(button, from = 0, last = 0) {
    const goesOn = this.playing === button;
    if (goesOn && !STILL.matches) return this.stop();
    if (!goesOn) {
      this.stop();
      this.playing = button;
      button.classList.add("is-playing");
      see();
      this.label = button.textContent ?? "";
      button.textContent = STILL.matches ? "Next action" : "Stop";
      await this.go({ after: from, action: 0 });
    }
    const serial = ++this.serial;
    do {
      if (!STILL.matches) await pause(this.rest);
      if (serial !== this.serial) return;
      await this.go(await this.actionsAway(1));
    } while (!STILL.matches && serial === this.serial && !this.isAt(last));
    if (serial !== this.serial || !this.isAt(last)) return;
    this.stop();
    if (this.isLive && last === this.now && !this.isBegun) this.go(null);
  }

  isAt(last = 0) { return !this.shown || (this.shown.after >= last && !this.shown.action); }

  /** For how long an action is shown. */
  get rest() {
    const count = find("position-steps")?.children.length || 1;
    return Math.max(FAST, Math.min(SLOW, WHOLE / count));
  }

  stop() {
    this.serial += 1;
    if (this.playing) this.playing.textContent = this.label;
    this.playing?.classList.remove("is-playing");
    this.playing = null;
  }

  // What is done.

  listen() {
    this.desk.addEventListener("click", (event) => {
      const target = event.target instanceof Element && event.target.closest("a, button");
      if (!(target instanceof HTMLElement) || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (this.clicked(target)) event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
      const { target, key, ctrlKey, altKey, metaKey, shiftKey } = event;
      const way = WAYS[key];
      if (!way || ctrlKey || altKey || metaKey || !(target instanceof Element) || target.closest(FIELDS)) return;
      event.preventDefault();
      this.stop();
      if (!shiftKey) this.go(this.turnsAway(way));
      else void this.actionsAway(way).then((place) => (way < 0 || this.shown) && this.go(place));
    });
    // What is done to a turn shall be seen.
    this.desk.addEventListener("keydown", (event) => {
      if (!this.isLive || !this.shown || !(event.ctrlKey || event.metaKey) || !["Enter", "z", "y"].includes(event.key)) return;
      event.stopPropagation();
      event.preventDefault();
      this.back();
    }, true);
    this.desk.addEventListener("input", ({ target }) => target === find("turn-typed") && this.shown && this.back());
    // The game has moved on, and another program has put its news into the page.
    this.desk.addEventListener("renewed", () => this.renew());
  }

  /** Whether a click on that meant anything here. @param {HTMLElement} target */
  clicked(target) {
    const after = this.shown?.after ?? this.now;
    /** @type {Record<string, () => unknown>} */
    const acts = {
      "history-first": () => this.go(this.turn(0)),
      "history-back": () => this.go(this.turnsAway(-1)),
      "history-next": () => this.go(this.turnsAway(1)),
      "history-last": () => this.go(this.isLive ? null : this.turn(this.now)),
      "position-copy": () => this.copy(target),
      ...(this.isLive ? { "position-leave": () => this.back() } : {}),
    };
    const act = acts[target.id];
    if (target.id === "history-replay") void this.replay(target, Number(target.dataset.since), this.now);
    else if (target.id === "position-play") void this.replay(target, after - 1, after);
    else if (act) {
      this.stop();
      if (target.getAttribute("aria-disabled") !== "true") act();
    } else if (target.closest("#turns")) {
      this.stop();
      void this.goFrom(target);
    } else if (target.closest("#position-steps")) {
      this.stop();
      const place = [...find("position-steps")?.querySelectorAll("a") ?? []].findIndex((link) => link === target) + 1;
      const isLast = place === find("position-steps")?.children.length;
      this.go({ after, action: isLast ? 0 : place });
    } else return false;
    return true;
  }

  /** Go to a turn of the list, which stays where it is if the board is in sight. @param {HTMLElement} link */
  async goFrom(link) {
    const { top } = link.getBoundingClientRect();
    await this.go(this.turn(Number(link.textContent)));
    if (NARROW.matches) see();
    else window.scrollBy(0, link.getBoundingClientRect().top - top);
  }

  /** Copy the address of what is shown. @param {HTMLElement} button */
  async copy(button) {
    const address = find("position-link")?.getAttribute("href") ?? "";
    const isCopied = await navigator.clipboard.writeText(new URL(address, location.href).href).then(() => true, () => false);
    button.textContent = isCopied ? "Copied" : "Not copied";
  }

  back() {
    this.stop();
    this.go(null);
  }

  /** Begin anew with a page on which the game has moved on, or was flipped. */
  renew() {
    const { shown } = this;
    this.stop();
    this.offer();
    this.known.clear();
    this.listed = -1;
    this.latest = null;
    this.mark(shown?.after ?? this.now);
    this.settle();
    // Its address names no side any more.
    if (location.search === "") [this.home] = this.home.split("?");
    if (!shown || !this.isTurned) return;
    this.shown = null;
    this.go(shown);
  }
}

const desk = find("desk");
const nav = find("history");
if (desk && nav && desk.querySelector("#board svg.board")) new History(desk, nav);
