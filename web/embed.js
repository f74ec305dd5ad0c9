// @ts-check
// <solitaire-game>: the game as an element of a page of yours, with events and methods. It is
// optional: an iframe alone will do. embed.html, beside this file, explains both.
//
//   <script type="module" src="https://…/embed.js"></script>
//   <solitaire-game deal="FC1-C4-AAAAAKH" theme="dark" fit></solitaire-game>

/**
 * @typedef {object} Waiting
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 *
 * What a new game may be of; also what a deal number is of.
 * @typedef {object} Wished
 * @property {string} [game]
 * @property {number} [cells]
 *
 * @typedef {object} Settings none of them: only asks for the state
 * @property {string} [language]
 * @property {string} [theme]
 * @property {string|string[]} [controls]
 */

const site = new URL(".", import.meta.url);
const DEALS = ["deal", "game", "cells"];
const SETTINGS = /** @type {Record<string, string>} */ ({ language: "auto", theme: "auto", controls: "all" });

// As weak as can be: any rule of the host page wins.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :where(solitaire-game) { display: block; position: relative; aspect-ratio: 4 / 3; min-height: 360px; }
  :where(solitaire-game) > iframe { position: absolute; width: 100%; height: 100%; border: 0; }
`);
document.adoptedStyleSheets.push(sheet);

class SolitaireGame extends HTMLElement {
  static observedAttributes = [...DEALS, ...Object.keys(SETTINGS)];

  #frame = document.createElement("iframe");
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #lastId = 0;
  #isReady = false;
  /** The requests that wait for the game to be ready. @type {object[]} */
  #early = [];
  #isDealing = false;

  connectedCallback() {
    const wishes = SolitaireGame.observedAttributes.filter((name) => this.hasAttribute(name))
      .map((name) => `&${name}=${encodeURIComponent(this.getAttribute(name) ?? "")}`);
    this.#isReady = false;
    this.#frame.src = `${site.href}?embed${wishes.join("")}`;
    this.#frame.title = this.title || "FreeCell, Baker's Game";
    this.#frame.allow = "clipboard-write";
    this.replaceChildren(this.#frame);
    addEventListener("message", this);
  }

  disconnectedCallback() {
    removeEventListener("message", this);
    for (const { reject } of this.#waiting.values()) reject(new Error("the game was taken away"));
    this.#waiting.clear();
    this.#early = [];
  }

  /** @param {string} name @param {string|null} before @param {string|null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.isConnected || before === now || !this.#frame.isConnected) return;
    if (name in SETTINGS) this.set({ [name]: now ?? SETTINGS[name] }).catch(() => {});
    else this.#dealAnew();
  }

  /** Several attributes that change at once are one deal. */
  #dealAnew() {
    if (this.#isDealing) return;
    this.#isDealing = true;
    queueMicrotask(() => {
      this.#isDealing = false;
      const { deal, game, cells } = Object.fromEntries(DEALS.map((name) => [name, this.getAttribute(name)]));
      const wished = { ...(game && { game }), ...(cells && { cells: Number(cells) }) };
      const dealt = deal && deal !== "random" ? this.open(deal, wished) : this.new(wished);
      dealt.catch(() => {}); // told by an event as well
    });
  }

  /** @param {MessageEvent} event */
  handleEvent({ source, origin, data }) {
    if (source !== this.#frame.contentWindow || origin !== site.origin || data?.solitaire !== 1) return;
    const { solitaire, type, id, ...detail } = data;
    if (type === "ready") this.#begin();
    if (type === "size" && this.hasAttribute("fit")) this.style.height = `${detail.height}px`;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (type === "error") waiting?.reject(Object.assign(new Error(detail.code), detail));
    else waiting?.resolve(detail);
    this.dispatchEvent(new CustomEvent(`solitaire-${type}`, { detail }));
  }

  #begin() {
    this.#isReady = true;
    for (const message of this.#early.splice(0)) this.#post(message);
  }

  /** @param {object} message */
  #post(message) {
    this.#frame.contentWindow?.postMessage(message, site.origin);
  }

  /** Resolves to the game's state; rejects with an Error that has `code` and `data`.
   * @param {string} type @param {object} [fields] @returns {Promise<any>} */
  #ask(type, fields = {}) {
    const id = ++this.#lastId;
    const message = { ...fields, solitaire: 1, type, id };
    if (this.#isReady) this.#post(message);
    else this.#early.push(message);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {Wished} [wished] */
  new(wished) {
    return this.#ask("new", wished);
  }

  /** @param {string} deal @param {Wished} [wished] */
  open(deal, wished) {
    return this.#ask("open", { ...wished, deal });
  }

  undo() {
    return this.#ask("undo");
  }

  redo() {
    return this.#ask("redo");
  }

  restart() {
    return this.#ask("restart");
  }

  /** @param {Settings} [settings] */
  set(settings) {
    return this.#ask("set", settings);
  }
}

customElements.define("solitaire-game", SolitaireGame);
