// @ts-check
// Keeps a snapshot of the started engine's memory between visits, where the browser keeps anything.
// It saves a part of the start and nothing else: whatever is wrong with it, there is none.

import { at } from "./files.js";

const PREFIX = "boulanger-snapshot-";
/** One origin can hold several copies of the site, each with a snapshot of its own. */
const SCOPE = ` ${at("../")}`;
const NAME = `${PREFIX}{{pyodide}}-{{library}}${SCOPE}`;
const KEY = at("snapshot");
const LENGTH = "X-Length";
const TURNS = "X-Turns";

/**
 * A snapshot on its way: there is room for it at once, since whoever restores it asks for its length
 * long before he asks for its bytes.
 * @typedef {{bytes: Uint8Array<ArrayBuffer>, filled: Promise<void>}} Snapshot
 */

/** The snapshot of this very version, or null. @returns {Promise<Snapshot|null>} */
export async function readSnapshot() {
  try {
    const kept = await caches.match(KEY, { cacheName: NAME });
    if (!kept) return null;
    const bytes = new Uint8Array(Number(kept.headers.get(LENGTH)));
    const filled = fill(bytes, kept);
    filled.catch(() => {}); // it may fail before anyone waits for it
    return { bytes, filled };
  } catch (error) {
    await dropSnapshot(error);
    return null;
  }
}

/** Puts the used pages where they belong as they come. Browsers find out at the end of what they keep
 * whether it is what was given to them; so it is read to its end.
 * @param {Uint8Array} bytes all empty @param {Response} kept */
async function fill(bytes, { body, headers }) {
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body).getReader();
  let piece = new Uint8Array();
  for (const part of partsOf(bytes, headers.get(TURNS)?.split(" ").map(Number) ?? [])) {
    for (let at = 0; at < part.length; ) {
      if (!piece.length) piece = (await reader.read()).value ?? refuse("too short");
      const some = piece.subarray(0, part.length - at);
      part.set(some, at);
      at += some.length;
      piece = piece.subarray(some.length);
    }
  }
  if (piece.length || !(await reader.read()).done) refuse("too long");
}

/** @param {string} why @returns {never} */
function refuse(why) {
  throw new Error(`the snapshot is ${why}`);
}

/** Keeps a snapshot, and those of other versions no longer. What is empty at its end is not kept: new
 * memory is empty.
 * @param {Uint8Array<ArrayBuffer>} memory */
export async function keepSnapshot(memory) {
  const turns = turnsOf(memory);
  if (turns.length % 2 === 0) turns.pop();
  const bytes = memory.subarray(0, PAGE * turns.reduce((sum, pages) => sum + pages));
  const pages = new Blob(partsOf(bytes, turns));
  const headers = { [LENGTH]: String(bytes.length), [TURNS]: turns.join(" ") };
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name.endsWith(SCOPE) && name !== NAME) await caches.delete(name);
  }
  await (await caches.open(NAME)).put(KEY, new Response(pages, { headers }));
  console.debug(`The engine's snapshot is kept: ${pages.size} bytes`);
}

// Most pages of the memory are empty. Those that are not are kept, one after the other, and beside
// them how many pages hold something and how many are empty, in turns.
const PAGE = 4096;

/** @param {Uint8Array} bytes @returns {number[]} how many pages are used, empty, used, … */
function turnsOf(bytes) {
  const turns = [0];
  for (let at = 0; at < bytes.length; at += PAGE) {
    const isUsed = bytes.subarray(at, at + PAGE).some(Boolean);
    if (isUsed === (turns.length % 2 === 0)) turns.push(0);
    turns.push((turns.pop() ?? 0) + 1);
  }
  return turns;
}

/** The used pages. @template {ArrayBufferLike} T @param {Uint8Array<T>} bytes @param {number[]} turns */
function partsOf(bytes, turns) {
  let end = 0;
  const all = turns.map((pages) => bytes.subarray(end, (end += pages * PAGE)));
  return all.filter((_, turn) => turn % 2 === 0);
}

/** Takes a snapshot away with which something went wrong. @param {unknown} why */
export async function dropSnapshot(why) {
  console.info("The engine starts without a snapshot:", why);
  try {
    await caches.delete(NAME);
  } catch {
    // Where there is no Cache Storage, nothing is kept.
  }
}
