// Points and names from CSV, and as CSV.

import { fittingName, NO_NAMES } from "./names.js";
import { checkedBy, LARGEST, MAX_POINTS, NUMBER_PATTERN, stateFault, valueText } from "./state.js";

const LABEL_NAME = /^(label|class|target|sign)$/i;

/** {points, names} or {problem}: lines of x, y, label, with a line of names above or without. */
export function stateFromCsv(text) {
  return checkedBy(() => {
    const lines = csvLines(text);
    if (!lines.length) stateFault("No points were found: give lines of x, y, label.");
    const places = csvPlaces(lines);
    const rows = places.named ? lines.slice(1) : lines;
    if (!rows.length) stateFault("There is a line of names, but no points follow it.");
    if (rows.length > MAX_POINTS) {
      const line = rows[MAX_POINTS].number;
      const rule = `there can be at most ${MAX_POINTS} points, and ${rows.length} are given`;
      stateFault(`Line ${line} is one too many: ${rule}.`);
    }
    const labelled = rows.map((line) => ({
      number: line.number,
      x: csvNumber(line, places.x, "x"),
      y: csvNumber(line, places.y, "y"),
      label: line.cells[places.label],
    }));
    const signs = csvSigns(labelled);
    const points = labelled.map(({ x, y, label }) => ({ x, y, label: signs.get(csvLabel(label)) }));
    return { points, names: { ...NO_NAMES, ...featureNames(lines[0], places), ...classNames(signs) } };
  });
}

function csvLines(text) {
  const lines = [];
  const given = String(text).replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const separator = csvSeparator(given.find((line) => line.trim()) ?? "");
  given.forEach((line, i) => {
    if (!line.trim()) return;
    const cells = csvCells(line.trim(), separator);
    if (cells.length !== 3) {
      const found = cells.length === 1 ? `one value, ${valueText(cells[0])}` : `${cells.length} values`;
      stateFault(`Line ${i + 1} must have three values, x, y and label; it has ${found}.`);
    }
    lines.push({ number: i + 1, cells, commas: separator !== "," });
  });
  return lines;
}

/** The cells of a line. A cell in double quotes may have separators inside; a quote inside is written twice. */
function csvCells(line, separator) {
  if (separator instanceof RegExp) return line.split(separator).map(plainCell);
  const cell = new RegExp(` *(?:"((?:[^"]|"")*)" *|([^${separator}]*))(${separator}|$)`, "y");
  const cells = [];
  for (let found = cell.exec(line); found; found = found[3] ? cell.exec(line) : null) {
    cells.push(found[1] === undefined ? plainCell(found[2]) : found[1].replaceAll('""', '"').trim());
  }
  return cells;
}

function plainCell(cell) {
  return cell.trim().replace(/^(["'])(.*)\1$/, "$2").trim();
}

function csvSeparator(line) {
  return [";", "\t", ","].find((sign) => line.replace(/"[^"]*"/g, "").includes(sign)) ?? /\s+/;
}

/** Which column is which. A line of names has no number in the first two places, or names its label's column. */
function csvPlaces(lines) {
  const { cells } = lines[0];
  const named = cells.every((cell) => !NUMBER_PATTERN.test(cell)) && !/^[-+]?(nan|inf(inity)?)$/i.test(cells[0]) &&
    /^[\p{L}_]/u.test(cells[0]);
  const label = named ? cells.findIndex((cell) => LABEL_NAME.test(cell)) : -1;
  if (label < 0) return { named, x: 0, y: 1, label: 2 };
  const [x, y] = [0, 1, 2].filter((place) => place !== label);
  return { named, x, y, label };
}

/** Names of the two columns of numbers; the letters x and y name nothing. */
function featureNames({ cells }, { named, x, y }) {
  if (!named) return {};
  const name = (cell, symbols) => (symbols.includes(cell.toLowerCase()) ? "" : fittingName(cell));
  return { x1: name(cells[x], ["x", "x1", "x₁"]), x2: name(cells[y], ["y", "x2", "x₂"]) };
}

/** Labels that are words name the classes. */
function classNames(signs) {
  const words = [...signs].filter(([label]) => !NUMBER_PATTERN.test(label));
  return Object.fromEntries(words.map(([label, sign]) => [sign > 0 ? "plus" : "minus", fittingName(label)]));
}

function csvNumber(line, place, name) {
  const given = line.cells[place];
  const text = (line.commas ? given.replace(",", ".") : given).replace(/^[−–]/, "-");
  const value = NUMBER_PATTERN.test(text) ? Number(text) : NaN;
  if (!(Math.abs(value) <= LARGEST)) {
    const rule = `must be a number from ${-LARGEST} to ${LARGEST}`;
    stateFault(`Line ${line.number}: ${name} ${rule}; got ${valueText(given)}.`);
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
    if (/^(nan)?$/i.test(label)) stateFault(`${here}: the label must not be missing; got ${valueText(row.label)}.`);
    if (!labels.has(label)) labels.set(label, row.number);
    if (labels.size > 2) stateFault(`${here} has a third label, ${valueText(row.label)}; the lab shows two classes.`);
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

/** The points of a state as CSV, with their names if they have any. */
export function csvOf({ points, names }) {
  const head = [["x", names.x1], ["y", names.x2]].map(([symbol, name]) => (name && !LABEL_NAME.test(name) ? name : symbol));
  const words = [names.plus, names.minus].every((name) => name && !NUMBER_PATTERN.test(name)) && names.plus > names.minus;
  const label = (sign) => (words ? csvText(sign > 0 ? names.plus : names.minus) : sign); // the greater word is plus
  return [[...head.map(csvText), "label"].join(","), ...points.map((p) => `${p.x},${p.y},${label(p.label)}`), ""].join("\n");
}

function csvText(text) {
  return /[",;\s]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
