// @ts-check
// Pointer -> intents. One gesture moves one card: a tap acts at once, and the second
// tap of a double tap means the card that the first one touched.

import { currentLayout, paint, paintDrag } from "./board.js";
import { overlap } from "./layout.js";
import { endShow } from "./motion.js";
import { effect } from "./sound.js";
import { find, state } from "./state.js";

/**
 * @typedef {import("./state.js").View} View
 *
 * What the player means; each resolves to the answer, or to null where it was refused.
 * @typedef {object} Intents
 * @property {(place: string, card: string|null) => Promise<View|null>} tap
 * @property {(card: string) => void} doubleTap
 * @property {(card: string, places: string[]) => Promise<View|null>} drop
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => void} newGame
 * @property {() => void} restart
 * @property {() => void} hint
 * @property {() => void} letGo   of the selected card
 *
 * @typedef {{pointer: number, x: number, y: number, place: string, card: string|null}} Press
 *
 * @typedef {{time: number, x: number, y: number, card: string, answer: Promise<View|null>}} Tap
 */

const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 28;
/** How far a pointer wanders before it drags. @type {Record<string, number>} */
const DRAG_PX = { mouse: 4, pen: 6, touch: 9 };
const DRAG_PX_ELSE = 6;
// Of a card's width: how near a place a drop still means it, how far a card may be moved in vain.
const NEAR = 0.4;
const STAYS = 0.4;

const table = /** @type {HTMLElement} */ (document.getElementById("table"));

/** The finger that is down; another one meanwhile does nothing.
 * @type {Press|null} */
let press = null;

/** @type {Tap|null} */
let lastTap = null;

/** @param {Intents} intents */
export function listen(intents) {
  table.addEventListener("pointerdown", start);
  table.addEventListener("pointermove", move);
  table.addEventListener("pointerup", (event) => end(event, intents));
  table.addEventListener("pointercancel", cancelIfMine);
  table.addEventListener("lostpointercapture", cancelIfMine);
  table.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** @param {PointerEvent} event */
function start(event) {
  if (press || event.button !== 0 || !state.view) return;
  const touched = touchedBy(event, state.view);
  if (!touched) return;
  event.preventDefault();
  press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, ...touched };
  try {
    table.setPointerCapture(event.pointerId);
  } catch {
    // The finger is up again already; its pointerup comes all the same.
  }
}

/** What belongs under the pointer, whatever flies over it on its way elsewhere.
 * @param {PointerEvent} event @param {View} view
 * @returns {{place: string, card: string|null}|null} */
function touchedBy(event, view) {
  const at = table.getBoundingClientRect();
  const point = { x: event.clientX - at.x, y: event.clientY - at.y, w: 1, h: 1 };
  const { cards = [], targets = [], cardW: w = 0, cardH: h = 0 } = currentLayout() ?? {};
  const [card] = [...cards]
    .filter(([, { x, y }]) => overlap({ x, y, w, h }, point))
    .sort(([, a], [, b]) => b.z - a.z)
    .map(([name]) => name);
  if (card) return { card, place: find(view, card).place };
  const place = [...targets].find(([, box]) => overlap(box, point))?.[0];
  // Below the end of a column a tap means its last card.
  return place ? { place, card: view.piles[place]?.at(-1) ?? null } : null;
}

/** @param {PointerEvent} event */
function move(event) {
  if (!press || event.pointerId !== press.pointer) return;
  const dx = event.clientX - press.x;
  const dy = event.clientY - press.y;
  if (!state.drag && Math.hypot(dx, dy) < (DRAG_PX[event.pointerType] ?? DRAG_PX_ELSE)) return;
  const lifts = !state.drag;
  if (lifts && !lift(press)) return;
  if (state.drag) Object.assign(state.drag, { dx, dy });
  if (lifts) paint(); // what lights up now stays so until the drop
  else paintDrag();
}

/** @param {Press} from @returns {boolean} whether the card can be lifted */
function lift({ card }) {
  const view = state.view;
  if (!view || !card || !(card in view.lift)) return false;
  const { cards } = find(view, card);
  state.drag = { cards, lay: cards.map(placeOf), dx: 0, dy: 0 };
  state.selected = null;
  endShow();
  effect("lift");
  return true;
}

