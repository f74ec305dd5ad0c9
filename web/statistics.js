// @ts-check
// The statistics: the engine counts, the page keeps what it counted, and shows one setting at a
// time. They can be carried as a file, and begun anew.

import { EngineError } from "./engine.js";
import { currentLanguage, t } from "./i18n.js";
import { ask, byId, chosen, offer, say, sentenceFor } from "./panel.js";
import { state } from "./state.js";
import * as store from "./store.js";

/**
 * What was played of a game with a number of cells; null before the first win.
 * @typedef {{game: string, cells: number, played: number, won: number, percent: number|null,
 *   streak: number, longest: number, best_score: number|null, fewest_moves: number|null}} Row
 *
 * @typedef {{rows: Row[], records: object}} Answer
 */

const FILE = "boulanger-solitaire.json";
const LARGEST_FILE = 100_000; // bytes; ours have some hundred
const MOST_BRACKETS = 100; // the engine reads no request with many more

/** @type {(name: string, args?: Record<string, unknown>) => Promise<any>} */
let call;

/** @type {Row[]} */
let rows = [];

/** What a file or the reset replaced. @type {object|null} */
let before = null;

/** @param {(name: string, args?: Record<string, unknown>) => Promise<any>} wanted */
export function listenToStatistics(wanted) {
  call = wanted;
  byId("statistics").addEventListener("click", () => void openStatistics());
  byId("records-export").addEventListener("click", () => void exportRecords());
  byId("records-import").addEventListener("click", () => byId("records-file").click());
  byId("records-file").addEventListener("change", () => void importRecords());
  byId("records-reset").addEventListener("click", askTwice);
  byId("records-reset").addEventListener("blur", dontReset);
  byId("records-back").addEventListener("click", () => void goBack());
  byId("records-setting").addEventListener("change", paintRow);
  // Another tab has counted.
  addEventListener("storage", ({ key }) => void (key === store.keyOf("records") && loadRecords()));
}

/** Hands the engine what was kept; damaged, it is put aside. */
export async function loadRecords() {
  const records = store.get("records");
  if (!records) return;
  try {
    await call("load_records", { records });
  } catch (error) {
    if (!(error instanceof EngineError) || !error.code.endsWith("records")) return;
    store.setAside("records");
    say(t("records.damaged"));
  }
}

/** @param {object} records */
export const keepRecords = (records) => store.put("records", records);

async function openStatistics() {
  before = null;
  take(await call("records"));
  const { view } = state;
  const games = [...new Set(rows.map(({ game }) => game))];
  const cells = [...new Set(rows.map((row) => `${row.cells}`))];
  offer("records-games", games.map((game) => ({ value: game, text: t(`game.${game}`) })), view?.game ?? "");
  offer("records-cells", cells.map((count) => ({ value: count, text: count })), `${view?.cells}`);
  paintRow();
  tellIn("");
  void ask("statistics-dialog");
}

/** @param {Answer} answer */
function take(answer) {
  rows = answer.rows;
}

/** The numbers of the setting that is chosen. */
function paintRow() {
  const [game, cells] = [chosen("records-games"), Number(chosen("records-cells"))];
  const row = rows.find((one) => one.game === game && one.cells === cells);
  for (const one of byId("records-row").querySelectorAll("[data-value]")) {
    const element = /** @type {HTMLElement} */ (one);
    const value = row?.[/** @type {keyof Row} */ (element.dataset["value"])] ?? null;
    element.textContent = typeof value === "number" ? value.toLocaleString(currentLanguage()) : "–";
  }
  byId("records-percent").textContent = row?.percent == null ? "" : t("records.percent", { percent: row.percent });
}

/** Says something inside the dialog. @param {string} text */
function tellIn(text) {
  byId("records-said").textContent = text;
  byId("records-back").hidden = !before;
}

/** Keeps and shows what replaced the records there were. @param {Answer} answer @param {object} old
 * @param {string} text */
function replace(answer, old, text) {
  keepRecords(answer.records);
  take(answer);
  before = old;
  paintRow();
  tellIn(text);
}

async function exportRecords() {
  const { text } = await call("export_records");
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href, download: FILE }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

async function importRecords() {
  const input = /** @type {HTMLInputElement} */ (byId("records-file"));
  const file = input.files?.[0];
  if (!file) return;
  try {
    const text = await textOf(file);
    if (text === null) return tellIn(t("records.no-file"));
    const { records: old } = await call("records");
    replace(await call("import_records", { text }), old, t("records.imported"));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    tellIn(sentenceFor(error));
  } finally {
    input.value = ""; // or the same file, mended, would change nothing
  }
}

/** What stands in a file; null where it can't be one of ours. @param {File} file */
async function textOf(file) {
  if (file.size > LARGEST_FILE) return null;
  const text = await file.text();
  return text.split(/[[{]/).length > MOST_BRACKETS ? null : text;
}

/** The first press asks, the second resets. */
function askTwice() {
  const button = byId("records-reset");
  if (button.dataset["sure"]) void reset();
  button.dataset["sure"] = "asked";
  button.textContent = t("records.reset.sure");
}

function dontReset() {
  const button = byId("records-reset");
  delete button.dataset["sure"];
  button.textContent = t("records.reset");
}

async function reset() {
  const { records: old } = await call("records");
  replace(await call("reset_records"), old, t("records.gone"));
  dontReset();
}

/** Everything as it was before a file or the reset. */
async function goBack() {
  const answer = await call("load_records", { records: before });
  before = null;
  keepRecords(answer.records);
  take(answer);
  paintRow();
  tellIn(t("records.back.said"));
  byId("records-reset").focus();
}
