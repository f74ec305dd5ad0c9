// @ts-check
// Keeps a snapshot of the started engine's memory between visits, where the browser keeps anything.
// It saves a part of the start and nothing else: whatever is wrong with it, there is none.

import { at } from "./files.js";

const PREFIX = "boulanger-snapshot-";
/** One origin can hold several copies of the site, each with a snapshot of its own. */
const SCOPE = ` ${at("../")}`;
const NAME = `${PREFIX}{{pyodide}}-{{library}}${SCOPE}`;
const KEY = at("snapshot");
const DIGEST = "X-Digest";

/** @param {BufferSource} bytes @returns {Promise<string>} */
const digestOf = async (bytes) =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ");

/** The snapshot of this very version, whole, or null. @returns {Promise<Uint8Array|null>} */
export async function readSnapshot() {
  try {
    const kept = await caches.match(KEY, { cacheName: NAME });
    if (!kept) return null;
    const packed = await kept.arrayBuffer();
    if ((await digestOf(packed)) === kept.headers.get(DIGEST)) return unpack(packed);
    throw new Error("damaged");
  } catch (error) {
    await dropSnapshot(error);
    return null;
  }
}

/** Keeps a snapshot, and those of other versions no longer. @param {Uint8Array<ArrayBuffer>} bytes */
export async function keepSnapshot(bytes) {
  const packed = await pack(bytes).arrayBuffer();
  const headers = { [DIGEST]: await digestOf(packed) };
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name.endsWith(SCOPE) && name !== NAME) await caches.delete(name);
  }
  await (await caches.open(NAME)).put(KEY, new Response(packed, { headers }));
  console.debug(`The engine's snapshot is kept: ${packed.byteLength} bytes`);
}

// Most pages of the memory are empty. What is kept: the length, a byte for each page that says
// whether it is there, and those that are.
const PAGE = 4096;
const LENGTH = Uint32Array.BYTES_PER_ELEMENT;

/** @param {Uint8Array<ArrayBuffer>} bytes */
function pack(bytes) {
  const pages = Array.from({ length: Math.ceil(bytes.length / PAGE) }, (_, page) =>
    bytes.subarray(page * PAGE, (page + 1) * PAGE));
  const used = pages.map((page) => page.some(Boolean));
  const kept = pages.filter((_, page) => used[page]);
  return new Blob([Uint32Array.of(bytes.length), Uint8Array.from(used, Number), ...kept]);
}

/** @param {ArrayBuffer} packed */
function unpack(packed) {
  const bytes = new Uint8Array(Number(new Uint32Array(packed, 0, 1)[0]));
  const used = new Uint8Array(packed, LENGTH, Math.ceil(bytes.length / PAGE));
  let at = LENGTH + used.length;
  used.forEach((isUsed, page) => {
    if (!isUsed) return;
    const size = Math.min(PAGE, bytes.length - page * PAGE);
    bytes.set(new Uint8Array(packed, at, size), page * PAGE);
    at += size;
  });
  return bytes;
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
