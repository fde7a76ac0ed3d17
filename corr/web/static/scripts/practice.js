// A practice board, which goes on to the board after a turn, and back, without loading pages.

import { BoardGrid, find, pageOf, swap } from "./board.js";
import { query } from "./draft.js";
import { Desk, openDesk } from "./turn.js";

/** The parts of the page that are other ones after a turn. */
const CHANGING = ["#turn-due", "#turn-alerts", "#turn-steps", "#turn-text", "#turn-undo", ".desk-under", ".desk-side"];

class PracticeDesk extends Desk {
  search = location.search;

  listen() {
    super.listen();
    // A link within the page leads to no other board.
    this.on(window, "popstate", () => {
      if (location.search === this.search) return;
      this.board.way = 0;
      this.load(location.href);
    });
    this.on(this.desk, "click", (event) => {
      if (event.target.id !== "flip" || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.flip(event.target);
    });
  }

  /** The address of the board before its last turn. */
  get earlier() { return find("turn-undo")?.getAttribute("href") ?? ""; }
  get mayUndo() { return this.turn.mayUndo || this.earlier !== ""; }

  undo() {
    if (this.turn.mayUndo) this.turn.undo();
    else if (this.earlier) {
      this.board.way = -1;
      this.visit(this.earlier);
    }
  }

  /** Whether the task is done is seen at once. */
  showBar() {
    super.showBar();
    const state = find("task-state");
    const words = state?.dataset[this.turn.draft.done ? "done" : "open"] ?? "";
    if (!state || state.textContent === words) return;
    state.textContent = words;
    find("task")?.classList.toggle("is-done", words === state.dataset.done);
  }

  /** Make the turn, and go on with the board after it. */
  end() {
    const { after } = this.turn.draft;
    if (after) this.visit(`${location.pathname}?${after}`);
  }

  async visit(address = "") {
    if (await this.load(address)) history.pushState(null, "", address);
  }

  /** Show the same board from its other side, with the half-made turn. @param {HTMLAnchorElement} link */
  async flip({ pathname, search }) {
    const address = `${pathname}${search ? `${search}&` : "?"}${query(this.turn.draft.begun)}`;
    if (await this.load(address)) history.replaceState(null, "", address);
  }

  /** Show another board, if a turn can be made there. */
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
    const [here, there] = [this.desk, page].map((copy) => /** @type {SVGSVGElement} */ (copy.querySelector("#board svg")));
    if (here.dataset.rows !== there.dataset.rows) {
      here.replaceWith(there);
      this.board = new BoardGrid(there, this);
    }
    Object.assign(this, { turn: this.begin(draft) });
    this.open("moved");
    return true;
  }
}

openDesk(PracticeDesk);
