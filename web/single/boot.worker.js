// @ts-check
// The first script of the single file's worker: takes the packed files, then starts the engine's.

// Pyodide refuses workers that have this; without it they are like modules.
Reflect.set(self, "importScripts", undefined);

const WORKER = "{{worker}}";

/** What came before the engine's worker listens. @type {MessageEvent[]} */
const early = [];

self.onmessage = (event) => {
  if (!(event.data instanceof Map)) return void early.push(event);
  Reflect.set(self, "files", event.data);
  import(WORKER).then(
    () => {
      for (const event of early) self.onmessage?.(event);
    },
    (error) => self.postMessage({ event: "failed", detail: String(error) }),
  );
};
