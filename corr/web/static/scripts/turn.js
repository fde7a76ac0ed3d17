// The page on which a turn is made: the half-made turn, the board, and what stands around them.

import { BoardGrid, find, made } from "./board.js";
import { HalfMadeTurn } from "./draft.js";
import { recall } from "./memory.js";

/** Milliseconds without a key after which what was typed is read, and for which a second press confirms nothing. */
const TYPED = 350;
const CONFIRMED = 350;
/** Characters of a turn that find room on the button that submits it. */
const LONGEST = 52;
const NARROW = matchMedia("(max-width: 37.49rem)");
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
  /** Since when it is asked whether to submit. */
  askedAt = 0;
  /** Ends all listening. */
  closing = new AbortController();

  /** @param {HTMLElement} desk @param {SVGSVGElement} svg */
  constructor(desk, svg, draft = "") {
    this.desk = desk;
    this.ending = find("turn-submit")?.textContent ?? "";
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
    Object.assign(box("turn-ask") ?? {}, { checked: PHONE.matches });
    recall();
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
    const { turn, isAsking } = this;
    const { steps, begun } = turn.draft;
    const held = document.activeElement;
    say("turn-question", this.question());
    find("turn-bar")?.classList.toggle("is-fault", !!turn.trouble);
    find("turn-bar")?.classList.toggle("is-asking", isAsking);
    say("turn-submit", isAsking ? `Submit ${begun.length > LONGEST ? `these ${steps.length} actions` : begun}?` : this.ending);
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
    const { trouble, offer, submitting, remark, question, ways, path, buttons, targets, asked, hasPicks } = this.turn;
    const { choices, fault, steps, stop } = this.turn.draft;
    const { what = "turn" } = this.desk.dataset;
    const isPreselected = path.length && !hasPicks;
    const isCounting = targets.size && buttons.some(({ group }) => group) && !path.some(({ pick }) => pick.group);
    return [
      trouble?.sentence,
      offer?.question,
      submitting && "Submitting …",
      this.isAsking && `Submit this ${what}?`,
      remark,
      !hasPicks && fault?.sentence,
      isPreselected && choices?.question,
      ways.length && `There are several ways to do that. Pick one, or choose ${asked} again for the first.`,
      isCounting && "Choose a square, or how many chips to take.",
      choices || !steps.length ? question : stop.whyOver ? `The turn is over. ${stop.whyOver}` : `Your ${what} is complete.`,
    ].find(Boolean) || "";
  }

  choices() {
    const { turn, turn: { trouble } } = this;
    if (trouble?.status === 401) return [link("Sign in", "/sign-in")];
    if (trouble && (turn.over || trouble.status === 403)) return [link("Load the game again", location.pathname)];
    if (turn.offer) return Object.entries(turn.offer.answers).map(([words, act]) => button(act, words));
    if (this.isAsking || turn.busy || turn.isClosed) return [];
    /** @type {Map<string, typeof turn.buttons>} */
    const groups = new Map();
    for (const choice of turn.buttons) {
      const title = choice.group || choice.label;
      groups.set(title, [...groups.get(title) ?? [], choice]);
    }
    const found = [...groups].map(([title, choices]) => (choices[0].group
      ? this.numbers(title, choices)
      : button(() => turn.pressButton(choices[0]), title)));
    const [first] = turn.asked ? found : [];
    (first?.querySelector("button") ?? first)?.classList.add("is-usual");
    if (turn.set?.mayTakeAll) found.push(button(() => turn.set?.takeAll(), "Take all of them"));
    return found;
  }

  /** Numbers of chips under what they say, each with the chips that it means. @param {HalfMadeTurn["buttons"]} choices */
  numbers(title = "", choices) {
    const row = made("span", "pick-numbers", ...choices.map((choice) => {
      const { label, value, isChosen } = choice;
      const count = Number(/\d+$/.exec(value));
      const chips = this.stack().filter(([, , upwards]) => upwards && upwards <= count);
      const number = button(() => this.turn.pressButton(choice));
      number.append(String(count), made("span", "pick-chips", ...chips.map(([, look]) => made("i", `chip chip-${look}`))));
      return Object.assign(number, { title: label, ariaLabel: label, ariaPressed: String(isChosen) });
    }));
    Object.assign(row, { role: "group", ariaLabel: title });
    return made("span", "pick-group", made("span", "pick-title", title), row);
  }

  /** The stack that is picked, or else looked at; bottom first. */
  stack() { return this.turn.draft.stacks[this.turn.clicked[0] ?? this.looked] ?? []; }

  /** The stack, large. */
  showStack() {
    const going = Number(this.turn.path.find(({ pick }) => pick.kind === "count")?.pick.value ?? -1);
    const stack = this.stack();
    const chips = stack.map(([words, look, upwards]) => {
      const number = made("b", "", String(upwards || ""));
      number.ariaHidden = "true";
      const chip = made("span", `chip chip-${look}${upwards <= going ? " is-going" : ""}`, number, made("span", "unseen", words));
      chip.title = words;
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
    // What would be possible finds no room in the bar of a phone.
    const why = PHONE.matches && fault?.sentence;
    fill("turn-fault", [why, fault?.legal.length && ` Possible: ${fault.legal.join(", ")}.`].flatMap((words) => words || []));
    box()?.setAttribute("aria-invalid", String(!!fault));
    // What is under the cursor is never rewritten.
    if (box() && document.activeElement !== box()) box().value = this.turn.text;
    // What was typed can be mended where it stands.
    if (this.turn.draft.fault) box()?.closest("details")?.setAttribute("open", "");
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
      "turn-not-yet": () => this.decline(),
    };
    this.on(desk, "click", (event) => {
      const act = acts[event.target.closest("[id]")?.id];
      if (!act) return;
      event.preventDefault();
      act();
    });
    this.on(desk, "input", ({ target }) => {
      if (target !== box()) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.readTyped(), TYPED);
    });
    for (const kind of ["focusin", "focusout"]) this.on(desk, kind, (event) => this.follow(event));
    this.on(document, "keydown", (event) => {
      const { target, key, ctrlKey, metaKey } = event;
      if (key === "Escape" && this.isAsking) this.decline();
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

  /** On a narrow screen the bar lies at its end while somebody types there, and until the focus leaves the bar. @param {any} event */
  follow({ type, target, relatedTarget }) {
    const { classList } = this.desk;
    const goal = type === "focusin" ? target : relatedTarget;
    classList.toggle("is-typing", !!goal && (goal === box() || (classList.contains("is-typing") && !!goal.closest("#turn-bar"))));
    if (type === "focusin" && target === box() && NARROW.matches) find("board")?.scrollIntoView();
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

  /** Submit the turn, after a question on the button itself if that is wanted. */
  end() {
    // The second half of a double click answers nothing that the first asked.
    if (this.isAsking && performance.now() - this.askedAt < CONFIRMED) return;
    this.isAsking = !this.isAsking && !!box("turn-ask")?.checked;
    if (!this.isAsking) {
      this.turn.submit(box("turn-form"));
      return;
    }
    this.askedAt = performance.now();
    this.showBar();
    say("turn-live", this.question());
    find("turn-submit")?.focus();
  }

  /** Go on with the turn instead of submitting it. */
  decline() {
    this.show("said");
    find("turn-submit")?.focus();
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
