// The state of the lab: what it is, whether it can be one, as a link, and from CSV.

export const MOST_POINTS = 500;
export const MOST_VISITS = 200000;
export const LARGEST = 1e6; // of a coordinate, a rate, a starting weight
const SMALLEST_RATE = 1e-6;
const MOST_EPOCHS = 1000;
const MOST_EXTRAS = 20;

export const ORDERS = ["given", "shuffled", "shuffled-once", "first-mistake", "random-mistake", "all-mistakes"];
export const AT_ZERO = ["mistake", "positive", "negative"];
export const TABS = ["steps", "data", "theorem", "variants", "practice", "cards", "share"];

/** Every part of a state with what it is if nothing is said: the four points of note 004. */
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
});

function frozenState(state) {
  state.points.forEach(Object.freeze);
  for (const part of [state.points, state.options, state.options.start, state.extra, state]) Object.freeze(part);
  return state;
}

// --- Is it a state? ---

/** A mistake of the one who gave a state: one sentence. */
class StateProblem extends Error {}

function stateFault(sentence) {
  throw new StateProblem(sentence);
}

/** Run `make`; what it finds wrong is a sentence, and nothing is thrown. */
function checkedBy(make) {
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
        t: needWhole("t", given.t, 0, MOST_VISITS),
        tab: needChoice("tab", given.tab, TABS),
        card: needMatch("card", given.card, /^[a-z0-9-]{0,40}$/),
        extra: checkedPart(given.extra, checkedExtra),
        projector: needSwitch("projector", given.projector),
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
  if (points.length > MOST_POINTS) {
    stateFault(`There can be at most ${MOST_POINTS} points; there are ${points.length}.`);
  }
  return points.map((point, row) => {
    if (CHECKED_PARTS.has(point)) return point; // the same object, so that others see what has not changed
    const name = `Point ${row + 1}`;
    needRecord(name, point, ["x", "y", "label"]);
    if (point.label !== 1 && point.label !== -1) {
      stateFault(`${name}: the label must be 1 or -1; got ${shown(point.label)}.`);
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
    stateFault("The starting weights must be three: w1, w2 and b.");
  }
  return {
    order: needChoice("order", given.order, ORDERS),
    atZero: needChoice("atZero", given.atZero, AT_ZERO),
    bias: needSwitch("bias", given.bias),
    eta: needNumber("The rate η", given.eta, SMALLEST_RATE, LARGEST),
    start: Object.freeze(given.start.map((w) => needNumber("A starting weight", w, -LARGEST, LARGEST))),
    seed: needWhole("The seed", given.seed, 0, 2 ** 32 - 1),
    epochs: needWhole("epochs", given.epochs, 1, MOST_EPOCHS),
  };
}

function checkedExtra(extra) {
  needRecord("extra", extra, null);
  const names = Object.keys(extra);
  if (names.length > MOST_EXTRAS) stateFault(`extra can have at most ${MOST_EXTRAS} numbers; it has ${names.length}.`);
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
  if (unknown !== undefined && unknown !== null) stateFault(`${name} has no field ${shown(unknown)}.`);
}

function needNumber(name, value, least, most) {
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    stateFault(`${name} must be a number from ${least} to ${most}; got ${shown(value)}.`);
  }
  return value === 0 ? 0 : value; // no −0: it would not come back from a link
}

function needWhole(name, value, least, most) {
  if (!Number.isInteger(value) || value < least || value > most) {
    stateFault(`${name} must be a whole number from ${least} to ${most}; got ${shown(value)}.`);
  }
  return value === 0 ? 0 : value;
}

function needChoice(name, value, choices) {
  if (!choices.includes(value)) stateFault(`${name} must be one of ${choices.join(", ")}; got ${shown(value)}.`);
  return value;
}

function needSwitch(name, value) {
  if (value !== true && value !== false) stateFault(`${name} must be true or false; got ${shown(value)}.`);
  return value;
}

function needMatch(name, value, pattern) {
  if (typeof value !== "string" || !pattern.test(value)) {
    stateFault(`${name} must be a short name; got ${shown(value)}.`);
  }
  return value;
}

/** A wrong value in a sentence: short, and never a reason to fail. */
function shown(value) {
  const plain = typeof value === "object" && value ? "an object" : String(value);
  const text = typeof value === "string" ? `"${value}"` : plain;
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

// --- As a link: 1~p=-1_3n3_-1p~t=7~k3f9a0 (version, what is not as usual, checksum) ---

const LINK_VERSION = "1";
const OTHER_VERSION = "This link was made by another version of the lab, which this one cannot read.";
const BROKEN_LINK = "This link is damaged, so the lab starts afresh: copy the whole link once more.";

/** [key in the link, its text, back from the text, where it is in the state] */
const LINK_FIELDS = [
  ["p", (s) => s.points.map(pointInLink).join("") || "none", linkedPoints, "points"],
  ["o", (s) => s.options.order, String, "options.order"],
  ["z", (s) => s.options.atZero, String, "options.atZero"],
  ["b", (s) => String(Number(s.options.bias)), linkedSwitch, "options.bias"],
  ["eta", (s) => String(s.options.eta), linkedNumber, "options.eta"],
  ["w", (s) => s.options.start.join("_"), (text) => text.split("_").map(linkedNumber), "options.start"],
  ["seed", (s) => String(s.options.seed), linkedNumber, "options.seed"],
  ["e", (s) => String(s.options.epochs), linkedNumber, "options.epochs"],
  ["t", (s) => String(s.t), linkedNumber, "t"],
  ["tab", (s) => s.tab, String, "tab"],
  ["card", (s) => s.card, String, "card"],
  ["x", (s) => Object.entries(s.extra).map(([name, x]) => `${name}_${x}`).join("!"), linkedExtra, "extra"],
  ["big", (s) => String(Number(s.projector)), linkedSwitch, "projector"],
];

function pointInLink({ x, y, label }) {
  return `${x}_${y}${label > 0 ? "p" : "n"}`;
}

/** The state as the part of a link after #. */
export function encodeState(state) {
  const parts = [LINK_VERSION];
  for (const [key, textOf] of LINK_FIELDS) {
    const text = textOf(state);
    if (text !== textOf(DEFAULT_STATE)) parts.push(`${key}=${text}`);
  }
  const body = parts.join("~");
  return `${body}~${checksum(body)}`;
}

/** {state} or {problem}; never throws. An empty text is the default state; "card=xor" asks for a card by its name. */
export function decodeState(text) {
  const plain = withoutPercents(String(text)).replace(/^#/, "");
  if (plain === "") return { state: DEFAULT_STATE };
  const card = /^card=([a-z0-9-]{1,40})$/.exec(plain);
  if (card) return { state: DEFAULT_STATE, card: card[1] };
  const end = plain.lastIndexOf("~");
  if (end < 0 || plain.slice(end + 1) !== checksum(plain.slice(0, end))) return { problem: BROKEN_LINK };
  const [version, ...parts] = plain.slice(0, end).split("~");
  if (version !== LINK_VERSION) return { problem: OTHER_VERSION };
  return checkedBy(() => checkedState(linkedState(parts)));
}

function linkedState(parts) {
  const raw = { options: {} };
  for (const part of parts) {
    const [, key, text] = /^([a-z]+)=(.*)$/s.exec(part) ?? stateFault(BROKEN_LINK);
    const [, , back, place] = LINK_FIELDS.find((field) => field[0] === key) ?? stateFault(BROKEN_LINK);
    const [first, second] = place.split(".");
    if (second) raw[first][second] = back(text);
    else raw[first] = back(text);
  }
  return raw;
}

const NUMBER_PATTERN = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

function linkedNumber(text) {
  return NUMBER_PATTERN.test(text) ? Number(text) : stateFault(BROKEN_LINK);
}

function linkedSwitch(text) {
  return text === "1" || (text === "0" ? false : stateFault(BROKEN_LINK));
}

function linkedPoints(text) {
  if (text === "none") return [];
  const parts = text.match(/[^pn]*[pn]/g) ?? [];
  if (parts.join("") !== text) stateFault(BROKEN_LINK);
  return parts.map((part) => {
    const [x, y, ...more] = part.slice(0, -1).split("_");
    if (y === undefined || more.length) stateFault(BROKEN_LINK);
    return { x: linkedNumber(x), y: linkedNumber(y), label: part.endsWith("p") ? 1 : -1 };
  });
}

function linkedExtra(text) {
  const pairs = text === "" ? [] : text.split("!").map((pair) => pair.split("_"));
  return Object.fromEntries(pairs.map(([name, x]) => [name, linkedNumber(x ?? "")]));
}

/** Some programs write = as %3D in links. */
function withoutPercents(text) {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** FNV-1a, 32 bits, as letters and digits: one changed character is always seen. */
function checksum(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}

// --- From CSV ---

/** {points} or {problem}: lines of x, y, label, with a line of names above or without. */
export function stateFromCsv(text) {
  return checkedBy(() => {
    const lines = csvLines(text);
    if (!lines.length) stateFault("No points were found: give lines of x, y, label.");
    const places = csvPlaces(lines);
    const rows = places.named ? lines.slice(1) : lines;
    if (!rows.length) stateFault("There is a line of names, but no points follow it.");
    if (rows.length > MOST_POINTS) {
      const line = rows[MOST_POINTS].number;
      const rule = `there can be at most ${MOST_POINTS} points, and ${rows.length} are given`;
      stateFault(`Line ${line} is one too many: ${rule}.`);
    }
    const labelled = rows.map((line) => ({
      number: line.number,
      x: csvNumber(line, places.x, "x"),
      y: csvNumber(line, places.y, "y"),
      label: line.cells[places.label],
    }));
    const signs = csvSigns(labelled);
    return { points: labelled.map(({ x, y, label }) => ({ x, y, label: signs.get(csvLabel(label)) })) };
  });
}

function csvLines(text) {
  const lines = [];
  const given = String(text).replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const separator = csvSeparator(given.find((line) => line.trim()) ?? "");
  given.forEach((line, i) => {
    if (!line.trim()) return;
    const cells = line.trim().split(separator).map((cell) => cell.trim().replace(/^(["'])(.*)\1$/, "$2").trim());
    if (cells.length !== 3) {
      const found = cells.length === 1 ? `one value, ${shown(cells[0])}` : `${cells.length} values`;
      stateFault(`Line ${i + 1} must have three values, x, y and label; it has ${found}.`);
    }
    lines.push({ number: i + 1, cells, commas: separator !== "," });
  });
  return lines;
}

function csvSeparator(line) {
  return [";", "\t", ","].find((sign) => line.includes(sign)) ?? /\s+/;
}

/** Which column is which. A line of names has no number in the first two places, or names its label's column. */
function csvPlaces(lines) {
  const { cells } = lines[0];
  const named = cells.every((cell) => !NUMBER_PATTERN.test(cell)) && !/^[-+]?(nan|inf(inity)?)$/i.test(cells[0]) &&
    /^[\p{L}_]/u.test(cells[0]);
  const label = named ? cells.findIndex((cell) => /^(label|class|target|sign)$/i.test(cell)) : -1;
  if (label < 0) return { named, x: 0, y: 1, label: 2 };
  const [x, y] = [0, 1, 2].filter((place) => place !== label);
  return { named, x, y, label };
}

function csvNumber(line, place, name) {
  const given = line.cells[place];
  const text = (line.commas ? given.replace(",", ".") : given).replace(/^[−–]/, "-");
  const value = NUMBER_PATTERN.test(text) ? Number(text) : NaN;
  if (!(Math.abs(value) <= LARGEST)) {
    stateFault(`Line ${line.number}: ${name} must be a number from ${-LARGEST} to ${LARGEST}; got ${shown(given)}.`);
  }
  return value === 0 ? 0 : value;
}

/** One text for the ways to write a label: +1, 1.0 and + are 1. */
function csvLabel(text) {
  const plain = text.replace(/^[−–]/, "-");
  if (plain === "+") return "1";
  if (plain === "-") return "-1";
  return NUMBER_PATTERN.test(plain) ? String(Number(plain) || 0) : plain;
}

/** The sign of each label: −1, 0 and 1 have theirs; of two others the greater is plus, and one alone is plus. */
function csvSigns(rows) {
  const labels = new Map(); // label → the line it came with
  for (const row of rows) {
    const label = csvLabel(row.label);
    const here = `Line ${row.number}`;
    if (/^(nan)?$/i.test(label)) stateFault(`${here}: the label must not be missing; got ${shown(row.label)}.`);
    if (!labels.has(label)) labels.set(label, row.number);
    if (labels.size > 2) stateFault(`${here} has a third label, ${shown(row.label)}; the lab shows two classes.`);
  }
  const found = [...labels.keys()];
  const known = found.every((label) => ["-1", "0", "1"].includes(label));
  if (known && !(found.includes("0") && found.includes("-1"))) {
    return new Map(found.map((label) => [label, label === "1" ? 1 : -1]));
  }
  const numbers = found.every((label) => NUMBER_PATTERN.test(label));
  const sorted = numbers ? found.sort((a, b) => a - b) : found.sort();
  return new Map(sorted.map((label, i) => [label, i === sorted.length - 1 ? 1 : -1]));
}

/** The points as CSV. */
export function csvOf(points) {
  return ["x,y,label", ...points.map((p) => `${p.x},${p.y},${p.label}`), ""].join("\n");
}
