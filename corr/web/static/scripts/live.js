// What an open page shows by itself: a turn, a message, an offer; and in how many games it is the player's turn.
// It asks the service now and then, which says when to ask again, and nothing while nobody looks.

/** Seconds until it asks again without an answer: at first, and at most. */
const [REST, LONGEST] = [15, 600];
/** Milliseconds for which news stand on the page. */
const SHOWN = 8000;
/** Milliseconds for which a turn that was submitted is seen before the page goes on. */
const SEEN = 2000;
/** Seconds for which it is known how a board was turned. */
const YEAR = 31_536_000;
const SIGNED_OUT = "You are signed out.";

/** What the service tells of the games of the player, and of the game on the page. @typedef {{games?: string, waiting?: number, version?: number, said?: number}} News */

export const find = (id = "") => document.getElementById(id);
const main = () => /** @type {HTMLElement} */ (find("main"));

/** The title of the page with the number of games that wait. */
function count(waiting = 0) {
  const sign = waiting ? `(${waiting}) ` : "";
  document.title = document.title.replace(/^(Not submitted · )?(\(\d+\) )?/, (_, begun = "") => begun + sign);
  const number = find("waiting");
  const digits = number?.querySelector("b");
  if (digits && digits.textContent !== String(waiting)) digits.textContent = String(waiting);
  number?.toggleAttribute("hidden", !waiting);
}

class OpenPage {
  /** Where the page is fetched from again, whatever address scripts show meanwhile. */
  address = location.pathname + location.search;
  tag = "";
  timer = 0;
  hider = 0;
  since = Date.now();
  rest = REST;
  isAsking = false;
  /** Before this moment it asks nothing, even if somebody comes back: it has asked too often. */
  silentUntil = 0;

