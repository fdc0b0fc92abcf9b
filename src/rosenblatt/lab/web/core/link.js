// The state as a link: 1~p=-1_3n3_-1p~t=7~k3f9a0 (version, what is not as usual, checksum).

import { checkedBy, checkedState, DEFAULT_STATE, NUMBER_PATTERN, stateFault } from "./state.js";

const LINK_VERSION = "1";
const OTHER_VERSION = "This link was made by another version of the lab and cannot be read by this one.";
const BROKEN_LINK = "This link is damaged, so the lab starts with its own points: copy the whole link again.";

const NAME_PATTERN = /^([A-Za-z0-9+-]|\.[0-9a-f]{1,6}\.)*$/;
const NAME_PLACES = Object.keys(DEFAULT_STATE.names);

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
  ["n", (s) => NAME_PLACES.map((place) => nameInLink(s.names[place])).join("_"), linkedNames, "names"],
  ["q", (s) => String(Number(s.equalAxes)), linkedSwitch, "equalAxes"],
];

function pointInLink({ x, y, label }) {
  return `${x}_${y}${label > 0 ? "p" : "n"}`;
}

/** Letters, digits and hyphens as they are, a space as +, and anything else by its number: `.e9.` is é. */
function nameInLink(name) {
  const code = (sign) => (sign === " " ? "+" : `.${sign.codePointAt(0).toString(16)}.`);
  return [...name].map((sign) => (/[A-Za-z0-9-]/.test(sign) ? sign : code(sign))).join("");
}

function linkedNames(text) {
  const names = text.split("_");
  if (names.length !== NAME_PLACES.length || names.some((name) => !NAME_PATTERN.test(name))) stateFault(BROKEN_LINK);
  return Object.fromEntries(NAME_PLACES.map((place, i) => [place, linkedName(names[i])]));
}

function linkedName(text) {
  return text.replaceAll("+", " ").replace(/\.([0-9a-f]+)\./g, (_, code) => {
    const number = parseInt(code, 16);
    return number <= 0x10ffff ? String.fromCodePoint(number) : stateFault(BROKEN_LINK);
  });
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

/** {state} or {problem}; never throws. An empty text is the default state; "card=xor" asks for a card, "tour" for the tour. */
export function decodeState(text) {
  const plain = withoutPercents(String(text)).replace(/^#/, "");
  if (plain === "") return { state: DEFAULT_STATE };
  if (plain === "tour") return { state: DEFAULT_STATE, tour: true };
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
