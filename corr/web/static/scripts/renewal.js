// What an open page does with another copy of it that has news: it shows them, but takes nothing from whoever is at work there.

import { find } from "./live.js";
import { merge, mergeChildren } from "./merge.js";

/** What parts of a page tell to whoever has not seen them. @param {ParentNode} page */
function newsOf(page) {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-news]"));
  return [...parts].map(({ dataset }) => ({ words: dataset.news ?? "", key: `${dataset.said ?? ""} ${dataset.news}` }));
}

/** The last turn of another copy of the page, in words; in notation where words cannot be had. @param {Document} page */
async function lastTurn(page) {
  const { news = "", player = "" } = /** @type {HTMLElement | null} */ (page.querySelector("[data-player][data-news]"))?.dataset ?? {};
  const { turns, now, query = "" } = page.getElementById("history")?.dataset ?? {};
  const answer = turns && await fetch(`${turns}${now}.json${query}`, { signal: AbortSignal.timeout(30000) }).catch(() => null);
  /** @type {{sentence: string}[]} */
  const steps = answer && answer.ok ? (await answer.json()).steps : [];
  return { news, words: steps.length ? `${player} played: ${steps.map(({ sentence }) => sentence).join(". ")}.` : news };
}

/** What is shown here, and in another copy of the page. @param {Document} page */
const mains = (page) => [document, page].map((copy) => /** @type {HTMLElement} */ (copy.getElementById("main")));

/** Show what has changed; what is told of it, and whether the board had to stay as it was. @param {Document} page */
export async function renew(page) {
  const [main, fresh] = mains(page);
  const known = new Set(newsOf(document).map(({ key }) => key));
  const told = newsOf(fresh).filter(({ key }) => !known.has(key)).map(({ words }) => words);
  const { news, words } = await lastTurn(page);
  if (told.includes(news)) {
    told.splice(told.indexOf(news), 1);
    told.unshift(words);
    page.querySelector(".turn-before")?.replaceChildren(words);
  }
  // What comes while somebody looks is told below the board; a line above it would move it.
  if (!document.querySelector(".unread-line")) page.querySelector(".unread-line")?.remove();
  const { version } = fresh.dataset;
  const held = await hold(page);
  if (held === null) await show(page);
  else {
    mergeParts(page, [".desk-head > .seats", "#ending", ".desk-side"]);
    see(page);
  }
  main.dataset.version = version;
  find("desk")?.dispatchEvent(new Event("renewed"));
  return { told: [...told, held ?? ""], isHeld: !!held };
}

/** Let the form of a half-made turn know which draw offer is shown now. @param {Document} page */
function see(page) {
  const [here, fresh] = [document, page].map((copy) => copy.querySelector("#turn-form [name=seen_offer]"));
  if (here && fresh) here.setAttribute("value", fresh.getAttribute("value") ?? "");
}

/** The board on which a turn is made, if there is one. */
const opened = async () => (find("desk")?.matches(".is-scripted") ? (await import("./turn.js")).opened : undefined);

/**
 * Why the board has to stay as it is; empty if the same turn is to be made on both, or is on its way; null if it need not stay.
 * @param {Document} page
 */
async function hold(page) {
  const turn = find("desk")?.dataset.turn;
  if (turn && turn === page.getElementById("desk")?.dataset.turn) return "";
  const made = (await opened())?.turn;
  const typed = find("turn-typed");
  const isTyped = typed instanceof HTMLTextAreaElement && !!typed.value;
  if (!made || !(made.text || made.hasPicks || made.busy || made.submitting || isTyped)) return null;
  return made.submitting ? "" : "The game has gone on. Your half-made turn is still here.";
}

/** @param {Document} page @param {string[]} parts */
function mergeParts(page, parts) {
  for (const part of parts) {
    const [here, fresh] = [document, page].map((copy) => copy.querySelector(part));
    if (here && fresh) merge(here, fresh);
  }
}

/** Show the page as it is now; an earlier position that is looked at stays. @param {Document} page */
export async function show(page) {
  const [main, fresh] = mains(page);
  const [here, there] = [find("desk"), page.getElementById("desk")];
  if (!here || !there) return merge(main, fresh);
  const past = here.querySelector("#board > .is-past");
  const before = past ? null : boardOf(here);
  const position = past && find("position");
  const made = find("turn-draft");
  const draft = page.getElementById("turn-draft");
  leave(await opened());
  for (const name of Object.keys(here.dataset)) delete here.dataset[name];
  mergeChildren(here, there);
  if (past) {
    find("board")?.querySelector("svg.board")?.setAttribute("hidden", "");
    find("board")?.prepend(past);
  }
  if (position) find("position")?.replaceWith(position);
  here.classList.remove("is-scripted");
  made?.remove();
  if (draft) here.after(draft);
  if (made || draft) (await import("./turn.js")).openDesk();
  if (find("history")) await import("./history.js");
  const after = boardOf(here);
  if (!before || !after || before.dataset.rows !== after.dataset.rows) return;
  const { layerOf, slide } = await import("./slides.js");
  slide(after, layerOf(before));
}

/** @param {Element} desk @returns {SVGElement | null} */
const boardOf = (desk) => desk.querySelector("#board svg.board:not(.is-past)");

/** Leave the board to another one. @param {import("./turn.js").Desk} [desk] */
function leave(desk) {
  if (!desk) return;
  desk.closing.abort();
  [desk.timer, desk.turn.timer].forEach(clearTimeout);
  Object.assign(desk.turn, { over: true, serial: desk.turn.serial + 1 });
  document.title = document.title.replace(/^Not submitted · /, "");
}
