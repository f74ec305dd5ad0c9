// @ts-check
// The only painter of the table: one element a card, made once and moved by transforms.

import { has, t } from "./i18n.js";
import { layOut } from "./layout.js";
import { endShow, pace, play } from "./motion.js";
import { find, partsOf, state } from "./state.js";

const table = /** @type {HTMLElement} */ (document.getElementById("table"));
const SVG = "http://www.w3.org/2000/svg";
const FLIGHT_MS = 220; // as in style.css
const STAGGER_MS = 26; // between two cards of a group
const LONGEST_STAGGER_MS = 180;
const DEAL_MS = 7; // between two cards
const MOST_TILT = 2.2; // degrees, of a dragged card

/** @type {Map<string, HTMLElement>} */
const cards = new Map();
/** @type {Map<string, HTMLElement>} */
const places = new Map();
/** The cards whose picture was drawn: what is covered from the start needs none yet. @type {Set<string>} */
const pictured = new Set();
/** Where each card was painted, in our own words: the browser writes numbers differently.
 * @type {Map<string, string>} */
const painted = new Map();
/** The view painted last, and the cards of the last move.
 * @type {import("./state.js").View|null} */
let noted = null;
/** @type {string[]} */
let moved = [];
/** @type {import("./layout.js").Layout|null} */
let layout = null;
/** Measured when it changes, not when it is painted: that would cost a layout in mid-gesture.
 * @type {{width: number, height: number}|null} */
let size = null;

// The first deal lies there already: the build has painted it with this module.
for (const element of /** @type {Iterable<HTMLElement>} */ (table.children)) {
  const { card, place } = element.dataset;
  if (card) cards.set(card, element);
  if (card && !element.classList.contains("covered")) pictured.add(card);
  if (place) places.set(place, element);
}

/** Where things lie now; for hit tests. */
export const currentLayout = () => layout;

/** The element of a card or of a place, once it was painted. @param {string} name */
export const elementOf = (name) => cards.get(name) ?? places.get(name);

/** Whether HTML and CSS still show the first deal by themselves. */
const isUntouched = () => !table.hasAttribute("style");

/** Takes over what HTML and CSS have painted, which is where it would be painted. */
export function adopt() {
  if (state.view) layout = layOutNow(state.view);
}

/** @param {import("./state.js").View} view */
function layOutNow(view) {
  size ??= { width: table.clientWidth, height: table.clientHeight };
  return layOut(view, size.width, size.height, state.settings.hand === "left");
}

/** Paints the state. What is already where it belongs is not touched.
 * @param {{still?: boolean}} [how] still: without animation, for a new size */
export function paint({ still = false } = {}) {
  const view = state.view;
  if (!view) return;
  still ||= isUntouched();
  layout = layOutNow(view);
  table.style.setProperty("--card-w", `${layout.cardW}px`);
  table.style.setProperty("--card-h", `${layout.cardH}px`);
  if (still) holdStill();
  else letMove();
  if (view !== noted) note(view);
  paintPlaces(view);
  paintCards(view);
}

/** The frame in which what was painted still lies there, and may move again. */
let frame = 0;

/** What is painted now appears where it belongs. */
function holdStill() {
  table.classList.add("still");
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => table.classList.remove("still"));
  });
}

/** What is painted now flies there, from where it was painted last. */
function letMove() {
  if (!table.classList.contains("still")) return;
  cancelAnimationFrame(frame);
  void table.offsetWidth; // without this, the browser would let that fly, too
  table.classList.remove("still");
}

/** Paints how far the drag has come, and nothing else. */
export function paintDrag() {
  const { drag } = state;
  for (const name of drag?.cards ?? []) {
    const element = cards.get(name);
    if (element && drag) put(element, name, placeInDrag(drag, name));
  }
}

/** A new view ends the show of the last one. @param {import("./state.js").View} view */
function note(view) {
  noted = view;
  if (view.happened === "nothing") return;
  endShow();
  moved = view.steps.at(-1)?.cards ?? [];
  table.dataset["happened"] = view.happened;
}

