// @ts-check
// Text in the player's language. Sentences live in lang/*.json, one key each.

import { ask, at, isSite } from "./files.js";

/** The languages there are, each under its own name. */
export const LANGUAGES = { en: "English", fr: "Français", hu: "Magyar" };

const SUIT_SIGNS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♥", D: "♦", C: "♣" });

/** @type {Record<string, string>} */
let texts = {};
let language = "";
/** Made once for a language, when it is needed: the browser takes its time.
 * @type {Intl.NumberFormat|undefined} */
let numbers;
/** @type {Intl.PluralRules|undefined} */
let plurals;

export const currentLanguage = () => language;

/** The first of the wished languages that there is. @param {readonly string[]} wished */
export function choose(wished) {
  const known = wished.map((tag) => String(tag).toLowerCase().split("-")[0] ?? "");
  return known.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";
}

/** Loads a language and puts it on the page. @param {string} wished */
export async function useLanguage(wished) {
  const answer = await ask(`lang/${wished}.json`);
  texts = await answer.json();
  language = wished;
  numbers = plurals = undefined;
  document.documentElement.lang = wished;
  document.title = t("title");
  useManifest(wished);
  for (const element of document.querySelectorAll("[data-text]")) {
    const text = t(/** @type {HTMLElement} */ (element).dataset["text"] ?? "");
    if (element.textContent !== text) element.textContent = text; // the same would be laid out again
  }
  for (const element of document.querySelectorAll("[data-label], [data-title]")) {
    const { label, title = label } = /** @type {HTMLElement} */ (element).dataset;
    if (label) element.setAttribute("aria-label", t(label));
    element.setAttribute("title", t(title ?? ""));
  }
}

/** Not in the HTML: Chromium may keep to the first manifest that it has begun to fetch. */
const manifest = Object.assign(document.createElement("link"), { rel: "manifest" });

/** Names the app in a language, for who installs it. @param {string} wished */
function useManifest(wished) {
  if (!isSite) return;
  manifest.href = at(`manifest/${wished}.webmanifest`);
  if (!manifest.isConnected) document.head.append(manifest);
}

/** Whether there is such a text. @param {string} key */
export const has = (key) => key in texts;

/** A text with its {places} filled in, and of [count:one|more] the word that the count takes.
 * @param {string} key @param {Record<string, string|number|null|undefined>} [data]
 * @returns {string} */
export function t(key, data = {}) {
  const text = texts[key] ?? key;
  return text
    .replace(/\[(\w+):(.*?)\]/g, (_, name, forms) => formOf(forms.split("|"), Number(data[name])))
    .replace(/\{(\w+)\}/g, (_, name) => write(name, data[name]));
}

/** The last form is the language's general one; `3,6=ból` is for those numbers.
 * @param {string[]} forms @param {number} count */
function formOf(forms, count) {
  const own = forms.map((form) => form.split("=")).find(([numbers, form]) => form && numbers?.split(",").includes(`${count}`));
  if (own) return own[1] ?? "";
  plurals ??= new Intl.PluralRules(language);
  const at = plurals.resolvedOptions().pluralCategories.indexOf(plurals.select(count));
  const general = forms.filter((form) => !form.includes("="));
  return general[at] ?? general.at(-1) ?? "";
}

/** @param {string} name @param {string|number|null|undefined} value @returns {string} */
function write(name, value) {
  if (typeof value === "number") return (numbers ??= new Intl.NumberFormat(language)).format(value);
  const text = shorten(String(value ?? ""));
  if (name === "part") return t(`part.${text}`);
  return ["card", "onto", "next"].includes(name) ? cardName(text) : text;
}

const LONGEST = 120; // characters of what somebody else wrote; more of it would hide the sentence

/** @param {string} text */
const shorten = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Whether cards bear the letters of the language; else those of English decks. */
let ownLetters = false;

/** @param {boolean} own */
export const useOwnLetters = (own) => (ownLetters = own);

/** A card as it stands on its face. @param {string} name */
export function cardName(name) {
  const [rank = "", suit = ""] = name;
  const letter = ownLetters ? t(`rank.${rank}`) : rank.replace("T", "10");
  return letter + (SUIT_SIGNS[suit] ?? suit);
}

/** A card as players of the language say it. @param {string} name */
export function cardAloud(name) {
  const [rank = "", suit = ""] = name;
  return t("spoken.card", { rank: t(`spoken.${rank}`), suit: t(`spoken.${suit}`) });
}

/** A text with the cards in it, "7♥", as words. @param {string} text */
export function aloud(text) {
  return text.replace(/([^\s\p{P}]{1,2})([♠♥♦♣])/gu, (all, short, sign) => {
    const key = Object.keys(texts).find((one) => one.startsWith("rank.") && texts[one] === short);
    const letter = Object.entries(SUIT_SIGNS).find(([, written]) => written === sign);
    return key && letter ? cardAloud(key.slice(5) + letter[0]) : all;
  });
}
