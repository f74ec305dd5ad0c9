// @ts-check
// The rest goes up by itself, where the engine says that it can and the player asks for it.

import { t } from "./i18n.js";
import { pace } from "./motion.js";
import { byId, focusTable } from "./panel.js";
import { announce } from "./speech.js";
import { state } from "./state.js";

/** @typedef {import("./state.js").View} View */

const STEP_MS = 110; // between two cards, at the usual pace: less than a flight takes

/** Plays one move. @type {(move: string) => Promise<View|null>} */
let play;

/** The run under way; another one, or none, ends it. @type {symbol|null} */
let running = null;

/** @param {(move: string) => Promise<View|null>} wanted */
export function listenToFinish(wanted) {
  play = wanted;
  byId("finish").addEventListener("click", toggleFinish);
  // Whatever else the player does is more important.
  addEventListener("pointerdown", stopUnlessOn, true);
  addEventListener("keydown", (event) => event.key.toLowerCase() === "f" || stopUnlessOn(event), true);
}

/** @param {Event} event */
function stopUnlessOn({ target }) {
  if (running && !byId("finish").contains(/** @type {Node} */ (target))) stop();
}

/** Whether cards go up one after another just now. */
export const isFinishing = () => running !== null;

/** Offers the button where the rest can go up. @param {View} view */
export function offerFinish({ finish = [] }) {
  const button = byId("finish");
  if (finish.length && button.hidden) announce(t("finish.offer", { count: finish.length }));
  if (!finish.length && button === document.activeElement) focusTable();
  button.hidden = !finish.length;
  paintButton();
}

function paintButton() {
  byId("finish").textContent = running ? t("finish.stop") : t("finish");
}

function stop() {
  running = null;
  paintButton();
}

/** Begins, or stops. */
export function toggleFinish() {
  if (running) stop();
  else if (state.view?.finish?.length) void run();
}

/** Each card goes up as by hand: a move, that can be undone, with its points. */
async function run() {
  const mine = Symbol("run");
  running = mine;
  paintButton();
  let view = state.view;
  while (running === mine && view?.finish[0]) {
    view = await play(view.finish[0]);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS * pace()));
  }
  if (running === mine) stop();
}
