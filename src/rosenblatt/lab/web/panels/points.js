// The points as a table with exact coordinates, and points from CSV.

import { stateFromCsv } from "../core/csv.js";
import { withoutSample } from "../core/generator.js";
import { haveLikeRanges } from "../core/geometry.js";
import { axisTitle, fittingName } from "../core/names.js";
import { frozenText, hidesRun } from "../core/practice_secrecy.js";
import { MAX_NAME, MAX_POINTS } from "../core/state.js";
import { element, iconButton, scrollBox, setAttributes, setText, textButton } from "../ui/dom.js";
import { countedText, labelText, labelWord, pointName } from "../ui/format.js";
import { numberBox, numberInput, showNumber, typedNumber } from "../ui/number_field.js";
import { changedPoints } from "./plane_points.js";

/** Replace the points by those of a text; says what is wrong with it. */
function takeCsv(app, text) {
  if (hidesRun(app.view)) return app.say(frozenText(app.view));
  const given = stateFromCsv(text);
  if (given.problem) {
    app.problem(given.problem);
    return false;
  }
  const { points, names } = given;
  const extra = withoutSample(app.view.state.extra);
  const taken = app.dispatch({ points, names, extra, equalAxes: haveLikeRanges(points), t: 0, card: "" });
  if (taken) app.say(`${countedText(given.points.length, "point")} loaded. Undo brings the old points back.`);
  return taken;
}

/** CSV that is dropped or pasted anywhere but into a box. */
export function listenForCsv(root, app) {
  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  root.addEventListener("drop", async (event) => {
    if (event.target.matches?.("input, textarea")) return;
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    takeCsv(app, file ? await textOfFile(file) : event.dataTransfer.getData("text"));
  });
  root.addEventListener("paste", (event) => {
    if (event.target.matches?.("input, textarea")) return;
    const text = event.clipboardData.getData("text");
    if (text.trim()) takeCsv(app, text);
  });
}

/** A file that is far too large is not read to the end: its first lines say enough. */
function textOfFile(file) {
  return file.slice(0, 2_000_000).text();
}

export function mountPoints(root, app) {
  const body = element("tbody");
  const caption = element("caption");
  const rows = [];
  const names = namesField(app);
  const heads = [0, 1].map(() => element("th", { scope: "col" }));
  const clear = textButton("Clear all", () => {
    const extra = withoutSample(app.view.state.extra);
    if (app.dispatch({ points: [], extra, t: 0 })) app.say("All points were deleted. Undo brings them back.");
  });
  root.append(element("section", { class: "points", "aria-labelledby": "points-title" },
    element("h2", { id: "points-title" }, "Points"),
    scrollBox("points-scroll", "Table of points",
      element("table", { class: "points-table" }, caption,
        element("thead", {}, element("tr", {}, unseenHead("Number"),
          heads, element("th", { scope: "col" }, "label"), unseenHead("Delete"))), body)),
    addingForm(app),
    element("div", { class: "buttons" }, clear),
    names.root, csvField(app)));

  return ({ state, step }) => {
    const { points } = state;
    setText(caption, `${countedText(points.length, "point")} (at most ${MAX_POINTS}), counted from 0 as rows in Python`);
    heads.forEach((head, axis) => setText(head, axisTitle(state, axis)));
    names.render(state);
    while (rows.length > points.length) rows.pop().node.remove();
    while (rows.length < points.length) {
      rows.push(pointRow(app, rows.length));
      body.append(rows.at(-1).node);
    }
    rows.forEach((shown, row) => {
      showRow(shown, row, points[row]);
      const now = step?.row === row;
      if (shown.now !== now) shown.node.classList.toggle("now", (shown.now = now));
    });
    clear.disabled = !points.length;
  };
}

