// @ts-check
// The engine in a worker: requests in, answers and events out.

import { isKept, isSite, startWorker } from "./files.js";
import { startPython } from "./python.js";
import { thinkBetween } from "./thinking.js";

const IDLE_MS = 5000; // without any sign of the player

let timer = 0;

/** Has a snapshot made for the next visit while nobody waits for an answer. */
function whenIdle() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = 0;
    startWorker("snapshot.worker.js");
  }, IDLE_MS);
}

/** @param {import("./engine.js").Message} message */
const post = (message) => self.postMessage(message);

/** The page says so when it has been painted. @type {() => void} */
let wake;
const woken = new Promise((resolve) => {
  wake = () => resolve(undefined);
  if (isKept) wake(); // then no host has to send anything
});

const starting = startPython((step) => post({ event: "progress", step }), woken).then(
  ({ handle, restored }) => {
    post({ event: "ready", restored });
    if (!restored && isSite) whenIdle();
    const rest = thinkBetween(handle, (news) => post({ event: "news", news }));
    return { handle, rest };
  },
  (error) => {
    post({ event: "failed", detail: String(error) });
    throw error;
  },
);

// Where the start failed, the page knows it already.
const ignore = () => {};
starting.catch(ignore);
self.onmessage = ({ data }) => {
  if (!data) wake();
  void starting.then(({ handle, rest }) => {
    if (data) post({ answer: handle(data) });
    rest();
    if (timer) whenIdle();
  }, ignore);
};
