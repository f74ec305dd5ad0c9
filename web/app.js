// @ts-check
// Puts the parts together: reads the address and the storage, and turns intents into calls.

import { follow, hear, hint, listenForAdvice, nextNews, paintSign } from "./advice.js";
import { codeInAddress, isEmbedded, patience, writeAddress } from "./address.js";
import { adopt, celebrate, dealOut, paint, shake } from "./board.js";
import { followClock, startClock } from "./clock.js";
import { Engine, EngineError } from "./engine.js";
import { isFinishing, listenToFinish, offerFinish, toggleFinish } from "./finish.js";
import { exampleIn, leaveExample, listenForHelp, openExample, tellHelp, why } from "./help.js";
import { choose, currentLanguage, t, useLanguage } from "./i18n.js";
import { cancelPress, listen } from "./input.js";
import { isOnTable, keepSpot, listenToKeys } from "./keyboard.js";
import { useLetters } from "./letters.js";
import { keepOffline } from "./offline.js";
import {
  ask, byId, chosen, hush, listenToButtons, offer, offerSettings, offerShown, paintPanel, paintShown, say, sentenceFor, THEMES,
} from "./panel.js";
import { nameTable, readOut, tell } from "./speech.js";
import { isRunning, state } from "./state.js";
import { effect, effectOf } from "./sound.js";
import { keepRecords, listenToStatistics, loadRecords } from "./statistics.js";
import * as store from "./store.js";

/**
 * @typedef {import("./state.js").View} View
 * @typedef {{game: string, cells: number[]}} Choice
 */

const engine = new Engine({ onNews: hear, seconds: patience() });

/** Only a page within another one needs it. @type {typeof import("./guest.js")|undefined} */
let guest;

// ---------------------------------------------------------------- what the engine answers

/** The answer to the last thing that the player meant.
 * @type {Promise<unknown>} */
let before = Promise.resolve();

/** Does one thing after the other: a tap means what the one before left, also where all of them
 * wait for the engine to start.
 * @template T @param {() => Promise<T>} act @returns {Promise<T>} */
function inTurn(act) {
  const answer = before.then(act);
  before = answer.catch(() => {});
  return answer;
}

/** Plays what the player means.
 * @param {string} name @param {() => Record<string, unknown>} [args] asked when its turn has come
 * @param {string} [card] that shakes
 * @returns {Promise<View|null>} null where it was refused */
function play(name, args = () => ({}), card) {
  return inTurn(() => playNow(name, args(), card));
}

/** Asks the engine for something that answers with a view, and shows it.
 * @param {string} name @param {Record<string, unknown>} args @param {string} [card] that shakes
 * @returns {Promise<View|null>} null where it was refused */
async function playNow(name, args, card) {
  try {
    return show(await engine.call(name, args));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    refuse(error, card);
    return null;
  }
}

/** @param {EngineError} error @param {string} [card] */
function refuse(error, card) {
  if (error === engine.failure) return;
  state.selected = null;
  paint();
  if (card) shake(card);
  effect("refused");
  say(sentenceFor(error), why(error.code));
  tellHelp("refused", error.code);
}

/** @param {unknown} error */
function tellRefusal(error) {
  if (!(error instanceof EngineError)) throw error;
  refuse(error);
}

/** @param {View} view @returns {View} */
function show(view) {
  const shown = state.view;
  const taken = state.selected;
  const onTable = isOnTable();
  state.view = view;
  state.selected = view.selected;
  if (state.drag && !(/** @type {string} */ (state.drag.cards[0]) in view.lift)) cancelPress();
  if (view.happened === "new") state.waiting = null;
  if (view.records) keepRecords(view.records);
  if (view.happened !== "nothing" && !state.waiting) keep(view);
  effectOf(view);
  if (view.happened !== "nothing") followClock(view);
  follow(view);
  paint({ still: view.happened === "restore" });
  paintPanel();
  if (!state.waiting) guest?.tellChange(view);
  tellHelp("shown", view);
  keepSpot(view, onTable);
  nameTable(view);
  void speaking.then(() => {
    if (!isFinishing()) tell(view, taken);
    offerFinish(view);
  });
  if (view.happened === "new" && view.code !== shown?.code) dealOut();
  // What the start has to say stays to be read.
  if (view.happened !== "nothing" && state.engine === "ready") hush();
  if (view.happened === "move" || view.happened === "redo") tellEnd(view);
  return view;
}

