// A turn that was left half-made: it goes on where it was, or asks if another device has gone on with it since.

import { query } from "./draft.js";

/**
 * @typedef {import("./draft.js").HalfMadeTurn} HalfMadeTurn
 * @typedef {import("./told.js").Kept} Kept
 * Two turns to choose from: a question, and what follows each answer.
 * @typedef {{question: string, answers: Record<string, () => void>}} Offer
 */

/** Go on with what this browser kept, or else with what the service did. @param {HalfMadeTurn} turn @param {{text: string, since: string}} here */
export function takeUp(turn, here) {
  const { kept, kept: { text, at } } = turn;
  const begun = here.text || text;
  // Whoever has begun meanwhile is not interrupted, but asked.
  if (turn.now === 0 && !turn.busy && !turn.hasPicks) turn.go(query("", begun), -1);
  if (text && text !== begun && at !== here.since) propose(turn, kept);
}

/** Ask whether to take what another device kept. @param {HalfMadeTurn} turn @param {Kept} kept */
export function propose(turn, kept) {
  if (kept.text === turn.draft.begun) return turn.agree(kept);
  const decide = (isTheirs = false) => {
    turn.offer = null;
    turn.agree(kept);
    if (isTheirs) turn.go(query("", kept.text), -1);
    turn.changed("said");
  };
  turn.offer = {
    question: `Another device has a newer half-made turn: ${kept.text}`,
    answers: { "Use that": () => decide(true), "Keep this": () => decide() },
  };
  turn.changed("said");
}
