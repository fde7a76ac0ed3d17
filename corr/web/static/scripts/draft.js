// The half-made turn: what the service said of it, what is picked for its next action, where it is kept. No rules.

import { remembered } from "./memory.js";

/** @import { Choices, Draft, Gather, Kept, Pick, Trouble } from "./told.js" */

/** Milliseconds before a turn is kept or something tried again: at first, and at most. */
const [REST, LONGEST] = [2000, 20000];
const LOST = "No connection. Your turn is kept here and goes on as soon as the connection is back.";
/** What passes by itself: no connection, too many requests, a restart. */
const PASSING = [0, 408, 429, 502, 503, 504];

/** Few turns need these. */
const sets = () => import("./sets.js").then((found) => ({ status: 200, ...found }), () => ({ status: 0, sentence: LOST }));
const left = () => import("./left.js");

/** The service's answer and its status: 0 without a connection. @param {any} [form] */
async function ask(address = "", form) {
  try {
    const sent = form && { method: "POST", body: new URLSearchParams(form), keepalive: true };
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(30000), ...sent });
    return { sentence: "That is not possible now.", ...await answer.json(), status: answer.status };
  } catch {
    return { status: 0, sentence: LOST };
  }
}

/** Signs for the square of the first pick, a pick's own one, and all that are told together. */
const [FIRST, OWN, ALL] = ["\ue000", "\ue001", /\ue002(\d)/g];

/** A draft with its choices as a tree. @param {any} sent @returns {Draft} */
function unfolded(sent) {
  const { deeds, questions, tree } = sent.choices ?? {};
  /** @param {any} node @returns {Choices} */
  const open = (node, first = "") => {
    if (!Array.isArray(node)) return { question: node.question, picks: [], gather: node };
    const [asked, ...told] = node;
    return {
      question: questions[asked].replace(ALL, (/** @type {number[]} */ ...[, place]) => told[place][1].split(" ").sort().join(", ")),
      picks: told.flatMap(([deed, squares, then]) => squares.split(" ").map((square = "") => {
        const [label, action, value, kind, group] = deeds[deed].map((text = "") => text.replaceAll(OWN, square).replaceAll(FIRST, first));
        return { square, label: label || square, value: value || square, kind, group, action, then: then && open(then, first || square) };
      })),
    };
  };
  return { ...sent, choices: tree ? open(tree) : null };
}

/** Whether a pick only says how, so that it may follow from the target. @param {Pick} pick */
const isWay = ({ square, kind }) => !square && (kind === "count" || kind === "way");

/** The squares that can be clicked, each with the ways there. @param {Choices} node @param {Pick[]} path @param {Map<string, Pick[][]>} found */
function reachable(node, path = [], found = new Map()) {
  for (const pick of node.picks) {
    if (isWay(pick) && pick.then) reachable(pick.then, [...path, pick], found);
  }
  for (const pick of node.picks) {
    // What can be clicked as it is needs no other way.
    if (pick.square) found.set(pick.square, [...(path.length && found.get(pick.square) || []), [...path, pick]]);
  }
  return found;
}

/** What stands for picks beside the board; `stays`: how many of those before remain. @param {Pick[]} picks */
function asButton(picks, stays = 0, isChosen = false) {
  const beside = picks.filter(({ square }) => !square);
  return beside.length ? [{ ...beside[0], label: beside.map(({ label }) => label).join(", "), picks, stays, isChosen }] : [];
}

export class HalfMadeTurn {
  /** @type {{pick: Pick, auto: boolean}[]} What is picked towards the next action; `auto`: by itself. */
  path = [];
  /** @type {import("./sets.js").GatheredSet | null} */
  set = null;
  /** @type {Pick[][]} The ways to one square, while it is asked which. */
  ways = [];
  /** @type {string[][]} The clicks and swipes meanwhile. */
  queue = [];
  busy = false; submitting = false; wantsSubmit = false; over = false;
  /** @type {Trouble | null} */
  trouble = null;
  /** @type {import("./left.js").Offer | null} */
  offer = null;
  remark = "";
  /** @type {Map<string, Draft>} */
  answers = new Map();
  /** @type {string[]} What was asked for; `now`: the place of the present one. */
  moments = [];
  now = 0; serial = 0; timer = 0;
  /** What the service keeps, and since when. @type {Kept} */
  kept = { text: "", at: "" };

