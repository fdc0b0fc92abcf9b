// The state of the lab: its parts, their defaults, and the checks that a state must pass.

export const MAX_POINTS = 500;
export const MAX_VISITS = 200000;
export const LARGEST = 1e6; // of a coordinate, a rate, a starting weight
const SMALLEST_RATE = 1e-6;
const MAX_EPOCHS = 1000;
const MAX_EXTRAS = 20;
export const MAX_NAME = 40; // characters of the name of a feature or a class

/** A number in a link or in CSV. */
export const NUMBER_PATTERN = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

export const ORDERS = ["given", "shuffled", "shuffled-once", "first-mistake", "random-mistake", "all-mistakes"];
export const AT_ZERO = ["mistake", "positive", "negative"];
export const TABS = ["steps", "data", "options", "theorem", "weights", "variants", "practice", "cards", "share"];

/** Every part of a state with what it is if nothing is said: the four points of Cornwell's example. */
export const DEFAULT_STATE = frozenState({
  points: [
    { x: -1, y: 3, label: -1 },
    { x: -1, y: -1, label: -1 },
    { x: 3, y: -1, label: 1 },
    { x: 0, y: 1.5, label: 1 },
  ],
  options: { order: "given", atZero: "mistake", bias: true, eta: 1, start: [0, 0, 0], seed: 0, epochs: 100 },
  t: 0,
  tab: "steps",
  card: "",
  extra: {},
  projector: false,
  names: { x1: "", x2: "", plus: "", minus: "" }, // of the two features and the two classes; "" for none
  equalAxes: true, // a unit is as long on both axes
});

function frozenState(state) {
  state.points.forEach(Object.freeze);
  for (const part of [state.points, state.options, state.options.start, state.extra, state.names, state]) Object.freeze(part);
  return state;
}

// --- Is it a state? ---

/** A mistake of the one who gave a state: one sentence. */
class StateProblem extends Error {}

export function stateFault(sentence) {
  throw new StateProblem(sentence);
}

/** Run `make`; what it finds wrong is a sentence, and nothing is thrown. */
export function checkedBy(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof StateProblem) return { problem: error.message };
    throw error;
  }
}

const CHECKED_PARTS = new WeakSet(); // frozen parts that have passed: a step must not check 500 points again

/** {state} or {problem: one sentence}. What is missing is as in DEFAULT_STATE; the result is frozen. */
export function checkedState(raw) {
  return checkedBy(() => {
    needRecord("The state", raw, Object.keys(DEFAULT_STATE));
    const given = { ...DEFAULT_STATE, ...raw };
    return {
      state: Object.freeze({
        points: checkedPart(given.points, checkedPoints),
        options: checkedPart(given.options, checkedOptions),
        t: needWhole("t", given.t, 0, MAX_VISITS),
        tab: needChoice("tab", given.tab, TABS),
        card: needMatch("card", given.card, /^[a-z0-9-]{0,40}$/),
        extra: checkedPart(given.extra, checkedExtra),
        projector: needSwitch("projector", given.projector),
        names: checkedPart(given.names, checkedNames),
        equalAxes: needSwitch("equalAxes", given.equalAxes),
      }),
    };
  });
}

function checkedPart(part, check) {
  if (typeof part === "object" && part !== null && CHECKED_PARTS.has(part)) return part;
  const checked = Object.freeze(check(part));
  CHECKED_PARTS.add(checked);
  return checked;
}

function checkedPoints(points) {
  if (!Array.isArray(points)) stateFault("points must be a list of points.");
  if (points.length > MAX_POINTS) {
    stateFault(`There can be at most ${MAX_POINTS} points; there are ${points.length}.`);
  }
  return points.map((point, row) => {
    if (CHECKED_PARTS.has(point)) return point; // the same object, so that others see what has not changed
    const name = `Point ${row}`;
    needRecord(name, point, ["x", "y", "label"]);
    if (point.label !== 1 && point.label !== -1) {
      stateFault(`${name}: the label must be 1 or -1; got ${valueText(point.label)}.`);
    }
    const checked = Object.freeze({
      x: needNumber(`${name}: x`, point.x, -LARGEST, LARGEST),
      y: needNumber(`${name}: y`, point.y, -LARGEST, LARGEST),
      label: point.label,
    });
    CHECKED_PARTS.add(checked);
    return checked;
  });
}