/** @param {View} view */
function keep(view) {
  store.put("game", view.save);
  store.put("view", view);
  writeAddress(view.code);
  if (!store.isKept() && !keep.told && !isEmbedded) {
    keep.told = true;
    setTimeout(() => say(t("not.kept")));
  }
}
keep.told = false;

/** @param {View} view */
function tellEnd(view) {
  if (view.status === "stuck") say(t("stuck"), { label: t("action.undo"), act: intents.undo });
  if (view.status === "won") void tellWon(view);
}

/** @param {View} view */
async function tellWon(view) {
  await celebrate();
  if (state.view?.revision !== view.revision) return;
  const { number, score, moves } = view;
  const text = t("won.text", { game: t(`game.${view.game}`), number, score, moves });
  if ((await ask("won-dialog", { "won-text": text })) === "new") void intents.newGame();
}

// ---------------------------------------------------------------- the address

/** Opens the deal that the address names; asks before a running game is left.
 * @param {string} deal */
async function openAddress(deal) {
  const running = state.waiting ?? state.view;
  const example = exampleIn(deal);
  if (example) return openExample(example);
  if (!deal || !running) return;
  if (deal === running.code) return state.waiting ? leaveExample() : undefined;
  // A newer address, come while the player was asked, is another question.
  const stay = () => codeInAddress() === deal && writeAddress(running.code);
  try {
    const { code } = await engine.call("read_deal", { deal });
    if (code === running.code || !(await mayLeave(running, code))) stay();
    else await newDeal({ deal: code });
  } catch (error) {
    if (error instanceof EngineError) refuse(error);
    stay();
  }
}

/** @param {View} running @param {string} code */
async function mayLeave(running, code) {
  if (!isRunning(running) || isEmbedded) return true;
  const text = t("open.text", { code, running: running.code, moves: running.moves });
  return (await ask("open-dialog", { "open-text": text })) === "yes";
}

// ---------------------------------------------------------------- what the player means

/** A new game; the one that was running can be had back.
 * @param {Record<string, unknown>} args */
async function newDeal(args) {
  const left = state.waiting ?? state.view;
  if (await play("new", () => args)) offerBack(left);
}

/** @param {View|null} left */
function offerBack(left) {
  if (!isRunning(left)) return;
  const save = left?.save;
  say(t("new.left"), { label: t("action.back"), act: () => void play("restore", () => ({ save })) });
}

/** @type {import("./input.js").Intents} */
const intents = {
  tap: (place, card) =>
    play("tap", () => ({ place, card, selected: state.selected }), card ?? undefined),
  doubleTap: (card) => void play("double_tap", () => ({ card }), card),
  drop: (card, places) => play("drop", () => ({ card, places }), card),
  undo: () => void play("undo"),
  redo: () => void play("redo"),
  restart: () => void play("restart"),
  newGame: () => void openNewGame().catch(tellRefusal),
  hint: () => void hint().catch(tellRefusal),
  letGo: () => {
    state.selected = null;
    paint();
  },
};

/** @type {import("./keyboard.js").Intents} */
const keyIntents = {
  ...intents,
  press: async (place, card) => {
    const answer = await play("press", () => ({ place, card, selected: state.selected }), card ?? undefined);
    if (card && answer && answer.happened === "nothing" && !answer.selected) say(t("nowhere", { card }));
  },
  type: (move) => void play("play", () => ({ move })),
  typing: (text) => (text ? say(t("typing", { text })) : hush()),
  read: (what, place) => state.view && readOut(state.view, what, place),
  keys: () => void openKeys(),
  finish: toggleFinish,
};

/** Passes the deal on, and how it was won: by the system's own way to share, or to the clipboard. */
async function share() {
  const view = state.view;
  if (!view) return;
  const { number, score, moves } = view;
  const data = { game: t(`game.${view.game}`), number, score, moves };
  const text = view.status === "won" ? t("share.won", data) : t("share.playing", data);
  const url = new URL(`#${view.code}`, location.href).href;
  if (navigator.share) return navigator.share({ title: document.title, text, url }).catch(() => {});
  for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
  try {
    await navigator.clipboard.writeText(`${text}\n${view.code}\n${url}`);
    say(t("shared"));
  } catch {
    say(t("share.failed", { link: url }));
  }
}

async function copyCode() {
  const code = state.view?.code ?? "";
  try {
    await navigator.clipboard.writeText(code);
    say(t("copied", { code }));
  } catch {
    say(t("copy.failed", { code }));
  }
}