/** @param {import("./state.js").View} view */
function paintPlaces(view) {
  const legal = new Set(legalPlaces(view));
  for (const name of places.keys()) if (!(name in view.piles)) places.get(name)?.remove();
  for (const [name, box] of layout?.places ?? []) {
    const element = places.get(name) ?? makePlace(name, view.signs[name]);
    if (!element.isConnected) table.prepend(element);
    element.style.transform = `translate(${box.x}px, ${box.y}px)`;
    element.classList.toggle("legal", legal.has(name) && !view.piles[name]?.length);
    element.classList.toggle("hint", state.hint?.to === name && !view.piles[name]?.length);
  }
}

/** @param {import("./state.js").View} view @returns {string[]} */
function legalPlaces(view) {
  const card = state.drag?.cards[0] ?? state.selected;
  return (card && view.lift[card]) || [];
}

/** @param {import("./state.js").View} view */
function paintCards(view) {
  for (const [name, element] of cards) if (!layout?.cards.has(name)) element.remove();
  const legal = legalPlaces(view);
  const ends = new Set(legal.map((name) => view.piles[name]?.at(-1)));
  const { hint } = state;
  const hinted = new Set(hint ? [...hint.cards, view.piles[hint.to]?.at(-1)] : []);
  const selected = state.selected ? find(view, state.selected).cards : [];
  const delays = delaysOf(view);
  const open = openCards(view);
  for (const [name, { x, y, z, index, deep }] of layout?.cards ?? []) {
    const element = cards.get(name) ?? makeCard(name);
    if (!element.isConnected) table.append(element);
    const drag = [state.drag, ...state.dropped].find((one) => one?.cards.includes(name));
    const at = drag ? placeInDrag(drag, name) : `translate(${x}px, ${y}px)`;
    const wasLifted = element.classList.contains("lifted");
    if (painted.get(name) !== at) moveTo(element, name, at, wasLifted ? 0 : delays.get(name));
    element.style.setProperty("--z", String(z));
    element.style.setProperty("--index", String(index));
    element.classList.toggle("lifted", Boolean(drag));
    element.classList.toggle("selected", selected.includes(name));
    element.ariaPressed = name === state.selected ? "true" : null;
    element.classList.toggle("legal", ends.has(name));
    element.classList.toggle("hint", hinted.has(name));
    element.classList.toggle("liftable", name in view.lift);
    element.classList.toggle("moved", moved.includes(name));
    element.classList.toggle("deep", deep);
    if (open.has(name)) picture(element, name);
    element.classList.toggle("covered", !open.has(name));
  }
}

/** Where a card of a drag is: all of them tilt as one, the way that they are dragged.
 * @param {import("./state.js").Drag} drag @param {string} name */
function placeInDrag({ cards: names, lay, dx, dy }, name) {
  const [first, own] = [lay[0], lay[names.indexOf(name)]];
  if (!first || !own) return "";
  const tilt = pace() ? Math.max(-MOST_TILT, Math.min(MOST_TILT, dx / 50)) : 0;
  const turn = (tilt * Math.PI) / 180;
  const below = own.y - first.y;
  const [x, y] = [own.x + dx - below * Math.sin(turn), first.y + dy + below * Math.cos(turn)];
  return `translate(${x}px, ${y}px) rotate(${tilt}deg)`;
}

/** How long each card of the last move waits before it flies: a group sets out one by one, and
 * comes back the other way round.
 * @param {import("./state.js").View} view @returns {Map<string, number>} in milliseconds */
function delaysOf({ happened, steps }) {
  const names = steps.flatMap((step) => step.cards);
  if (happened === "undo") names.reverse();
  const between = Math.min(STAGGER_MS, LONGEST_STAGGER_MS / names.length) * pace();
  return new Map(names.map((name, place) => [name, Math.round(place * between)]));
}

/** @param {HTMLElement} element @param {string} name @param {string} at */
function put(element, name, at) {
  element.style.transform = at;
  painted.set(name, at);
}

/** The cards that show their picture: on none of them lies another, but those that are lifted.
 * @param {import("./state.js").View} view */
