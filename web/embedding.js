// @ts-check
// The page that explains embedding: its languages, and the form that writes the lines for a host
// page and shows the game as they would.

import { choose, LANGUAGES } from "./i18n.js";

const site = new URL("../", import.meta.url).href;
const PAUSE_MS = 500; // without a change, before the game is shown anew
const MOST_TOLD = 12; // messages that stay to be read

/** @type {Record<string, string>} */
let texts = {};

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

const form = /** @type {HTMLFormElement} */ (byId("form"));
const preview = /** @type {HTMLIFrameElement} */ (byId("preview"));

// ---------------------------------------------------------------- the language

/** @param {string} language */
async function speak(language) {
  const files = ["lang", "lang/embedding"].map((folder) => new URL(`${folder}/${language}.json`, import.meta.url));
  const [game, own] = await Promise.all(files.map(async (file) => (await fetch(file)).json()));
  texts = { ...game, ...own };
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll("[data-say]")) {
    write(element, texts[/** @type {HTMLElement} */ (element).dataset["say"] ?? ""] ?? "");
  }
  offerChoices(language);
}

/** Between `backquotes` stands code. @param {Element} element @param {string} text */
function write(element, text) {
  const parts = text.split("`").map((part, at) =>
    at % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part);
  element.replaceChildren(...parts);
}

/** The games and themes that there are have names in the language files. @param {string} language */
function offerChoices(language) {
  const usual = ["", texts["usual"] ?? ""];
  /** @param {string} kind */
  const named = (kind) => Object.entries(texts).filter(([key]) => key.startsWith(`${kind}.`))
    .map(([key, text]) => [key.slice(kind.length + 1), text]);
  offer(byId("game"), [usual, ...named("game")]);
  offer(byId("theme"), [usual, ...named("theme").filter(([name]) => name !== "auto")]);
  offer(byId("language"), [usual, ...Object.entries(LANGUAGES)]);
  offer(byId("page-language"), Object.entries(LANGUAGES), language);
}

/** @param {HTMLElement} element @param {string[][]} options @param {string} [value] */
function offer(element, options, value) {
  const select = /** @type {HTMLSelectElement} */ (element);
  const chosen = value ?? select.value;
  select.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  select.value = chosen;
}

// ---------------------------------------------------------------- what was chosen

/** What is wished, by the names of the parameters; what is as usual is left out. */
function readWishes() {
  const data = new FormData(form);
  const wishes = ["deal", "game", "cells", "language", "theme"]
    .map((name) => [name, String(data.get(name) ?? "").trim()]);
  const controls = data.getAll("controls");
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=controls]"));
  const usual = [...boxes].every(({ checked, defaultChecked }) => checked === defaultChecked);
  if (!usual) wishes.push(["controls", controls.join(",") || "none"]);
  return wishes.filter(([, value]) => value);
}

const readSize = () => ["width", "height"].map((name) => Number(new FormData(form).get(name)) || 0);

/** @param {string} text */
const quoted = (text) => `"${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;

const addressOf = () =>
  `${site}?embed${readWishes().map(([name, value]) => `&${name}=${encodeURIComponent(value ?? "")}`).join("")}`;

function writeFrame() {
  const [width, height] = readSize();
  const title = quoted(texts["title"] ?? "");
  return `<iframe src=${quoted(addressOf())}\n  width="${width}" height="${height}" title=${title}\n` +
    '  loading="lazy" allow="clipboard-write" style="border: 0"></iframe>';
}

function writeElement() {
  const [width, height] = readSize();
  const attributes = readWishes().map(([name, value]) => ` ${name}=${quoted(value ?? "")}`).join("");
  return `<script type="module" src=${quoted(`${site}embed.js`)}></script>\n` +
    `<solitaire-game${attributes} style="width: ${width}px; height: ${height}px"></solitaire-game>`;
}

// ---------------------------------------------------------------- what is shown

let timer = 0;

function show() {
  byId("frame-lines").textContent = writeFrame();
  byId("element-lines").textContent = writeElement();
  const [width, height] = readSize();
  Object.assign(preview, { width, height });
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (preview.src !== addressOf()) preview.src = addressOf();
  }, preview.src ? PAUSE_MS : 0);
}

/** @param {MessageEvent} event */
function hear({ source, data }) {
  if (source !== preview.contentWindow || data?.solitaire !== 1) return;
  const line = Object.assign(document.createElement("li"), { textContent: JSON.stringify(data) });
  byId("told").prepend(line);
  byId("told").children[MOST_TOLD]?.remove();
}

/** @param {Event} event */
async function copy({ currentTarget }) {
  const button = /** @type {HTMLButtonElement} */ (currentTarget);
  const lines = byId(button.value);
  try {
    await navigator.clipboard.writeText(lines.textContent ?? "");
    write(button, texts["copied"] ?? "");
  } catch {
    getSelection()?.selectAllChildren(lines); // to be copied by hand
  }
}

async function main() {
  const wished = new URLSearchParams(location.search).get("language");
  await speak(choose(wished ? [wished] : navigator.languages));
  byId("page-language").addEventListener("change", async ({ target }) => {
    await speak(/** @type {HTMLSelectElement} */ (target).value);
    show();
  });
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("button.copy")) button.addEventListener("click", copy);
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button.ask"))) {
    button.addEventListener("click", () =>
      preview.contentWindow?.postMessage({ solitaire: 1, type: button.value, id: "button" }, site));
  }
  addEventListener("message", hear);
  show();
}

void main();
