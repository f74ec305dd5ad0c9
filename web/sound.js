// @ts-check
// What the table sounds and feels like, where the player wants it: made on the spot by Web Audio,
// so that no sound file has to come.

import { state } from "./state.js";

/** A card on the felt is a short breath of noise; everything else is a few soft notes.
 * `noise`: how high it sounds; `notes`: in hertz, one after the other; `every`: seconds between
 * two; `buzz`: milliseconds of vibration, pause, vibration …
 * @typedef {{noise?: number, notes?: number[], every?: number, buzz: number[]}} Effect */

/** By what happened. @type {Record<string, Effect>} */
const EFFECTS = {
  lift: { noise: 2600, buzz: [6] },
  move: { noise: 1500, buzz: [10] },
  up: { noise: 1900, notes: [659, 988], every: 0.07, buzz: [10] },
  undo: { noise: 900, buzz: [10] },
  refused: { notes: [196, 165], every: 0.09, buzz: [14, 40, 14] },
  deal: { noise: 1200, notes: [392], buzz: [20] },
  won: { notes: [523, 659, 784, 1047, 1319], every: 0.11, buzz: [30, 60, 30, 60, 60] },
};
const LOUDNESS = 0.16;

/** @type {AudioContext|null} */
let audio = null;

/** Lets an effect be heard and felt, as the settings wish. @param {string} name */
export function effect(name) {
  const one = EFFECTS[name];
  if (!one) return;
  if (state.settings.vibration === "on") navigator.vibrate?.(one.buzz);
  if (state.settings.sound === "on") sound(one);
}

/** The effect of a view that is shown. @param {import("./state.js").View} view */
export function effectOf({ happened, status, steps }) {
  if (happened === "new" || happened === "restart") return effect("deal");
  if (happened === "undo") return effect("undo");
  if (happened !== "move" && happened !== "redo") return;
  if (status === "won") return effect("won");
  effect(steps.some(({ to }) => to.startsWith("foundation")) ? "up" : "move");
}

/** @param {Effect} effect */
function sound({ noise, notes = [], every = 0 }) {
  audio ??= new AudioContext();
  void audio.resume();
  const now = audio.currentTime;
  if (noise) breathe(audio, noise, now);
  notes.forEach((pitch, place) => {
    const note = new OscillatorNode(/** @type {AudioContext} */ (audio), { type: "triangle", frequency: pitch });
    start(note, note, now + place * every, 0.28);
  });
}

/** @param {AudioContext} context @param {number} pitch @param {number} at */
function breathe(context, pitch, at) {
  const buffer = context.createBuffer(1, context.sampleRate * 0.06, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch });
  source.connect(filter);
  start(source, filter, at, 0.06);
}

/** Starts a source that fades away. @param {AudioScheduledSourceNode} source
 * @param {AudioNode} end of its chain @param {number} at @param {number} seconds */
function start(source, end, at, seconds) {
  const gain = new GainNode(source.context, { gain: LOUDNESS });
  gain.gain.setValueAtTime(LOUDNESS, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  end.connect(gain).connect(source.context.destination);
  source.start(at);
  source.stop(at + seconds);
}
