// The half-made turn: what the service said about it, what is picked towards its next action, and where it is kept.
// What is legal is the service's word alone. It tells all picks of an action at once, so none of them needs a request.

/**
 * What can be chosen next; without `then` and `action`, what follows has to be asked for. Beside the board, `square` is empty.
 * @typedef {{square: string, label: string, value: string, kind?: string, then?: Choices, action?: string}} Pick
 * @typedef {{question: string, picks: Pick[], gather?: Gather}} Choices
 * Squares that are picked in any order, and at last one of them again.
 * @typedef {{squares: string[], count: number, question: string, last?: {question: string, prefix: string}}} Gather
 * A turn so far; of typed text its legal beginning. Of a stack, each piece in words, its look, and how many chips go from there up.
 * @typedef {{begun: string, steps: {text: string, sentence: string}[], board: string, squares: Record<string, string>,
 *   stacks: Record<string, [string, string, number][]>, words: string, notes: string[], alerts: string[], choices: Choices | null,
 *   stop: {maySubmit: boolean, words: string, whyOver: string}, fault?: {sentence: string, legal: string[]}, after?: string}} Draft
 * @typedef {{status: number, sentence: string, kept?: Kept}} Trouble
 * @typedef {{text: string, at: string}} Kept
 */

/** Milliseconds before something is kept or tried again, and the most of them. */
const [REST, LONGEST] = [2000, 20000];
const LOST = "No connection. Your turn is kept here and goes on as soon as the connection is back.";
/** What passes by itself: no connection, too many requests, a service that is being restarted. */
const PASSING = [0, 408, 429, 502, 503, 504];

/** The service's answer and its status, which is 0 without a connection. @param {Record<string, string>} [form] */
async function ask(address = "", form) {
  try {
    const sent = form && { method: "POST", body: new URLSearchParams(form), keepalive: true };
    const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(30000), ...sent });
    return { sentence: "That is not possible now.", ...await answer.json(), status: answer.status };
  } catch {
    return { status: 0, sentence: LOST };
  }
}

