// @ts-check
// The toolbar, the dialogs and the short messages.

import { isEmbedded } from "./address.js";
import { has, LANGUAGES, t } from "./i18n.js";
import { announce } from "./speech.js";
import { state } from "./state.js";

/** The themes there are, and the felts: each of these is a file in themes/, green the standard. */
export const THEMES = ["auto", "light", "dark"];
const FELTS = ["green", "blue", "wine", "slate"];

/** The numbers that can be hidden. */
export const SHOWN = /** @type {("score"|"moves"|"time")[]} */ (["score", "moves", "time"]);

const TOAST_MS = 6000;

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/** @typedef {Pick<import("./input.js").Intents, "undo"|"redo"|"newGame"|"restart">
 *   & {copy: () => void, settings: () => void, keys: () => void,
 *   share: () => void}} Buttons */

/** @param {Buttons} intents */
export function listenToButtons(intents) {
  const buttons = {
    new: intents.newGame, restart: intents.restart, "new-restart": intents.restart, undo: intents.undo, redo: intents.redo,
    settings: intents.settings, code: intents.copy, keys: intents.keys, share: intents.share,
    "won-share": intents.share,
  };
  for (const [id, intent] of Object.entries(buttons)) byId(id).addEventListener("click", intent);
  for (const close of document.querySelectorAll("dialog .close")) {
    close.addEventListener("click", () => close.closest("dialog")?.close());
  }
}

/** Shows what the view says: score, moves, code, and which buttons can do something. */
export function paintPanel() {
  const view = state.view;
  byId("starting").hidden = state.engine !== "starting";
  if (!view) return;
  byId("score").textContent = String(view.score);
  byId("moves").textContent = String(view.moves);
  byId("code").textContent = view.code;
  /** @param {string} id @param {boolean} able */
  const enable = (id, able) => (byId(id).ariaDisabled = able ? null : "true");
  enable("undo", view.undoable > 0);
  enable("redo", view.redoable > 0);
  enable("restart", view.moves > 0);
}

let toastTimer = 0;

/** Where the focus was before it went into the message. @type {HTMLElement|null} */
let cameFrom = null;
byId("toast").addEventListener("focusin", ({ relatedTarget }) => {
  cameFrom = /** @type {HTMLElement|null} */ (relatedTarget);
});

/** Says something for a while; it is read out as well.
 * @param {string} text @param {{label: string, act: () => void}} [action] */
export function say(text, action) {
  const toast = byId("toast");
  const [words, button] = /** @type {[HTMLElement, HTMLButtonElement]} */ ([...toast.children]);
  words.textContent = text;
  button.hidden = !action;
  button.textContent = action?.label ?? "";
  button.onclick = () => {
    hush();
    action?.act();
  };
  toast.classList.add("shown");
  announce(action ? `${text} ${action.label}` : text);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.contains(document.activeElement) || hush(), TOAST_MS);
}

/** Takes the message away; the focus goes back where it came from. */
export function hush() {
  const toast = byId("toast");
  if (toast.contains(document.activeElement)) {
    if (cameFrom) cameFrom.focus();
    else focusTable();
  }
  toast.classList.remove("shown");
}

/** Puts the focus where Tab enters the table. */
export function focusTable() {
  /** @type {HTMLElement|null} */ (document.querySelector("#table [tabindex='0']"))?.focus();
}

/** The sentence for a refusal or a failure. @param {import("./engine.js").EngineError} error */
export function sentenceFor({ code, data }) {
  const key = `error.${code}`;
  return has(key) ? t(key, data) : code;
}

/** Opens a dialog and resolves to the value of the button that closed it.
 * @param {string} id @param {Record<string, string>} [texts] by element id
 * @returns {Promise<string>} */
export function ask(id, texts = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  for (const [element, text] of Object.entries(texts)) byId(element).textContent = text;
  if (dialog.open) dialog.close();
  dialog.returnValue = "";
  // In another page's frame a dialog that the player did not open must not take the focus.
  if (isEmbedded && !document.hasFocus()) dialog.setAttribute("open", "");
  else dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}

/** A group of choices of which one is chosen.
 * @param {string} id of the group @param {{value: string, text: string}[]} choices
 * @param {string} chosen */
export function offer(id, choices, chosen) {
  byId(id).replaceChildren(
    ...choices.map(({ value, text }) => {
      const input = Object.assign(document.createElement("input"), { type: "radio", name: id, value });
      input.checked = value === chosen;
      const label = document.createElement("label");
      label.append(input, Object.assign(document.createElement("span"), { textContent: text }));
      return label;
    }),
  );
}

/** The value chosen in a group. @param {string} id */
export function chosen(id) {
  const input = document.querySelector(`input[name="${id}"]:checked`);
  return /** @type {HTMLInputElement|null} */ (input)?.value ?? "";
}

/** Fills the settings dialog. @param {(name: string, value: string) => void} change */
export function offerSettings(change) {
  const languages = Object.entries({ "": t("settings.language.auto"), ...LANGUAGES });
  fill("language", languages, state.settings.language, change);
  fill("theme", THEMES.map((name) => [name, t(`theme.${name}`)]), state.settings.theme, change);
  const colours = ["two", "four"].map((name) => [name, t(`colours.${name}`)]);
  fill("colours", colours, state.settings.colours, change);
  const letters = ["english", "own"].map((name) => [name, t(`letters.${name}`)]);
  fill("letters", letters, state.settings.letters, change);
  fill("felt", FELTS.map((name) => [name, t(`felt.${name}`)]), state.settings.felt, change);
  const hands = ["right", "left"].map((name) => [name, t(`hand.${name}`)]);
  fill("hand", hands, state.settings.hand, change);
  const speeds = ["slow", "normal", "fast", "none"].map((name) => [name, t(`speed.${name}`)]);
  fill("speed", speeds, state.settings.speed, change);
  for (const name of /** @type {const} */ (["sound", "vibration"])) {
    fill(name, ["off", "on"].map((one) => [one, t(`switch.${one}`)]), state.settings[name], change);
  }
  const signs = ["always", "lost", "never"].map((name) => [name, t(`sign.${name}`)]);
  fill("sign-setting", signs, state.settings.sign, (_, value) => change("sign", value));
}

/** What of the game's numbers is shown. @param {(name: string, value: string) => void} change */
export function offerShown(change) {
  for (const name of SHOWN) {
    const box = /** @type {HTMLInputElement} */ (byId(`show-${name}`));
    box.checked = state.settings[name] === "on";
    box.onchange = () => change(name, box.checked ? "on" : "off");
  }
}

/** Shows them. */
export function paintShown() {
  for (const name of SHOWN) {
    /** @type {HTMLElement} */ (byId(name).parentElement).hidden = state.settings[name] !== "on";
  }
}

/** @param {string} id @param {string[][]} options value, text @param {string} value
 * @param {(name: string, value: string) => void} change */
function fill(id, options, value, change) {
  const select = /** @type {HTMLSelectElement} */ (byId(id));
  select.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  select.value = value;
  select.onchange = () => change(id, select.value);
}
