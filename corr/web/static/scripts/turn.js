// The page on which a turn is made: puts the half-made turn and the board together with what stands around them.
// Without it every button is a link or a form, and each click loads a page.

import { BoardGrid } from "./board.js";
import { HalfMadeTurn, remembered } from "./draft.js";
import { pageOf, swap } from "./markup.js";

/** @typedef {import("./draft.js").SentDraft} SentDraft */

/** Milliseconds without a key after which what was typed is read. */
const TYPED = 350;
const PHONE = "(max-width: 37.49rem), (pointer: coarse)";
/** How many squares are said one by one. */
const MOST_SAID = 8;
/** The parts of a practice board's page that are other ones after a turn. */
const CHANGING = [".board-layer", ".board-legend", "#turn-due", "#turn-alerts", "#turn-steps", "#turn-text", "#turn-undo", ".desk-under", ".desk-side"];

const find = (id = "") => document.getElementById(id);

/** An element with text, and nothing but text. */
function made(tag = "", text = "", look = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  element.className = look;
  return element;
}

/** @param {(Node | string)[]} parts */
function item(...parts) {
  const element = made("li");
  element.append(...parts);
  return element;
}

/** @param {() => void} pressed */
function button(pressed, text = "", look = "button") {
  const element = made("button", text, look);
  element.setAttribute("type", "button");
  element.addEventListener("click", pressed);
  return element;
}

function link(text = "", address = "") {
  const element = made("a", text, "button");
  element.setAttribute("href", address);
  return element;
}