function openCards({ piles }) {
  const lifted = [state.drag, ...state.dropped].flatMap((drag) => drag?.cards ?? []);
  const rest = Object.values(piles).map((pile) => pile.filter((name) => !lifted.includes(name)).at(-1));
  return new Set([...lifted, ...rest]);
}

/** A card in flight lies above all that rest.
 * @param {HTMLElement} element @param {string} name @param {string} at
 * @param {number} [delay] in milliseconds */
function moveTo(element, name, at, delay = 0) {
  element.style.setProperty("--delay", `${delay}ms`);
  put(element, name, at);
  if (table.classList.contains("still")) return;
  element.classList.add("flying");
  clearTimeout(Number(element.dataset["landing"]));
  const flight = FLIGHT_MS * pace() + delay + 50;
  const landing = setTimeout(() => element.classList.remove("flying"), flight);
  element.dataset["landing"] = String(landing);
}

/** @param {string} name @param {string|undefined} sign the suit that shows on the empty place */
function makePlace(name, sign) {
  const { kind } = partsOf(name);
  const element = document.createElement("div");
  element.className = "place";
  element.dataset["kind"] = kind;
  element.dataset["place"] = name;
  if (sign) element.append(face([["pip", `suit-${sign}`, 18, 38, 64, 64]]));
  else element.append(nameOf(kind));
  places.set(name, element);
  return element;
}

/** What an empty place is, in a word. @param {string} kind */
function nameOf(kind) {
  const element = document.createElement("span");
  element.className = "name";
  element.setAttribute("aria-hidden", "true"); // its place is named by speech.js
  element.dataset["text"] = `name.${kind}`;
  element.textContent = has(`name.${kind}`) ? t(`name.${kind}`) : "";
  return element;
}

/** @param {string} name */
function makeCard(name) {
  const [rank = "", suit = ""] = name;
  const element = document.createElement("div");
  element.className = "card";
  Object.assign(element.dataset, { card: name, suit, rank });
  element.append(faceOf(rank, suit));
  cards.set(name, element);
  table.append(element);
  return element;
}

/** One `use` of a card's face: class, symbol, x, y, width, height; the face is 100 by 140.
 * @typedef {[string, string, number, number, number, number]} Use */

const COURT = new Set(["J", "Q", "K"]); // the cards with a picture
const MIDDLE = 91; // of the picture, from the top
/** @param {number} y @returns {number[][]} */
const one = (y) => [[50, y]];
/** @param {number} y @returns {number[][]} */
const pair = (y) => [[25, y], [75, y]];
const SIX = [...pair(62), ...pair(MIDDLE), ...pair(120)];
const EIGHT = [...pair(59), ...pair(80.5), ...pair(102), ...pair(123.5)];

/** Where the pips are, by what stands in the corner; the other cards have a picture.
 * @type {Record<string, number[][]>} */
const PIPS = {
  2: [...one(64), ...one(118)],
  3: [...one(62), ...one(MIDDLE), ...one(120)],
  4: [...pair(64), ...pair(118)],
  5: [...pair(64), ...one(MIDDLE), ...pair(118)],
  6: SIX,
  7: [...SIX, ...one(76.5)],
  8: [...SIX, ...one(76.5), ...one(105.5)],
  9: [...EIGHT, ...one(MIDDLE)],
  T: [...EIGHT, ...one(70), ...one(112.5)],
};

/** Rank and suit, for the strip that a covered card shows. @param {string} rank @param {string} suit */
const faceOf = (rank, suit) =>
  face([["rank", `rank-${rank}`, 8, 6, 44, 34], ["suit", `suit-${suit}`, 58, 6, 34, 34]]);

/** Draws what a card shows below rank and suit, once. @param {HTMLElement} element @param {string} name */
function picture(element, name) {
  if (pictured.has(name)) return;
  pictured.add(name);
  const [rank = "", suit = ""] = name;
  /** @type {Element} */ (element.firstElementChild).append(...pictureOf(rank, `suit-${suit}`));
}

