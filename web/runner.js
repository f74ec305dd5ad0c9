// @ts-check
// Where the engine runs: in a worker where there can be one, on the page where not.

import { startWorker } from "./files.js";

/**
 * @typedef {import("./engine.js").Message} Message
 * @typedef {(message: Message) => void} Receive
 * @typedef {{send: (request: string) => void, stop: () => void}} Runner
 */

/** A worker, and what it has said before anyone listened. @typedef {{worker: Worker, heard: Message[]}} Started */

/** Starts the engine. @param {Receive} receive @returns {Runner} */
export function run(receive) {
  const started = early() ?? fresh();
  return started ? runInWorker(started, receive) : runOnPage(receive);
}

/** The worker that index.html started before any module came, once. @returns {Started|undefined} */
function early() {
  const { early } = /** @type {{early?: Started}} */ (/** @type {unknown} */ (globalThis));
  Reflect.deleteProperty(globalThis, "early");
  return early;
}

/** @returns {Started|undefined} */
function fresh() {
  try {
    const worker = startWorker("engine.worker.js");
    worker.postMessage("");
    return { worker, heard: [] };
  } catch {
    return undefined; // sandboxed frames have no workers
  }
}

/** @param {Started} started @param {Receive} receive @returns {Runner} */
function runInWorker({ worker, heard }, receive) {
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = ({ message }) => receive({ event: "failed", detail: message ?? "worker" });
  for (const message of heard) receive(message);
  return { send: (request) => worker.postMessage(request), stop: () => worker.terminate() };
}

/** @param {Receive} receive @returns {Runner} */
function runOnPage(receive) {
  let stopped = false;
  /** @param {Message} message */
  const tell = (message) => stopped || receive(message);
  const starting = startOnPage(tell);
  starting.then(
    ({ restored }) => tell({ event: "ready", restored }),
    (error) => tell({ event: "failed", detail: String(error) }),
  );
  return {
    send: (request) => void starting.then(({ answer }) => answer(request), () => {}),
    stop: () => (stopped = true),
  };
}

/** @param {(message: Message) => void} tell
 * @returns {Promise<{answer: (request: string) => void, restored: boolean}>} */
async function startOnPage(tell) {
  const { startPython } = await import("./python.js");
  const { thinkBetween } = await import("./thinking.js");
  const { handle, restored } = await startPython((step) => tell({ event: "progress", step }));
  const rest = thinkBetween(handle, (news) => tell({ event: "news", news }));
  /** @param {string} request */
  const answer = (request) => {
    if (request) tell({ answer: handle(request) });
    rest();
  };
  return { answer, restored };
}
