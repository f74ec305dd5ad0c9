// @ts-check
// Play without a network: the service worker (sw.js) keeps the site, this says when it does. The
// page needs nothing of it.

import { isEmbedded } from "./address.js";
import { scriptAt } from "./files.js";
import { t } from "./i18n.js";
import { byId, say } from "./panel.js";
import * as store from "./store.js";

const HOUR_MS = 3_600_000;
const QUIET_MS = 1000; // between two looks whether there is something to read

// The worker keeps the files of this version while a page holds a lock of this name.
navigator.locks?.request(import.meta.url, { mode: "shared" }, () => new Promise(() => {})).catch(() => {});

/** Whether this page is a place of its own: not part of another, not a file. */
const mayKeep = () => window.top === window && origin !== "null" && location.protocol !== "file:"
  && !isEmbedded && "serviceWorker" in navigator;

/** Has the site kept, and says so; not before the game has started, which needs the line.
 * @param {Promise<unknown>} started */
export function keepOffline(started) {
  if (!mayKeep()) return;
  const workers = navigator.serviceWorker;
  let isFirst = !workers.controller; // the next to take over is no update
  workers.addEventListener("controllerchange", () => {
    if (!isFirst) void started.then(() => whenQuiet(tellUpdate));
    isFirst = false;
  });
  workers.addEventListener("message", ({ data }) => data === "kept" && tellKept());
  started.then(register, () => {});
}

function register() {
  const workers = navigator.serviceWorker;
  void workers.ready.then(follow);
  // Where it can't be had the game is played online.
  workers.register(scriptAt("../sw.js")).catch((error) => console.warn(error));
  keepForGood();
}

/** @param {ServiceWorkerRegistration} registration */
function follow(registration) {
  registration.active?.postMessage("started");
  let last = Date.now();
  // Browsers look for a new version when a page is opened; some pages stay open for weeks.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < HOUR_MS) return;
    last = Date.now();
    registration.update().catch(() => {});
  });
}

/** Asks that what is kept stays, where the game was installed. */
function keepForGood() {
  const persist = () => void navigator.storage?.persist();
  if (matchMedia("(display-mode: standalone)").matches) persist();
  addEventListener("appinstalled", persist);
}

function tellKept() {
  byId("offline").hidden = false;
  if (store.get("offline")) return;
  store.put("offline", true);
  whenQuiet(() => say(t("offline.ready")));
}

function tellUpdate() {
  say(t("offline.new"), { label: t("offline.restart"), act: () => location.reload() });
}

/** Waits until no other message is shown. @param {() => void} tell */
function whenQuiet(tell) {
  if (byId("toast").classList.contains("shown")) setTimeout(() => whenQuiet(tell), QUIET_MS);
  else tell();
}
