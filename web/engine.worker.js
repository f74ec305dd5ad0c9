// @ts-check
// The engine in a worker: requests in, answers and events out.

import { startPython } from "./python.js";
import { thinkBetween } from "./thinking.js";

/** @param {import("./engine.js").Message} message */
const post = (message) => self.postMessage(message);

const starting = startPython((step) => post({ event: "progress", step })).then(
  (handle) => {
    post({ event: "ready" });
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
self.onmessage = ({ data }) =>
  void starting.then(({ handle, rest }) => {
    if (data) post({ answer: handle(data) });
    rest();
  }, ignore);
