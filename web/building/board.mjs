// Paints a view as the page itself would, under Node.js: board.js on a document that only collects
// what it makes. web/building/board.py starts it; prints the HTML of what lies on the table.
// Its one argument is JSON: {scripts, view}: a folder with the page's modules, and the view.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const given = JSON.parse(process.argv[2]);

const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const escaped = (text) => String(text).replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** As much of an element as a painter needs; where it lies is the style sheet's. */
class Collected {
  constructor(tag) {
    this.tag = tag;
    this.children = [];
    this.attributes = {};
    this.dataset = {};
    this.className = "";
    this.textContent = "";
    this.style = { setProperty() {}, removeProperty() {} };
    this.clientWidth = 1280;
    this.clientHeight = 720;
    this.isConnected = false;
  }

  get classList() {
    const names = new Set(this.className.split(" ").filter(Boolean));
    const write = () => (this.className = [...names].join(" "));
    return {
      contains: (name) => names.has(name),
      add: (...added) => (added.forEach((name) => names.add(name)), write()),
      remove: (...removed) => (removed.forEach((name) => names.delete(name)), write()),
      toggle: (name, on) => (names[on ? "add" : "delete"](name), write()),
    };
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(...children) {
    this.children.push(...children);
    for (const child of children) child.isConnected = true;
  }

  prepend(...children) {
    this.children.unshift(...children);
    for (const child of children) child.isConnected = true;
  }

  get firstElementChild() {
    return this.children[0];
  }

  querySelectorAll() {
    return [];
  }

  addEventListener() {}

  get html() {
    const said = Object.entries(this).filter(([name, value]) => /^aria[A-Z]/.test(name) && value);
    const all = {
      ...(this.className && { class: this.className }),
      ...Object.fromEntries(Object.entries(this.dataset).map(([key, value]) => [`data-${dashed(key)}`, value])),
      ...Object.fromEntries(said.map(([key, value]) => [key.toLowerCase().replace("aria", "aria-"), value])),
      ...this.attributes,
    };
    const start = Object.entries(all).map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
    return `<${this.tag}${start}>${escaped(this.textContent)}${this.inner}</${this.tag}>`;
  }

  get inner() {
    return this.children.map((child) => child.html ?? escaped(child)).join("");
  }
}

const table = new Collected("main");
const elsewhere = new Collected("div");
globalThis.document = {
  documentElement: elsewhere,
  head: elsewhere,
  getElementById: (id) => (id === "table" ? table : elsewhere),
  createElement: (tag) => new Collected(tag),
  createElementNS: (_, tag) => new Collected(tag),
  querySelector: () => null,
  querySelectorAll: () => [],
  addEventListener() {},
};
globalThis.requestAnimationFrame = globalThis.cancelAnimationFrame = () => {};
globalThis.ResizeObserver = class { observe() {} };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.fetch = async (url) => new Response(readFileSync(new URL(url)));

/** @param {string} name */
const load = (name) => import(pathToFileURL(`${given.scripts}/${name}`).href);
await (await load("i18n.js")).useLanguage("en");
const { paint } = await load("board.js");
(await load("state.js")).state.view = given.view;
paint({ still: true });
process.stdout.write(table.inner);
