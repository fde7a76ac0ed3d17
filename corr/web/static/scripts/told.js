// What the service tells the scripts of a page, for those who read and check them: no page loads this. It is written by
// `corr/web/draft_json.py`, and choices in fewer bytes: deeds (label, action, value, kind, group) and questions, each of them once, and
// a tree of their numbers with signs in the place of squares.

/**
 * What can be chosen next, among the numbers of a group or alone; without `then` and `action`, what follows has to be asked for. Beside the board, `square` is empty.
 * @typedef {{square: string, label: string, value: string, kind?: string, group?: string, then?: Choices, action?: string}} Pick
 * @typedef {{question: string, picks: Pick[], gather?: Gather}} Choices
 *
 * So many of these squares, in any order, and at last perhaps one of them again.
 * @typedef {{squares: string[], count: number, question: string, last?: {question: string, prefix: string}}} Gather
 *
 * A turn so far; of typed text its legal beginning. Of a stack, each piece in words, its look, and how many chips go from there up.
 * @typedef {{begun: string, steps: {text: string, sentence: string}[], board: string, squares: Record<string, string>,
 *   stacks: Record<string, [string, string, number][]>, words: string, notes: string[], alerts: string[], choices: Choices | null,
 *   stop: {maySubmit: boolean, words: string, whyOver: string}, fault?: {sentence: string, legal: string[]}, after?: string, done?: boolean}} Draft
 *
 * Why something was refused, and a half-made turn that is kept there, since when.
 * @typedef {{status: number, sentence: string, code?: string, kept?: Kept}} Trouble
 * @typedef {{text: string, at: string}} Kept
 *
 * An action that slides, done or undone: where pieces go, which of them become part of another one, and where one vanishes or
 * comes up; a part of a way, and what stands on a square.
 * @typedef {{ways: string[][], joined: string[][], gone: string[], fresh: string[]}} Action
 * @typedef {{path: string[], at: number}} Leg
 * @typedef {{element: Element, parts: Element[], looks: string[]}} Pile
 */

export {};