/** A line of the table, to be filled by `showRow`. */
function pointRow(app, row) {
  const points = () => app.view.state.points;
  const change = (part) => app.dispatch({ points: changedPoints(points(), row, part) });
  const [x, y] = ["x", "y"].map((axis) => numberBox((value) => change({ [axis]: value })));
  const label = element("button", { type: "button", onclick: () => change({ label: -points()[row].label }) });
  const bin = iconButton("✕", "Delete", () => app.dispatch({ points: points().filter((_, i) => i !== row) }));
  const node = element("tr", {}, element("th", { scope: "row" }, String(row)),
    [x, y, label, bin].map((part) => element("td", {}, part)));
  return { node, x, y, label, bin, point: null };
}

function showRow(shown, row, point) {
  if (shown.point === point) return;
  shown.point = point;
  showNumber(shown.x, point.x);
  showNumber(shown.y, point.y);
  setText(shown.label, labelText(point.label));
  const name = pointName(row, point);
  setAttributes(shown.x, { "aria-label": `x₁ of point ${row}` });
  setAttributes(shown.y, { "aria-label": `x₂ of point ${row}` });
  setAttributes(shown.label, { "aria-label": `Label of ${name}: change`, class: `label ${labelWord(point.label)}` });
  setAttributes(shown.bin, { "aria-label": `Delete ${name}`, title: `Delete point ${row}` });
}

const NAME_PLACES_SHOWN = [["x1", "Name of x₁"], ["x2", "Name of x₂"], ["plus", "Class +1"], ["minus", "Class −1"]];

/** Boxes for the names of features and classes: {root, render(state)}. */
function namesField(app) {
  const boxes = NAME_PLACES_SHOWN.map(([place, title]) => {
    const change = (event) =>
      app.dispatch({ names: { ...app.view.state.names, [place]: fittingName(event.target.value) } });
    return { place, title, box: element("input", { type: "text", maxlength: MAX_NAME, onchange: change }) };
  });
  const root = element("details", { class: "names" }, element("summary", {}, "Names of features and classes"),
    boxes.map(({ title, box }) => element("label", { class: "field" }, title, box)));
  const render = ({ names }) => {
    for (const { place, box } of boxes) if (box.value !== names[place]) box.value = names[place];
  };
  return { root, render };
}

/** CSV that is typed, pasted into a box, or opened as a file. */
function csvField(app) {
  const paste = element("textarea",
    { id: "csv", rows: 4, placeholder: "x, y, label\n1, 2, +1\n3, −1, −1", spellcheck: "false" });
  const file = element("input", {
    type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain", class: "unseen", id: "csv-file", tabindex: -1,
    "aria-label": "CSV file",
  });
  file.addEventListener("change", async () => {
    if (file.files[0]) takeCsv(app, await textOfFile(file.files[0]));
    file.value = "";
  });
  return element("div", { class: "field" }, element("label", { for: "csv" }, "Points from CSV"), paste,
    element("p", { class: "hint" }, "One point per line: x, y, label. Labels: +1 and −1, 1 and 0, + and −, or two " +
      "words. You can also drop a file anywhere on this page."),
    element("div", { class: "buttons" },
      textButton("Use these points", () => takeCsv(app, paste.value) && (paste.value = "")),
      textButton("Open a file", () => file.click()), file));
}

function unseenHead(name) {
  return element("td", {}, element("span", { class: "unseen" }, name));
}

/** Type a point: no pointer is needed. */
function addingForm(app) {
  const [x, y] = ["x₁", "x₂"].map((name) => numberInput({ "aria-label": name, placeholder: name }));
  const label = element("select", { "aria-label": "Label" },
    [1, -1].map((value) => element("option", { value }, labelText(value))));
  const form = element("form", { class: "adding", "aria-label": "Add a point" },
    x, y, label, element("button", {}, "Add"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const point = { x: typedNumber(x.value), y: typedNumber(y.value), label: Number(label.value) };
    const { points } = app.view.state;
    if (!app.dispatch({ points: [...points, point] })) return;
    app.say(`Added ${pointName(points.length, app.view.state.points[points.length])}.`, { toast: false });
    for (const input of [x, y]) input.value = "";
    x.focus();
  });
  return form;
}
