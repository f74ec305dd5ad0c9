// @ts-check
// Starts Pyodide with the engine in it: the one place that knows Pyodide. The build fills in what
// it put where; the library holds the engine, compiled, and what it uses of Python's own.

import { ask, at, loadModule } from "./files.js";
import { dropSnapshot, readSnapshot } from "./snapshot.js";

const PYODIDE = "../{{pyodide}}/";
const LIBRARY = "../{{library}}";
const LOCK = '{{lock}}';

/**
 * @typedef {(request: string) => string} Handle
 *
 * An engine that answers, and whether it came from a snapshot.
 * @typedef {{handle: Handle, restored: boolean}} Started
 *
 * @typedef {(settings: object) => Promise<any>} Load
 */

const WASM = `${PYODIDE}pyodide.asm.wasm`;
const RESTORING_MS = 5000; // at most: an ordinary start takes less
const REQUEST = JSON.stringify({ id: 0, call: "games" });

/** Starts the engine, from the snapshot of an earlier visit where there is one.
 * @param {(step: string) => void} progress told what is being done
 * @returns {Promise<Started>} */
export async function startPython(progress) {
  progress("runtime");
  const [snapshot, load] = await Promise.all([readSnapshot(), fetchRuntime()]);
  progress("engine");
  if (snapshot) {
    try {
      return { handle: await restore(load, snapshot), restored: true };
    } catch (error) {
      await dropSnapshot(error);
      return { handle: engineIn(await (await fetchRuntime())({})), restored: false };
    }
  }
  return { handle: engineIn(await load({})), restored: false };
}

/** The memory of an engine that has just started. @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function makeSnapshot() {
  const load = await fetchRuntime();
  const pyodide = await load({ _makeSnapshot: true });
  engineIn(pyodide).destroy();
  return pyodide.makeMemorySnapshot();
}

/** @param {Load} load @param {Uint8Array} snapshot @returns {Promise<Handle>} */
async function restore(load, snapshot) {
  const pyodide = await inTime(load({ _loadSnapshot: snapshot }));
  // Where memory comes from before, chance would repeat itself.
  pyodide.pyimport("random").seed();
  const handle = engineIn(pyodide);
  if (!JSON.parse(handle(REQUEST)).ok) throw new Error("no answer");
  return handle;
}

/** @template T @param {Promise<T>} promise @returns {Promise<T>} */
const inTime = (promise) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("too slow")), RESTORING_MS);
  promise.then(resolve, reject);
});

/** @param {any} pyodide */
const engineIn = (pyodide) => pyodide.pyimport("solitaire.bridge").handle;

/** Asks for the whole runtime at once, as Pyodide itself would not; resolves to what starts it when
 * all of it comes. @returns {Promise<Load>} */
async function fetchRuntime() {
  const library = get(LIBRARY).then(unpacked);
  const files = new Map([[at(WASM), get(WASM, "application/wasm")], [at(LIBRARY), library]]);
  const scripts = ["pyodide.js", "pyodide.asm.js"].map((name) => loadModule(`${PYODIDE}${name}`));
  const [{ loadPyodide }, { default: createPyodideModule }] =
    await Promise.all([...scripts, ...files.values()]);
  const settings = {
    indexURL: at(PYODIDE), stdLibURL: at(LIBRARY), lockFileContents: LOCK, createPyodideModule,
  };
  return (more) => handing(files, () => loadPyodide({ ...settings, ...more }).catch(throwError));
}

/** A file that Pyodide would wait for in vain for ever if it did not come, or came as something
 * else: some hosts don't know the type of WebAssembly, but browsers insist on it.
 * @param {string} path @param {string} [type] @returns {Promise<Response>} */
async function get(path, type) {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(`${answer.status} ${at(path)}`);
  if (!type || answer.headers.get("Content-Type") === type) return answer;
  return new Response(answer.body, { headers: { "Content-Type": type } });
}

/** @param {Response} answer */
const unpacked = ({ body }) => new Response(body?.pipeThrough(new DecompressionStream("gzip")));

/** Hands files over that are on their way already when Pyodide fetches them.
 * @template T @param {Map<string, Promise<Response>>} files @param {() => Promise<T>} load */
async function handing(files, load) {
  const { fetch } = globalThis;
  globalThis.fetch = (what, options) => files.get(String(what)) ?? fetch(what, options);
  try {
    return await load();
  } finally {
    globalThis.fetch = fetch;
  }
}

/** Emscripten also throws what is no Error. @param {any} what @returns {never} */
function throwError(what) {
  throw what instanceof Error ? what : new Error(what.message ?? what);
}
