// Training and test error of last, averaged, voted and pocket weights: now as a table, and over time as two charts.

import { errorsOf, weightsAt } from "../core/engine.js";
import { bestEpoch, errorCounter, errorCurves, VARIANT_NAMES } from "../core/error_curves.js";
import { testPoints } from "../core/generator.js";
import { hidesRun } from "../core/practice_secrecy.js";
import { remembered } from "../core/view.js";
import { curvePath, makePlot, spreadOut } from "../ui/chart.js";
import { element, setAttributes, setText, svgElement } from "../ui/dom.js";
import { countText, roundText } from "../ui/format.js";

const CURVE_TIMES = 120; // of a curve
const ERRORS_WAIT = 100; // milliseconds: a point that is dragged must not wait for votes
const NO_TEST = "Draw a sample under Data, Generate points: then new points of the same kind test these weights.";
const CURVE_KEYS = { last: "●", averaged: "■", voted: "▲", pocket: "◆" };

/** {root, render(view)}; charts: whether the errors over time are drawn too. */
export function errorsView({ charts }) {
  const none = element("p", { class: "hint" }, NO_TEST);
  const table = errorsTable();
  const curves = charts ? errorCharts() : null;
  const some = element("div", {}, table.root, curves?.root);
  const counterOf = remembered((run, test) => errorCounter(run, [run.points, test]));
  let timer = 0;
  let shown = null; // the run whose errors are shown

  function fill({ run, t }, test) {
    shown = { run, test };
    table.show(counterOf(run, test)(t), run.points.length, test.length);
    curves?.show(run, test);
    curves?.upTo(t);
    some.classList.remove("waiting");
  }

  return {
    root: element("div", { class: "errors" }, none, some),
    render(view) {
      const test = hidesRun(view) ? null : testPoints(view.state);
      none.hidden = Boolean(test) || !charts;
      some.hidden = !test;
      clearTimeout(timer);
      if (!test) return;
      const isNew = shown?.run !== view.run || shown.test !== test;
      some.classList.toggle("waiting", isNew);
      if (isNew && shown) timer = setTimeout(() => fill(view, test), ERRORS_WAIT);
      else fill(view, test);
    },
  };
}

function errorsTable() {
  const cells = Object.fromEntries(VARIANT_NAMES.map((name) => [name, [0, 1].map(() => element("td"))]));
  const root = element("table", { class: "errors-table" }, element("caption", {}, "Wrong points now. A score of 0 counts as the class that predict returns."),
    element("thead", {}, element("tr", {}, ["weights", "training", "test"]
      .map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, VARIANT_NAMES.map((name) =>
      element("tr", {}, element("th", { scope: "row" }, element("span", { class: `curve-key ${name}` }, CURVE_KEYS[name]), ` ${name}`),
        cells[name]))));
  return {
    root,
    show(errors, ...sizes) {
      for (const [name, pair] of Object.entries(errors)) {
        pair.forEach((wrong, i) => setText(cells[name][i], wrongShareText(wrong, sizes[i])));
      }
    },
  };
}

function wrongShareText(wrong, n) {
  return `${countText(wrong)} of ${countText(n)} (${roundText((100 * wrong) / Math.max(1, n), 1)}\u00a0%)`;
}

/** Two plots with the same scale: training errors above test errors. */
function errorCharts() {
  let data = null;
  const plots = ["training", "test"].map((name, i) =>
    makePlot("errors-plot", 9, (plot) => data && drawCurves(plot, data, i, `% of ${name} points wrong`)));
  const words = element("p", { class: "hint" });
  return {
    root: element("div", {}, plots.map(({ root }) => root), words),
    show(run, test) {
      if (data?.run === run && data.test === test) return;
      const times = spreadOut(run.visits, CURVE_TIMES).filter((t, i, all) => t !== all[i - 1]);
      const lists = [run.points, test];
      data = { run, test, times, lists, curves: errorCurves(run, lists, times) };
      const text = stoppingText(run, test);
      setText(words, text);
      plots.forEach((plot, i) => {
        setAttributes(plot.svg, { "aria-label": `${i ? "Test" : "Training"} error of the four variants over time. ${i ? text : ""}`.trim() });
        plot.redraw();
      });
    },
    upTo: (t) => plots.forEach((plot) => plot.ready && plot.upTo(t)),
  };
}

function stoppingText(run, test) {
  const best = bestEpoch(run, test);
  const end = errorsOf(test, weightsAt(run, run.visits), run.options.atZero);
  const share = (wrong) => `${roundText((100 * wrong) / test.length, 1)} %`;
  return `At the ends of epochs, the last weights had their lowest test error after epoch ${best.epoch}: ` +
    `${share(best.errors)}. At the end of the run it is ${share(end)}.` +
    `${best.errors < end ? " Stopping there would have been better (early stopping, Maryland). In practice, choose the " +
      "epoch by points that are neither training nor test points." : ""}`;
}

function drawCurves(plot, { run, times, lists, curves }, i, title) {
  const share = (wrong) => (100 * wrong) / Math.max(1, lists[i].length);
  const highest = Math.max(5, ...VARIANT_NAMES.flatMap((name) => curves[name].flat().map((wrong, k) =>
    (100 * wrong) / Math.max(1, lists[k < times.length ? 0 : 1].length))));
  plot.frame(Math.max(1, run.visits), highest, { x: "visits", y: title, yDigits: 3 });
  const lines = VARIANT_NAMES.map((name) => [name, times.map((t, k) => [t, share(curves[name][i][k])])]);
  const path = (kind) => lines.map(([name, points]) =>
    svgElement("path", { class: `error-curve ${name} ${kind}`, d: curvePath(plot, points) }));
  plot.faint.replaceChildren(...path("later"));
  plot.strong.replaceChildren(...path("now"));
  plot.marks.replaceChildren(...lines.map(([name, points], k) => {
    const [t, y] = points[Math.floor((points.length - 1) * (0.35 + 0.15 * k))];
    return svgElement("text", { class: `curve-key ${name}`, x: plot.x(t).toFixed(1), y: (plot.y(y) + 4).toFixed(1), "text-anchor": "middle" }, CURVE_KEYS[name]);
  }));
}
