// The generator: sliders that draw a sample from Manchester's generative process, and its hidden test points.

import { FIRST_SAMPLE, SAMPLE_FIELDS, sampleOf, testPoints, trainingPoints, trueWeights } from "../core/generator.js";
import { lineAcross } from "../core/geometry.js";
import { NO_NAMES } from "../core/names.js";
import { element, setText, svgElement, textButton } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { extraField } from "../ui/number_field.js";
import { planeText, screenPath } from "../ui/shapes.js";
import { errorsView } from "./errors_view.js";

const SLIDERS = [
  ["samplePlus", "Plus points", ""], ["sampleMinus", "Minus points", ""], ["sampleSpread", "Size of the clouds", ""],
  ["sampleMargin", "Margin", ""], ["sampleNoise", "Wrong labels", " %"], ["sampleAngle", "Angle of w", "°"],
  ["sampleOffset", "Distance to origin", ""],
];

export function mountGenerator(root, app) {
  const sliders = SLIDERS.map((slider) => sliderField(app, ...slider));
  const [, least, most] = SAMPLE_FIELDS.sampleSeed;
  const seed = extraField(app, "sampleSeed", "Seed of the sample", { least, most, whole: true, put: putSample });
  const fresh = textButton("New sample", () => {
    const { sampleSeed } = sampleOf(app.view.state) ?? { sampleSeed: -1 };
    putSample(app, { sampleSeed: sampleSeed < most ? sampleSeed + 1 : least });
    app.say("A new sample was drawn: the same settings, another seed.", { toast: false });
  });
  const shown = element("input", { type: "checkbox", onchange: () => showTest(app, shown.checked) });
  const errors = errorsView({ charts: false });
  const box = element("details", { class: "generator" }, element("summary", {}, "Generate points"),
    element("p", { class: "hint" }, "Each point gets the label of its side of the line w·x + w₀ = 0 (Manchester: " +
      "Generative Process). Then some labels are reversed. The test points are drawn in the same way and hidden."),
    element("div", { class: "sliders" }, sliders.map(({ root: node }) => node)),
    element("div", { class: "buttons" }, fresh), seed.root,
    element("label", { class: "check" }, shown, " Show the test points and the true line"),
    errors.root);
  root.append(element("section", { "aria-label": "Generator" }, box));
  let opened = false;

  return (view) => {
    const sample = sampleOf(view.state);
    if (sample && !opened) box.open = opened = true;
    const values = sample ?? FIRST_SAMPLE;
    for (const slider of sliders) slider.show(values[slider.name]);
    seed.show(values.sampleSeed);
    setText(fresh, sample ? "New sample" : "Draw a sample");
    shown.checked = view.state.extra.sampleShown === 1;
    shown.disabled = !sample;
    errors.render(view);
  };
}

/** Draw the sample anew with some of its numbers changed; other numbers of the state stay. */
function putSample(app, change, undo = null) {
  const { extra } = app.view.state;
  const sample = sampleOf({ extra: { ...FIRST_SAMPLE, ...extra, ...change } });
  const shown = { points: trainingPoints(sample), card: "", names: NO_NAMES, equalAxes: true };
  return app.dispatch({ ...shown, extra: { ...extra, ...sample } }, { undo });
}

function showTest(app, isShown) {
  const { sampleShown, ...others } = app.view.state.extra;
  app.dispatch({ extra: isShown ? { ...others, sampleShown: 1 } : others });
}

function sliderField(app, name, title, unit) {
  const [, least, most, step] = SAMPLE_FIELDS[name];
  const range = element("input", { type: "range", id: `slide-${name}`, min: least, max: most, step });
  const value = element("output", { for: range.id });
  range.addEventListener("input", () => putSample(app, { [name]: Number(range.value) }, name));
  for (const name of ["pointerup", "blur"]) range.addEventListener(name, () => app.settle()); // keys: one by one
  const root = element("div", { class: "sample-slider" }, element("label", { for: range.id }, title), range, value);
  return {
    name, root,
    show(number) {
      if (Number(range.value) !== number) range.value = number;
      range.setAttribute("aria-valuetext", `${numberText(number)}${unit}`);
      setText(value, `${numberText(number)}${unit}`);
    },
  };
}

/** Draw the test points and the true line in the plane, with any tab. */
export function wireTestPoints(plane) {
  plane.addOverlay("test", paintTest);
}

/** Test points as small hollow marks, and the true line, where they are asked for. */
function paintTest(group, { state }, space) {
  const test = state.extra.sampleShown === 1 && state.tab !== "practice" && testPoints(state);
  if (!test) return;
  const marks = { 1: "m-3.5 -3.5h7v7h-7Z", "-1": "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z" };
  for (const [label, kind] of [[1, "plus"], [-1, "minus"]]) {
    const places = test.filter((point) => point.label === label).map(({ x, y }) => screenPath([[x, y]], space.toScreen));
    group.append(svgElement("path", { class: `test-points ${kind}`, d: places.map((at) => at + marks[label]).join("") }));
  }
  const { w1, w2, b } = trueWeights(sampleOf(state));
  const ends = lineAcross(space.box(), w1, w2, b);
  if (ends) group.append(svgElement("path", { class: "true-line", d: screenPath(ends, space.toScreen) }));
  group.append(planeText("hollow: test points; dotted: true line", [0, space.camera.height], space, "test"));
}
