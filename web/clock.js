// @ts-check
// How long the game on the table has been played: only while the page can be seen, from the first
// move to the last.

import { byId } from "./panel.js";
import { state } from "./state.js";
import * as store from "./store.js";

/** @typedef {import("./state.js").View} View */

/** Milliseconds before the clock was started last. */
let before = 0;
/** When it was started, if it runs. @type {number|null} */
let since = null;

/** What has been played so far, in whole seconds. */
export const seconds = () => Math.floor((before + (since === null ? 0 : performance.now() - since)) / 1000);

/** Starts, stops or begins anew, as the game goes. @param {View} view */
export function followClock(view) {
  const { happened, code } = view;
  if (happened === "new" || happened === "restart") set(0);
  if (happened === "restore") {
    const kept = /** @type {{code: string, seconds: number}|null} */ (store.get("time"));
    set(kept?.code === code && kept.seconds >= 0 ? kept.seconds * 1000 : 0);
  }
  runOrRest();
  keep();
}

/** @param {number} milliseconds */
function set(milliseconds) {
  before = milliseconds;
  since = null;
}

function runOrRest() {
  const { view } = state;
  const runs = !document.hidden && view?.status === "playing" && view.moves > 0;
  if (runs && since === null) since = performance.now();
  if (!runs && since !== null) {
    before += performance.now() - since;
    since = null;
  }
  paintClock();
}

function keep() {
  if (state.view) store.put("time", { code: state.view.code, seconds: seconds() });
}

/** Shows the time: 4:07. */
export function paintClock() {
  const all = seconds();
  const parts = [Math.floor(all / 60), String(all % 60).padStart(2, "0")];
  byId("time").textContent = parts.join(":");
}

/** Stops while nobody can see the page, and is kept with it. */
export function startClock() {
  document.addEventListener("visibilitychange", () => {
    runOrRest();
    if (document.hidden) keep();
  });
  setInterval(() => since !== null && paintClock(), 1000);
}
