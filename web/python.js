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
 * Starts Pyodide, unless something else ends before.
 * @typedef {(settings: object, end?: Promise<never>) => Promise<any>} Load
 *
 * @typedef {import("./snapshot.js").Snapshot} Snapshot
 */

const WASM = `${PYODIDE}pyodide.asm.wasm`;
const RESTORING_MS = 5000; // at most: an ordinary start takes less
const SOLVER = "solitaire.solver.search";
const REQUEST = JSON.stringify({ id: 0, call: "games" });

/** Starts the engine, from the snapshot of an earlier visit where there is one.
 * @param {(step: string) => void} progress told what is being done
 * @param {Promise<unknown>} [woken] when the files may be asked for
 * @returns {Promise<Started>} */
export async function startPython(progress, woken) {
  progress("runtime");
  const reading = readSnapshot();
  await woken;
  try {
    return await start(progress, reading);
  } catch (error) {
    if (!(await reading)) throw error;
    await dropSnapshot(error);
    return start(progress, Promise.resolve(null));
  }
}

/** @param {(step: string) => void} progress @param {Promise<Snapshot|null>} reading
 * @returns {Promise<Started>} */
async function start(progress, reading) {
  const [snapshot, load] = await Promise.all([reading, fetchRuntime(reading)]);
  progress("engine");
  if (snapshot) return { handle: await restore(load, snapshot), restored: true };
  return { handle: engineIn(await load({})), restored: false };
}

/** The memory of an engine that has just started. @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function makeSnapshot() {
  const load = await fetchRuntime();
  const pyodide = await load({ _makeSnapshot: true });
  engineIn(pyodide).destroy();
  pyodide.pyimport(SOLVER).destroy(); // else it would run on every visit, when it is first needed
  return pyodide.makeMemorySnapshot();
}

/** @param {Load} load @param {Snapshot} snapshot @returns {Promise<Handle>} */
async function restore(load, snapshot) {
  const handle = engineIn(await load({ _loadSnapshot: snapshot.bytes }, tooSlow()));
  if (!JSON.parse(handle(REQUEST)).ok) throw new Error("no answer");
  return handle;
}

/** @returns {Promise<never>} */
const tooSlow = () => new Promise((_, reject) => {
  setTimeout(() => reject(new Error("too slow")), RESTORING_MS);
});

/** @param {any} pyodide */
const engineIn = (pyodide) => pyodide.pyimport("solitaire.bridge").handle;

/** Asks for the whole runtime at once, as Pyodide itself would not, and compiles it while it comes;
 * resolves to what starts it when Pyodide's scripts are there.
 * @param {Promise<Snapshot|null>} [reading] a snapshot, if there is one @returns {Promise<Load>} */
async function fetchRuntime(reading) {
  const library = libraryBeside(reading);
  const module = get(WASM, "application/wasm").then((answer) => WebAssembly.compileStreaming(answer));
  const scripts = ["pyodide.js", "pyodide.asm.js"].map((name) => loadModule(`${PYODIDE}${name}`));
  const failed = Promise.all([library, module]).then(never); // Pyodide would wait in vain for ever
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.race([Promise.all(scripts), failed]);
  const settings = {
    indexURL: at(PYODIDE), stdLibURL: at(LIBRARY), lockFileContents: LOCK, createPyodideModule,
  };
  /** @type {Load} */
  const load = (more, end = failed) =>
    Promise.race([loadPyodide({ ...settings, ...more }), failed, end]).catch(throwError);
  return (more, end) => handing(module, library, () => load(more, end));
}

/** The library; an empty one where a snapshot brings all that comes from it, and not before that is
 * there: Pyodide waits for the one before it restores the other.
 * @param {Promise<Snapshot|null>} [reading] */
async function libraryBeside(reading) {
  const snapshot = await reading;
  if (!snapshot) return unpacked(await get(LIBRARY));
  await snapshot.filled;
  return new Response();
}

/** @returns {Promise<never>} */
const never = () => new Promise(() => {});

/** A file; some hosts don't know the type of WebAssembly, but browsers insist on it.
 * @param {string} path @param {string} [type] @returns {Promise<Response>} */
async function get(path, type) {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(`${answer.status} ${at(path)}`);
  if (!type || answer.headers.get("Content-Type") === type) return answer;
  return new Response(answer.body, { headers: { "Content-Type": type } });
}

/** @param {Response} answer @returns {Response} */
const unpacked = ({ body }) => new Response(body?.pipeThrough(new DecompressionStream("gzip")));

/** Hands over what is on its way already when Pyodide asks for it, and spares the browser what takes
 * it long meanwhile.
 * @template T @param {Promise<WebAssembly.Module>} coming @param {Promise<Response>} library
 * @param {() => Promise<T>} load */
async function handing(coming, library, load) {
  const { fetch } = globalThis;
  const whole = library.catch(never); // whoever raced with it knows already
  const files = new Map([[at(WASM), Promise.resolve(new Response())], [at(LIBRARY), whole]]);
  /** @param {unknown} _ @param {WebAssembly.Imports} [imports] */
  const instantiateStreaming = async (_, imports) => {
    const module = await coming;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const undoings = [
    change(globalThis, { fetch: async (what, options) => files.get(String(what)) ?? fetch(what, options) }),
    change(WebAssembly, { instantiateStreaming, Module: shared(WebAssembly.Module) }),
    // Pyodide throws and catches errors by the hundred as it starts. To say where each of them comes
    // from, browsers read its script once more.
    change(/** @type {{stackTraceLimit?: number}} */ (Error), { stackTraceLimit: 0 }),
  ];
  try {
    return await load();
  } finally {
    for (const undo of undoings) undo();
  }
}

/** Lets something be otherwise; returns what undoes it.
 * @template {object} T @param {T} owner @param {Partial<T>} others */
function change(owner, others) {
  const own = /** @type {(keyof T)[]} */ (Object.keys(others)).map((name) => [name, owner[name]]);
  Object.assign(owner, others);
  return () => Object.assign(owner, Object.fromEntries(own));
}

/** Modules that are alike are compiled once: Emscripten makes one for each of the JavaScript functions
 * that it hands to WebAssembly, some 260 of some 30 kinds.
 * @param {typeof WebAssembly.Module} Module */
function shared(Module) {
  /** @type {Map<string, WebAssembly.Module>} */
  const made = new Map();
  /** @type {ProxyHandler<typeof WebAssembly.Module>} */
  const once = {
    construct(_, [bytes]) {
      const key = bytes.join();
      const module = made.get(key) ?? new Module(bytes);
      made.set(key, module);
      return module;
    },
  };
  return new Proxy(Module, once);
}

/** Emscripten also throws what is no Error. @param {any} what @returns {never} */
function throwError(what) {
  throw what instanceof Error ? what : new Error(what.message ?? what);
}
