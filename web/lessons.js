// @ts-check
// The help inside the game: the pages of the site in a dialog, and their examples on the table,
// with what to try beside it. The player's own game waits meanwhile, and is kept as it is.

import { writeAddress } from "./address.js";
import { ask, at, isSite, pageAt } from "./files.js";
import { exampleIn } from "./help.js";
import { cardName, currentLanguage } from "./i18n.js";
import { byId } from "./panel.js";
import { state } from "./state.js";

/**
 * @typedef {import("./state.js").View} View
 *
 * A step of an example: the call that does it, and what comes of it: the move in standard
 * notation, "undo", or "refused " and the code.
 * @typedef {{call: string, args: Record<string, any>, outcome: string, item: HTMLElement}} Step
 */

const PREFIX = "help-"; // so that the pages' ids are not those of the game

/** @type {import("./help.js").Table} */
let table;

/** The example on the table: `at` is the next step, `stray` how many moves are not of a step.
 * @type {{name: string, save: object, steps: Step[], at: number, stray: number}|null} */
let shown = null;

/** Brings the styles, once. @param {import("./help.js").Table} wanted */
export async function prepare(wanted) {
  if (table) return;
  const answer = await ask("help.css");
  if (!answer.ok) throw new Error("no styles");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await answer.text());
  document.adoptedStyleSheets.push(sheet);
  table = wanted;
  byId("help-dialog").addEventListener("click", follow);
  addEventListener("table-shown", (event) => noteView(/** @type {CustomEvent} */ (event).detail));
  addEventListener("table-refused", (event) => note(`refused ${/** @type {CustomEvent} */ (event).detail}`));
  const buttons = { show: showStep, again: start, more: () => openHelp("examples", shown?.name), leave };
  for (const [name, act] of Object.entries(buttons)) {
    byId(`example-${name}`).addEventListener("click", () => void act());
  }
}

// ---------------------------------------------------------------- the pages

/** @param {string} name @returns {string} the path of a page */
const pathOf = (name) => `../help/${currentLanguage()}/${name}.html`;

/** A page, read as a document in which nothing runs. @param {string} path @returns {Promise<Document>} */
async function read(path) {
  const address = await pageAt(path);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => (request.status < 400 && request.response ? resolve(request.response) : reject());
    request.onerror = reject;
    request.send();
  });
}

/** Opens a page over the game. @param {string} name @param {string} [part] the id of a section */
export const openHelp = (name, part) => openPage(pathOf(name), part);

/** Opens the rules of a game. @param {string} game @param {string} part the id of a section */
export async function openRules(game, part) {
  const contents = await read(pathOf("index"));
  const link = contents.querySelector(`a[data-game="${game}"]`)?.getAttribute("href");
  await openPage(pathOf(link?.replace(/\.html$/, "") ?? "index"), part);
}

/** @param {string} path @param {string} [part] */
async function openPage(path, part) {
  const page = await read(path);
  const content = /** @type {HTMLElement} */ (page.querySelector("main"));
  const chapters = /** @type {HTMLElement} */ (page.querySelector(".chapters"));
  for (const one of [content, chapters]) adopt(one, path);
  byId("help-chapters").replaceChildren(...chapters.childNodes);
  byId("help-text").replaceChildren(...content.childNodes);
  const dialog = /** @type {HTMLDialogElement} */ (byId("help-dialog"));
  if (!dialog.open) dialog.showModal();
  const start = byId(PREFIX + part) ?? byId("help-text");
  const heading = /** @type {HTMLElement} */ (start.querySelector("h1, h2"));
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  if (start === byId("help-text")) start.scrollTop = 0;
  else start.scrollIntoView();
}

/** Lets nodes of a page be nodes of this one: links lead where they led, ids are not ours.
 * @param {HTMLElement} nodes @param {string} path */
function adopt(nodes, path) {
  for (const link of nodes.querySelectorAll("a")) {
    link.href = new URL(link.getAttribute("href") ?? "", at(path)).href;
  }
  for (const one of nodes.querySelectorAll(".name")) {
    one.textContent = cardName(/** @type {HTMLElement} */ (one).dataset["card"] ?? "");
  }
  for (const name of ["id", "aria-labelledby"]) {
    for (const one of nodes.querySelectorAll(`[${name}]`)) one.setAttribute(name, PREFIX + one.getAttribute(name));
  }
}

