// The proof as a plot: four quantities over the number of mistakes, the outer two closing in on the inner two.

import { lowerLine, proofAt, upperLine } from "../core/bound.js";
import { curvePath, makePlot, spreadOut } from "../ui/chart.js";
import { setAttributes, svgElement } from "../ui/dom.js";
import { numberText } from "../ui/format.js";

const MAX_PLACES = 300; // of a curve
const FAR = 12; // times the mistakes of the run: where the lines meet further away, the run is shown instead

/** Name → the d of its mark, around (0, 0). */
export const PROOF_MARKS = {
  lower: "M0 -5L5 4H-5Z",
  along: "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
  length: "M-4.5 -4.5H4.5V4.5H-4.5Z",
  upper: "M0 5L5 -4H-5Z",
};

/** Whether the plot goes on to where the lines meet, if nobody has chosen. */
export function showsMeeting(proof) {
  return proof.crossing !== null && proof.crossing <= FAR * Math.max(1, proof.counts.at(-1));
}

/** The largest k on the plot. */
export function plottedMistakes(proof, toMeeting) {
  const made = Math.max(1, proof.counts.at(-1));
  return toMeeting && proof.crossing !== null ? Math.max(1.08 * proof.crossing, made) : 1.15 * made;
}

export function mountProofPlot() {
  let shown = null; // {proof, run, t, toMeeting, label}
  let drawn = null;
  const plot = makePlot("proof-plot", 19, drawCurves);
  const line = svgElement("path", { class: "plot-now" });
  const marks = Object.entries(PROOF_MARKS)
    .map(([name, d]) => [name, svgElement("path", { class: `proof-mark ${name}`, d })]);
  const fixed = svgElement("g");
  plot.marks.append(fixed, line, ...marks.map(([, mark]) => mark));

  function drawCurves() {
    if (!shown) return;
    const { proof, toMeeting } = shown;
    const most = plottedMistakes(proof, toMeeting);
    const highest = Math.max(upperLine(proof, most), proof.length.reduce((a, b) => Math.max(a, b), 0)) || 1;
    plot.frame(most, highest, { x: "mistakes k" });
    const curves = curvesOf(proof, most);
    for (const layer of [plot.faint, plot.strong]) {
      const paths = Object.entries(curves)
        .map(([name, points]) => svgElement("path", { class: `proof-curve ${name}`, d: curvePath(plot, points) }));
      const gap = proof.along && svgElement("path", { class: "proof-gap", d: gapPath(plot, proof, most) });
      layer.replaceChildren(...[layer === plot.faint && gap, ...paths].filter(Boolean));
    }
    fixed.replaceChildren(...namesOf(plot, proof, most));
    drawn = shown;
    drawNow();
  }

  function drawNow() {
    const { proof, run, t, label } = shown;
    const now = proofAt(proof, run, t);
    plot.upTo(now.k);
    setAttributes(line, { d: `M${plot.x(now.k).toFixed(1)} ${plot.top}V${plot.bottom}` });
    for (const [name, mark] of marks) {
      const place = `${plot.x(now.k).toFixed(1)} ${plot.y(now[name] ?? 0).toFixed(1)}`;
      setAttributes(mark, {
        visibility: now[name] === null ? "hidden" : "visible",
        transform: `translate(${place}) scale(${plot.rem / 16})`,
      });
    }
    setAttributes(plot.svg, { "aria-label": label });
  }

  /** given: {proof, run, t, toMeeting, label}. */
  function render(given) {
    shown = given;
    if (drawn && plot.ready && drawn.proof === given.proof && drawn.toMeeting === given.toMeeting) drawNow();
    else plot.redraw();
  }
  return { root: plot.root, render };
}

/** The curves as lists of [k, value]: the outer two over the whole plot, the inner two as far as the run goes. */
function curvesOf(proof, most) {
  const inner = spreadOut(proof.counts.length - 1, MAX_PLACES);
  const at = (values) => inner.map((place) => [proof.counts[place], values[place]]);
  const curves = { upper: rootPlaces(most).map((k) => [k, upperLine(proof, k)]), length: at(proof.length) };
  if (!proof.along) return curves;
  return { ...curves, along: at(proof.along), lower: [[0, 0], [most, lowerLine(proof, most)]] };
}

/** Places for a root, which is steep at zero: even steps of √k. */
function rootPlaces(most) {
  return Array.from({ length: 81 }, (_, i) => most * (i / 80) ** 2);
}

/** Between the outer two, up to where they meet. */
function gapPath(plot, proof, most) {
  const end = Math.min(most, proof.crossing);
  const above = rootPlaces(end).map((k) => [k, upperLine(proof, k)]);
  return `${curvePath(plot, [...above, [end, lowerLine(proof, end)]])}L${plot.x(0)} ${plot.y(0)}Z`;
}

/** The names of the outer two lines, and where they meet. */
function namesOf(plot, proof, most) {
  const { rem } = plot;
  const text = (x, y, anchor, words, kind) => svgElement("text",
    { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, class: `proof-name ${kind}` }, words);
  const root = `${proof.scale}${proof.together > 1 ? "√(n·k)·R" : "√k·R"}`;
  const k = 0.3 * most;
  const names = [text(plot.x(k) - 0.4 * rem, plot.y(upperLine(proof, k)) - 0.5 * rem, "end", root, "upper")];
  if (!proof.along) return names;
  const lower = `${proof.scale}k·γ`;
  const value = numberText(Number(proof.crossing.toPrecision(12)));
  const meeting = `${proof.together > 1 ? "n·" : ""}(R/γ)² = ${value}`;
  if (proof.crossing > most) {
    const high = Math.min(plot.y(lowerLine(proof, most)) - 0.5 * rem, plot.bottom - 1.9 * rem);
    return [...names, text(plot.right, high, "end", lower, "lower"),
      text(plot.right, plot.bottom - 0.5 * rem, "end", `the lines meet at ${meeting} →`, "meeting")];
  }
  const [x, top] = [plot.x(proof.crossing), plot.y(lowerLine(proof, proof.crossing))];
  const half = 0.5 * proof.crossing;
  return [...names,
    svgElement("path", { class: "proof-meeting", d: `M${x.toFixed(1)} ${top.toFixed(1)}V${plot.bottom}` }),
    text(x - 0.4 * rem, plot.bottom - 0.5 * rem, "end", meeting, "meeting"),
    text(plot.x(half) + 0.5 * rem, plot.y(lowerLine(proof, half)) + 1.1 * rem, "start", lower, "lower")];
}
