// @ts-check
// Starts Pyodide with the engine in it: the one place that knows Pyodide. The build fills in what
// it put where; the library holds the engine, compiled, and what it uses of Python's own.

const PYODIDE = "../{{pyodide}}/";
const LIBRARY = "../{{library}}";
const LOCK = '{{lock}}';

/** @typedef {(request: string) => string} Handle */

/** @param {string} path */
const at = (path) => new URL(path, import.meta.url).href;

/** Starts the engine and resolves to its one function.
 * @param {(step: string) => void} progress told what is being done
 * @returns {Promise<Handle>} */
export async function startPython(progress) {
  progress("runtime");
  // All at once: Pyodide itself would ask for one after the other.
  const [code, wasm, library] = [`${PYODIDE}pyodide.asm.mjs`, `${PYODIDE}pyodide.asm.wasm`, LIBRARY].map(at);
  const files = new Map([[wasm, ask(wasm, "application/wasm")], [library, ask(library)]]);
  const scripts = [import(at(`${PYODIDE}pyodide.mjs`)), import(code)];
  const [{ loadPyodide }] = await Promise.all([...scripts, ...files.values()]);
  progress("engine");
  const settings = { indexURL: at(PYODIDE), stdLibURL: library, lockFileContents: LOCK };
  const pyodide = await handing(files, () => loadPyodide(settings).catch(throwError));
  return pyodide.pyimport("solitaire.bridge").handle;
}

/** A file that Pyodide would wait for in vain for ever if it did not come, or came as something
 * else: some hosts don't know the type of WebAssembly, but browsers insist on it.
 * @param {string} url @param {string} [type] @returns {Promise<Response>} */
async function ask(url, type) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  if (!type || answer.headers.get("Content-Type") === type) return answer;
  return new Response(answer.body, { headers: { "Content-Type": type } });
}

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
