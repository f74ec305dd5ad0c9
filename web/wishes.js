// @ts-check
// What a host page may wish of a page that is embedded in it: the language, the theme, and which
// controls there are. Wishes come in the address and in messages.

import { LANGUAGES, t } from "./i18n.js";
import { byId, SHOWN, THEMES } from "./panel.js";

/**
 * Wishes that can be had, and what is wrong with the others.
 * @typedef {{settings: Record<string, string>, controls: string[]|null, problems: Refusal[]}} Wishes
 */

/** All that can be wished for; the first three are for the engine to judge. */
const WISHES = ["deal", "game", "cells", "language", "theme", "controls"];
const LONGEST = 100; // characters of a wrong value that is told

/** What is wrong with a request or a wish. */
export class Refusal extends Error {
  /** @param {string} code @param {Record<string, string>} [data] */
  constructor(code, data = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/** What each control is called: the id of its button or of its number in the bar. */
const controls = () => [...document.querySelectorAll("#bar button[id], #bar dd[id]")];

/** Sorts wishes into those that can be had and those that can't.
 * @param {Record<string, unknown>} wished @returns {Wishes} */
export function readSettings(wished) {
  /** @type {Wishes} */
  const wishes = { settings: {}, controls: null, problems: [] };
  const choices = { language: ["auto", ...Object.keys(LANGUAGES)], theme: THEMES };
  for (const [name, known] of Object.entries(choices)) {
    const value = wished[name];
    if (typeof value === "string" && known.includes(value)) wishes.settings[name] = value;
    else if (value !== undefined) wishes.problems.push(refusalOf(name, value, known));
  }
  if (wishes.settings["language"] === "auto") wishes.settings["language"] = "";
  for (const name of Object.keys(wished).filter((one) => !WISHES.includes(one))) {
    wishes.problems.push(new Refusal("unknown-field", { name: name.slice(0, LONGEST), known: WISHES.join(" ") }));
  }
  if (wished["controls"] !== undefined) readControls(wished["controls"], wishes);
  return wishes;
}

/** `all`, `none`, or names: in a list, or in a text with commas or blanks between them. A number that
 * is named shows, also where a player has to switch it on.
 * @param {unknown} value @param {Wishes} wishes */
function readControls(value, wishes) {
  const known = controls().map(({ id }) => id);
  const words = typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : value;
  const names = Array.isArray(words) ? words : [words];
  const wrong = names.find((name) => ![...known, "all", "none"].includes(name));
  if (wrong !== undefined) return void wishes.problems.push(refusalOf("controls", wrong, ["all", "none", ...known]));
  wishes.controls = names.includes("all") ? known : names;
  for (const name of SHOWN.filter((one) => names.includes(one))) wishes.settings[name] = "on";
}

/** @param {string} name @param {unknown} value @param {string[]} known */
const refusalOf = (name, value, known) =>
  new Refusal("bad-value", { name, value: String(value).slice(0, LONGEST), known: known.join(" ") });

/** Shows these controls and no others, null: all; with none of them there is no bar.
 * @param {string[]|null} names */
export function showControls(names) {
  const wanted = controls().filter(({ id }) => names?.includes(id) ?? true);
  for (const control of controls()) {
    (control.closest(".facts > div") ?? control).classList.toggle("left-out", !wanted.includes(control));
  }
  byId("bar").classList.toggle("left-out", !wanted.length);
  document.documentElement.dataset["embed"] = "";
}

/** @param {Refusal} refusal */
export function sentenceOf({ code, data }) {
  if (code === "unknown-field") return t("wish.unknown", data);
  return code === "bad-number" ? t("wish.bad-number", data) : t("wish.bad-value", data);
}
