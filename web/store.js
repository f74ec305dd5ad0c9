// @ts-check
// What stays in the browser between visits; in memory where the browser keeps nothing.

const PREFIX = "boulanger-solitaire:";

/** @type {Map<string, string>} */
const memory = new Map();
let kept = true;

/** Touching localStorage can throw, and so can every call to it. @returns {Storage|null} */
function storage() {
  try {
    return window.localStorage;
  } catch {
    kept = false;
    return null;
  }
}

/** Whether all that was put so far is kept after the page is closed. */
export function isKept() {
  return kept && storage() !== null;
}

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
  try {
    return memory.get(name) ?? storage()?.getItem(PREFIX + name) ?? null;
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function put(name, value) {
  const text = JSON.stringify(value);
  try {
    const place = storage();
    if (!place) throw new Error("no storage");
    place.setItem(PREFIX + name, text);
    memory.delete(name);
  } catch {
    kept = false;
    memory.set(name, text);
  }
}

/** Moves a value that can't be used out of the way, so that it is not lost.
 * @param {string} name */
export function setAside(name) {
  const text = getText(name);
  if (text === null) return;
  memory.delete(name);
  try {
    storage()?.setItem(`${PREFIX}damaged:${name}`, text);
    storage()?.removeItem(PREFIX + name);
  } catch {
    kept = false;
  }
}
