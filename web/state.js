// @ts-check
// What the page knows. No DOM here.

/**
 * A place on the table, as the engine names it: "column-0", "cell-2", "foundation-1".
 * @typedef {string} PlaceName
 *
 * A card, as the engine names it: rank and suit, "TH".
 * @typedef {string} CardName
 *
 * One action, for the animation.
 * @typedef {{cards: CardName[], from: PlaceName, to: PlaceName, text: string}} Step
 *
 * A game as the engine saves it: its code and its moves.
 * @typedef {{code: string, moves: string, undone: string, undoable: number}} Save
 *
 * What the engine answers to everything that changes the game.
 * @typedef {object} View
 * @property {number} revision        grows with every change of the game
 * @property {"nothing"|"move"|"undo"|"redo"|"new"|"restore"|"restart"} happened
 * @property {Step[]} steps           what moved, in order
 * @property {CardName|null} selected the card that a tap selected
 * @property {string} game            the game's two letters
 * @property {number} cells           how many free cells it is played with
 * @property {string} code            the game code
 * @property {number} number          the deal number
 * @property {Record<PlaceName, CardName[]>} piles   the available card last
 * @property {Record<CardName, PlaceName[]>} lift    where each card that can be lifted may go
 * @property {Record<PlaceName, string>} signs   the suit that an empty foundation shows
 * @property {"playing"|"won"|"stuck"} status
 * @property {number} score
 * @property {number} moves
 * @property {number} undoable        how many actions can be undone
 * @property {number} redoable
 * @property {Verdict} verdict        what is known by now
 * @property {boolean} only_back      only lines win that take cards back from a foundation
 * @property {string[]} finish        the moves that bring the rest up; none where it can't go up
 * @property {Save} save              what to keep
 * @property {object} [records]       what to keep of all games, where something new was counted
 *
 * A drag under way: where its cards lay when they were lifted, and how far they are from there,
 * in CSS pixels of the table.
 * @typedef {{cards: CardName[], lay: {x: number, y: number}[], dx: number, dy: number}} Drag
 *
 * Whether a position can be won; "lost" only where that is proved.
 * @typedef {"thinking"|"winnable"|"lost"|"unknown"} Verdict
 *
 * @typedef {{language: string, theme: string, colours: "two"|"four", letters: "english"|"own",
 *   sign: "always"|"lost"|"never", felt: string, hand: "right"|"left",
 *   speed: "normal"|"slow"|"fast"|"none", sound: "off"|"on", vibration: "off"|"on", keys: "on"|"off",
 *   score: "on"|"off", moves: "on"|"off", time: "on"|"off"}} Settings
 * `keys`: whether letters and digits mean something; `score` …: whether they are shown
 */

export const state = {
  /** The last answer of the engine, or what was painted before it was up.
   * @type {View|null} */
  view: null,

  /** The player's game, while an example of the help is on the table: it is the one that is kept.
   * @type {View|null} */
  waiting: null,

  /** Whether the engine is up.
   * @type {"starting"|"ready"|"failed"} */
  engine: "starting",

  /** The selected card: its legal places light up.
   * @type {CardName|null} */
  selected: null,

  /** The cards under the finger.
   * @type {Drag|null} */
  drag: null,

  /** Whether the painted position can be won, as far as thinking has come.
   * @type {Verdict} */
  verdict: "thinking",

  /** Whether it can be won only by taking cards back from a foundation. */
  onlyBack: false,

  /** The move that a hint shows.
   * @type {{cards: CardName[], to: PlaceName}|null} */
  hint: null,

  /** The cards that wait where they were dropped for the engine's answer.
   * @type {Drag[]} */
  dropped: [],

  /** What the player chose; "" and "auto" follow the browser.
   * @type {Settings} */
  settings: {
    language: "", theme: "auto", colours: "two", letters: "english", sign: "lost", felt: "green",
    hand: "right", speed: "normal", sound: "off", vibration: "off", keys: "on", score: "on",
    moves: "on", time: "off",
  },
};

/** The pile that a card lies in, and the cards from it to the pile's end.
 * @param {View} view @param {CardName} card
 * @returns {{place: PlaceName, cards: CardName[]}} */
export function find(view, card) {
  for (const [place, cards] of Object.entries(view.piles)) {
    const at = cards.indexOf(card);
    if (at >= 0) return { place, cards: cards.slice(at) };
  }
  throw new Error(`no card ${card}`);
}

/** The kind and the number of a place. @param {PlaceName} place */
export function partsOf(place) {
  const [kind = "", index] = place.split("-");
  return { kind, index: Number(index) };
}

/** Whether something would be lost by a new game. @param {View|null} view */
export function isRunning(view) {
  return view !== null && view.status !== "won" && view.moves > 0;
}