// ---------------------------------------------------------------- dialogs

async function openNewGame() {
  const games = /** @type {Choice[]} */ (await engine.call("games"));
  const view = state.view;
  const field = /** @type {HTMLInputElement} */ (byId("new-deal"));
  const names = games.map(({ game }) => ({ value: game, text: t(`game.${game}`) }));
  offer("new-games", names, view?.game ?? "");
  offerCells(games, view?.cells);
  byId("new-games").onchange = () => offerCells(games, Number(chosen("new-cells")));
  field.value = "";
  byId("new-error").textContent = "";
  field.oninput = () => (byId("new-error").textContent = "");
  void ask("new-dialog");
}

/** @param {Choice[]} games @param {number|undefined} now */
function offerCells(games, now) {
  const cells = games.find(({ game }) => game === chosen("new-games"))?.cells ?? [];
  const chosenCells = cells.find((count) => count === now) ?? cells[0];
  offer("new-cells", cells.map((count) => ({ value: `${count}`, text: `${count}` })), `${chosenCells}`);
}

/** @param {SubmitEvent} event */
async function dealNew(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (byId("new-deal"));
  const args = { game: chosen("new-games"), cells: Number(chosen("new-cells")) };
  const deal = field.value.trim();
  try {
    const wanted = deal ? { deal: (await engine.call("read_deal", { ...args, deal })).code } : await anyDeal(args);
    const dialog = /** @type {HTMLDialogElement} */ (byId("new-dialog"));
    if (!wanted || !dialog.open) return;
    dialog.close();
    await newDeal(wanted);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    byId("new-error").textContent = sentenceFor(error);
    field.focus();
  }
}

/** A deal of the kind that was chosen: any, or one that can be won, of a level or of any.
 * @param {Record<string, unknown>} args */
async function anyDeal(args) {
  const kind = /** @type {HTMLSelectElement} */ (byId("new-deals")).value;
  if (kind === "any") return args;
  const level = kind === "winnable" ? null : kind;
  for (;;) {
    const { code } = await engine.call("find_deal", { ...args, level });
    if (code) return { deal: code };
    if (!(/** @type {HTMLDialogElement} */ (byId("new-dialog")).open)) return null;
    byId("new-error").textContent = t("new.looking");
    await nextNews();
  }
}

function openSettings() {
  offerSettings((name, value) => {
    void setSetting(name, value).then(name === "language" ? openSettings : undefined);
  });
  offerShown(setSetting);
  const dialog = /** @type {HTMLDialogElement} */ (byId("settings-dialog"));
  if (!dialog.open) dialog.showModal();
}

/** The sheet of all keys. */
function openKeys() {
  const letters = /** @type {HTMLInputElement} */ (byId("letter-keys"));
  letters.checked = state.settings.keys === "on";
  letters.onchange = () => setSetting("keys", letters.checked ? "on" : "off");
  return ask("keys-dialog");
}

const STIR_MS = 50; // between two notices

let lastStir = 0;

/** Whoever moves is about to play: the engine must not be in the midst of a thought then.
 * @param {Event} event */
function stirred({ timeStamp }) {
  if (timeStamp - lastStir < STIR_MS) return;
  lastStir = timeStamp;
  engine.rest();
}

/** @param {string} name @param {string} value */
function setSetting(name, value) {
  state.settings = { ...state.settings, [name]: value };
  store.put("settings", state.settings);
  return applySettings();
}

async function applySettings() {
  const { language, theme, colours, letters, sign, felt, hand, speed } = state.settings;
  const known = THEMES.includes(theme) ? theme : "auto";
  const { dataset } = document.documentElement;
  const turned = dataset["hand"] !== hand;
  Object.assign(dataset, { theme: known, colours, felt, hand, speed });
  if (turned) paint({ still: true });
  engine.call("set_thinking", { on: sign !== "never" }).catch(() => {});
  const wanted = choose(language ? [language] : navigator.languages);
  if (wanted !== currentLanguage()) {
    await useLanguage(wanted);
    await turn(); // all at once would keep a slow machine from answering
  }
  useLetters(letters === "own");
  paintPanel();
  paintShown();
  paintSign();
  if (state.view) offerFinish(state.view);
  if (state.view) nameTable(state.view);
}

// ---------------------------------------------------------------- the start