  /** @param {any} place @param {Draft} sent @param {(happened: string) => void} changed */
  constructor(place, sent, changed) {
    this.place = place;
    this.key = `turn of ${place.submit}, ${place.player}`;
    this.draft = unfolded(sent);
    this.changed = changed;
    this.answers.set(this.moments[0] = query(sent.begun), this.draft);
    this.preselect();
  }

  /** What was typed, legal or not. */
  get typed() { return new URLSearchParams(this.moments[this.now]).get("text") ?? ""; }
  get text() { return this.typed || this.draft.begun; }
  get node() { return this.path.length ? this.path.at(-1)?.pick.then : this.draft.choices; }
  get clicked() { return squaresOf(this.path.map(({ pick }) => pick)); }
  get picked() { return this.set?.squares ?? this.clicked; }
  get openings() { return squaresOf(this.draft.choices?.picks); }
  /** The squares that an arrow leads along. */
  get arrow() { return this.ways.length ? [...this.clicked, ...squaresOf(this.ways[0])] : this.busy ? this.clicked : []; }
  /** Whether anybody picked anything. */
  get hasPicks() { return this.ways.length > 0 || this.path.some(({ auto }) => !auto); }
  get isClosed() { return this.over || this.submitting; }
  get mayUndo() { return !this.isClosed && (this.busy || this.hasPicks || this.now > 0); }
  get mayRedo() { return !this.isClosed && !this.busy && this.now + 1 < this.moments.length; }
  get mayRestart() { return !this.isClosed && (this.text !== "" || this.hasPicks); }
  get maySubmit() { return !this.isClosed && !this.draft.fault && this.draft.stop.maySubmit; }

  /** The squares where what is picked may go, each with its ways. @returns {Map<string, Pick[][]>} */
  get targets() {
    if (!this.path.length || !this.node) return new Map();
    const picks = this.set?.open.map((square) => ({ square, label: square, value: square }));
    return reachable(picks ? { question: "", picks } : this.node);
  }

  /** What can be chosen beside the board, also the numbers of which one is chosen already. */
  get buttons() {
    const ways = this.ways.length ? this.ways : this.node?.picks.map((pick) => [pick]) ?? [];
    const before = this.ways.length ? [] : this.path.slice(0, -1);
    const again = before.flatMap(({ pick: { then } }, index) => {
      const chosen = this.path[index + 1].pick;
      const others = chosen.group && then?.picks[1] ? then.picks : [];
      return others.flatMap((other) => asButton([other], index + 1, other === chosen));
    });
    return [...again, ...ways.flatMap((picks) => asButton(picks, this.path.length))];
  }

  /** The square of which it is asked how to go there. */
  get asked() { return this.ways[0]?.at(-1)?.square ?? ""; }

  get question() { return this.set?.question ?? this.node?.question ?? ""; }

  // Clicks.

  /** Click a square, or swipe over some, as soon as the service has answered. @param {string[]} squares */
  press(...squares) {
    if (this.isClosed) return;
    if (this.busy) this.queue.push(squares);
    else this.act(() => this.set ? this.set.press(...squares) : this.choose(squares[0]));
  }

  /** @param {() => void} deed */
  act(deed) {
    const { serial } = this;
    this.remark = "";
    if (!this.busy) this.trouble = null;
    deed();
    if (serial === this.serial) this.changed("picked");
  }

  choose(square = "") {
    const [held] = this.clicked;
    const ways = this.targets.get(square) ?? [];
    const first = this.draft.choices?.picks.find((pick) => pick.square === square);
    // The second click on a target takes the first of the ways there.
    if (this.asked === square && ways.length > 1) this.take(this.ways[0]);
    else if (ways.length > 1) this.ways = ways;
    else if (ways.length) this.take(ways[0]);
    // The first click on what was picked by itself keeps it.
    else if (first && square === held && this.path[0].auto) this.path[0].auto = false;
    else {
      this.drop();
      if (first && square !== held) this.take([first]);
      else if (!held) this.remark = this.draft.choices ? `Nothing on ${square} can move now.` : "To choose another, undo first.";
    }
  }

  /** @param {{picks: Pick[], stays: number}} choice */
  pressButton({ picks, stays }) {
    if (this.isClosed || this.busy) return;
    this.act(() => {
      this.path = this.path.slice(0, stays).map(({ pick }, index) => ({ pick, auto: index > 0 }));
      this.take(picks);
    });
  }

