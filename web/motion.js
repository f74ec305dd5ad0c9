// @ts-check
// How fast things move, if at all.

import { state } from "./state.js";

/** How long a motion takes by the setting, of its usual time; the same numbers are in style.css. */
const PACES = { slow: 1.7, normal: 1, fast: 0.5, none: 0 };

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What a motion's usual time is multiplied by; 0 where nothing shall move. */
export const pace = () => (still.matches ? 0 : PACES[state.settings.speed] ?? 1);

/** The animations of a show: the deal or the win. @type {Animation[]} */
let show = [];

/** Starts a show; another one ends. Times are in milliseconds at the usual pace.
 * @param {Iterable<[HTMLElement, Keyframe[], KeyframeAnimationOptions]>} parts
 * @returns {Promise<unknown>} resolves when it is over or was ended */
export function play(parts) {
  endShow();
  const times = pace();
  if (!times) return Promise.resolve();
  show = [...parts].map(([element, frames, { delay = 0, duration, ...options }]) => {
    const timing = { delay: delay * times, duration: Number(duration) * times };
    return element.animate(frames, { fill: "backwards", ...options, ...timing });
  });
  return Promise.allSettled(show.map((one) => one.finished));
}

/** Ends the show under way: everything lies where it belongs. */
export function endShow() {
  for (const one of show) one.cancel();
  show = [];
}