/** One large pip for small cards, and what large ones show instead.
 * @param {string} rank @param {string} pip @returns {Element[]} */
function pictureOf(rank, pip) {
  const spots = PIPS[rank];
  if (spots) {
    const size = spots.length > 8 ? 20 : 23;
    const pips = spots.map(([x = 0, y = 0]) => use(["", pip, x - size / 2, y - size / 2, size, size]));
    return [use(["pip", pip, 20, 74, 60, 60]), group(pips)];
  }
  if (!COURT.has(rank)) return [use(["laurel", "laurel", 10, 50, 80, 80]), use(["pip", pip, 26, 66, 48, 48])];
  return [use(["court", `court-${rank}`, 8, 46, 84, 88]), use(["emblem", pip, 39, 110, 22, 22])];
}

/** @param {Element[]} pips */
function group(pips) {
  const element = document.createElementNS(SVG, "g");
  element.setAttribute("class", "pips");
  element.append(...pips);
  return element;
}

/** @param {Use[]} uses */
function face(uses) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "face");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  svg.append(...uses.map(use));
  return svg;
}

/** @param {Use} use */
function use([name, symbol, x, y, width, height]) {
  const element = document.createElementNS(SVG, "use");
  const attributes = { href: `#${symbol}`, x, y, width, height, ...(name && { class: name }) };
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Deals the view that is painted, card by card, from above the table. */
export function dealOut() {
  const view = state.view;
  if (!view || !layout) return;
  const { cards: lays, cardH } = layout;
  const order = [...layout.places.keys()];
  const from = `translate(${(size?.width ?? 0) / 2}px, ${-2 * cardH}px) rotate(-40deg)`;
  void play([...lays].map(([name, { x, y, z }]) => [
    /** @type {HTMLElement} */ (cards.get(name)),
    [{ transform: from }, { transform: `translate(${x}px, ${y}px)` }],
    { duration: 260, delay: (z * 8 + order.indexOf(find(view, name).place)) * DEAL_MS, easing: "cubic-bezier(.2,.8,.3,1)" },
  ]));
}

/** The game is won: the cards leave the foundations one by one, dance a round and come home.
 * @returns {Promise<unknown>} resolves when they lie there again, or were sent there */
export function celebrate() {
  if (!layout || !size) return Promise.resolve();
  const { width, height } = size;
  const { cardW, cardH } = layout;
  table.dataset["show"] = "won";
  for (const [name, element] of cards) picture(element, name);
  return play([...layout.cards].map(([name, { x, y, z }], place) => {
    const way = Array.from({ length: 9 }, (_, step) => {
      const angle = ((place % 4) / 4 + step / 8) * 2 * Math.PI;
      const far = 0.36 + 0.08 * Math.sin(place + step);
      const [left, top] = [(width - cardW) / 2, (height - cardH) / 2];
      const spot = `${left + Math.cos(angle) * width * far}px, ${top + Math.sin(angle) * height * far}px`;
      return { transform: `translate(${spot}) rotate(${step * 45}deg)`, easing: "linear" };
    });
    const home = { transform: `translate(${x}px, ${y}px)`, easing: "ease-in-out" };
    const timing = { duration: 2200, delay: 250 + (12 - z) * 70, fill: /** @type {FillMode} */ ("none") };
    return [/** @type {HTMLElement} */ (cards.get(name)), [home, ...way, home], timing];
  })).finally(() => delete table.dataset["show"]);
}

/** A short shake: no. @param {string} name */
export function shake(name) {
  const at = painted.get(name) ?? "";
  if (!pace()) return;
  const offsets = [0, -6, 6, -4, 3, 0];
  cards.get(name)?.animate(
    offsets.map((dx) => ({ transform: `translateX(${dx}px) ${at}` })),
    { duration: 300, easing: "ease-out" },
  );
}

new ResizeObserver(([entry]) => {
  const { width = 0, height = 0 } = entry?.contentRect ?? {};
  if (layout && width === size?.width && height === size.height) return;
  size = { width, height };
  endShow();
  paint({ still: true });
}).observe(table);
