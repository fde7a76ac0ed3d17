// The page on which a turn is made: puts the half-made turn and the board together with what stands around them.
// Without it every button is a link or a form, and each click loads a page.

import { BoardGrid } from "./board.js";
import { HalfMadeTurn, remembered } from "./draft.js";
import { find, made } from "./markup.js";

/** Milliseconds without a key after which what was typed is read. */
const TYPED = 350;
const PHONE = "(max-width: 37.49rem), (pointer: coarse)";
/** After what there may be another position. */
const POSITIONED = ["opened", "moved", "arrived"];
/** How many squares are said one by one. */
const MOST_SAID = 8;
/** The buttons that keys on the board press; with Ctrl, two of them are pressed from everywhere. @type {Record<string, string>} */
const KEYS = { u: "turn-undo", r: "turn-redo", "?": "turn-help-open" };
/** @type {Record<string, string>} */
const CONTROLLED = { z: "u", y: "r" };

/** @param {() => void} onclick */
const button = (onclick, text = "", look = "button") => Object.assign(made("button", look, text), { type: "button", onclick });
const link = (text = "", href = "") => Object.assign(made("a", "button", text), { href });

/** Put a text into an element, if it is there and says something else. */
function say(id = "", text = "") {
  const element = find(id);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Put elements or texts into an element, which is hidden without any. @param {(Node | string)[]} parts */
function fill(id = "", parts) {
  find(id)?.replaceChildren(...parts);
  find(id)?.toggleAttribute("hidden", !parts.length);
}

/** Let a button or link be used or not. */
function enable(id = "", isOn = true) {
  Object.assign(find(id) ?? {}, { disabled: !isOn, ariaDisabled: String(!isOn) });
}

const box = (id = "") => /** @type {HTMLInputElement | null} */ (find(id));
const field = () => /** @type {HTMLTextAreaElement | null} */ (find("turn-typed"));

export class Desk {
  looked = "";
  /** How many actions were there when the last sentence was said. */
  said = 0;
  timer = 0;
  /** Whether it is asked if the turn shall be submitted. */
  isAsking = false;
  /** What ends all listening. */
  closing = new AbortController();

  /** @param {HTMLElement} desk @param {SVGSVGElement} svg */
  constructor(desk, svg, draft = "") {
    this.desk = desk;
    this.turn = this.begin(draft);
    this.board = new BoardGrid(svg, this);
    this.listen(this.closing);
    desk.classList.add("is-scripted");
    this.open("opened");
  }

  begin(sent = "") {
    const draft = JSON.parse(sent);
    // The page of a game has the first position as it is drawn.
    draft.board ??= new XMLSerializer().serializeToString(/** @type {Element} */ (find("board")));
    const place = /** @type {Record<string, string>} */ ({ ...this.desk.dataset });
    return new HalfMadeTurn(place, draft, (happened) => this.show(happened));
  }

  open(happened = "") {
    for (const id of ["turn-ask", "turn-movable"]) {
      const usual = id === "turn-ask" && matchMedia(PHONE).matches ? "yes" : "no";
      const found = box(id);
      if (found) found.checked = (remembered(id) || usual) === "yes";
    }
    this.show(happened);
    this.turn.resume();
  }

  get what() { return this.desk.dataset.what ?? "turn"; }
  get mayUndo() { return this.turn.mayUndo; }

  // What is shown.

  show(happened = "") {
    const { turn: { draft }, board } = this;
    this.isAsking = false;
    // A half-made turn may have to ask for more before there is a board to show it on.
    if (!board) return;
    if (happened === "submit") return this.submit();
    if (POSITIONED.includes(happened)) {
      // What the address picked is shown without scripts alone, so the board is put in its place at once.
      board.replace(draft.board);
      for (const place of this.desk.querySelectorAll("#turn-words p, #board desc")) place.textContent = draft.words;
    }
    board.draw();
    if (happened !== "waiting") board.label();
    this.showBar();
    this.showText(happened);
    if (happened !== "opened" && happened !== "waiting") this.announce(happened);
  }

  /** What it would mean to go to the square that is looked at. */
  goal() {
    /** @type {import("./draft.js").Pick[][]} */
    const ways = this.turn.targets.get(this.looked) ?? [];
    const labels = ways.map((picks) => picks[picks.length - 1].label);
    return [...new Set(labels)].filter((label) => label !== this.looked).join(" or ");
  }

  /** The question and all that answers it. */
  showBar() {
    const { turn } = this;
    const held = document.activeElement;
    say("turn-question", this.question());
    find("turn-bar")?.classList.toggle("is-fault", !!turn.trouble);
    fill("turn-picks", this.choices().map((choice) => made("li", "", choice)));
    this.showStack();
    enable("turn-undo", this.mayUndo);
    enable("turn-redo", turn.mayRedo);
    enable("turn-restart", turn.mayRestart);
    enable("turn-submit", turn.maySubmit);
    // A choice that was made is gone, and keys go on at the board.
    if (!held?.isConnected) this.board.focus(this.board.focused);
  }

  /** What comes first is most urgent. */
  question() {
    const { turn: { trouble, offer, submitting, remark, draft, question, ways, path, counts, targets, hasPicks }, what } = this;
    const { choices, fault, steps, stop } = draft;
    const isPreselected = path.length && !ways.length && path.every(({ auto }) => auto);
    const isCounting = this.stack().length && counts.length > 1 && targets.size && !path.some(({ pick }) => pick.kind === "way");
    return [
      trouble?.sentence,
      offer && `Another device has a newer half-made turn: ${offer.text}`,
      submitting && "Submitting …",
      this.isAsking && `Submit this ${what}?`,
      remark,
      !hasPicks && fault?.sentence,
      isPreselected && choices?.question,
      isCounting && (ways.length ? "Which is the lowest chip to take along?" : "Where to? Or the lowest chip to take along?"),
      ways.length && "There is more than one way. Which one?",
      choices || !steps.length ? question : stop.whyOver ? `The turn is over. ${stop.whyOver}` : `That is your whole ${what}.`,
    ].find(Boolean) || "";
  }

  choices() {
    const { turn, turn: { trouble } } = this;
    if (trouble?.status === 401) return [link("Sign in", "/sign-in")];
    if (trouble && (turn.over || trouble.status === 403)) return [link("Load the game again", location.pathname)];
    if (turn.offer) return [button(() => turn.decide(true), "Use that"), button(() => turn.decide(), "Keep this")];
    if (this.isAsking) return [button(() => this.end(), "Submit it", "button strong"), button(() => this.show("said"), "Not yet")];
    if (turn.busy || turn.isClosed) return [];
    const hasStack = this.stack().length > 0;
    const found = turn.buttons.filter(({ kind }) => !hasStack || kind !== "count")
      .map((choice) => button(() => turn.pressButton(choice), choice.label));
    if (turn.mayTakeAll) found.push(button(() => turn.gather?.squares.forEach((square) => turn.sweep(square)), "Take all"));
    return found;
  }

  /** The pieces that are picked, or else looked at, where stacks are; bottom first. */
  stack() { return this.turn.draft.stacks[this.turn.clicked[0] ?? this.looked] ?? []; }

  /** Draw the stack large: a click on a chip lets it and all above it go along. */
  showStack() {
    const { turn } = this;
    const counts = turn.clicked.length && !turn.busy ? turn.counts : [];
    const going = Number(turn.path.find(({ pick }) => pick.kind === "count")?.pick.value ?? -1);
    const stack = this.stack();
    const chips = stack.map(([words, look, upwards]) => {
      const way = counts.find(({ value }) => value === String(upwards));
      const chip = way ? button(() => turn.pressButton(way)) : made("span");
      chip.className = `chip chip-${look}${upwards <= going ? " is-going" : ""}`;
      chip.title = way?.label ?? words;
      const number = Object.assign(made("b", "", String(upwards || "")), { ariaHidden: "true" });
      chip.append(number, made("span", "unseen", chip.title));
      return chip;
    });
    const all = stack[0]?.[2];
    if (stack.length) chips.unshift(made("span", "strip-count", `${all} chip${all === 1 ? "" : "s"}`));
    find("turn-strip")?.replaceChildren(...chips);
  }

  /** The turn so far, in words, and what it would mean to stop here. */
  showText(happened = "") {
    const { begun, stop, steps, fault, alerts, notes } = this.turn.draft;
    const title = document.title.replace(/^Not submitted · /, "");
    document.title = begun && !this.turn.over ? `Not submitted · ${title}` : title;
    if (happened === "opened" || happened === "moved") return;
    find("turn-text")?.replaceChildren(made("span", "turn-remark", this.goal() || (steps.length ? stop.words : "")));
    // What was done before is told until something else is done.
    if (happened === "picked") this.desk.querySelector(".turn-bar .flash")?.remove();
    if (happened !== "arrived") return;
    // The bar says what is wrong.
    fill("turn-fault", fault?.legal.length ? [`Possible: ${fault.legal.join(", ")}.`] : []);
    field()?.setAttribute("aria-invalid", String(!!fault));
    // What is under the cursor is never rewritten.
    const typed = field();
    if (typed && document.activeElement !== typed) typed.value = this.turn.text;
    fill("turn-alerts", alerts.map((alert) => made("p", "alert", alert)));
    fill("turn-notes", notes.map((note) => made("p", "notes", note)));
    fill("turn-steps", steps.map(({ text, sentence }) => made("li", "", made("code", "", text), " ", made("span", "", sentence))));
  }

  /** One sentence for those who listen. */
  announce(happened = "") {
    const { picked, targets, draft: { steps, alerts }, path } = this.turn;
    const words = happened === "moved" ? [`${find("turn-due")?.textContent}.`] : [];
    const last = steps.length > this.said && steps[steps.length - 1];
    this.said = steps.length;
    if (happened === "arrived") words.push(last ? `${last.sentence}.` : `Actions so far: ${steps.length}.`, ...alerts);
    else if (happened === "picked" && picked.length) {
      const squares = [...targets.keys()];
      const more = squares.length > MOST_SAID ? ` and ${squares.length - MOST_SAID} more` : "";
      words.push(`${picked.join(", ")} picked.`, squares.length ? `Next: ${squares.slice(0, MOST_SAID).join(", ")}${more}.` : "");
    } else if (happened === "picked" && !path.length) words.push("Nothing is picked.");
    say("turn-live", [...words, this.question()].join(" "));
  }

  look(square = "") {
    this.looked = square;
    if (this.turn.clicked.length) this.showText();
    else this.showStack();
  }

  // What is done.

  /** @param {AbortController} closing */
  listen({ signal }) {
    const { desk } = this;
    const help = /** @type {HTMLDialogElement | null} */ (find("turn-help"));
    /** @type {Record<string, () => void>} */
    const acts = {
      "turn-undo": () => this.undo(),
      "turn-redo": () => this.turn.redo(),
      "turn-restart": () => this.turn.restart(),
      "turn-submit": () => this.submit(),
      "turn-help-open": () => help?.showModal(),
      "turn-help-close": () => help?.close(),
    };
    desk.addEventListener("click", (event) => {
      const act = event.target instanceof Element && acts[event.target.closest("[id]")?.id ?? ""];
      if (!act) return;
      event.preventDefault();
      // The second half of a double click does not answer what the first half asked.
      if (!(this.isAsking && event.detail > 1)) act();
    }, { signal });
    desk.addEventListener("submit", (event) => {
      if (event.target !== field()?.form) return;
      event.preventDefault();
      this.submit();
    }, { signal });
    desk.addEventListener("focusin", ({ target }) => target === field() && field()?.scrollIntoView({ block: "nearest" }), { signal });
    desk.addEventListener("input", ({ target }) => {
      if (target !== field()) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.readTyped(), TYPED);
    }, { signal });
    desk.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement) remembered(target.id, target.checked ? "yes" : "no");
    }, { signal });
    document.addEventListener("keydown", (event) => {
      // What is written to the opponent goes by its own button.
      if (event.target === find("message")) return;
      const key = event.ctrlKey || event.metaKey ? event.key : "";
      if (key === "Enter") this.submit();
      else if (event.target instanceof HTMLTextAreaElement || !this.key(CONTROLLED[key])) return;
      event.preventDefault();
    }, { signal });
    document.querySelector("a.skip")?.addEventListener("click", (event) => {
      event.preventDefault();
      this.board.focus(this.board.focused);
    }, { signal });
    desk.addEventListener("renew", (event) => this.hold(/** @type {CustomEvent} */ (event)), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.turn.save(), { signal });
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
    Object.assign(turn, { over: true, serial: turn.serial + 1 });
    document.title = document.title.replace(/^Not submitted · /, "");
  }

  readTyped() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.turn.type(field()?.value.trim());
  }

  /** A key on the board that is no square and no way to one; whether it meant anything. */
  key(key = "") {
    if (key === "s") find("turn-submit")?.focus();
    find(KEYS[key])?.click();
    return key === "s" || key in KEYS;
  }

  undo() { this.turn.undo(); }

  /** End the turn as it stands, once all that was clicked and typed is known. */
  submit() {
    const { turn } = this;
    if (this.timer) this.readTyped();
    if (turn.busy) turn.wantsSubmit = true;
    else if (!turn.maySubmit) say("turn-live", this.question());
    else this.end();
  }

  /** Submit the turn, after a question if that is wanted. */
  end() {
    this.isAsking = !this.isAsking && !!box("turn-ask")?.checked;
    if (!this.isAsking) this.turn.submit(box("turn-message")?.value);
    else {
      this.showBar();
      say("turn-live", this.question());
      find("turn-picks")?.querySelector("button")?.focus();
    }
  }
}

/** @type {Desk | undefined} */
let opened;

/** Begin with the turn that can be made on the page, if there is one; what was begun on a board before is left. */
export function openDesk(kind = Desk) {
  const desk = find("desk");
  if (!desk || desk.classList.contains("is-scripted")) return;
  opened?.close();
  const svg = desk.querySelector("#board svg.board:not(.is-past)");
  const draft = find("turn-draft")?.textContent;
  opened = draft && svg instanceof SVGSVGElement ? new kind(desk, svg, draft) : undefined;
}

if (find("desk")?.dataset.submit) openDesk();
