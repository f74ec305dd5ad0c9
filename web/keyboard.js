// @ts-check
// The keyboard: one tab stop for the table, arrows that walk it, keys that play.

import { currentLayout, elementOf } from "./board.js";
import { cancelPress } from "./input.js";
import { find, partsOf, state } from "./state.js";

/**
 * @typedef {import("./state.js").View} View
 *
 * What the player means by keys, beside what pointers mean too.
 * @typedef {import("./input.js").Intents & {
 *   press: (place: string, card: string|null) => void,
 *   type: (move: string) => void,
 *   typing: (text: string) => void,
 *   read: (what: "table"|"pile"|"moves", place: string) => void,
 *   keys: () => void,
 *   finish: () => void}} Intents
 *
 * Where the keys are: a pile, and which of its cards; the last one stays the last.
 * @typedef {{place: string, index: number}} Spot
 */

const LAST = Infinity;
const TYPED_MS = 6000; // as long as what was typed can be seen

const table = /** @type {HTMLElement} */ (document.getElementById("table"));

/** @type {Spot} */
let spot = { place: "", index: LAST };
/** The element that Tab reaches. @type {HTMLElement|undefined} */
let stop;
/** The beginning of a move in standard notation. */
let typed = "";
let typedTimer = 0;

/** @param {Intents} intents */
export function listenToKeys(intents) {
  document.addEventListener("keydown", (event) => pressKey(event, intents));
  table.addEventListener("focusin", ({ target }) => void goTo(/** @type {Element} */ (target)));
  // What a screen reader sends for a press; a pointer's click is what input.js saw already.
  table.addEventListener("click", ({ detail, target }) => {
    if (!detail && goTo(/** @type {Element} */ (target))) take(intents);
  });
}

/** Whether the focus is on the table. */
export const isOnTable = () => table.contains(document.activeElement);

/** Keeps the keys where they are, whatever has moved; to be called before names are given, which
 * makes what is covered unreachable.
 * @param {View} view @param {boolean} had the focus: its element may have gone away */
export function keepSpot(view, had = isOnTable()) {
  if (!(spot.place in view.piles)) spot = { place: firstOf(view), index: LAST };
  const last = reachable(view, spot.place).length - 1;
  if (spot.index > last) spot.index = LAST;
  const next = elementOf(cardAt(view, spot) ?? spot.place);
  if (stop && stop !== next) stop.tabIndex = -1;
  stop = next;
  if (!stop) return;
  stop.tabIndex = 0;
  if (had && stop !== document.activeElement) stop.focus({ preventScroll: true });
}

/** @param {View} view */
const firstOf = (view) => Object.keys(view.piles).find((name) => partsOf(name).kind === "column") ?? "";

/** The cards of a pile that can be seen. @param {View} view @param {string} place */
function reachable(view, place) {
  const pile = view.piles[place] ?? [];
  return partsOf(place).kind === "column" ? pile : pile.slice(-1);
}

/** @param {View} view @param {Spot} at @returns {string|null} */
function cardAt(view, { place, index }) {
  const cards = reachable(view, place);
  return cards[index] ?? cards.at(-1) ?? null;
}

/** @param {Element} target @returns {boolean} whether it is of a pile */
function goTo(target) {
  const element = /** @type {HTMLElement|null} */ (target.closest(".card, .place"));
  if (!state.view || !element) return false;
  const { card, place = "" } = element.dataset;
  const where = card ? find(state.view, card).place : place;
  moveTo(where, card ? reachable(state.view, where).indexOf(card) : LAST);
  return true;
}

/** @param {string} place @param {number} index */
function moveTo(place, index) {
  const view = /** @type {View} */ (state.view);
  spot = { place, index: index >= reachable(view, place).length - 1 ? LAST : index };
  keepSpot(view);
}

// ---------------------------------------------------------------- walking

/** The piles that lie side by side, from the left. @returns {string[][]} the upper row first */
function rows() {
  const places = [...(currentLayout()?.places ?? [])];
  const heights = [...new Set(places.map(([, { y }]) => y))].sort((a, b) => a - b);
  return heights.map((height) => places
    .filter(([, { y }]) => y === height)
    .sort(([, a], [, b]) => a.x - b.x)
    .map(([name]) => name));
}

/** One pile to the side. @param {number} by */
function walkAside(by) {
  const row = rows().find((names) => names.includes(spot.place)) ?? [];
  const next = row[row.indexOf(spot.place) + by];
  if (next) moveTo(next, state.selected ? LAST : spot.index);
}