/** Lets the browser do what waits. */
const turn = () => new Promise((done) => setTimeout(done));

/** Until the language has come. */
let speaking = Promise.resolve();

/** The game that the page begins with: the one that was left, or the one of the address. */
async function openFirstGame() {
  const first = state.view?.code ?? firstView().code;
  const wanted = codeInAddress(); // before showing a game writes its own there
  const restored = await restoreKept();
  if (restored && wanted && !isEmbedded) void openAddress(wanted);
  if (restored) return;
  if (guest) return void (await guest.openWished(firstView().number));
  const example = exampleIn(wanted);
  const opened = wanted && !example ? await playNow("new", { deal: wanted }) : null;
  if (!opened) await playNow("new", { deal: first });
  if (example) openExample(example);
}

/** The game that was kept, from the first copy of it that is whole. @returns {Promise<View|null>} */
async function restoreKept() {
  const save = store.get("game");
  if (!save) return null;
  try {
    return show(await engine.call("restore", { save }));
  } catch (error) {
    if (error === engine.failure || !(error instanceof EngineError)) throw error;
    store.setAside("view");
    say(t("save.damaged"));
    return store.setAside("game") ? restoreKept() : null;
  }
}

/** @returns {View} the deal that the build dealt */
const firstView = () => JSON.parse(byId("first-view").textContent ?? "");

/** What is painted before the engine is up: nothing, where the address names another deal and no
 * running game stands in its way. */
function paintEarly() {
  const last = /** @type {View|null} */ (store.get("view"));
  const first = firstView();
  const view = store.get("game") && last ? last : first;
  const wanted = codeInAddress();
  if (wanted && wanted !== view.code && !isRunning(view)) return;
  if (view.moves === 0 && guest?.wishesOtherDeal(view.code)) return;
  try {
    state.view = view;
    const isThere = view === first && state.settings.hand === "right";
    if (isThere && !document.documentElement.classList.contains("other")) adopt();
    else paint({ still: true });
    keepSpot(view);
    nameTable(view);
  } catch {
    store.setAside("view");
    state.view = null;
  }
}

async function start() {
  state.engine = "starting";
  paintPanel();
  const started = engine.start();
  void loadRecords();
  const opened = openFirstGame();
  before = opened.catch(() => {});
  try {
    await Promise.all([started, opened]);
    state.engine = "ready";
    paintPanel();
    if (state.view) guest?.tellReady(state.view);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    await tellFailure(error);
  }
}

/** @param {EngineError} error */
async function tellFailure(error) {
  state.engine = "failed";
  paintPanel();
  guest?.tellError(error);
  await speaking;
  await ask("failed-dialog", { "failed-text": sentenceFor(error) });
  await start();
}

async function main() {
  if (isEmbedded) guest = await import("./guest.js");
  const kept = /** @type {Partial<import("./state.js").Settings>|null} */ (store.get("settings"));
  guest?.receiveAsGuest({ call: (name, args) => engine.call(name, args), inTurn, show, offerBack, applySettings });
  state.settings = { ...state.settings, ...kept };
  paintEarly();
  document.documentElement.classList.remove("veiled"); // see first.css
  await turn(); // the board shows before the rest is put together
  const buttons = { ...intents, copy: () => void copyCode(), settings: openSettings, keys: keyIntents.keys, share: () => void share() };
  listen(intents);
  listenToKeys(keyIntents);
  listenToFinish((move) => play("play", () => ({ move })));
  listenToStatistics((name, args) => engine.call(name, args));
  startClock();
  listenToButtons(buttons);
  for (const gesture of ["pointerdown", "pointermove", "keydown"]) addEventListener(gesture, stirred);
  listenForHelp({
    call: (name, args) => engine.call(name, args),
    play: (name, args, card) => play(name, () => args ?? {}, card),
    inTurn,
    show,
  });
  listenForAdvice({
    call: (name, args) => engine.call(name, args),
    play: (name, args) => play(name, () => args ?? {}),
    refuse: tellRefusal,
  });
  byId("new-dialog").querySelector("form")?.addEventListener("submit", (event) => void dealNew(event));
  addEventListener("hashchange", () => void openAddress(codeInAddress()));
  speaking = applySettings();
  guest?.speakAsGuest(speaking);
  const started = Promise.all([speaking, start()]);
  keepOffline(started);
  await started;
}

main().catch((error) => {
  document.documentElement.classList.add("broken");
  throw error;
});
