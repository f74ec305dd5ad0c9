// @ts-check
// The letters in the corners of the cards: those of English decks, or those that decks of the
// player's language print. Where they change, the deck's symbols are drawn anew, and every card with
// them.

import { t, useOwnLetters } from "./i18n.js";

/** The ranks that have a letter. */
const LETTERED = ["A", "J", "Q", "K"];

/** The symbols as the deck brings them. @type {Map<string, Node[]>} */
const brought = new Map();

/** What each symbol shows now: a letter of the language, or null for the deck's own.
 * @type {Map<string, Element|null>} */
const shown = new Map();

/** @param {boolean} own whether the letters are those of the player's language */
export function useLetters(own) {
  useOwnLetters(own);
  for (const rank of LETTERED) {
    const symbol = document.getElementById(`rank-${rank}`);
    if (!symbol) continue;
    const drawn = own ? document.getElementById(`letter-${t(`rank.${rank}`)}`) : null;
    const before = shown.get(rank) ?? null;
    if (before === drawn) continue;
    if (!brought.has(rank)) brought.set(rank, [...symbol.cloneNode(true).childNodes]);
    const nodes = drawn ? [...drawn.childNodes] : brought.get(rank) ?? [];
    symbol.replaceChildren(...nodes.map((node) => node.cloneNode(true)));
    shown.set(rank, drawn);
  }
}
