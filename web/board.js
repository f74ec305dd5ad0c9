// @ts-check
// The only painter of the table: one element a card, made once and moved by transforms.

import { layOut } from "./layout.js";
import { find, partsOf, state } from "./state.js";

const table = /** @type {HTMLElement} */ (document.getElementById("table"));
const SVG = "http://www.w3.org/2000/svg";
const FLIGHT_MS = 200;
const DEAL_MS = 7; // between two cards
const COURT = new Set(["J", "Q", "K"]); // the cards with a picture

/** @type {Map<string, HTMLElement>} */
const cards = new Map();
/** @type {Map<string, HTMLElement>} */
const places = new Map();
/** Where each card was painted, in our own words: the browser writes numbers differently.
 * @type {Map<string, string>} */
const painted = new Map();
/** @type {import("./layout.js").Layout|null} */
let layout = null;

// The first deal lies there already: the build has painted it with this module.
for (const element of /** @type {Iterable<HTMLElement>} */ (table.children)) {
  const { card, place } = element.dataset;
  if (card) cards.set(card, element);
  if (place) places.set(place, element);
}

/** Where things lie now; for hit tests. */
export const currentLayout = () => layout;

/** Paints the state. What is already where it belongs is not touched.
 * @param {{still?: boolean}} [how] still: without animation, for a new size */
export function paint({ still = false } = {}) {
  const view = state.view;
  if (!view) return;
  layout = layOut(view, table.clientWidth, table.clientHeight);
  table.style.setProperty("--card-w", `${layout.cardW}px`);
  table.style.setProperty("--card-h", `${layout.cardH}px`);
  table.classList.toggle("still", still);
  paintPlaces(view);
  paintCards(view);
  if (still) void table.offsetWidth; // without this, the browser would animate after all
  table.classList.remove("still");
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
  for (const [name, { x, y, z, index }] of layout?.cards ?? []) {
    const element = cards.get(name) ?? makeCard(name);
    if (!element.isConnected) table.append(element);
    const drag = [state.drag, ...state.dropped].find((one) => one?.cards.includes(name));
    const lay = drag?.lay[drag.cards.indexOf(name)] ?? { x, y };
    const at = `translate(${lay.x + (drag?.dx ?? 0)}px, ${lay.y + (drag?.dy ?? 0)}px)`;
    if (painted.get(name) !== at) moveTo(element, name, at);
    element.style.setProperty("--z", String(z));
    element.style.setProperty("--index", String(index));
    element.classList.toggle("lifted", Boolean(drag));
    element.classList.toggle("selected", selected.includes(name));
    element.classList.toggle("legal", ends.has(name));
    element.classList.toggle("hint", hinted.has(name));
    element.classList.toggle("liftable", name in view.lift);
  }
}

/** A card in flight lies above all that rest.
 * @param {HTMLElement} element @param {string} name @param {string} at */
function moveTo(element, name, at) {
  element.style.transform = at;
  painted.set(name, at);
  if (table.classList.contains("still")) return;
  element.classList.add("flying");
  clearTimeout(Number(element.dataset["landing"]));
  const landing = setTimeout(() => element.classList.remove("flying"), FLIGHT_MS + 50);
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
  places.set(name, element);
  return element;
}

/** @param {string} name */
function makeCard(name) {
  const [rank = "", suit = ""] = name;
  const element = document.createElement("div");
  element.className = "card";
  Object.assign(element.dataset, { card: name, suit, rank });
  element.append(face([...indexOf(rank, suit), ...(COURT.has(rank) ? courtOf(rank, suit) : pipOf(suit))]));
  cards.set(name, element);
  table.append(element);
  return element;
}

/** One `use` of a card's face: class, symbol, x, y, width, height.
 * @typedef {[string, string, number, number, number, number]} Use */

/** @param {string} rank @param {string} suit @returns {Use[]} */
const indexOf = (rank, suit) => [
  ["rank", `rank-${rank}`, 8, 6, 44, 34],
  ["suit", `suit-${suit}`, 58, 6, 34, 34],
];

/** @param {string} suit @returns {Use[]} */
const pipOf = (suit) => [["pip", `suit-${suit}`, 18, 66, 64, 64]];

/** @param {string} rank @param {string} suit @returns {Use[]} */
const courtOf = (rank, suit) => [
  ["shade", `suit-${suit}`, 14, 62, 72, 72],
  ["crown", "crown", 34, 63, 32, 24],
  ["letter", `rank-${rank}`, 31, 88, 55, 42.5],
];

/** @param {Use[]} uses */
function face(uses) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "face");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  for (const [name, symbol, x, y, width, height] of uses) {
    const use = document.createElementNS(SVG, "use");
    const attributes = { class: name, href: `#${symbol}`, x, y, width, height };
    for (const [key, value] of Object.entries(attributes)) use.setAttribute(key, String(value));
    svg.append(use);
  }
  return svg;
}

/** Deals the view that is painted, card by card, from above the table. */
export function dealOut() {
  if (!state.view || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [name, { x, y, z }] of layout?.cards ?? []) {
    const column = [...(layout?.places.keys() ?? [])].indexOf(find(state.view, name).place);
    const from = `translate(${table.clientWidth / 2}px, ${-2 * (layout?.cardH ?? 0)}px)`;
    cards.get(name)?.animate(
      [{ transform: from }, { transform: `translate(${x}px, ${y}px)` }],
      { duration: 220, delay: (z * 8 + column) * DEAL_MS, easing: "ease-out", fill: "backwards" },
    );
  }
}

/** Cards leap off the foundations: the game is won. */
export function celebrate() {
  if (!layout || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const { clientWidth: width, clientHeight: height } = table;
  for (const [name, { x, y, z }] of layout.cards) {
    const angle = ((z * 47 + x) % 360) * (Math.PI / 180);
    const far = `translate(${width / 2 + Math.cos(angle) * width * 0.4}px, ${
      height / 2 + Math.sin(angle) * height * 0.36}px) rotate(${(z % 5) * 72 - 144}deg)`;
    const home = `translate(${x}px, ${y}px)`;
    cards.get(name)?.animate([{ transform: home }, { transform: far }, { transform: home }], {
      duration: 1800, delay: (12 - z) * 60, easing: "ease-in-out",
    });
  }
}

/** A short shake: no. @param {string} name */
export function shake(name) {
  const at = cards.get(name)?.style.transform ?? "";
  const offsets = [0, -5, 5, -3, 0];
  cards.get(name)?.animate(
    offsets.map((dx) => ({ transform: `${at} translateX(${dx}px)` })),
    { duration: 240 },
  );
}

new ResizeObserver(() => paint({ still: true })).observe(table);
