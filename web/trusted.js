// @ts-check
// The one maker of addresses that the browser starts as a script. Where it has Trusted Types, the
// page's policy lets nothing else through: no text that came from elsewhere can become a script.

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

/** The address of a script of this site, for a worker; a text only where there are no Trusted
 * Types. @param {string} path relative to this folder */
export const scriptAt = (path) => policy.createScriptURL(new URL(path, import.meta.url).href);
