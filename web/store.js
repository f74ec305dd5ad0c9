// @ts-check
// What stays in the browser between visits; in memory where the browser keeps nothing. Each tab
// keeps its own copy too, so that two tabs with two games do not undo each other's. What is played
// in a frame of another page stays in that frame, for as long as the tab: there it neither reads
// nor changes what the player keeps here.

import { isEmbedded } from "./address.js";

const PREFIX = `boulanger-solitaire:${isEmbedded ? `embed${frameNumber()}${location.search}${location.hash}:` : ""}`;

/** Which frame of the page around it this is. */
function frameNumber() {
  let number = 0;
  while (number < parent.length && parent[number] !== window) number += 1;
  return number;
}

/** One for all tabs. */
const SHARED = new Set(["records"]);

/** The name that a storage knows it by. @param {string} name */
export const keyOf = (name) => PREFIX + name;

/** @type {Map<string, string>} */
const memory = new Map();
let kept = true;

/** Touching a storage can throw, and so can every call to it.
 * @template T @param {(storage: Storage) => T} use
 * @param {"sessionStorage"|"localStorage"} which @returns {T|null} */
function attempt(use, which) {
  if (isEmbedded && which === "localStorage") return null;
  try {
    return use(window[which]);
  } catch {
    return null;
  }
}

/** Whether all that was put so far is kept after the page is closed. */
export const isKept = () => kept;

/** The value under a name, null where there is none; the text itself where it can't be read, for
 * whoever asked to find out and to put aside.
 * @param {string} name @returns {unknown} */
export function get(name) {
  const text = getText(name);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {string} name @returns {string|null} */
function getText(name) {
  /** @param {Storage} storage */
  const read = (storage) => storage.getItem(PREFIX + name);
  return memory.get(name) ?? attempt(read, "sessionStorage") ?? attempt(read, "localStorage");
}

/** @param {string} name @param {unknown} value */
export function put(name, value) {
  const text = JSON.stringify(value);
  /** @param {Storage} storage */
  const write = (storage) => {
    storage.setItem(PREFIX + name, text);
    return true;
  };
  if (!SHARED.has(name)) attempt(write, "sessionStorage");
  kept = attempt(write, "localStorage") ?? false;
  if (kept) memory.delete(name);
  else memory.set(name, text);
}

/** Moves the value that `get` gives, and that can't be used, out of the way: it is not lost, and
 * the next `get` gives another copy if there is one.
 * @param {string} name @returns {boolean} whether it is out of the way */
export function setAside(name) {
  const text = getText(name);
  /** @param {Storage} storage */
  const remove = (storage) => {
    if (storage.getItem(PREFIX + name) === text) storage.removeItem(PREFIX + name);
  };
  memory.delete(name);
  attempt(remove, "sessionStorage");
  attempt(remove, "localStorage"); // first, or there may be no room for the other
  attempt((storage) => storage.setItem(`${PREFIX}damaged:${name}`, text ?? ""), "localStorage");
  return getText(name) !== text;
}
