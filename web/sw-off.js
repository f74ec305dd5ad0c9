// @ts-check
// The way out of a bad service worker: on the host, copy this file over sw.js. Browsers look for a
// new sw.js at every visit; this one takes the worker and its caches away, and the site comes from
// the network again.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const { scope } = worker.registration;
  const names = await caches.keys();
  const ours = names.filter((name) => name.startsWith("boulanger-site-") && name.endsWith(` ${scope}`));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await worker.registration.unregister();
}