/** @param {PointerEvent} event @param {Intents} intents */
function end(event, intents) {
  if (!press || event.pointerId !== press.pointer) return;
  const { place, card, x, y } = press;
  const wandered = Math.hypot(event.clientX - x, event.clientY - y);
  press = null;
  const first = lastTap;
  lastTap = null;
  if (state.drag) void dropDragged(state.drag, intents);
  else if (wandered < DOUBLE_TAP_PX) tapped(event, place, card, first, intents);
  else if (card) {
    const over = placesUnder(placeOf(card), event.clientX - x, event.clientY - y);
    void intents.drop(card, over);
  }
}

/** The dragged cards wait where they are for the answer; the finger is free for the next.
 * @param {import("./state.js").Drag} drag @param {Intents} intents */
async function dropDragged(drag, intents) {
  const card = /** @type {string} */ (drag.cards[0]);
  const places = placesMeant(drag, card);
  state.drag = null;
  state.dropped.push(drag);
  await intents.drop(card, places);
  state.dropped = state.dropped.filter((one) => one !== drag);
  paint();
}

/** A drop counts for what it only just misses; but hardly moved is not moved.
 * @param {import("./state.js").Drag} drag @param {string} card */
function placesMeant({ lay, dx, dy }, card) {
  const view = /** @type {View} */ (state.view);
  const { cardW = 0 } = currentLayout() ?? {};
  const from = lay[0] ?? placeOf(card);
  const over = placesUnder(from, dx, dy);
  const home = find(view, card).place;
  if (over[0] === home && Math.hypot(dx, dy) < cardW * STAYS) return [home];
  const legal = view.lift[card] ?? [];
  const fitting = placesUnder(from, dx, dy, cardW * NEAR).filter((name) => legal.includes(name));
  return fitting.length ? fitting : over;
}

/** Where a card lies. @param {string} card */
function placeOf(card) {
  const { x = 0, y = 0 } = currentLayout()?.cards.get(card) ?? {};
  return { x, y };
}

/** The places that a card covers, so far from where it lay, the most covered first.
 * @param {{x: number, y: number}} lay @param {number} dx @param {number} dy
 * @param {number} [margin] that counts as the card's */
function placesUnder(lay, dx, dy, margin = 0) {
  const { cardW = 0, cardH = 0, targets = [] } = currentLayout() ?? {};
  const [x, y] = [lay.x + dx - margin, lay.y + dy - margin];
  const box = { x, y, w: cardW + 2 * margin, h: cardH + 2 * margin };
  return [...targets]
    .map(([name, target]) => ({ name, covered: overlap(box, target) }))
    .filter(({ covered }) => covered > 0)
    .sort((a, b) => b.covered - a.covered)
    .map(({ name }) => name);
}

/** @param {PointerEvent} event @param {string} place @param {string|null} card
 * @param {Tap|null} first the gesture before this one, if it was a tap
 * @param {Intents} intents */
function tapped(event, place, card, first, intents) {
  const { timeStamp: time, clientX: x, clientY: y } = event;
  if (first && time - first.time < DOUBLE_TAP_MS && near(first, x, y)) {
    void finishDoubleTap(first, intents);
    return;
  }
  const answer = intents.tap(place, card);
  if (card) lastTap = { time, x, y, card, answer };
}

/** @param {{x: number, y: number}} first @param {number} x @param {number} y */
const near = (first, x, y) => Math.hypot(x - first.x, y - first.y) < DOUBLE_TAP_PX;

/** Where the first tap moved a card, the second adds nothing.
 * @param {Tap} first @param {Intents} intents */
async function finishDoubleTap(first, intents) {
  const answer = await first.answer;
  if (answer?.happened !== "move") intents.doubleTap(first.card);
}

/** @param {PointerEvent} event */
function cancelIfMine(event) {
  if (event.pointerId !== press?.pointer) return;
  cancelPress();
}

/** Ends the gesture under way without a move. */
export function cancelPress() {
  press = null;
  if (!state.drag) return;
  state.drag = null;
  paint();
}