/** A link to the help stays in the dialog, one to the table goes there, others open beside.
 * @param {Event} event */
function follow(event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (!link) return;
  const url = new URL(link.href);
  const example = exampleIn(url.hash.slice(1));
  const site = at("../");
  const isHelp = url.href.startsWith(`${site}help/`);
  if (!example && !isHelp && !(url.href.startsWith(site) && !isSite)) {
    return void Object.assign(link, { target: "_blank", rel: "noopener" });
  }
  event.preventDefault(); // what is beside a site is not beside the single file
  if (example) void openExample(example);
  else if (isHelp) void openPage(`../${url.href.slice(site.length).replace(/#.*/, "")}`, url.hash.slice(1));
}

// ---------------------------------------------------------------- the examples

/** Puts an example on the table; the game that is there waits. @param {string} name */
export async function openExample(name) {
  const page = await read(pathOf("examples"));
  const section = page.getElementById(name);
  const example = /** @type {HTMLElement|null} */ (section?.querySelector(".example") ?? null);
  if (!section || !example) return openHelp("examples");
  const { code = "", moves = "" } = example.dataset;
  const steps = [...example.querySelectorAll("li")].map(stepOf);
  shown = { name, save: { code, moves, undone: "", undoable: 0 }, steps, at: 0, stray: 0 };
  byId("example-title").textContent = section.querySelector("h2")?.textContent ?? "";
  const list = /** @type {Element} */ (example.querySelector("ol"));
  byId("example-text").replaceChildren(list, ...section.querySelectorAll(":scope > .example ~ p"));
  adopt(byId("example-text"), pathOf("examples"));
  byId("example").hidden = false;
  /** @type {HTMLDialogElement} */ (byId("help-dialog")).close();
  writeAddress(`example=${name}`);
  await start();
  byId("example-title").focus();
}

/** @param {HTMLElement} item @returns {Step} */
function stepOf(item) {
  const { call = "{}", outcome = "" } = item.dataset;
  return { ...JSON.parse(call), outcome, item };
}

/** The position that the example begins with. */
const start = () =>
  table.inTurn(async () => {
    if (!shown) return;
    const view = await table.call("restore", { save: shown.save, example: true });
    state.waiting ??= state.view;
    Object.assign(shown, { at: 0, stray: 0 });
    table.show(view);
  });

/** Goes back to the game that waited. */
export const leave = () =>
  table.inTurn(async () => {
    if (!state.waiting) return;
    const view = await table.call("restore", { save: state.waiting.save });
    state.waiting = null;
    table.show(view);
  });

/** Does the next step. */
async function showStep() {
  const step = shown?.steps[shown.at];
  if (step) await table.play(step.call, step.args, step.args["card"]);
}

/** @param {View} view */
function noteView(view) {
  if (!state.waiting) return close();
  if (view.happened === "undo") note("undo", view.steps[0]?.text);
  else if (view.happened === "move" || view.happened === "redo") note(view.steps[0]?.text ?? "");
  else if (view.happened === "restart") void start();
  else paintSteps();
}

function close() {
  shown = null;
  byId("example").hidden = true;
}

/** Goes on, or back, along the steps. @param {string} outcome @param {string} [undone] the move */
function note(outcome, undone) {
  if (!shown) return;
  const { steps, at } = shown;
  const outcomes = steps.map((step) => step.outcome);
  if (outcome === "undo" && shown.stray) shown.stray -= 1;
  else if (!shown.stray && outcomes[at] === outcome) shown.at += 1;
  else if (outcome === "undo") shown.at = Math.max(0, outcomes.slice(0, at).lastIndexOf(undone ?? ""));
  else if (!outcome.startsWith("refused")) shown.stray += 1;
  paintSteps();
}

function paintSteps() {
  shown?.steps.forEach(({ item }, index) => {
    item.classList.toggle("done", index < (shown?.at ?? 0));
    if (index === shown?.at) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  byId("example-show").ariaDisabled = shown && shown.at < shown.steps.length ? null : "true";
}
