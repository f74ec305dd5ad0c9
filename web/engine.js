// @ts-check
// The one door to the engine: call(name, args). Calls wait until the engine is up; a failed start
// rejects all of them.

import { run } from "./runner.js";

/**
 * What comes from where the engine runs.
 * @typedef {{answer: string} | {event: "progress", step: string} | {event: "ready", restored: boolean}
 *   | {event: "failed", detail: string} | {event: "news", news: object}} Message
 *
 * @typedef {{resolve: (value: any) => void, reject: (error: EngineError) => void, name: string,
 *   from: number}} Waiting
 */

/** A refusal or a failure: a code for a sentence in the language files, and data for it. */
export class EngineError extends Error {
  /** @param {string} code @param {Record<string, string|number|null>} [data] */
  constructor(code, data = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

const SECONDS_PER_STEP = 60;

export class Engine {
  /** @param {{onNews?: (news: any) => void, seconds?: number}} [options]
   * `onNews`: told what thinking found out; `seconds`: how long a step of the start may take
   * before it counts as failed */
  constructor({ onNews = () => {}, seconds = SECONDS_PER_STEP } = {}) {
    this.onNews = onNews;
    this.seconds = seconds;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.lastId = 0;
    /** @type {EngineError|null} */
    this.failure = null;
    /** @type {import("./runner.js").Runner|null} */
    this.runner = null;
    this.timer = 0;
  }

  /** Starts the engine, or starts it afresh after a failure. @returns {Promise<void>} */
  start() {
    this.stop();
    this.failure = null;
    return new Promise((resolve, reject) => {
      /** @param {Message} message */
      const receive = (message) => {
        if ("answer" in message) this.settle(message.answer);
        else if (message.event === "news") this.onNews(message.news);
        else if (message.event === "ready") this.finish(message.restored, resolve);
        else if (message.event === "progress") this.proceed(message.step, reject);
        else this.fail(new EngineError("start-failed", { detail: message.detail }), reject);
      };
      this.proceed("worker", reject);
      this.runner = run(receive);
    });
  }

  stop() {
    clearTimeout(this.timer);
    this.runner?.stop();
    this.runner = null;
  }

  /** Asks the engine; resolves to what is `ok`, rejects with an EngineError.
   * @param {string} name @param {Record<string, unknown>} [args] @returns {Promise<any>} */
  call(name, args = {}) {
    if (this.failure) return Promise.reject(this.failure);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, name, from: performance.now() });
      this.runner?.send(JSON.stringify({ id, call: name, args }));
    });
  }

  /** Tells the engine that the player is about: it rests a while before it thinks on. */
  rest() {
    this.runner?.send("");
  }

  /** @param {string} step @param {(error: EngineError) => void} reject */
  proceed(step, reject) {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => this.fail(new EngineError("start-hangs", { step, seconds: this.seconds }), reject),
      this.seconds * 1000,
    );
  }

  /** @param {boolean} restored @param {() => void} resolve */
  finish(restored, resolve) {
    clearTimeout(this.timer);
    performance.mark(restored ? "engine-restored" : "engine-started");
    resolve();
  }

  /** @param {EngineError} error @param {(error: EngineError) => void} reject */
  fail(error, reject) {
    this.stop();
    this.failure = error;
    // If it was the snapshot's fault, the next start would fail like this one.
    import("./snapshot.js").then(({ dropSnapshot }) => dropSnapshot(error), () => {});
    for (const { reject: refuse } of this.waiting.values()) refuse(error);
    this.waiting.clear();
    reject(error);
  }

  /** @param {string} text */
  settle(text) {
    const { id, ok, error } = JSON.parse(text);
    const call = this.waiting.get(id);
    if (!call) return;
    this.waiting.delete(id);
    if (!performance.getEntriesByName("engine-ready").length) performance.mark("engine-ready");
    performance.measure(`call:${call.name}`, { start: call.from });
    if (error) call.reject(new EngineError(error.code, error.data));
    else call.resolve(ok);
  }
}