/** Put a text into an element, if it is there and says something else. */
function say(id = "", text = "") {
  const element = find(id);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Put elements into one, which is hidden without any. @param {Element[]} parts */
function fill(id = "", parts) {
  find(id)?.replaceChildren(...parts);
  find(id)?.toggleAttribute("hidden", !parts.length);
}

/** Let a button or link be used or not. */
function enable(id = "", isOn = true) {
  const element = find(id);
  if (element instanceof HTMLButtonElement) element.disabled = !isOn;
  else element?.setAttribute("aria-disabled", String(!isOn));
}

function isOn(id = "") {
  const box = find(id);
  return box instanceof HTMLInputElement && box.checked;
}

const field = () => /** @type {HTMLTextAreaElement | null} */ (find("turn-typed"));

class Desk {
  looked = "";
  search = location.search;
  /** How many actions were there when the last sentence was said. */
  said = 0;
  timer = 0;
  /** Whether it is asked if the turn shall be submitted. */
  isAsking = false;
  /** What ends all listening. */
  closing = new AbortController();

  /** @param {HTMLElement} desk @param {SVGSVGElement} svg @param {SentDraft} draft */
  constructor(desk, svg, draft) {
    this.desk = desk;
    this.isPractice = !desk.dataset.submit;
    const { board } = draft;
    this.turn = this.begin(draft);
    this.board = new BoardGrid(svg, {
      press: (square) => this.turn.press(square),
      maySweep: (square) => this.turn.maySweep(square),
      sweep: (square) => this.turn.sweep(square),
      putDown: () => this.turn.putDown(),
      look: (square) => this.look(square),
      key: (key) => this.keyed(key),
    });
    // What the address picked is shown without scripts alone: a page of a half-made turn brings the board without it.
    if (board) {
      this.board.replace(board);
      this.describe();
    }
    this.listen();
    desk.classList.add("is-scripted");
    this.open("opened");
  }

  /** @param {SentDraft} draft */
  begin(draft) {
    const { draft: address = "", submit = "", keep = "", csrf = "", turn = "", player = "" } = this.desk.dataset;
    // The page has the first position as it is drawn.
    draft.board ??= new XMLSerializer().serializeToString(/** @type {Element} */ (find("board")));
    const place = { draft: address, submit, keep, csrf, turn, key: `turn of ${submit}, ${player}` };
    return new HalfMadeTurn(place, draft, (happened) => this.show(happened));
  }

  open(happened = "") {
    for (const id of ["turn-ask", "turn-movable"]) {
      const usual = id === "turn-ask" && matchMedia(PHONE).matches ? "yes" : "no";
      const box = find(id);
      if (box instanceof HTMLInputElement) box.checked = (remembered(id) || usual) === "yes";
    }
    this.show(happened);
    this.turn.resume();
  }

  // What is shown.

  show(happened = "") {
    const { turn, board } = this;
    const { draft, ways } = turn;
    this.isAsking = false;
    // A half-made turn may have to ask for more before there is a board to show it on.
    if (!board) return;
    if (happened === "submit") return this.submit();
    if (happened === "done") return location.assign(turn.address);
    if (happened === "arrived" && draft.board) board.replace(draft.board);
    const taken = Object.keys(draft.squares).filter((square) => !draft.squares[square].startsWith("empty"));
    const arrow = ways.length ? [...turn.clicked, ...ways[0].flatMap((pick) => pick.square || [])] : turn.pending;
    board.show({ picked: turn.picked, targets: [...turn.targets.keys()], taken, arrow, isBusy: turn.busy });
    board.svg.classList.toggle("shows-movable", isOn("turn-movable"));
    if (happened !== "waiting") board.label((square) => this.wordsOf(square));
    this.showBar();
    this.showText(happened);
    if (happened !== "opened" && happened !== "waiting") this.announce(happened);
    if (happened === "arrived" && this.isPractice && draft.after && !draft.choices) this.goOn();
  }

  /** What a square says, and whether anything can be done there. @returns {[string, boolean]} */
  wordsOf(square = "") {
    const { targets, picked, openings, draft } = this.turn;
    const ways = targets.get(square);
    const label = ways?.length === 1 && ways[0][ways[0].length - 1].label || square;
    const can = picked.includes(square) ? "picked" : ways ? "can be chosen" : openings.includes(square) ? "can be picked" : "";
    return [[label, draft.squares[square] ?? "empty", can].filter(Boolean).join(", "), can !== ""];
  }

  /** The question and all that answers it. */
  showBar() {
    const { turn } = this;
    say("turn-question", this.question());
    find("turn-bar")?.classList.toggle("is-fault", !!turn.trouble);
    fill("turn-picks", this.choices().map((choice) => item(choice)));
    this.showStack();
    enable("turn-undo", turn.mayUndo || this.earlier() !== "");
    enable("turn-redo", turn.mayRedo);
    enable("turn-restart", turn.mayRestart);
    enable("turn-submit", turn.maySubmit);
  }

  question() {
    const { trouble, offer, submitting, remark, draft, question, ways, path, counts, targets, hasPicks } = this.turn;
    if (trouble) return trouble.sentence;
    if (offer) return `Another device has a newer half-made turn: ${offer.text}`;
    if (submitting) return "Submitting …";
    if (this.isAsking) return `Submit this ${this.desk.dataset.what}?`;
    if (remark) return remark;
    if (draft.fault && !hasPicks) return draft.fault.sentence;
    if (path.length && !ways.length && path.every(({ auto }) => auto)) return draft.choices?.question ?? "";
    const isCounting = counts.length > 1 && targets.size && !path.some(({ pick }) => pick.kind === "way");
    if (isCounting && this.stack().length) return ways.length ? "From which chip upwards?" : "Where to? Or from which chip upwards?";
    if (draft.choices || !draft.steps.length) return question;
    return draft.stop.whyOver ? `The turn is over. ${draft.stop.whyOver}` : `That is your whole ${this.desk.dataset.what ?? "turn"}.`;
  }

  choices() {
    const { turn } = this;
    const { trouble, gather } = turn;
    if (trouble?.status === 401) return [link("Sign in", "/sign-in")];
    if (trouble && (turn.over || trouble.status === 403)) return [link("Load the game again", location.pathname)];
    if (turn.offer) return [button(() => turn.decide(true), "Use that"), button(() => turn.decide(false), "Keep this")];
    if (this.isAsking) return [button(() => turn.submit(), "Submit it", "button strong"), button(() => this.show("said"), "Not yet")];
    if (turn.busy || turn.isClosed) return [];
    const hasStack = this.stack().length > 0;
    const beside = turn.buttons.filter(({ kind }) => !hasStack || kind !== "count");
    const found = beside.map((choice) => button(() => turn.pressButton(choice), choice.label));
    if (turn.mayTakeAll) found.push(button(() => gather?.squares.forEach((square) => turn.sweep(square)), "Take all"));
    return found;
  }

  /** The pieces that are picked, or else looked at, where stacks are; bottom first. */
  stack() { return this.turn.draft.stacks?.[this.turn.clicked[0] ?? this.looked] ?? []; }

  /** Draw the stack large: a click on a chip lets it and all above it go along. */
  showStack() {
    const { turn } = this;
    const stack = this.stack();
    const counts = turn.clicked.length && !turn.busy ? turn.counts : [];
    const going = Number(turn.path.find(({ pick }) => pick.kind === "count")?.pick.value ?? -1);
    const figures = stack.length && !/-(mana|shield)$/.test(stack[stack.length - 1][1]) ? 1 : 0;
    find("turn-strip")?.replaceChildren(...stack.map(([words, look], index) => {
      const count = stack.length - index - figures;
      const way = counts.find(({ value }) => value === String(count));
      const chip = way ? button(() => turn.pressButton(way)) : made("span");
      chip.className = `chip chip-${look.replace("-mana", "")}${count <= going ? " is-going" : ""}`;
      chip.title = way?.label ?? words;
      chip.append(made("span", chip.title, "unseen"));
      return chip;
    }));
  }

  /** The turn so far, in words, and what it would mean to stop here. */
  showText(happened = "") {
    const { begun, stop, steps, fault, choices, alerts, notes } = this.turn.draft;
    const remark = stop.outcome || (!stop.maySubmit ? stop.mustGoOn : choices && stop.remark ? `If you stop here: ${stop.remark}.` : "");
    const text = steps.length ? [made("span", remark, "turn-remark")] : [];
    if (steps.length || (happened !== "opened" && happened !== "moved")) find("turn-text")?.replaceChildren(...text);
    // The bar says what is wrong.
    say("turn-fault", fault?.legal?.length ? `Possible: ${fault.legal.join(", ")}.` : "");
    find("turn-fault")?.toggleAttribute("hidden", !fault?.legal?.length);
    field()?.setAttribute("aria-invalid", String(!!fault));
    const title = document.title.replace(/^Not submitted · /, "");
    document.title = begun && !this.turn.over ? `Not submitted · ${title}` : title;
    if (happened !== "arrived") return;
    // What is under the cursor is never rewritten.
    const typed = field();
    if (typed && document.activeElement !== typed) typed.value = this.turn.text;
    fill("turn-alerts", alerts.map((alert) => made("p", alert, "alert")));
    fill("turn-notes", notes.map((note) => made("p", note, "notes")));
    fill("turn-steps", steps.map((step) => item(made("code", step.text), " ", step.sentence)));
    this.describe();
  }

  /** The board in words. */
  describe() {
    const { words } = this.turn.draft;
    for (const place of this.desk.querySelectorAll("#turn-words p, #board desc")) place.textContent = words;
  }

  /** One sentence for those who listen. */
  announce(happened = "") {
    const { picked, targets, draft, path } = this.turn;
    const { length } = draft.steps;
    const words = happened === "moved" ? [`${find("turn-due")?.textContent}.`] : [];
    if (happened === "arrived") {
      words.push(length > this.said ? `${draft.steps[length - 1].sentence}.` : `Actions so far: ${length}.`, ...draft.alerts);
      this.said = length;
    } else if (happened === "picked" && picked.length) {
      const squares = [...targets.keys()];
      const more = squares.length > MOST_SAID ? ` and ${squares.length - MOST_SAID} more` : "";
      words.push(`${picked.join(", ")} picked.`, squares.length ? `Next: ${squares.slice(0, MOST_SAID).join(", ")}${more}.` : "");
    } else if (happened === "picked" && !path.length) words.push("Nothing is picked.");
    say("turn-live", [...words, this.question()].join(" "));
  }

  look(square = "") {
    this.looked = square;
    if (!this.turn.clicked.length) this.showStack();
  }

  // What is done.

  listen() {
    const { desk, closing: { signal } } = this;
    /** @type {Record<string, () => void>} */
    const acts = {
      "turn-undo": () => this.undo(),
      "turn-redo": () => this.turn.redo(),
      "turn-restart": () => this.turn.restart(),
      "turn-submit": () => this.submit(),
      "turn-help-open": () => this.help()?.showModal(),
      "turn-help-close": () => this.help()?.close(),
    };
    desk.addEventListener("click", (event) => {
      const act = event.target instanceof Element && acts[event.target.closest("[id]")?.id ?? ""];
      if (!act) return;
      event.preventDefault();
      act();
    }, { signal });
    desk.addEventListener("submit", (event) => {
      if (event.target !== field()?.form) return;
      event.preventDefault();
      this.readTyped();
      this.submit();
    }, { signal });
    desk.addEventListener("focusin", ({ target }) => target === field() && field()?.scrollIntoView({ block: "nearest" }), { signal });
    desk.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLTextAreaElement && target.id === "turn-message") this.turn.words = target.value;
      if (target !== field()) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.readTyped(), TYPED);
    }, { signal });
    desk.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      remembered(target.id, target.checked ? "yes" : "no");
      this.show("switched");
    }, { signal });
    desk.addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof HTMLTextAreaElement;
      const key = event.ctrlKey || event.metaKey ? event.key : "";
      if (key === "Enter") {
        if (event.target === field()) this.readTyped();
        this.submit();
      } else if (!isTyping && key === "z") this.turn.undo();
      else if (!isTyping && key === "y") this.turn.redo();
      else return;
      event.preventDefault();
    }, { signal });
    document.querySelector("a.skip")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.board.focus(this.board.focused);
    }, { signal });
    desk.addEventListener("renew", (event) => this.hold(/** @type {CustomEvent} */ (event)), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.turn.save(), { signal });
    // A link within the page leads to no other board.
    window.addEventListener("popstate", () => this.isPractice && location.search !== this.search && this.load(location.href), { signal });
    // What the browser shows again as it was may be a turn that was submitted since.
    window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload(), { signal });
  }

  /** Keep the board as it is if somebody is at work on it. @param {CustomEvent} event */
  hold(event) {
    const { text, hasPicks, busy, submitting } = this.turn;
    if (!text && !hasPicks && !busy && !submitting && !field()?.value) return;
    event.preventDefault();
    if (!submitting) event.detail.words = "The game has gone on. Your half-made turn is still here.";
  }

  /** Leave the board to another one. */
  close() {
    const { turn, timer } = this;
    this.closing.abort();
    [timer, turn.timer].forEach(clearTimeout);
    Object.assign(turn, { over: true, submitting: false, serial: turn.serial + 1 });
    document.title = document.title.replace(/^Not submitted · /, "");
  }

  readTyped() {
    clearTimeout(this.timer);
    this.turn.type(field()?.value.trim() ?? "");
  }

  /** A key on the board that is no square and no way to one; whether it meant anything. */
  keyed(key = "") {
    /** @type {Record<string, () => void>} */
    const acts = { u: () => this.undo(), r: () => this.turn.redo(), s: () => find("turn-submit")?.focus(), "?": () => this.help()?.showModal() };
    acts[key]?.();
    return key in acts;
  }

  help() { return /** @type {HTMLDialogElement | null} */ (find("turn-help")); }

  /** Submit the turn, after a question if that is wanted; on a practice board, go on to the next one. */
  submit() {
    const { turn } = this;
    if (turn.busy) turn.wantsSubmit = true;
    else if (!turn.maySubmit) say("turn-live", this.question());
    else if (this.isPractice) this.goOn();
    else if (isOn("turn-ask") && !this.isAsking) {
      this.isAsking = true;
      this.showBar();
      say("turn-live", this.question());
      find("turn-picks")?.querySelector("button")?.focus();
    } else turn.submit();
  }

  // Practice boards.

  /** The address of a practice board before its last turn. */
  earlier() { return this.isPractice && find("turn-undo")?.getAttribute("href") || ""; }

  undo() {
    if (this.turn.mayUndo) this.turn.undo();
    else if (this.earlier()) this.visit(this.earlier());
  }

  /** Make the turn, and go on with the board after it. */
  goOn() {
    const { after } = this.turn.draft;
    if (after) this.visit(`${location.pathname}?${after}`);
  }

  async visit(address = "") {
    if (await this.load(address)) history.pushState(null, "", address);
  }

  /** Show another practice board without loading its page, if a turn can be made there. */
  async load(address = "") {
    this.turn.over = true;
    const page = await fetch(address).then((answer) => answer.text()).then(pageOf, () => null);
    const draft = page?.getElementById("turn-draft")?.textContent;
    if (!page || !draft) {
      location.assign(address);
      return false;
    }
    Object.assign(this.desk.dataset, page.getElementById("desk")?.dataset);
    this.search = new URL(address, location.href).search;
    for (const part of CHANGING) swap(this.desk, page, part);
    this.turn = this.begin(JSON.parse(draft));
    this.open("moved");
    return true;
  }
}

/** @type {Desk | undefined} */
let opened;

/** Begin with the turn that can be made on the page, if there is one; what was begun on a board before is left. */
export function openDesk() {
  const desk = find("desk");
  if (!desk || desk.classList.contains("is-scripted")) return;
  opened?.close();
  const svg = desk.querySelector("#board svg.board");
  const draft = find("turn-draft")?.textContent;
  opened = draft && svg instanceof SVGSVGElement ? new Desk(desk, svg, JSON.parse(draft)) : undefined;
}

openDesk();