  /** Make picks, and those that follow: a sole one between piece and target. @param {Pick[]} picks */
  take(picks, auto = false) {
    const { path, draft: { begun } } = this;
    const last = picks[picks.length - 1];
    const { action, then } = last;
    picks.forEach((pick, index) => path.push({ pick, auto: auto || index > 0 }));
    this.ways = [];
    if (action) {
      this.go(query(begun ? `${begun}, ${action}` : action));
    } else if (!then) {
      this.go(query(begun, "", path.map(({ pick }) => pick.value)), undefined, last);
    } else if (then.gather) {
      this.collect(then.gather);
    } else {
      const [sole, ...others] = then.picks;
      if (sole?.then && !others.length && isWay(sole)) this.take([sole], true);
      // What is needed soon is there in time.
      else if (then.picks.some((pick) => pick.then?.gather)) void sets();
    }
  }

  /** @param {Gather} gather */
  async collect(gather) {
    this.busy = true;
    this.changed("waiting");
    const found = await this.persist(sets);
    if (!found) return;
    Object.assign(this, { busy: false, trouble: null, set: new found.GatheredSet(this, gather) });
    this.changed("picked");
    this.drain();
  }

  drop() { Object.assign(this, { path: [], set: null, ways: [] }); }

  putDown() {
    if (!this.busy && this.path.length) this.act(() => (this.ways.length ? this.ways = [] : this.drop()));
  }

  /** Pick the only piece that can go on, but never the first of a turn. */
  preselect() {
    this.drop();
    const [sole, ...others] = this.draft.choices?.picks ?? [];
    if (this.draft.begun && sole?.square && sole.then && !others.length) this.take([sole], true);
  }

  // Undo, redo, start again, typing.

  undo() {
    if (!this.mayUndo) return;
    if (!this.busy) return this.hasPicks ? this.act(() => this.unpick()) : this.go(this.moments[this.now - 1], this.now - 1);
    if (!this.queue.pop()) this.cancel();
    this.changed("picked");
  }

  unpick() {
    if (this.ways.length) this.ways = [];
    else if (!this.set?.shrink()) {
      this.set = null;
      while (this.path.pop()?.auto);
      if (!this.path.length) this.preselect();
    }
  }

  redo() { if (this.mayRedo) this.go(this.moments[this.now + 1]); }

  restart() {
    if (!this.mayRestart) return;
    this.cancel();
    if (this.text) this.go(query());
    else this.changed("picked");
  }

  /** Go on with what is typed; what comes in one go is taken back in one go. */
  type(typed = "") {
    if (this.isClosed || typed === this.text) return;
    this.cancel();
    this.go(query("", typed), this.typed ? this.now : this.now + 1);
  }

  // Asking.

  /** Forget what is asked, and what was clicked since. */
  cancel() {
    this.serial += 1;
    this.trouble = null;
    this.settle();
    this.preselect();
  }

  settle() { Object.assign(this, { busy: false, submitting: false, wantsSubmit: false, queue: [] }); }

  /**
   * Go to what a query asks for, at once if it is known. A later one makes it void.
   * `at`: its place among the moments; -1 if each of its actions is one. @param {Pick} [open] Its choices, which were left out, are asked for.
   */
  async go(asked = "", at = this.now + 1, open) {
    this.serial += 1;
    let draft = this.answers.get(asked);
    if (!draft) {
      this.busy = true;
      this.changed("waiting");
      const sent = await this.persist(() => ask(`${this.place.draft}&${asked}`));
      if (!sent) return;
      draft = unfolded(sent);
      this.busy = false;
      if (open && draft.choices && draft.begun === this.draft.begun) {
        open.then = draft.choices;
        this.take([open], this.path.pop()?.auto);
        this.changed("picked");
        return this.drain();
      }
      this.answers.set(asked, draft);
      if (!draft.fault) this.answers.set(query(draft.begun), draft);
    }
    Object.assign(this, { draft, trouble: null, remark: "" });
    this.insert(asked, at);
    this.preselect();
    this.keep();
    this.changed("arrived");
    this.drain();
  }