function checkedOptions(raw) {
  needRecord("options", raw, Object.keys(DEFAULT_STATE.options));
  const given = { ...DEFAULT_STATE.options, ...raw };
  if (!Array.isArray(given.start) || given.start.length !== 3) {
    stateFault("There must be three starting weights: w1, w2 and b.");
  }
  return {
    order: needChoice("order", given.order, ORDERS),
    atZero: needChoice("atZero", given.atZero, AT_ZERO),
    bias: needSwitch("bias", given.bias),
    eta: needNumber("The learning rate η", given.eta, SMALLEST_RATE, LARGEST),
    start: Object.freeze(given.start.map((w) => needNumber("A starting weight", w, -LARGEST, LARGEST))),
    seed: needWhole("The seed", given.seed, 0, 2 ** 32 - 1),
    epochs: needWhole("epochs", given.epochs, 1, MAX_EPOCHS),
  };
}

function checkedNames(raw) {
  needRecord("names", raw, Object.keys(DEFAULT_STATE.names));
  const given = { ...DEFAULT_STATE.names, ...raw };
  for (const [place, name] of Object.entries(given)) {
    const fits = typeof name === "string" && name.length <= MAX_NAME && /^[^\p{C}]*$/u.test(name);
    if (!fits) stateFault(`The name of ${place} must be a text of at most ${MAX_NAME} characters; got ${valueText(name)}.`);
  }
  return given;
}

function checkedExtra(extra) {
  needRecord("extra", extra, null);
  const names = Object.keys(extra);
  if (names.length > MAX_EXTRAS) stateFault(`extra can have at most ${MAX_EXTRAS} numbers; it has ${names.length}.`);
  const checked = {};
  for (const name of names) {
    needMatch("A name in extra", name, /^[a-z][A-Za-z0-9]{0,23}$/);
    checked[name] = needNumber(name, extra[name], -Number.MAX_VALUE, Number.MAX_VALUE);
  }
  return checked;
}

function needRecord(name, value, fields) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    stateFault(`${name} must be an object with named fields.`);
  }
  const unknown = fields && Object.keys(value).find((field) => !fields.includes(field));
  if (unknown !== undefined && unknown !== null) stateFault(`${name} has no field ${valueText(unknown)}.`);
}

function needNumber(name, value, least, most) {
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    stateFault(`${name} must be a number from ${least} to ${most}; got ${valueText(value)}.`);
  }
  return value === 0 ? 0 : value; // no −0: it would not come back from a link
}

function needWhole(name, value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    stateFault(`${name} must be a whole number from ${least} to ${most}; got ${valueText(value)}.`);
  }
  return value === 0 ? 0 : value;
}

function needChoice(name, value, choices) {
  if (!choices.includes(value)) stateFault(`${name} must be one of ${choices.join(", ")}; got ${valueText(value)}.`);
  return value;
}

function needSwitch(name, value) {
  if (value !== true && value !== false) stateFault(`${name} must be true or false; got ${valueText(value)}.`);
  return value;
}

function needMatch(name, value, pattern) {
  if (typeof value !== "string" || !pattern.test(value)) {
    stateFault(`${name} must be a short name; got ${valueText(value)}.`);
  }
  return value;
}

/** A wrong value in a sentence: short, and never a reason to fail. */
export function valueText(value) {
  const plain = typeof value === "object" && value ? "an object" : String(value);
  const text = typeof value === "string" ? `"${value}"` : plain;
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
