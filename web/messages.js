// @ts-check
// The page as a part of another one: what the host page may ask for, and what it is told.
// The protocol is explained in embed.html. The host has no more power than a player: what it asks
// for is checked here, and decided by the engine.

import { EngineError } from "./engine.js";
import { layOut } from "./layout.js";
import { byId } from "./panel.js";
import { state } from "./state.js";
import { readSettings, Refusal, showControls } from "./wishes.js";

/**
 * @typedef {import("./state.js").View} View
 *
 * @typedef {object} Player what a host can have done
 * @property {(name: string, args: Record<string, unknown>) => Promise<View>} play
 * @property {(values: Record<string, string>) => Promise<void>} set of the settings
 */

const VERSION = 1;
const LONGEST = 100; // characters of a text in a message
const MOST_WAITING = 100; // requests that may wait for their turn
const BOUNDLESS = 100_000; // CSS pixels of height

/** The page around this one, if there is one. */
const host = parent === window ? null : parent;

// ---------------------------------------------------------------- what is told

/** To any origin: the host was there first and goes with us, and hears nothing but the game.
 * @param {string} type @param {object} [data] */
function post(type, data = {}) {
  host?.postMessage({ ...data, solitaire: VERSION, type }, "*");
}

/** @param {View} view @returns {object} */
function gameOf(view) {
  const { game, cells, code, number, status, score, moves, undoable, redoable, happened } = view;
  return { game, cells, code, number, status, score, moves, undoable, redoable, happened };
}

/** @param {{id?: string|number}} [answer] */
function tellState(answer = {}) {
  const { language, theme } = state.settings;
  post("state", { ...(state.view ? gameOf(state.view) : {}), language, theme, ...answer });
}

/** Tells the host that there is a game to be played. @param {View} view */
export function tellReady(view) {
  post("ready", gameOf(view));
  tellSize();
}

/** Tells the host what has changed. @param {View} view */
export function tellChange(view) {
  if (view.happened === "nothing" || state.engine !== "ready") return;
  const { code, score, moves, status, happened } = view;
  if (happened === "move") for (const step of view.steps) post("move", { ...step, score, moves });
  tellState();
  if (status === "won" && ["move", "redo"].includes(happened)) post("won", { code, score, moves });
  if (happened === "new") tellSize();
}

/** Tells the host what could not be done. @param {{code: string, data: object}} error
 * @param {{id?: string|number}} [answer] */
export function tellError({ code, data }, answer = {}) {
  post("error", { code, data, ...answer });
}

/** Tells the host how high the frame should be, for its width, so that nothing is squeezed. */
function tellSize() {
  if (!host || !state.view) return;
  const table = byId("table");
  const { cards, cardH } = layOut(state.view, table.clientWidth, BOUNDLESS);
  const lowest = Math.max(...[...cards.values()].map(({ y }) => y));
  const above = table.getBoundingClientRect().top;
  post("size", { width: innerWidth, height: Math.ceil(above + lowest + 2 * cardH) });
}

// ---------------------------------------------------------------- what is asked

/** The fields that each request may have, and whether a value has the shape.
 * @type {Record<string, (value: unknown) => boolean>} */
const FIELDS = {
  solitaire: (value) => value === VERSION,
  type: (value) => typeof value === "string",
  id: (value) => isText(value) || Number.isFinite(value),
  deal: isText,
  game: isText,
  cells: (value) => Number.isSafeInteger(value),
  language: isText,
  theme: isText,
  controls: (value) => isText(value) || (Array.isArray(value) && value.length < LONGEST && value.every(isText)),
};

/** @type {Map<unknown, {may: string[], must?: string[]}>} */
const REQUESTS = new Map(Object.entries({
  new: { may: ["game", "cells"] },
  open: { may: ["deal", "game", "cells"], must: ["deal"] },
  undo: { may: [] },
  redo: { may: [] },
  restart: { may: [] },
  set: { may: ["language", "theme", "controls"] },
}));

/** @param {unknown} value */
function isText(value) {
  return typeof value === "string" && value.length <= LONGEST;
}

/** The fields of a request; throws a Refusal for one that is not as it must be.
 * @param {Record<string, unknown>} message @returns {Record<string, unknown>} */
function check(message) {
  const { solitaire, type, id, ...fields } = message;
  if (solitaire !== VERSION) throw new Refusal("unknown-protocol", { known: String(VERSION) });
  const request = REQUESTS.get(type);
  if (!request) throw new Refusal("unknown-type", { known: [...REQUESTS.keys()].join(" ") });
  if (id !== undefined && !FIELDS["id"]?.(id)) throw new Refusal("bad-field", { name: "id" });
  for (const [name, value] of Object.entries(fields)) {
    const data = { name: name.slice(0, LONGEST) };
    if (!request.may.includes(name)) throw new Refusal("unknown-field", data);
    if (!FIELDS[name]?.(value)) throw new Refusal("bad-field", data);
  }
  for (const name of request.must ?? []) {
    if (!Object.hasOwn(fields, name)) throw new Refusal("missing-field", { name });
  }
  return fields;
}

/** @param {unknown} type @param {Record<string, unknown>} fields @param {Player} player */
async function carryOut(type, fields, player) {
  if (type === "set") {
    const wishes = readSettings(fields);
    if (wishes.problems[0]) throw wishes.problems[0];
    if (wishes.controls) showControls(wishes.controls);
    await player.set(wishes.settings);
  } else await player.play(type === "open" ? "new" : String(type), fields);
}

/** Listens to the host, and to nobody else. @param {Player} player */
export function listenToHost(player) {
  if (!host) return;
  let waiting = 0;
  /** @param {Record<string, unknown>} message */
  const receive = async (message) => {
    const { id, type } = message;
    const answer = FIELDS["id"]?.(id) ? { id: /** @type {string} */ (id) } : {};
    waiting += 1;
    try {
      if (waiting > MOST_WAITING) throw new Refusal("too-many");
      await carryOut(type, check(message), player);
      if ("id" in answer || type === "set") tellState(answer);
    } catch (error) {
      const isKnown = error instanceof Refusal || error instanceof EngineError;
      tellError(isKnown ? error : new Refusal("internal"), answer);
      if (!isKnown) throw error;
    } finally {
      waiting -= 1;
    }
  };
  addEventListener("message", ({ source, data }) => {
    // Pages send each other many things; what does not name the protocol is none of ours.
    if (source === host && Object(data) === data && Object.hasOwn(data, "solitaire")) void receive(data);
  });
  let { innerWidth: width } = window;
  addEventListener("resize", () => {
    if (width !== innerWidth) tellSize();
    width = innerWidth;
  });
}
