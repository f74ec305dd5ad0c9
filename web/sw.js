// @ts-check
// The service worker: keeps a whole version of the site, and answers with it before it asks the
// network, so that the game starts without one. build.py fills in the list of the files.
//
// Versions never mix. A version is taken whole or not at all, every file is checked against the
// list, and whatever a page asks for lies in folders that are named by what is in them: but for the
// pages themselves, an address never means two things. So a new version serves every start from now
// on, while pages of an older one get their files from its cache, which stays as long as one of them
// is open (offline.js).

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** The SHA-256 of each file, by its address relative to here: "./", not "index.html".
 * @type {Record<string, string>} */
const FILES = JSON.parse('{{files}}');

const { scope } = worker.registration;
const PREFIX = "boulanger-site-";
/** One origin can hold several copies of the site, each with caches of its own. */
const CACHE = `${PREFIX}{{version}} ${scope}`;

worker.addEventListener("install", (event) => event.waitUntil(takeVersion()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => event.waitUntil(greet(event)));
worker.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope)) event.respondWith(answer(event.request));
});

// ---------------------------------------------------------------- a version comes

async function takeVersion() {
  const cache = await caches.open(CACHE);
  try {
    for (const [path, hash] of Object.entries(FILES)) await cache.put(path, await take(path, hash));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await worker.skipWaiting();
}

/** A file of this version, from an older cache, from the browser's or from the host: the first that
 * is the one of the list. An old copy that some cache on the way still holds is not.
 * @param {string} path @param {string} hash @returns {Promise<Response>} */
async function take(path, hash) {
  const sources = [
    () => caches.match(path), () => fetch(path), () => fetch(path, { cache: "reload" }),
  ];
  for (const source of sources) {
    const answer = await source();
    if (!answer?.ok) continue;
    const content = await answer.clone().arrayBuffer();
    if ((await digestOf(content)) !== hash) continue;
    // What was redirected may not be given to a navigation, but a copy may. Of anything else there
    // is none: browsers keep compiled code beside a script only if it has come from a host.
    return answer.redirected ? new Response(content, answer) : answer;
  }
  throw new Error(`${path} is not that of version {{version}}`);
}

/** @param {ArrayBuffer} content */
async function digestOf(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function takeOver() {
  await worker.clients.claim();
  await clean();
}

// ---------------------------------------------------------------- versions go

/** Deletes what no page uses any more. Every page holds a lock named like a file of its version. */
async function clean() {
  const names = await caches.keys();
  if (worker.registration.installing || worker.registration.waiting) return; // one of them is theirs
  const pages = await worker.clients.matchAll({ type: "window" });
  const held = (await navigator.locks?.query())?.held ?? [];
  const used = held.flatMap(({ name = "" }) => (name.startsWith(scope) ? name : []));
  if (used.length < pages.length) return; // a page that is just starting holds no lock yet
  const others = names.filter((name) => name.startsWith(PREFIX) && name.endsWith(` ${scope}`));
  for (const name of others) if (name !== CACHE && !(await holdsOne(name, used))) await caches.delete(name);
}

/** @param {string} cacheName @param {string[]} addresses */
async function holdsOne(cacheName, addresses) {
  const found = await Promise.all(addresses.map((one) => caches.match(one, { cacheName })));
  return found.some(Boolean);
}

/** A page has started: tells it that this version is here, if all of it is.
 * @param {ExtendableMessageEvent} event */
async function greet({ source }) {
  await clean();
  const kept = await (await caches.open(CACHE)).keys();
  if (kept.length === Object.keys(FILES).length) source?.postMessage("kept");
}

// ---------------------------------------------------------------- a request

/** @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname.replace(/\/index\.html$/, "/");
  return (await kept(address)) ?? fetch(request);
}

/** A file of this version, else of an older one. @param {string} address */
async function kept(address) {
  try {
    return (await caches.match(address, { cacheName: CACHE })) ?? (await caches.match(address));
  } catch {
    return undefined; // a browser may take the storage away
  }
}
