// @ts-check
// The door to the help: what it is about, and when. What is behind it, in lessons.js, comes only
// when somebody asks.

import { t } from "./i18n.js";
import { byId, say } from "./panel.js";
import { state } from "./state.js";

/**
 * @typedef {import("./state.js").View} View
 *
 * @typedef {object} Table what examples are played on
 * @property {(name: string, args?: Record<string, unknown>) => Promise<any>} call
 * @property {(name: string, args?: Record<string, unknown>, card?: string) => Promise<View|null>} play
 * @property {<T>(act: () => Promise<T>) => Promise<T>} inTurn
 * @property {(view: View) => View} show
 */

/** Where the rules speak of a refusal, by its code. @type {Record<string, string>} */
const PARTS = {
  "too-many": "group", "not-a-run": "group", "one-at-a-time": "group", "foundation-keeps": "touch",
  "wrong-rank": "moves", "wrong-colour": "moves", "wrong-suit": "moves", "only-kings": "moves",
  "cell-taken": "moves", "not-next": "moves", "wrong-foundation": "moves",
};

/** @type {Table} */
let table;

/** @param {Table} wanted */
export function listenForHelp(wanted) {
  table = wanted;
  for (const id of ["help", "settings-help"]) {
    byId(id).addEventListener("click", () => withLessons((lessons) => lessons.openHelp("index")));
  }
}

/** Does something with what comes when it is needed.
 * @param {(lessons: typeof import("./lessons.js")) => Promise<void>} use */
function withLessons(use) {
  import("./lessons.js")
    .then(async (lessons) => {
      await lessons.prepare(table);
      await use(lessons);
    })
    .catch(() => say(t("help.failed")));
}

/** What to say besides the reason of a refusal: a button that opens the rules where they give it.
 * @param {string} code @returns {{label: string, act: () => void}|undefined} */
export function why(code) {
  const part = PARTS[code];
  if (!part) return undefined;
  const game = state.view?.game ?? "";
  return { label: t("help.why"), act: () => withLessons((lessons) => lessons.openRules(game, part)) };
}

/** The name of the example that an address means. @param {string} address what is behind the # */
export const exampleIn = (address) => /^example=([\w-]+)$/.exec(address)?.[1];

/** @param {string} name */
export const openExample = (name) => withLessons((lessons) => lessons.openExample(name));

/** Back to the game that waits. */
export const leaveExample = () => withLessons((lessons) => lessons.leave());

/** Tells the example on the table, if there is one, what has come of what the player did.
 * @param {"shown"|"refused"} what @param {View|string} detail */
export function tellHelp(what, detail) {
  dispatchEvent(new CustomEvent(`table-${what}`, { detail }));
}
