// @ts-check
// Lets the engine think while it has nothing else to do, where the engine runs: in short slices,
// between which its messages are read.

const REST_MS = 120; // without a request, before thinking begins
const SLICE_MS = 2;

/** @param {(request: string) => string} handle @param {(news: object) => void} tell
 * @returns {() => void} to be called after every request, and while the player is about */
export function thinkBetween(handle, tell) {
  const request = JSON.stringify({ id: 0, call: "think", args: { milliseconds: SLICE_MS } });
  let timer = 0;
  // A timer of its own would wait for 4 ms at least, every time.
  const { port1, port2 } = new MessageChannel();
  let thinking = false;
  port1.onmessage = () => {
    if (!thinking) return;
    const { ok } = JSON.parse(handle(request));
    if (ok?.news) tell(ok.news);
    thinking = Boolean(ok?.more);
    if (thinking) port2.postMessage(null);
  };
  return () => {
    thinking = false;
    clearTimeout(timer);
    timer = setTimeout(() => {
      thinking = true;
      port2.postMessage(null);
    }, REST_MS);
  };
}