/** One card up or down; from the end of a pile, or with a card in hand, to the other row.
 * @param {number} by */
function walkAlong(by) {
  const last = reachable(/** @type {View} */ (state.view), spot.place).length - 1;
  const next = Math.min(spot.index, last) + by;
  if (!state.selected && next >= 0 && next <= last) moveTo(spot.place, next);
  else walkAcross(by, by > 0 && !state.selected ? 0 : LAST);
}

/** To the nearest pile of the row above or below. @param {number} by @param {number} index */
function walkAcross(by, index) {
  const all = rows();
  const next = all[all.findIndex((names) => names.includes(spot.place)) + by];
  if (!next) return;
  const { places = new Map() } = currentLayout() ?? {};
  /** @param {string} name */
  const far = (name) => Math.abs((places.get(name)?.x ?? 0) - (places.get(spot.place)?.x ?? 0));
  moveTo(next.reduce((best, name) => (far(name) < far(best) ? name : best)), index);
}

/** @type {Record<string, () => void>} */
const WALKS = {
  arrowleft: () => walkAside(-1),
  arrowright: () => walkAside(+1),
  arrowup: () => walkAlong(-1),
  arrowdown: () => walkAlong(+1),
  home: () => moveTo(spot.place, 0),
  end: () => moveTo(spot.place, LAST),
  pageup: () => walkAcross(-1, LAST),
  pagedown: () => walkAcross(+1, LAST),
};

/** @param {string} name */
function walk(name) {
  WALKS[name]?.();
  stop?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- keys

/** @param {KeyboardEvent} event @param {Intents} intents */
function pressKey(event, intents) {
  const target = /** @type {Element} */ (event.target);
  if (!state.view || event.altKey || target.closest("input, select, textarea")) return;
  if (document.querySelector("dialog[open]")) return;
  const name = nameOf(event);
  const act = actOf(name, target, intents);
  if (!act) return;
  event.preventDefault();
  forgetTyped();
  if (!event.repeat || name in WALKS || name in keysOf(intents)) act();
}

/** `^+z` for Ctrl+Shift+Z. What else needs Shift, some keyboards have without: it does not count.
 * @param {KeyboardEvent} event */
function nameOf({ key, ctrlKey, metaKey, shiftKey }) {
  const shifts = shiftKey && key.toLowerCase() !== key.toUpperCase();
  return (ctrlKey || metaKey ? "^" : "") + (shifts ? "+" : "") + key.toLowerCase();
}

/** @param {string} name @param {Element} target @param {Intents} intents
 * @returns {(() => void)|undefined} */
function actOf(name, target, intents) {
  const onTable = table.contains(target);
  if (name in WALKS) return () => walk(name);
  if (onTable && (name === "enter" || name === " ")) return () => take(intents);
  if (typed && name === "backspace") return () => intents.typing("");
  const letter = name.replace("+", "");
  const text = typed + letter;
  const isLetter = [...letter].length === 1;
  if (isLetter && state.settings.keys === "off") return undefined;
  if (isLetter && (typed || /^[0-9a-dh]$/.test(name))) return () => type(text, intents);
  return keysOf(intents)[name];
}

/** @param {Intents} intents */
function take(intents) {
  if (state.view) intents.press(spot.place, cardAt(state.view, spot));
}

/** @param {Intents} intents @returns {Record<string, () => void>} */
function keysOf(intents) {
  const stopAll = () => {
    cancelPress();
    intents.letGo();
  };
  return {
    u: intents.undo, "^z": intents.undo, backspace: intents.undo,
    r: intents.redo, "^+z": intents.redo, "^y": intents.redo,
    t: intents.hint, f: intents.finish, n: intents.newGame, "+r": intents.restart, escape: stopAll,
    o: () => intents.read("table", spot.place),
    p: () => intents.read("pile", spot.place),
    m: () => intents.read("moves", spot.place),
    "?": intents.keys,
  };
}

// ---------------------------------------------------------------- moves in standard notation

/** @param {string} text as far as it is typed @param {Intents} intents */
function type(text, intents) {
  // Two signs; three from a foundation, which is named with its suit.
  if (/^([^h].|h..)$/.test(text)) return intents.type(text);
  typed = text;
  typedTimer = setTimeout(forgetTyped, TYPED_MS);
  intents.typing(text);
}

function forgetTyped() {
  clearTimeout(typedTimer);
  typed = "";
}
