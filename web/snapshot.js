// @ts-check
// Keeps a snapshot of the started engine's memory between visits, where the browser keeps anything.
// It saves a part of the start and nothing else: whatever is wrong with it, there is none.

const PREFIX = "boulanger-snapshot-";
const NAME = `${PREFIX}{{pyodide}}-{{library}}`;
const KEY = new URL("snapshot", import.meta.url).href;
const DIGEST = "X-Digest";

/** @param {BufferSource} bytes @returns {Promise<string>} */
const digestOf = async (bytes) =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ");

/** The snapshot of this very version, whole, or null. @returns {Promise<Uint8Array|null>} */
export async function readSnapshot() {
  try {
    const kept = await caches.match(KEY, { cacheName: NAME });
    if (!kept) return null;
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if ((await digestOf(bytes)) === kept.headers.get(DIGEST)) return bytes;
    throw new Error("damaged");
  } catch (error) {
    await dropSnapshot(error);
    return null;
  }
}

/** Keeps a snapshot, and those of other versions no longer. @param {Uint8Array<ArrayBuffer>} bytes */
export async function keepSnapshot(bytes) {
  const headers = { [DIGEST]: await digestOf(bytes) };
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name);
  }
  await (await caches.open(NAME)).put(KEY, new Response(bytes, { headers }));
  console.debug(`The engine's snapshot is kept: ${bytes.length} bytes`);
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