  constructor() {
    const box = document.createElement("p");
    box.className = "live-news";
    box.id = "live-news";
    box.setAttribute("role", "status");
    this.box = box;
    this.place();
    count(Number(find("waiting")?.querySelector("b")?.textContent ?? 0));
    document.addEventListener("visibilitychange", () => this.look());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.look());
    window.addEventListener("online", () => this.look());
    document.addEventListener("click", (event) => this.flip(event));
    this.ask();
  }

  /** Somebody looks at the page again, or no longer. */
  look() {
    this.since = Date.now();
    this.rest = REST;
    this.ask();
  }

  /** Ask whether anything has changed. */
  async ask() {
    clearTimeout(this.timer);
    if (document.hidden || this.isAsking) return;
    const left = this.silentUntil - Date.now();
    if (left > 0) return this.askAfter(left);
    this.isAsking = true;
    const again = await this.answer().catch(() => this.fail());
    this.isAsking = false;
    if (again) this.askAfter(1000 * again);
  }

  askAfter(milliseconds = 0) { this.timer = window.setTimeout(() => this.ask(), milliseconds); }

  /** Ask once; the seconds until it is to be asked again, or 0 for never. */
  async answer() {
    const { live = "" } = main().dataset;
    const waited = Math.floor((Date.now() - this.since) / 1000);
    const headers = { Accept: "application/json", ...(this.tag && { "If-None-Match": this.tag }) };
    const answer = await fetch(`${live}${live.includes("?") ? "&" : "?"}waited=${waited}`, {
      headers, cache: "no-store", signal: AbortSignal.timeout(30000),
    });
    const again = Number(answer.headers.get("Retry-After") ?? 0);
    if (answer.status === 401) this.say([SIGNED_OUT], { words: "Sign in", address: "/sign-in" });
    if (answer.status === 429) this.silentUntil = Date.now() + 1000 * again;
    if (answer.status === 429 || answer.status >= 500) return Math.max(again, this.fail());
    if (answer.status === 200 && await this.take(await answer.json())) this.tag = answer.headers.get("ETag") ?? "";
    this.rest = REST;
    return again && Math.max(1, again);
  }

  /** Seconds to wait after a fault. */
  fail() {
    const { rest } = this;
    this.rest = Math.min(2 * rest, LONGEST);
    return rest;
  }

  /** Show what is new; whether the page is up to date then. @param {News} news */
  async take(news) {
    if (news.waiting !== undefined) count(news.waiting);
    const isCurrent = () => this.version(news) === this.shown(news);
    if (isCurrent()) return true;
    this.since = Date.now();
    await this.renew();
    return isCurrent();
  }

  /** @param {News} news */
  version({ games, version, said }) { return version === undefined ? games : `${version} ${said}`; }

  /** @param {News} news */
  shown({ version }) { return main().dataset.version + (version === undefined ? "" : ` ${find("messages")?.dataset.said ?? 0}`); }

  /** Fetch the page again, and show what has changed on it. */
  async renew() {
    const page = await this.fetched();
    if (!page) return;
    const { renew } = await import("./renewal.js");
    const { told, isHeld } = await renew(page);
    this.say(told, isHeld ? { words: "Show it", address: this.address } : undefined);
  }

  async fetched() {
    const answer = await fetch(this.address, { cache: "no-cache", signal: AbortSignal.timeout(30000) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return answer.ok && page.getElementById("main")?.dataset.live ? page : null;
  }

  /** Show the game from its other side, which this browser keeps in mind. @param {MouseEvent} event */
  async flip(event) {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const link = target instanceof Element && target.closest("#flip");
    if (!(link instanceof HTMLAnchorElement) || ctrlKey || metaKey || shiftKey) return;
    const [path] = this.address.split("?");
    document.cookie = `turned=${link.search.slice(-1)}; path=${path}; max-age=${YEAR}; samesite=lax`;
    event.preventDefault();
    this.address = path;
    const page = await this.fetched().catch(() => null);
    if (page?.getElementById("main")?.dataset.version !== main().dataset.version) return location.assign(link.href);
    if (location.search) history.replaceState(null, "", path);
    const { show } = await import("./renewal.js");
    await show(/** @type {Document} */ (page));
    find("desk")?.dispatchEvent(new Event("renewed"));
  }

  /** Put the news into the bar, or below the board or what is told there, where they move nothing; elsewhere they end the page. */
  place() {
    const desk = find("desk");
    const bar = desk?.matches(".is-past") ? null : desk?.querySelector(".turn-middle");
    if (!desk || bar) return (bar ?? document.body).append(this.box);
    const place = document.createElement("div");
    place.className = "live-place";
    place.append(this.box);
    (desk.querySelector(".desk-told") ?? find("board"))?.after(place);
  }

  /** Say what is new, and show it for a while; with a link it stays. @param {string[]} news @param {{words: string, address: string}} [link] */
  say(news, link) {
    const words = news.filter(Boolean).join(" ");
    if (!words) return;
    clearTimeout(this.hider);
    this.box.replaceChildren();
    this.place();
    this.box.replaceChildren(words);
    if (link) {
      const button = document.createElement("a");
      button.className = "button";
      button.href = link.address;
      button.textContent = link.words;
      this.box.append(" ", button);
    } else this.hider = window.setTimeout(() => this.box.replaceChildren(), SHOWN);
  }
}

/** Go on from a turn that was submitted: after a moment, or at once with a key or a click; not if anybody stays. @param {HTMLElement} box */
function goOn(box) {
  const { go = "" } = box.dataset;
  const ending = new AbortController();
  const { signal } = ending;
  const stop = () => {
    clearTimeout(timer);
    ending.abort();
    hint?.replaceChildren();
  };
  const leave = () => {
    stop();
    location.assign(go);
  };
  const timer = window.setTimeout(leave, SEEN);
  const hint = find("after-turn-hint");
  const hasKeys = !matchMedia("(hover: none) and (pointer: coarse)").matches;
  if (hint) hint.textContent = `Going on in a moment.${hasKeys ? " Press Esc to stay." : ""}`;
  document.addEventListener("keydown", (event) => {
    if (["Escape", "Tab"].includes(event.key) || (["Enter", " "].includes(event.key) && box.contains(document.activeElement))) stop();
    else if (!event.ctrlKey && !event.altKey && !event.metaKey && event.key !== "Shift") {
      event.preventDefault();
      leave();
    }
  }, { signal });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a, button, input, select, textarea, label, summary")) stop();
    else leave();
  }, { signal });
  // A page that nobody sees waits for somebody.
  document.addEventListener("visibilitychange", stop, { signal });
}

/** On to the next game by one key, but not from where somebody writes or from the board, which has keys of its own. */
document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
  if (key !== "n" || ctrlKey || altKey || metaKey) return;
  if (target instanceof Element && !target.closest("input, textarea, select, .board")) find("next-game")?.click();
});

const box = find("after-turn");
if (box?.dataset.go) goOn(box);
if (main().dataset.live) new OpenPage();
