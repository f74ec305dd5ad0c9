// @ts-check
// What the engine's thinking is good for: the sign by the code, hints, the way back to where the
// game could be won, and the solution, shown move by move.

import { paint } from "./board.js";
import { t } from "./i18n.js";
import { byId, say } from "./panel.js";
import { state } from "./state.js";

/**
 * @typedef {import("./state.js").View} View
 * @typedef {{revision: number, verdict: import("./state.js").Verdict, only_back: boolean,
 *   looking: boolean}} News
 *
 * @typedef {object} Table what the advice is carried out on
 * @property {(name: string, args?: Record<string, unknown>) => Promise<any>} call
 * @property {(name: string, args?: Record<string, unknown>) => Promise<View|null>} play
 * @property {(error: unknown) => void} refuse
 */

const SPEEDS = [1, 2, 5]; // times as fast
const MOVE_MS = 900; // between two moves of the solution
const SIGNS = /** @type {Record<string, string>} */ ({
  winnable: "✓", lost: "✗", thinking: "…", unknown: "?",
});

/** @type {Table} */
let table;

/** Who waits for news, or for the game to change. @type {(() => void)[]} */
let waiting = [];

/** The solution being shown; `revision` is the one that its next move is for.
 * @type {{moves: string[], at: number, revision: number, speed: number, timer: number}|null} */
let shown = null;

/** @param {Table} wanted */
export function listenForAdvice(wanted) {
  table = wanted;
  byId("hint").addEventListener("click", () => void hint().catch(table.refuse));
  byId("solution").addEventListener("click", () => void showSolution().catch(table.refuse));
  byId("player-back").addEventListener("click", () => void stepBack());
  byId("player-pause").addEventListener("click", () => (shown?.timer ? pause() : goOn()));
  byId("player-step").addEventListener("click", () => void (pause(), step()));
  byId("player-speed").addEventListener("click", faster);
  byId("player-close").addEventListener("click", closePlayer);
}

/** Told what thinking found out; about another position than the painted one it is stale.
 * @param {News} news */
export function hear(news) {
  if (state.view && news.revision === state.view.revision) learn(news);
  paintSign();
  wake();
}

/** Told of every view that is shown. @param {View} view */
export function follow(view) {
  learn(view);
  if (view.happened !== "nothing") state.hint = null;
  if (shown && shown.revision !== view.revision) closePlayer();
  paintSign();
  wake();
}

/** @param {News|View} news */
function learn({ verdict, only_back }) {
  state.verdict = verdict;
  state.onlyBack = only_back;
}

function wake() {
  const woken = waiting;
  waiting = [];
  for (const resolve of woken) resolve();
}

/** Resolves when thinking has found something out, or the game has changed. */
export const nextNews = () => new Promise((resolve) => waiting.push(() => resolve(undefined)));

/** Shows the sign, as the settings wish. */
export function paintSign() {
  const { verdict, onlyBack } = state;
  const wish = state.settings.sign;
  const sign = byId("sign");
  sign.hidden = wish === "never" || (wish === "lost" && verdict !== "lost");
  sign.dataset["verdict"] = verdict;
  sign.textContent = SIGNS[verdict] ?? "";
  const text = onlyBack ? t("verdict.winnable.back") : t(`verdict.${verdict}`);
  for (const name of ["aria-label", "title"]) sign.setAttribute(name, text);
}

/** Asks until the answer is known; null where the game went on meanwhile.
 * @param {string} name @returns {Promise<any>} */
async function ask(name) {
  const revision = state.view?.revision;
  for (;;) {
    const answer = await table.call(name);
    if (answer.revision !== revision || state.view?.revision !== revision) return null;
    if (answer.verdict !== "thinking" && answer.undos !== null) return answer;
    say(t("verdict.thinking"));
    await nextNews();
  }
}

/** Shows the next move of a line that wins, or says why there is none. */
export async function hint() {
  const answer = await ask("hint");
  if (!answer) return;
  if (answer.step) {
    const { cards, to } = answer.step;
    state.hint = { cards, to };
    paint();
    say(t("hint.move", { card: cards[0], place: t(`place.${to.split("-")[0]}`) }));
  } else await explain(answer.verdict);
}

/** Why there is no line to follow. @param {string} verdict */
async function explain(verdict) {
  if (verdict !== "lost") {
    if (state.view?.status !== "won") say(t("verdict.unknown"));
    return;
  }
  const way = await ask("way_back");
  if (!way) return;
  const { undos } = way;
  if (undos) say(t("verdict.lost.back"), { label: t("verdict.lost.undo"), act: () => void goBack(undos) });
  else if (state.view?.moves === 0) say(t("verdict.lost.deal"));
  else say(t("verdict.lost.restart"), { label: t("action.restart"), act: () => void table.play("restart") });
}

/** @param {number} undos */
async function goBack(undos) {
  for (let done = 0; done < undos; done++) await table.play("undo");
}

// ---------------------------------------------------------------- the solution

async function showSolution() {
  if (shown) return closePlayer();
  const answer = await ask("solution");
  if (!answer) return;
  if (!answer.moves) return explain(answer.verdict);
  shown = { moves: answer.moves.split(" "), at: 0, revision: answer.revision, speed: 0, timer: 0 };
  byId("player").hidden = false;
  goOn();
}

function goOn() {
  if (!shown) return;
  clearTimeout(shown.timer);
  shown.timer = setTimeout(async () => {
    await step();
    if (shown?.timer) goOn();
  }, MOVE_MS / (SPEEDS[shown.speed] ?? 1));
  paintPlayer();
}

function pause() {
  if (!shown) return;
  clearTimeout(shown.timer);
  shown.timer = 0;
  paintPlayer();
}

async function step() {
  const move = shown?.moves[shown.at];
  if (!shown || !move) return pause();
  await advance(+1, "play", { move, shown: true }); // such a game does not count as won
}

async function stepBack() {
  pause();
  if (shown?.at) await advance(-1, "undo");
}

/** @param {number} by @param {string} name @param {Record<string, unknown>} [args] */
async function advance(by, name, args) {
  const player = shown;
  if (!player) return;
  player.at += by;
  player.revision += 1;
  if (!(await table.play(name, args))) closePlayer();
  if (player.at === player.moves.length) closePlayer();
  paintPlayer();
}

function faster() {
  if (!shown) return;
  shown.speed = (shown.speed + 1) % SPEEDS.length;
  if (shown.timer) goOn();
  paintPlayer();
}

function closePlayer() {
  pause();
  shown = null;
  const player = byId("player");
  if (player.contains(document.activeElement)) byId("solution").focus();
  player.hidden = true;
}

function paintPlayer() {
  if (!shown) return;
  byId("player-at").textContent = `${shown.at} / ${shown.moves.length}`;
  byId("player-speed").textContent = `${SPEEDS[shown.speed]}×`;
  const button = byId("player-pause");
  button.dataset["playing"] = String(Boolean(shown.timer));
  const label = shown.timer ? t("player.pause") : t("player.go");
  for (const name of ["aria-label", "title"]) button.setAttribute(name, label);
}