/** What this browser remembers, if it does; nothing is kept of an empty value. @param {string} [value] */
export function remembered(key = "", value) {
  try {
    if (value) localStorage.setItem(key, value);
    else if (value === "") localStorage.removeItem(key);
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Signs for the square of the first pick, for a pick's own one, and for all of those that are told together. */
const [FIRST, OWN, ALL] = ["\ue000", "\ue001", /\ue002(\d)/g];

/**
 * A draft with its choices as a tree. They are sent as deeds (label, action, value, kind) and questions, each of them once,
 * and a tree of their numbers with signs in the place of squares.
 * @returns {Draft}
 */
function unfolded(/** @type {any} */ sent) {
  const { deeds, questions, tree } = sent.choices ?? {};
  /** @returns {Choices} */
  const open = (/** @type {any} */ node, first = "") => {
    if (!Array.isArray(node)) return { question: node.question, picks: [], gather: node };
    const [asked, ...told] = node;
    return {
      question: questions[asked].replace(ALL, (/** @type {number[]} */ ...[, place]) => told[place][1].split(" ").sort().join(", ")),
      picks: told.flatMap(([deed, squares, then]) => squares.split(" ").map((square = "") => {
        const [label, action, value, kind] = deeds[deed].map((text = "") => text.replaceAll(OWN, square).replaceAll(FIRST, first));
        return { square, label: label || square, value: value || square, kind, action, then: then && open(then, first || square) };
      })),
    };
  };
  return { ...sent, choices: tree ? open(tree) : null };
}

/** Whether a pick only says how something goes, so that it may follow from the target. @param {Pick} pick */
const isWay = ({ square, kind }) => !square && (kind === "count" || kind === "way");

/** All squares that can be clicked, each with the picks that lead there. @param {Choices} node @param {Pick[]} path @param {Map<string, Pick[][]>} found */
function reachable(node, path = [], found = new Map()) {
  for (const pick of node.picks) {
    if (isWay(pick) && pick.then && !pick.then.gather) reachable(pick.then, [...path, pick], found);
  }
  for (const pick of node.picks) {
    // What can be clicked as it is needs no other way.
    if (pick.square) found.set(pick.square, [...(path.length && found.get(pick.square) || []), [...path, pick]]);
  }
  return found;
}

/** What stands for picks beside the board; `stays`: how many of those before remain. @param {Pick[]} picks */
function asButton(picks, stays = 0) {
  const beside = picks.filter((pick) => !pick.square);
  const [{ kind = "", value = "" } = {}] = beside;
  return beside.length ? [{ label: beside.map((pick) => pick.label).join(", "), kind, value, picks, stays }] : [];
}

export class HalfMadeTurn {
  /** @type {{pick: Pick, auto: boolean}[]} The picks towards the next action; `auto`: nobody had to make it. */
  path = [];
  /** @type {string[]} */
  gathered = [];
  /** Whether the service refused the set as it is. */
  isMisfit = false;
  /** @type {Pick[][]} The ways to one square, while it is asked which. */
  ways = [];
  /** @type {string[]} The squares of the action that is asked for. */
  pending = [];
  /** @type {string[]} The squares that were clicked meanwhile. */
  queue = [];
  busy = false; submitting = false; wantsSubmit = false; over = false;
  /** @type {Trouble | null} */
  trouble = null;
  /** @type {Kept | null} What another device kept. */
  offer = null;
  remark = "";
  /** @type {Map<string, Draft>} */
  answers = new Map();
  /** @type {string[]} All that was asked for so far; `now` is the place of the present one. */
  moments = [];
  now = 0; serial = 0; timer = 0;
  /** What the service keeps, and since when. @type {Kept} */
  kept = { text: "", at: "" };

  /**
   * @param {Record<string, string>} place  Where the service is asked; a practice board has a draft alone.
   * @param {Draft} sent
   * @param {(happened: "arrived" | "picked" | "waiting" | "said" | "submit") => void} changed
   */
  constructor(place, sent, changed) {
    this.place = place;
    this.key = `turn of ${place.submit}, ${place.player}`;
    this.draft = unfolded(sent);
    this.changed = changed;
    this.answers.set(this.moments[0] = query(sent.begun), this.draft);
    this.preselect();
  }

  // What can be done.

  /** What was typed, as it was; it may be no legal turn. */
  get typed() { return new URLSearchParams(this.moments[this.now]).get("text") ?? ""; }
  get text() { return this.typed || this.draft.begun; }
  get node() { return this.path.length ? this.path[this.path.length - 1].pick.then : this.draft.choices; }
  get gather() { return this.path.length ? this.node?.gather : undefined; }
  /** Whether a whole set is gathered, and one of it is asked for. */
  get isGathered() { return !!this.gather?.last && this.gathered.length === this.gather.count && !this.isMisfit; }
  get clicked() { return squaresOf(this.path.map(({ pick }) => pick)); }
  get picked() { return this.gather ? this.gathered : this.clicked; }
  get openings() { return squaresOf(this.draft.choices?.picks); }
  /** The squares that an arrow leads along: what is asked for, or asked about. */
  get arrow() { return this.ways.length ? [...this.clicked, ...squaresOf(this.ways[0])] : this.pending; }
  /** Whether anybody picked anything. */
  get hasPicks() { return this.ways.length > 0 || this.path.some(({ auto }) => !auto); }
  get isClosed() { return this.over || this.submitting; }
  get mayUndo() { return !this.isClosed && (this.busy || this.hasPicks || this.now > 0); }
  get mayRedo() { return !this.isClosed && !this.busy && this.now + 1 < this.moments.length; }
  get mayRestart() { return !this.isClosed && (this.text !== "" || this.hasPicks); }
  get maySubmit() { return !this.isClosed && !this.draft.fault && this.draft.stop.maySubmit; }
  get mayTakeAll() { return !!this.gather && this.gather.squares.length === this.gather.count && !this.isGathered; }

  /** The squares where what is picked may go, each with its ways. */
  get targets() {
    const { node, gather, gathered, isGathered } = this;
    if (!this.path.length || !node) return new Map();
    if (!gather) return reachable(node);
    const open = isGathered ? gathered : gather.squares.filter((square) => !gathered.includes(square));
    return new Map(open.map((square) => [square, [[{ square, label: square, value: square }]]]));
  }

  get buttons() {
    const ways = this.ways.length ? this.ways : this.node?.picks.map((pick) => [pick]) ?? [];
    return ways.flatMap((picks) => asButton(picks, this.path.length));
  }

  /** The counts among them, also where one is chosen already. */
  get counts() {
    const before = this.ways.length ? [] : this.path.slice(0, -1);
    const again = before.flatMap(({ pick }, index) => pick.then?.picks.flatMap((other) => asButton([other], index + 1)) ?? []);
    return [...this.buttons, ...again].filter(({ kind }) => kind === "count");
  }

  get question() {
    const { gather, gathered } = this;
    if (!gather) return this.node?.question ?? "";
    return this.isGathered && gather.last ? gather.last.question : `${gather.question} ${gathered.length} of ${gather.count}.`;
  }

  // Clicks.

  /** Click a square: pick, put down or go there, whatever is legal; as soon as the service has answered. */
  press(square = "") {
    if (this.isClosed) return;
    if (this.busy) this.queue.push(square);
    else this.act(() => this.gather ? this.collect(this.gather, square) : this.choose(square));
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
    if (ways.length > 1) this.ways = ways;
    else if (ways.length) this.take(ways[0]);
    // A click on what is picked by itself picks it, and only the next one puts it down.
    else if (first && square === held && this.path[0].auto) this.path[0].auto = false;
    else {
      this.drop();
      if (first && square !== held) this.take([first]);
      else if (!held) this.remark = this.draft.choices ? `Nothing can be done with ${square} now.` : "To choose another, undo first.";
    }
  }

  /** Add a square to a set, or take it out again. @param {Gather} gather */
  collect(gather, square = "") {
    const isIn = this.gathered.includes(square);
    if (this.isGathered) return isIn && this.complete(gather, square);
    if (!isIn && this.gathered.length >= gather.count) return;
    this.isMisfit = false;
    if (isIn) this.gathered = this.gathered.filter((name) => name !== square);
    else if (gather.squares.includes(square)) this.gathered.push(square);
    else if (this.gathered.length > 1) this.remark = `${square} cannot be added.`;
    else this.drop(), this.choose(square);
    if (isIn && !this.gathered.length) this.drop();
    if (this.gathered.length === gather.count && !gather.last) this.complete(gather);
  }

  /** Whether a swipe from a square gathers. */
  maySweep(square = "") { return !this.busy && !this.isGathered && !this.isMisfit && !!this.gather?.squares.includes(square); }

  /** Add what is swiped over. */
  sweep(square = "") { if (this.maySweep(square) && !this.gathered.includes(square)) this.press(square); }

  /** Ask for the action that the gathered squares make. @param {Gather} gather */
  complete({ squares, last: place }, last = "") {
    const values = this.path.map(({ pick }) => pick.value);
    const rest = this.gathered.filter((square) => !values.includes(square));
    // What was clicked first may have been taken out again.
    const picks = values.map((value) => (squares.includes(value) && !this.gathered.includes(value) && rest.shift() || value));
    this.go(query(this.draft.begun, "", [...picks, ...rest, ...(place ? [place.prefix + last] : [])]));
  }

  /** Choose what is beside the board. @param {{picks: Pick[], stays: number}} choice */
  pressButton({ picks, stays }) {
    if (this.isClosed || this.busy) return;
    this.act(() => {
      this.path = this.path.slice(0, stays).map(({ pick }, index) => ({ pick, auto: index > 0 }));
      this.take(picks);
    });
  }

  /** Make picks, and those that follow by themselves: one between piece and target if it is the only one. @param {Pick[]} picks */
  take(picks, auto = false) {
    const { path, draft: { begun } } = this;
    const last = picks[picks.length - 1];
    const { action, then } = last;
    picks.forEach((pick, index) => path.push({ pick, auto: auto || index > 0 }));
    this.ways = [];
    if (action) {
      this.pending = this.clicked;
      this.go(query(begun ? `${begun}, ${action}` : action));
    } else if (!then) {
      this.go(query(begun, "", path.map(({ pick }) => pick.value)), undefined, last);
    } else {
      this.gathered = then.gather ? this.clicked : [];
      const [sole, ...others] = then.picks;
      if (sole?.then && !others.length && isWay(sole)) this.take([sole], true);
    }
  }

  drop() { Object.assign(this, { path: [], gathered: [], ways: [], isMisfit: false }); }

  /** Put down what is picked; whether there was anything. */
  putDown() {
    const isHeld = !this.busy && this.path.length > 0;
    if (isHeld) this.act(() => (this.ways.length ? this.ways = [] : this.drop()));
    return isHeld;
  }

  /** Pick the only piece that can go on, which is never the first of a turn. */
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
    else if (this.gathered.length > 1) this.gathered.pop();
    else {
      while (this.path.pop()?.auto);
      this.gathered = [];
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

  /** Go on with what somebody types; what is typed in one go is taken back in one go. */
  type(typed = "") {
    if (this.isClosed || typed === this.text) return;
    this.cancel();
    this.go(query("", typed), this.typed ? this.now : this.now + 1);
  }

  // Asking.

  /** Forget what is asked for, and what was clicked since. */
  cancel() {
    this.serial += 1;
    this.settle(null);
    this.preselect();
  }

  /** @param {Trouble | null} trouble */
  settle(trouble) {
    Object.assign(this, { busy: false, submitting: false, wantsSubmit: false, queue: [], pending: [], trouble });
  }

  /**
   * Go to what a query asks for, at once if it is known. A later one makes it void.
   * @param {number} [at]  Where it stands among the moments; -1 if each of its actions is a moment.
   * @param {Pick} [open]  The pick whose choices were left out, if it is these that are asked for.
   */
  async go(asked = "", at = this.now + 1, open) {
    this.serial += 1;
    /** @type {Draft | undefined} */
    let draft = this.answers.get(asked);
    if (!draft) {
      this.busy = true;
      this.changed("waiting");
      const sent = await this.persist(`${this.place.draft}&${asked}`);
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
    Object.assign(this, { draft, pending: [], trouble: null, remark: "" });
    this.insert(asked, at);
    this.preselect();
    this.keep();
    this.changed("arrived");
    this.drain();
  }

  /** Put what was asked for among the moments. */
  insert(asked = "", at = 0) {
    const { steps, begun, fault } = this.draft;
    const before = steps.map((_, index) => query(steps.slice(0, index).map(({ text }) => text).join(", ")));
    if (at < 0) this.moments = before;
    this.now = at < 0 ? before.length : at;
    const moment = asked.startsWith("text=") && (fault || at >= 0) ? asked : query(begun);
    if (this.moments[this.now] !== moment) this.moments.splice(this.now, Infinity, moment);
  }

  /** Do what was clicked meanwhile. What comes after something that is not legal any more is left. */
  drain() {
    while (this.queue.length && !this.busy) {
      const [square, ...rest] = this.queue;
      const isLegal = [...this.targets.keys(), ...this.openings, ...this.gathered].includes(square);
      this.queue = isLegal ? rest : [];
      this.press(square);
    }
    if (this.wantsSubmit && !this.busy) this.changed("submit");
  }

  /** Ask until there is an answer, unless something else is asked; a refusal is kept as trouble. @param {Record<string, string>} [form] */
  async persist(address = "", form) {
    const serial = ++this.serial;
    for (let rest = REST; serial === this.serial; rest = Math.min(2 * rest, LONGEST)) {
      const said = await ask(address, form);
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
    this.settle(trouble);
    this.isMisfit = !!this.gather;
    this.over = trouble.status === 409;
    this.changed("said");
  }

  // Submitting and keeping.

  /** Submit the turn; again and again, as the same order, until the service has answered. With it go words for the opponent. */
  async submit(words = "") {
    const { draft: { begun: text }, place: { csrf, turn, submit } } = this;
    this.wantsSubmit = false;
    if (this.busy || !this.maySubmit) return;
    clearTimeout(this.timer);
    this.submitting = true;
    this.changed("waiting");
    const said = await this.persist(submit, { csrf, turn, text, act: "submit", words });
    if (!said) return;
    remembered(this.key, "");
    this.over = true;
    location.assign(said.address);
  }

  /** Keep the turn in this browser at once, and soon on the service: there, its legal beginning. */
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
    else if (said.kept) this.propose(said.kept);
    else if ([401, 403, 409].includes(said.status)) this.refuse(said);
    else if (PASSING.includes(said.status)) this.timer = window.setTimeout(() => this.save(), LONGEST);
  }

  /** Remember what the service keeps. @param {Kept} kept */
  agree(kept) {
    this.kept = kept;
    this.keep();
  }

  /** Ask whether to take what another device kept. @param {Kept} kept */
  propose(kept) {
    if (kept.text === this.draft.begun) return this.agree(kept);
    this.offer = kept;
    this.changed("said");
  }

  decide(isTheirs = false) {
    const kept = /** @type {Kept} */ (this.offer);
    this.offer = null;
    this.agree(kept);
    if (isTheirs) this.go(query("", kept.text), -1);
    this.changed("said");
  }

  /** Go on with the turn that was left half-made: here, or on another device. */
  async resume() {
    const { keep, turn } = this.place;
    if (!keep) return;
    const found = JSON.parse(remembered(this.key) || "{}");
    const here = found.turn === turn ? found : { text: "", since: "" };
    const { text = "", at = here.since } = await ask(`${keep}?turn=${turn}`);
    // Whoever has begun meanwhile is not interrupted, but asked.
    const isFresh = this.now === 0 && !this.busy && !this.hasPicks;
    const begun = here.text || text;
    this.kept = { text, at };
    if (isFresh && begun) this.go(query("", begun), -1);
    if (text && text !== begun && at !== here.since) this.propose(this.kept);
  }
}

/** The squares of picks that are clicks on the board. @param {Pick[]} picks */
const squaresOf = (picks = []) => picks.flatMap(({ square }) => square || []);

/** The part of an address that asks for a text and what is picked after it. @param {string[]} picks */
function query(begun = "", typed = "", picks = []) {
  return String(new URLSearchParams([typed ? ["text", typed] : ["begun", begun], ...picks.map((pick) => ["pick", pick])]));
}
