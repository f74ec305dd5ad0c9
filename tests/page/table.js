// What the tests know of a page without asking its own modules: the boxes on the screen, and the
// worker that it started. Runs in every frame before the page's own scripts; see table.py.

window.tester = (() => {
  const RealWorker = window.Worker;
  const workers = [];
  window.Worker = class extends RealWorker {
    constructor(...args) {
      super(...args);
      workers.push(this);
    }
  };

  /** Asks the engine, after all that the page has asked it so far. */
  const ask = (call, args) => new Promise((resolve, reject) => {
    const worker = workers.at(-1);
    const id = `test ${Math.random()}`;
    const listen = ({ data }) => {
      const answer = data.answer ? JSON.parse(data.answer) : {};
      if (answer.id !== id) return;
      worker.removeEventListener("message", listen);
      if (answer.error) reject(new Error(JSON.stringify(answer.error)));
      else resolve(answer.ok);
    };
    worker.addEventListener("message", listen);
    worker.postMessage(JSON.stringify({ id, call, args }));
  });

  const near = (a, b) => Math.abs(a - b) < 1.5;
  const cardAt = (x, y) => document.elementFromPoint(x, y)?.closest(".card") ?? null;
  const text = (id) => document.getElementById(id).textContent;
  const able = (id) => document.getElementById(id).ariaDisabled === null;

  /** A card is what is drawn on it. */
  const drawn = (card, kind) => card.querySelector(`use.${kind}`).getAttribute("href").slice(-1);

  const cards = () => [...document.querySelectorAll("#table .card")].map((element) => ({
    element,
    name: drawn(element, "rank") + drawn(element, "suit"),
    box: element.getBoundingClientRect(),
    z: Number(getComputedStyle(element).zIndex),
  }));

  const places = () => [...document.querySelectorAll("#table .place")].map((element) => ({
    name: element.dataset.place,
    box: element.getBoundingClientRect(),
  }));

  /** The cards that lie on a place, or in a column below of it; the one on top last. */
  const pileOn = ({ name, box }, all) => {
    const column = name.startsWith("column");
    return all
      .filter((card) => near(card.box.x, box.x)
        && (column ? card.box.y > box.y - 1.5 : near(card.box.y, box.y)))
      .sort((a, b) => (column ? a.box.y - b.box.y : 0) || a.z - b.z);
  };

  /** For each card of a pile that should be seen: the box of what shows of it. */
  const shownOf = (name, pile) => pile
    .map((card, index) => {
      const below = pile[index + 1]?.box;
      const { x, y, width, height } = card.box;
      return { ...card, shows: { x, y, width, height: below ? below.y - y : height } };
    })
    .filter((_, index) => name.startsWith("column") || index === pile.length - 1);

  const isCovered = ({ element, shows: { x, y, width, height } }) =>
    cardAt(x + width / 2, y + height / 2) !== element;

  const saved = () => {
    try {
      return JSON.parse(localStorage.getItem("boulanger-solitaire:game"));
    } catch {
      return null;
    }
  };

  const moving = (animation) => animation.playState === "running"
    && animation.effect?.target?.closest?.("#table");

  const rests = () => !document.getAnimations().some(moving)
    && !document.querySelector(".card.lifted, .card.flying");

  /** All that is on the screen. */
  const look = () => {
    const all = cards();
    const piles = places().map((place) => [place.name, pileOn(place, all)]);
    const shown = piles.flatMap(([name, pile]) => shownOf(name, pile));
    return {
      rests: rests(),
      piles: Object.fromEntries(piles.map(([name, pile]) => [name, pile.map((one) => one.name)])),
      hidden: shown.filter(isCovered).map(({ name }) => name),
      score: Number(text("score")),
      moves: Number(text("moves")),
      code: text("code"),
      undo: able("undo"),
      redo: able("redo"),
      save: saved(),
    };
  };

  /** What shows of each card: name -> x, y, width, height. */
  const strips = () => {
    const all = cards();
    const shown = places().flatMap((place) => shownOf(place.name, pileOn(place, all)));
    return Object.fromEntries(shown.map(({ name, shows }) => [name, shows]));
  };

  const boxOf = (name) => {
    const { x, y, width, height } = cards().find((card) => card.name === name).box;
    return { x, y, width, height };
  };

  /** The box of a place's last card, or of the place where it is empty. */
  const endOf = (name) => {
    const place = places().find((one) => one.name === name);
    const { x, y, width, height } = pileOn(place, cards()).at(-1)?.box ?? place.box;
    return { x, y, width, height };
  };

  /** Where a card can be touched now, or null while it flies or another one flies over it. */
  const gripOf = (name) => {
    const card = cards().find((one) => one.name === name);
    if (card.element.getAnimations().some(moving)) return null;
    const { x, y, width, height } = card.box;
    const grip = { x: x + width / 2, y: y + 6 };
    return cardAt(grip.x, grip.y) === card.element ? { grip, x, y, width, height } : null;
  };

  /** Waits for so many moves (null: for none), then until the card can be touched. */
  const aim = async (name, moves, patience) => {
    const end = performance.now() + patience;
    for (;;) {
      const grip = moves === null || Number(text("moves")) === moves ? gripOf(name) : null;
      if (grip) return grip;
      if (performance.now() > end) throw new Error(`${name} can't be touched: ${text("moves")}`);
      await new Promise(requestAnimationFrame);
    }
  };

  return { ask, look, strips, boxOf, endOf, aim, rests };
})();
