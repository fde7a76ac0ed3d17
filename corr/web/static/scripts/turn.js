// The page on which a turn is made: the half-made turn, the board, and what stands around them.

import { BoardGrid, find, made } from "./board.js";
import { HalfMadeTurn } from "./draft.js";
import { remembered } from "./memory.js";

/** Milliseconds without a key after which what was typed is read. */
const TYPED = 350;
const PHONE = matchMedia("(max-width: 37.49rem), (pointer: coarse)");

/** @param {() => void} onclick */
const button = (onclick, text = "", look = "button") => Object.assign(made("button", look, text), { type: "button", onclick });
const link = (text = "", href = "") => Object.assign(made("a", "button", text), { href });

/** Put a text into an element that says something else. */
function say(id = "", text = "") {
  const element = find(id);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Put elements or texts into an element, which is hidden without any. @param {(Node | string)[]} parts */
function fill(id = "", parts) {
  find(id)?.replaceChildren(...parts);
  find(id)?.toggleAttribute("hidden", !parts.length);
}

/** @returns {any} */
const box = (id = "turn-typed") => find(id);

export class Desk {
  looked = "";
  /** How many actions were told. */
  said = 0;
  timer = 0;
  isAsking = false;
  /** Ends all listening. */
  closing = new AbortController();

  /** @param {HTMLElement} desk @param {SVGSVGElement} svg */
  constructor(desk, svg, draft = "") {
    this.desk = desk;
    this.turn = this.begin(draft);
    this.board = new BoardGrid(svg, this);
    this.listen();
    desk.classList.add("is-scripted");
    this.open("opened");
  }

  begin(sent = "") {
    const draft = JSON.parse(sent);
    // The page of a game has the first position as it is drawn.
    draft.board ??= new XMLSerializer().serializeToString(box("board"));
    return new HalfMadeTurn({ ...this.desk.dataset }, draft, (happened) => this.show(happened));
  }

  open(happened = "") {
    for (const id of ["turn-ask", "turn-movable"]) {
      const usual = id === "turn-ask" && PHONE.matches ? "yes" : "no";
      Object.assign(box(id) ?? {}, { checked: (remembered(id) || usual) === "yes" });
    }
    this.show(happened);
    this.turn.resume();
  }

  get mayUndo() { return this.turn.mayUndo; }

  show(happened = "") {
    const { turn: { draft }, board } = this;
    this.isAsking = false;
    // More may be asked for before there is a board.
    if (!board) return;
    if (happened === "submit") return this.submit();
    // What the address picked is shown only without scripts, so the board replaces it.
    if (["opened", "moved", "arrived"].includes(happened)) {
      board.replace(draft.board);
      for (const place of this.desk.querySelectorAll("#turn-words p, #board desc")) place.textContent = draft.words;
    }
    board.draw();
    if (happened !== "waiting") board.label();
    this.showBar();
    this.showText(happened);
    if (happened !== "opened" && happened !== "waiting") this.announce(happened);
  }

  showBar() {
    const { turn } = this;
    const held = document.activeElement;
    say("turn-question", this.question());
    find("turn-bar")?.classList.toggle("is-fault", !!turn.trouble);
    fill("turn-picks", this.choices().map((choice) => made("li", "", choice)));
    this.showStack();
    const acts = { undo: this.mayUndo, redo: turn.mayRedo, restart: turn.mayRestart, submit: turn.maySubmit };
    for (const [act, may] of Object.entries(acts)) {
      Object.assign(find(`turn-${act}`) ?? {}, { disabled: !may, ariaDisabled: String(!may) });
    }
    // A choice that was made is gone, and keys go on at the board.
    if (!held?.isConnected) this.board.focus(this.board.focused);
  }

  /** What comes first is most urgent. */
  question() {
    const { trouble, offer, submitting, remark, question, ways, path, counts, targets, hasPicks } = this.turn;
    const { choices, fault, steps, stop } = this.turn.draft;
    const { what = "turn" } = this.desk.dataset;
    const isPreselected = path.length && !hasPicks;
    const isCounting = this.stack().length && counts.length > 1 && targets.size && !path.some(({ pick }) => pick.kind === "way");
    return [
      trouble?.sentence,
      offer?.question,
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
    if (turn.offer) return Object.entries(turn.offer.answers).map(([words, act]) => button(act, words));
    if (this.isAsking) return [button(() => this.end(), "Submit it", "button strong"), button(() => this.show("said"), "Not yet")];
    if (turn.busy || turn.isClosed) return [];
    const hasStack = this.stack().length > 0;
    const found = turn.buttons.filter(({ kind }) => !hasStack || kind !== "count")
      .map((choice) => button(() => turn.pressButton(choice), choice.label));
    if (turn.set?.mayTakeAll) found.push(button(() => turn.set?.takeAll(), "Take all"));
    return found;
  }

  /** The stack that is picked, or else looked at; bottom first. */
  stack() { return this.turn.draft.stacks[this.turn.clicked[0] ?? this.looked] ?? []; }

  /** The stack, large: a click on a chip lets it and all above go along. */
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
      const number = made("b", "", String(upwards || ""));
      number.ariaHidden = "true";
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
    // What it would mean to go to what is looked at, unless that is asked.
    const ways = this.turn.ways.length ? [] : this.turn.targets.get(this.looked);
    const labels = new Set(ways?.map((picks) => picks.at(-1)?.label));
    labels.delete(this.looked);
    const remark = [...labels].join(" or ") || (steps.length ? stop.words : "");
    find("turn-text")?.replaceChildren(made("span", "turn-remark", remark));
    // What was done before is told until something else is done.
    if (happened === "picked") this.desk.querySelector(".turn-bar .flash")?.remove();
    if (happened !== "arrived") return;
    // A phone hides the bar from who types.
    const why = PHONE.matches && fault?.sentence;
    fill("turn-fault", [why, fault?.legal.length && ` Possible: ${fault.legal.join(", ")}.`].flatMap((words) => words || []));
    box()?.setAttribute("aria-invalid", String(!!fault));
    // What is under the cursor is never rewritten.
    if (box() && document.activeElement !== box()) box().value = this.turn.text;
    fill("turn-alerts", alerts.map((alert) => made("p", "alert", alert)));
    fill("turn-notes", notes.map((note) => made("p", "notes", note)));
    fill("turn-steps", steps.map(({ text, sentence }) => made("li", "", made("code", "", text), " ", made("span", "", sentence))));
  }

  /** A sentence for those who listen. */
  announce(happened = "") {
    const { picked, targets, draft: { steps, alerts }, path } = this.turn;
    const words = happened === "moved" ? [`${find("turn-due")?.textContent}.`] : [];
    const last = steps.length > this.said && steps.at(-1);
    this.said = steps.length;
    if (happened === "arrived") words.push(last ? `${last.sentence}.` : `Actions so far: ${steps.length}.`, ...alerts);
    else if (happened === "picked" && picked.length) {
      const squares = [...targets.keys()];
      const more = squares.length > 8 ? ` and ${squares.length - 8} more` : "";
      words.push(`${picked.join(", ")} picked.`, squares.length ? `Next: ${squares.slice(0, 8).join(", ")}${more}.` : "");
    } else if (happened === "picked" && !path.length) words.push("Nothing is picked.");
    say("turn-live", [...words, this.question()].join(" "));
  }

  look(square = "") {
    this.looked = square;
    if (this.turn.clicked.length) this.showText();
    else this.showStack();
  }

  /** @param {EventTarget | null} target @param {(event: any) => void} act */
  on(target, kind = "", act) { target?.addEventListener(kind, act, this.closing); }

  listen() {
    const { desk } = this;
    /** @type {any} */
    const acts = {
      "turn-undo": () => this.undo(),
      "turn-redo": () => this.turn.redo(),
      "turn-restart": () => this.turn.restart(),
      "turn-submit": () => this.submit(),
    };
    this.on(desk, "click", (event) => {
      const act = acts[event.target.closest("[id]")?.id];
      if (!act) return;
      event.preventDefault();
      // The second half of a double click answers nothing that the first asked.
      if (!(this.isAsking && event.detail > 1)) act();
    });
    this.on(desk, "input", ({ target }) => {
      if (target !== box()) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.readTyped(), TYPED);
    });
    this.on(desk, "change", ({ target: { id, type, checked } }) => type === "checkbox" && remembered(id, checked ? "yes" : "no"));
    this.on(document, "keydown", (event) => {
      const { target, key, ctrlKey, metaKey } = event;
      // What is written to the opponent goes by its own button.
      if (target === find("message") || !(ctrlKey || metaKey)) return;
      if (key === "Enter") this.submit();
      else if (!/^[zy]$/.test(key) || target.matches("textarea")) return;
      else find(key === "z" ? "turn-undo" : "turn-redo")?.click();
      event.preventDefault();
    });
    this.on(document.querySelector("a.skip"), "click", (event) => {
      event.preventDefault();
      this.board.focus(this.board.focused);
    });
    this.on(document, "visibilitychange", () => document.hidden && this.turn.save());
    // What the browser shows again may be a turn that was submitted since.
    this.on(window, "pageshow", ({ persisted }) => persisted && location.reload());
  }

  readTyped() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.turn.type(box()?.value.trim());
  }

  undo() { this.turn.undo(); }

  /** End the turn, once all that was clicked and typed is known. */
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
    if (!this.isAsking) this.turn.submit(box("turn-form"));
    else {
      this.showBar();
      say("turn-live", this.question());
      find("turn-picks")?.querySelector("button")?.focus();
    }
  }
}

/** @type {Desk | undefined} */
export let opened;

export function openDesk(kind = Desk) {
  const desk = find("desk");
  if (!desk || desk.matches(".is-scripted")) return;
  const svg = desk.querySelector("#board svg.board:not(.is-past)");
  const draft = find("turn-draft")?.textContent;
  opened = draft && svg instanceof SVGSVGElement ? new kind(desk, svg, draft) : undefined;
}

if (find("desk")?.dataset.submit) openDesk();
