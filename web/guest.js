// @ts-check
// The page as a guest in another one: grants what its host wishes, and has done what it asks.

import { isEmbedded, readWishes } from "./address.js";
import { EngineError } from "./engine.js";
import { listenToHost, tellError } from "./messages.js";
import { say, sentenceFor } from "./panel.js";
import { state } from "./state.js";
import { readSettings, Refusal, sentenceOf, showControls } from "./wishes.js";

export { tellChange, tellError, tellReady } from "./messages.js";

/**
 * @typedef {import("./state.js").View} View
 *
 * @typedef {object} Table what the guest's wishes are carried out on
 * @property {(name: string, args?: Record<string, unknown>) => Promise<any>} call
 * @property {(act: () => Promise<View>) => Promise<View>} inTurn after all that was meant before
 * @property {(view: View) => View} show
 * @property {(left: View|null) => void} offerBack the game that was left
 * @property {() => Promise<void>} applySettings
 */

/** @type {Table} */
let table;

/** Resolves when there are sentences.
 * @type {(spoken: Promise<void>) => void} */
let speak;
const speaking = new Promise((resolve) => (speak = resolve));

/** What is wrong with the wishes so far. @type {string[]} */
const problems = [];

/** Grants the wishes in the address; to be called before anything is shown. Of a wish that can't
 * be granted the page tells what is wrong, and does as if it had not been made.
 * @param {Table} wanted */
export function receiveAsGuest(wanted) {
  if (!isEmbedded) return;
  table = wanted;
  const { deal, game, cells, ...rest } = readWishes();
  const wishes = readSettings(rest);
  state.settings = { ...state.settings, ...wishes.settings };
  showControls(wishes.controls);
  listenToHost({ play: playAsked, set });
  for (const problem of wishes.problems) tellProblem(problem);
}

/** Told when a language will have come. @param {Promise<void>} spoken */
export const speakAsGuest = (spoken) => speak(spoken);

/** @param {string} name @param {Record<string, unknown>} args */
const playAsked = (name, args) =>
  table.inTurn(async () => {
    const left = state.waiting ?? state.view;
    const view = table.show(await table.call(name, args));
    if (name === "new") table.offerBack(left);
    return view;
  });

/** @param {Record<string, string>} settings */
function set(settings) {
  state.settings = { ...state.settings, ...settings };
  return table.applySettings();
}

/** Whether the address wishes for another deal than the usual one, by its code. @param {string} usual */
export function wishesOtherDeal(usual) {
  const { deal = "", game = "", cells = "" } = readWishes();
  return ![usual, ""].includes(deal + game + cells);
}

/** Deals the game that the address wishes. @param {number} usual the deal where it names none
 * @returns {Promise<View>} */
export async function openWished(usual) {
  const { deal = String(usual), game, cells } = readWishes();
  /** @type {Record<string, unknown>} */
  let args = { deal, game, cells: cells && readNumber(cells) };
  if (deal === "random") delete args["deal"];
  for (;;) {
    try {
      return table.show(await table.call("new", args));
    } catch (error) {
      const without = error instanceof EngineError && withoutWrong(args, error, String(usual));
      if (!without) throw error;
      args = without;
      tellProblem(error);
    }
  }
}

/** The wish without what an error is about; null where it is about nothing in it.
 * @param {Record<string, unknown>} args @param {EngineError} error @param {string} usual */
function withoutWrong(args, { data }, usual) {
  for (const name of ["game", "cells"]) {
    if (name in data && args[name] === data[name]) return { ...args, [name]: undefined };
  }
  return args["deal"] === undefined || args["deal"] === usual ? null : { ...args, deal: usual };
}

/** @param {string} text @returns {number|undefined} */
function readNumber(text) {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  tellProblem(new Refusal("bad-number", { name: "cells", value: text }));
  return undefined;
}

/** @param {EngineError|Refusal} error */
function tellProblem(error) {
  tellError(error);
  void speaking.then(() => {
    problems.push(error instanceof Refusal ? sentenceOf(error) : sentenceFor(error));
    say(problems.join(" "));
  });
}
