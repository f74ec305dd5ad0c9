// @ts-check
// Where the single file's files come from: out of the page itself, packed by gzip. Its worker gets
// them from the page. Stands in for ../files.js.

/** Packed files by name, which a worker was given. @type {Map<string, Blob>|undefined} */
const given = /** @type {any} */ (globalThis).files;

/** @typedef {{createScriptURL: (url: string) => string}} Policy */

/** The addresses that this file made. @type {Set<string>} */
const made = new Set();

/** @type {Policy} */
const rules = {
  createScriptURL: (url) => {
    if (made.has(url)) return url;
    throw new TypeError(`not a script of this file: ${url}`);
  },
};

/** @type {{createPolicy: (name: string, rules: Policy) => Policy}|undefined} */
const types = /** @type {any} */ (globalThis).trustedTypes;
const policy = types?.createPolicy("solitaire", rules) ?? rules;

/** Whether there is a host, and with it a place for what is kept from visit to visit. */
export const isSite = false;

/** Whether this is the engine's worker, and all that it asks for is kept. */
export const isKept = false;

/** An address that nothing is ever fetched from. @param {string} path */
export const at = (path) => new URL(path, "https://single.invalid/app/").href;

/** @param {string} path @returns {Promise<Response>} */
export async function ask(path) {
  const name = path.replace(/^(?!\.\.\/help\/).*\/|^\.\.\//, "");
  const packed = given?.get(name) ?? (await packedInPage(name));
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip")));
}

/** The address of a page of the help, for reading it. @param {string} path @returns {Promise<string>} */
export async function pageAt(path) {
  const answer = await ask(path);
  return `data:text/html;charset=utf-8,${encodeURIComponent(await answer.text())}`;
}

/** Imports a module. @param {string} path @returns {Promise<any>} */
export async function loadModule(path) {
  const answer = await ask(path);
  return import(addressOf(await answer.text()));
}

/** The address of a script. @param {string} path */
export const scriptAt = (path) => policy.createScriptURL(addressOf(textOf(path)));

/** Starts a worker: one that is no module, since those are refused to files without a host.
 * @param {string} path */
export function startWorker(path) {
  const worker = new Worker(scriptAt(path));
  void allPacked().then((files) => worker.postMessage(files));
  return worker;
}

/** @param {string} text */
function addressOf(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  made.add(url);
  return url;
}

/** @param {string} id */
const textOf = (id) => document.getElementById(id)?.textContent ?? "";

/** @param {string} name @returns {Promise<Blob>} */
async function packedInPage(name) {
  const answer = await fetch(`data:application/gzip;base64,${textOf(`packed:${name}`)}`);
  return answer.blob();
}

/** What a worker needs. */
async function allPacked() {
  const names = [...document.querySelectorAll("script[data-for-worker]")]
    .map(({ id }) => id.replace("packed:", ""));
  const blobs = await Promise.all(names.map(packedInPage));
  return new Map(names.map((name, at) => [name, /** @type {Blob} */ (blobs[at])]));
}
