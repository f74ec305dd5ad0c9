// @ts-check
// A view and a size -> where each place and each card lies. No DOM here.
// first.css says the same of the first deal, for the moment before any script has come.

import { partsOf } from "./state.js";

/**
 * All in CSS pixels, from the table's top left corner.
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 *
 * @typedef {object} Layout
 * @property {number} cardW
 * @property {number} cardH
 * @property {Map<string, Box>} places    where each place's first card lies
 * @property {Map<string, Box>} targets   what a drop on each place may cover
 * @property {Map<string, {x: number, y: number, z: number, index: number, deep: boolean}>} cards
 *   `index`: how large rank and suit are, of their full size, to fit into what a card shows;
 *   `deep`: whether it lies under two or more others and shows nothing
 */

const HEIGHT_TO_WIDTH = 1.4;
const WIDEST_CARD = 168;
const GAP = 0.12; // between columns, of a card's width
// What a covered card shows, of a card's height: room enough for rank and suit, more where
// the table is tall, less only where a column would not fit.
const ROOM = { whole: 0.3, most: 0.54 };
const SPREAD = 0.4; // how much more than the middle of a squeezed column its last cards show
const LEAST_ROOM = 10.4; // CSS pixels, for rank and suit
const FAIR_ROOM = 12.5; // on the average; where a column leaves less, all cards are smaller
const LONG_COLUMN = 14; // cards that should fit at more than whole room
const SHORTEST_COLUMN = 7; // cards that must lie at full room

/** @param {import("./state.js").View} view @param {number} width @param {number} height
 * @param {boolean} [leftHanded] foundations at the left, cells at the right
 * @returns {Layout} */
export function layOut(view, width, height, leftHanded = false) {
  const names = Object.keys(view.piles);
  /** @param {string} kind */
  const count = (kind) => names.filter((name) => partsOf(name).kind === kind).length;
  const slots = Math.max(count("column"), count("cell") + count("foundation"));
  const longest = Math.max(...names.filter((name) => partsOf(name).kind === "column")
    .map((name) => view.piles[name]?.length ?? 0));
  const size = sizeOf(slots, width, height, (longest - 1) * FAIR_ROOM);
  const places = new Map(names.map((name) => [name, boxOf(name, size, count, leftHanded)]));
  /** @type {Layout} */
  const layout = { ...size, places, targets: new Map(), cards: new Map() };
  for (const name of names) placePile(name, view.piles[name] ?? [], layout, height);
  return layout;
}

/** @typedef {{cardW: number, cardH: number, gap: number, left: number, top: number,
 *   right: number}} Size */

/** @param {number} slots @param {number} width @param {number} height
 * @param {number} strips what the longest column needs at least above its last card
 * @returns {Size} */
function sizeOf(slots, width, height, strips) {
  const byWidth = width / (slots + (slots + 1) * GAP);
  const rows = 2 + 0.35; // a card above, a card below, and gaps
  const whole = rows + (SHORTEST_COLUMN - 1) * ROOM.whole;
  const byHeight = Math.min(height / whole, (height - strips) / rows) / HEIGHT_TO_WIDTH;
  const cardW = Math.floor(Math.min(byWidth, byHeight, WIDEST_CARD));
  // What is left over goes between the cards, but a wide table keeps them together.
  const gap = Math.min((width - slots * cardW) / (slots + 1), cardW * 0.22);
  const used = slots * cardW + (slots - 1) * gap;
  const left = (width - used) / 2;
  const cardH = Math.round(cardW * HEIGHT_TO_WIDTH);
  return { cardW, cardH, gap, left, top: Math.max(3, gap), right: left + used };
}

/** Cells from the left, foundations from the right, columns below in the middle.
 * @param {string} name @param {Size} size @param {(kind: string) => number} count
 * @param {boolean} leftHanded
 * @returns {Box} */
function boxOf(name, size, count, leftHanded) {
  const { kind, index } = partsOf(name);
  const step = size.cardW + size.gap;
  const columns = count("column") * step - size.gap;
  /** @param {string} one */
  const fromRight = (one) => size.right - (count(one) - index) * step + size.gap;
  const x = {
    cell: leftHanded ? fromRight(kind) : size.left + index * step,
    foundation: leftHanded ? size.left + index * step : fromRight(kind),
    column: (size.left + size.right - columns) / 2 + index * step,
  }[kind];
  const under = size.top + size.cardH + Math.max(size.gap * 1.5, size.cardH * 0.12);
  const y = kind === "column" ? under : size.top;
  return { x: Math.round(x ?? 0), y: Math.round(y), w: size.cardW, h: size.cardH };
}

/** @param {string} name @param {string[]} cards @param {Layout} layout @param {number} height */
function placePile(name, cards, layout, height) {
  const box = /** @type {Box} */ (layout.places.get(name));
  const inColumn = partsOf(name).kind === "column";
  const strips = inColumn ? stripsIn(box, cards.length - 1, height) : [];
  let y = box.y;
  cards.forEach((card, z) => {
    const strip = strips[z];
    const deep = !inColumn && cards.slice(0, -2).includes(card);
    const index = strip === undefined ? 1 : Math.min(1, strip / box.h / ROOM.whole);
    layout.cards.set(card, { x: box.x, y, z, index, deep });
    y += strip ?? 0;
  });
  layout.targets.set(name, inColumn ? { ...box, h: Math.max(box.h, height - box.y) } : box);
}

/** What each covered card of a column shows of itself: where they must be squeezed, the last ones,
 * which are played first, are squeezed least.
 * @param {Box} box @param {number} count @param {number} height @returns {number[]} */
function stripsIn(box, count, height) {
  const free = height - box.y - box.h * 1.04;
  const whole = box.h * ROOM.whole;
  const fits = free / Math.max(1, count);
  const generous = Math.min(box.h * ROOM.most, free / (LONG_COLUMN - 1));
  const room = Math.min(Math.max(whole, generous), fits);
  const most = count < SHORTEST_COLUMN ? 0 : room * SPREAD;
  const spread = Math.max(0, Math.min(room - LEAST_ROOM, whole - room, most));
  return Array.from({ length: count }, (_, z) => room + spread * ((2 * z) / (count - 1 || 1) - 1));
}

/** How much of two boxes is the same. @param {Box} a @param {Box} b */
export function overlap(a, b) {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}