  insert(asked = "", at = 0) {
    const { steps, begun, fault } = this.draft;
    const before = (fault ? [...steps, ""] : steps).map((_, index) => query(steps.slice(0, index).map(({ text }) => text).join(", ")));
    if (at < 0) this.moments = before;
    this.now = at < 0 ? before.length : at;
    const moment = asked.startsWith("text=") && (fault || at >= 0) ? asked : query(begun);
    if (this.moments[this.now] !== moment) this.moments.splice(this.now, Infinity, moment);
  }

  /** Do what was clicked meanwhile, up to what is not legal any more. */
  drain() {
    while (this.queue.length && !this.busy) {
      const [swiped, ...rest] = this.queue;
      const isLegal = [...this.targets.keys(), ...this.openings, ...this.picked].includes(swiped[0]);
      this.queue = isLegal ? rest : [];
      this.press(...swiped);
    }
    if (this.wantsSubmit && !this.busy) this.changed("submit");
  }

  /** Ask until there is an answer or another question. @param {() => Promise<any>} question */
  async persist(question) {
    const serial = ++this.serial;
    for (let rest = REST; serial === this.serial; rest = Math.min(2 * rest, LONGEST)) {
      const said = await question();
      if (serial !== this.serial) break;
      if (said.status === 200) return said;
      if (!PASSING.includes(said.status)) return this.refuse(said);
      this.trouble = said;
      this.changed("said");
      await new Promise((resolve) => {
        setTimeout(resolve, rest);
        window.addEventListener("online", resolve, { once: true });
      });
    }
  }

  /** @param {Trouble} trouble */
  refuse(trouble) {
    this.settle();
    this.trouble = trouble;
    if (this.set) this.set.isMisfit = true;
    this.over = trouble.status === 409;
    this.changed("said");
  }

  // Submitting and keeping.

  /** Submit the form of the turn, as the same order until there is an answer. @param {any} form */
  async submit(form) {
    this.wantsSubmit = false;
    if (this.busy || !this.maySubmit) return;
    clearTimeout(this.timer);
    this.submitting = true;
    this.changed("waiting");
    form.text.value = this.draft.begun;
    const fields = new FormData(form);
    const said = await this.persist(() => ask(this.place.submit, fields));
    // Then a page asks; news may have filled that in since.
    if (this.trouble?.code === "unseen-draw") {
      form.seen_offer.value = fields.get("seen_offer");
      form.submit();
    }
    if (!said) return;
    remembered(this.key, "");
    this.over = true;
    location.assign(said.address);
  }

  /** Keep the turn in this browser at once, and soon its legal beginning on the service. */
  keep() {
    const { text, kept, place: { keep, turn } } = this;
    if (!keep) return;
    remembered(this.key, text && JSON.stringify({ turn, text, since: kept.at }));
    clearTimeout(this.timer);
    if (this.draft.begun !== kept.text) this.timer = window.setTimeout(() => this.save(), REST);
  }

  async save() {
    const { kept, place: { csrf, turn, keep }, draft: { begun: text } } = this;
    clearTimeout(this.timer);
    if (!keep || this.isClosed || this.offer || text === kept.text) return;
    const said = await ask(keep, { csrf, turn, text, since: kept.at });
    if (said.status === 200) this.agree({ text, at: said.at ?? "" });
    else if (said.kept) (await left()).propose(this, said.kept);
    else if ([401, 403, 409].includes(said.status)) this.refuse(said);
    else if (PASSING.includes(said.status)) this.timer = window.setTimeout(() => this.save(), LONGEST);
  }

  /** @param {Kept} kept */
  agree(kept) {
    this.kept = kept;
    this.keep();
  }

  /** Go on with a turn that was left half-made, here or on another device. */
  async resume() {
    const { keep, turn } = this.place;
    if (!keep) return;
    const found = JSON.parse(remembered(this.key) || "{}");
    const here = found.turn === turn ? found : { text: "", since: "" };
    const { text = "", at = here.since } = await ask(`${keep}?turn=${turn}`);
    this.kept = { text, at };
    if (here.text || text) (await left()).takeUp(this, here);
  }
}

/** The squares of picks that are clicks on the board. @param {Pick[]} picks */
const squaresOf = (picks = []) => picks.flatMap(({ square }) => square || []);

/** The part of an address that asks for a text and what is picked after it. @param {string[]} picks */
export function query(begun = "", typed = "", picks = []) {
  return String(new URLSearchParams([typed ? ["text", typed] : ["begun", begun], ...picks.map((pick) => ["pick", pick])]));
}
