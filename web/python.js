// @ts-check
// Starts Pyodide with the engine in it: the one place that knows Pyodide.

/**
 * What the build put where; URLs relative to site.json.
 * @typedef {{pyodide: string, wheel: string, micropip: string, packaging: string}} Site
 *
 * @typedef {(request: string) => string} Handle
 */

/** Starts the engine and resolves to its one function.
 * @param {(step: string) => void} progress told what is being done
 * @returns {Promise<Handle>} */
export async function startPython(progress) {
  progress("runtime");
  const here = new URL("site.json", import.meta.url);
  const answer = await fetch(here);
  if (!answer.ok) throw new Error(`${answer.status} ${here}`);
  const site = /** @type {Site} */ (await answer.json());
  /** @param {string} path */
  const at = (path) => new URL(path, here).href;
  const { loadPyodide } = await import(at(`${site.pyodide}pyodide.mjs`));
  const pyodide = await loadPyodide({ indexURL: at(site.pyodide), packages: [] }).catch(throwError);
  progress("packages");
  await pyodide.loadPackage([at(site.micropip), at(site.packaging)], { messageCallback() {} });
  progress("engine");
  await pyodide.pyimport("micropip").install(at(site.wheel));
  return pyodide.pyimport("solitaire.bridge").handle;
}

/** Emscripten also throws what is no Error. @param {any} what @returns {never} */
function throwError(what) {
  throw what instanceof Error ? what : new Error(what.message ?? what);
}
