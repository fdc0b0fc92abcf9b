// Weight space beside the plane: every point is a line, every w is a point, and the solutions are a region.

import { proofAt, proofOf, upperLine } from "../core/bound.js";
import { putExtra } from "../core/extras.js";
import { remembered } from "../core/view.js";
import { hasSolutions, longestWeights } from "../core/weight_space.js";
import { makeCamera } from "../ui/camera.js";
import { makePlot } from "../ui/chart.js";
import { element, setAttributes, setText, svgElement, textButton } from "../ui/dom.js";
import { listenInWeights } from "./weights_pointer.js";
import { sliceDrawer, solutionsShown } from "./weights_slice.js";
import { spaceDrawer } from "./weights_space.js";
import { isCovered, proofNote, SLICE_HINT, SPACE_HINT, spaceNote, trialNote } from "./weights_words.js";

// What is chosen: state.extra.weights is a sum of these.
const THIRD_AXIS = 1;
const PROOF = 2;
const HEIGHT = 25; // rem

const rememberedProof = remembered(proofOf);
const rememberedReach = remembered(longestWeights);
const rememberedSolved = remembered(hasSolutions);

const chosenOf = ({ extra }) => (extra.weights >= 0 && extra.weights < 4 ? Math.floor(extra.weights) : 0);

/** The proof where it covers the run: {best, lower, upper, …} after t visits; else null. */
function proofNow(view) {
  if (!isCovered(view)) return null;
  const proof = rememberedProof(view.run, view.verdict);
  return { ...proofAt(proof, view.run, view.t), best: view.verdict.augmented, crossing: proof.crossing };
}

/** The length that is seen: of the longest weights of the run, or of the ball at its end. */
function reachOf(view, withProof) {
  const reach = rememberedReach(view.run);
  const ball = withProof ? upperLine(rememberedProof(view.run, view.verdict), view.run.mistakeRows.length) : 0;
  return Math.max(reach, ball) || 1;
}

export function mountWeights(root, app, { plane }) {
  const space = makeCamera();
  const ui = { turn: [-0.5, 0.45], lit: null, trial: null, third: false, space, redraw };
  const plot = makePlot("weights-plot", HEIGHT, draw);
  const groups = ["slice", "third"].map((name) => plot.svg.appendChild(svgElement("g", { class: name })));
  const [drawSlice, drawSpace] = [sliceDrawer(groups[0]), spaceDrawer(groups[1])];
  const hint = element("p", { class: "hint" });
  const note = element("p", { id: "weights-note" });
  const proofLine = element("p");
  const toggle = (bit, text) => textButton(text, () => putExtra(app, { weights: chosenOf(app.view.state) ^ bit }, false));
  const buttons = [toggle(THIRD_AXIS, "b as a third axis"), toggle(PROOF, "The proof")];
  const trial = element("p", { class: "hint" });
  setAttributes(plot.svg, { role: "application", tabindex: 0, "aria-describedby": "weights-note" });
  root.append(element("h2", {}, "Weight space"), hint, element("div", { class: "buttons" }, buttons), plot.root, trial, note, proofLine);
  listenInWeights(plot.svg, app, plane, ui);
  let view = null;

  function draw() {
    if (!view) return;
    const proof = chosenOf(view.state) & PROOF ? proofNow(view) : null;
    const reach = reachOf(view, proof !== null);
    const { width, height, rem } = plot;
    Object.assign(space.camera, { width, height, rem, x: 0, y: 0, stretch: 1, scale: (0.43 * Math.min(width, height)) / reach });
    groups.forEach((group, i) => setAttributes(group, { display: i === Number(ui.third) ? null : "none" }));
    const solved = solvedIn(view);
    const region = solved && !ui.third ? solutionsShown(view, space) : [];
    if (ui.third) drawSpace(view, space.camera, { reach, turn: ui.turn, proof });
    else drawSlice(view, space, { region, proof, lit: ui.lit, trial: ui.trial });
    setText(note, spaceNote(view, { solved, seen: region.length > 0, third: ui.third }));
    setText(trial, ui.third ? "" : trialNote(view, ui.trial));
  }

  function redraw() {
    if (plot.ready) draw();
    else plot.redraw(); // seen for the first time, or again
  }

  return (now) => {
    view = now;
    const chosen = chosenOf(view.state);
    ui.third = Boolean(chosen & THIRD_AXIS) && view.state.options.bias;
    setText(hint, ui.third ? SPACE_HINT : SLICE_HINT);
    setAttributes(plot.svg, { "aria-label": ui.third ? "Weight space: arrow keys turn it" : "Weight space: arrow keys try other weights" });
    [ui.third, Boolean(chosen & PROOF)].forEach((on, i) => buttons[i].setAttribute("aria-pressed", String(on)));
    buttons[0].hidden = !view.state.options.bias;
    setText(proofLine, chosen & PROOF ? proofNote(view, proofNow(view)) : "");
    redraw();
  };
}

/** Whether the slice has solutions. The sign of b decides, so a step asks anew only when that changes. */
function solvedIn({ state, weights, verdict }) {
  return (verdict.separable || !state.options.bias) && rememberedSolved(state.points, Math.sign(weights.b));
}
