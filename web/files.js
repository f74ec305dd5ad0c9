// @ts-check
// Where the page's own files come from: beside this one. The single file has a files.js of its own,
// single/files.js, which takes them out of itself.
// Where the browser has Trusted Types, the page's policy lets nothing else than the site's own
// files be started as a script: no text that came from elsewhere can become one.

const site = new URL("../", import.meta.url).href;

/** @typedef {{createScriptURL: (url: string) => string}} Policy */

/** @type {Policy} */
const rules = {
  createScriptURL: (url) => {
    if (url.startsWith(site)) return url;
    throw new TypeError(`not a script of this site: ${url}`);
  },
};

/** @type {{createPolicy: (name: string, rules: Policy) => Policy}|undefined} */
const types = /** @type {any} */ (globalThis).trustedTypes;
const policy = types?.createPolicy("solitaire", rules) ?? rules;

/** Whether there is a host, and with it a place for what is kept from visit to visit. */
export const isSite = true;

/** The address of a file. @param {string} path relative to this folder */
export const at = (path) => new URL(path, import.meta.url).href;

/** Whether this is the engine's worker, and all that it asks for is kept (see index.html). */
export const isKept = Reflect.get(globalThis, "name") === "kept";

/** Where a file is kept, it is read straight from there: the service worker has others to bring.
 * @param {string} path @returns {Promise<Response>} */
export const ask = async (path) => (isKept && (await kept(path))) || fetch(at(path));

/** @param {string} path */
const kept = (path) => caches.match(at(path)).catch(() => undefined);

/** The address of a page of the help, for reading it. @param {string} path @returns {Promise<string>} */
export const pageAt = async (path) => at(path);

/** Imports a module. @param {string} path @returns {Promise<any>} */
export const loadModule = (path) => import(at(path));

/** The address of a script, for a worker; a text only where there are no Trusted Types.
 * @param {string} path */
export const scriptAt = (path) => policy.createScriptURL(at(path));

/** Starts a worker; throws where there can't be one, as in a sandboxed frame.
 * @param {string} path */
export const startWorker = (path) => new Worker(scriptAt(path), { type: "module" });
