// @ts-check
// For the ear: the names of cards and piles, what has happened, and what a key reads out.

import { elementOf } from "./board.js";
import { aloud, cardAloud, has, t } from "./i18n.js";
import { partsOf } from "./state.js";

/** @typedef {import("./state.js").View} View */

const KEPT_MS = 8000; // an announcement, for a reader that comes late to it

const table = /** @type {HTMLElement} */ (document.getElementById("table"));
const region = /** @type {HTMLElement} */ (document.getElementById("spoken"));

/** Says something to whoever listens, once, also where it was said before.
 * @param {string} text as it is shown; cards in it are read as words */
export function announce(text) {
  const line = Object.assign(document.createElement("p"), { textContent: aloud(text) });
  region.append(line);
  setTimeout(() => line.remove(), KEPT_MS);
}

// ---------------------------------------------------------------- names

/** "column 3", "spades foundation". @param {View} view @param {string} place */
function pileName(view, place) {
  const { kind, index } = partsOf(place);
  const suit = t(`spoken.${view.signs[place]}`);
  return t(`pile.${kind}`, { number: index + 1, suit });
}

/** Names the cards and the piles of a view: each card a button, each pile a group of its cards,
 * or a button of its own where it is empty. @param {View} view */
export function nameTable(view) {
  if (!has("table")) return; // before a language has come
  table.setAttribute("aria-label", t("table"));
  const places = Object.keys(view.piles).filter(elementOf);
  table.setAttribute("aria-owns", places.map(idOf).join(" "));
  for (const place of places) namePile(view, place, view.piles[place] ?? []);
}

/** @param {string} name */
const idOf = (name) => `at-${name}`;

/** @param {View} view @param {string} place @param {string[]} cards */
function namePile(view, place, cards) {
  const name = pileName(view, place);
  const { kind } = partsOf(place);
  const seen = kind === "column" ? cards : cards.slice(-1);
  put(place, {
    id: idOf(place),
    role: seen.length ? "group" : "button",
    "aria-label": seen.length ? t("pile.cards", { name, count: cards.length }) : t("pile.empty", { name }),
    "aria-owns": seen.map(idOf).join(" ") || null,
    tabindex: seen.length ? null : "-1",
  });
  for (const [at, card] of cards.entries()) {
    const where = { name: cardAloud(card), pile: name, at: at + 1, of: cards.length };
    put(card, {
      id: idOf(card),
      role: "button",
      "aria-label": t(`card.${kind}`, where),
      "aria-hidden": seen.includes(card) ? null : "true",
      tabindex: seen.includes(card) ? "-1" : null,
    });
  }
}

/** Sets attributes; the tab stop's own stays. @param {string} name
 * @param {Record<string, string|null>} attributes */
function put(name, attributes) {
  const element = elementOf(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (!element || element.getAttribute(key) === value) continue;
    if (key === "tabindex" && value && element.tabIndex === 0) continue;
    if (value === null) element.removeAttribute(key);
    else element.setAttribute(key, value);
  }
}

// ---------------------------------------------------------------- what has happened

/** Tells what a view brought. @param {View} view @param {string|null} before the card taken then */
export function tell(view, before) {
  const { happened, steps, game, number, cells, moves } = view;
  const what = steps.map(moveAloud).join(", ");
  if (happened === "move") announce(what);
  else if (happened === "undo") announce(t("said.undo", { what }));
  else if (happened === "redo") announce(t("said.redo", { what }));
  else if (happened === "restart") announce(t("said.restart"));
  else if (happened === "new") announce(t("said.new", { game: t(`game.${game}`), number, cells }));
  else if (happened === "restore") announce(t("said.restore", { game: t(`game.${game}`), number, moves }));
  else if (view.selected && view.selected !== before) announce(takenAloud(view, view.selected));
}

/** "seven of hearts to column 3". @param {import("./state.js").Step} step */
function moveAloud({ cards: [card = "", ...others], to }) {
  const { kind, index } = partsOf(to);
  const place = t(`to.${kind}`, { number: index + 1 });
  const data = { name: cardAloud(card), count: others.length, place };
  return others.length ? t("said.moves", data) : t("said.move", data);
}

/** @param {View} view @param {string} card */
function takenAloud(view, card) {
  const goals = goalsOf(view, card).join(", ");
  const data = { name: cardAloud(card), goals };
  return goals ? t("said.taken", data) : t("said.taken.nowhere", data);
}

/** Where a card may go: each column, but any of the cells, and its foundation.
 * @param {View} view @param {string} card */
function goalsOf(view, card) {
  const goals = (view.lift[card] ?? []).map((place) => {
    const { kind, index } = partsOf(place);
    return t(`goal.${kind}`, { number: index + 1 });
  });
  return [...new Set(goals)];
}

// ---------------------------------------------------------------- read out by a key

/** @param {View} view @param {"table"|"pile"|"moves"} what @param {string} place */
export function readOut(view, what, place) {
  const read = { table: readTable, pile: readPile, moves: readMoves }[what];
  announce(read(view, place));
}

/** Each pile with its last card. @param {View} view */
function readTable(view) {
  const piles = Object.entries(view.piles).map(([place, cards]) => {
    const name = pileName(view, place);
    const card = cards.at(-1);
    if (!card) return t("pile.empty", { name });
    return t("read.pile", { name, count: cards.length, last: cardAloud(card) });
  });
  return piles.join(". ");
}

/** @param {View} view @param {string} place */
function readPile(view, place) {
  const cards = (view.piles[place] ?? []).map(cardAloud).join(", ");
  const name = pileName(view, place);
  return cards ? `${name}: ${cards}` : t("pile.empty", { name });
}

/** What can move, but for what can only go to a cell. @param {View} view */
function readMoves(view) {
  const cell = t("goal.cell");
  const lines = Object.keys(view.lift).flatMap((card) => {
    const goals = goalsOf(view, card).filter((goal) => goal !== cell).join(", ");
    return goals ? `${cardAloud(card)}: ${goals}` : [];
  });
  const able = Object.values(view.lift).flat().some((place) => partsOf(place).kind === "cell");
  return [...lines, able ? t("read.cells") : t("read.no-cells")].join(". ");
}
