// The same points in other orders, side by side: as given, shuffled, once and for all (online), all mistakes at once.

import { errorsOf, weightsAt } from "../core/engine.js";
import { comparedRuns, comparedVisits, countedMistakes, epochBars } from "../core/variants_math.js";
import { curvePath, makePlot, spreadOut } from "../ui/chart.js";
import { element, scrollBox, setAttributes, setText, svgElement } from "../ui/dom.js";
import { countedText, countText } from "../ui/format.js";

const COMPARED = [
  { name: "given", title: "As given", words: "the same order in every epoch" },
  { name: "shuffled", title: "Shuffled", words: "a new random order in every epoch" },
  { name: "online", title: "Online", words: "each row comes once and is predicted before its label is known" },
  { name: "together", title: "All at once", words: "one update per epoch, after all rows (Maryland Lecture 6)" },
];
const MAX_BARS = 240;
const MAX_PLACES_OF_COUNTS = 240;
const QUICK = 30_000; // visits that may be made while somebody drags a point
const CALM = 200; // milliseconds

const ENDS = { converged: "converged", max_iter: "stopped", open: "open: more rows may arrive" };

export function mountComparison() {
  const bars = ["given", "shuffled", "together"].map((name) => barPlot(name));
  const counts = countPlot();
  const table = comparisonTable();
  const orders = element("section", { "aria-labelledby": "orders-title" },
    element("h2", { id: "orders-title" }, "Does the order matter?"),
    element("p", { class: "hint" },
      "Mistakes per epoch, for the same points and options. Dark bars: visits so far."),
    bars.map(({ root }) => root));
  const settings = element("section", { "aria-labelledby": "settings-title" },
    element("h2", { id: "settings-title" }, "Once, in many epochs, or all at once?"),
    element("p", { class: "hint" },
      "Total mistakes after each visit. Online is the first epoch in the given order: each row comes only once."),
    counts.root, table.root);
  const root = element("div", { class: "comparison" }, orders, settings);
  let kept = { points: null, options: null, all: null };
  let [timer, view] = [0, null];

  function compare() {
    const { points, options } = view.state;
    const runs = comparedRuns(points, options);
    const all = COMPARED.map((entry) => {
      const run = runs[entry.name];
      return { ...entry, run, counts: countedMistakes(run) };
    });
    kept = { points, options, all };
    const most = (numbers) => numbers.reduce((a, b) => Math.max(a, b), 1);
    const [visits, mistakes] = ["visits", "mistakes"].map((name) => most(all.map(({ run }) => run[name])));
    const perEpoch = most([...runs.given.mistakesPerEpoch, ...runs.shuffled.mistakesPerEpoch]);
    const atOnce = most(runs.together.mistakesPerEpoch); // it may begin with every point: a scale of its own
    const yDigits = String(Math.max(perEpoch, atOnce)).length;
    bars.forEach((plot, i) => plot.set(all, { visits, yDigits, perEpoch: i < 2 ? perEpoch : atOnce }));
    counts.set(all, { visits, mistakes });
    root.classList.remove("stale");
    show();
  }

  function show() {
    for (const plot of bars) plot.render(view.t);
    counts.render(view.t);
    table.render(kept.all, view);
  }

  return {
    root,
    /** Three more runs are made when points or options change: at once where they are short, else when it is calm. */
    render(now) {
      view = now;
      const { points, options } = now.state;
      const same = kept.points === points && kept.options === options;
      root.hidden = !points.length;
      clearTimeout(timer);
      if (same) return show();
      if (comparedVisits(points, options) <= QUICK) return compare();
      root.classList.add("stale");
      timer = setTimeout(compare, CALM);
      return undefined;
    },
  };
}

/** Mistakes an epoch, as bars along the visits. */
function barPlot(name) {
  let [shown, scale, t] = [null, null, 0];
  const line = svgElement("path", { class: "plot-now" });
  const plot = makePlot("bar-plot", 7.5, draw);
  plot.marks.append(line);

  function draw() {
    if (!shown) return;
    const { visits, perEpoch, yDigits } = scale;
    plot.frame(visits, perEpoch, { x: "visits", y: `${shown.title}: mistakes per epoch`, yDigits, yLeast: 1 });
    const d = epochBars(shown.run, MAX_BARS).map(([from, to, made]) => {
      const inset = Math.min(1, (plot.x(to) - plot.x(from)) * 0.1);
      const [left, right, top] = [plot.x(from) + inset, plot.x(to) - inset, plot.y(made)].map((p) => p.toFixed(2));
      return `M${left} ${plot.bottom}V${top}H${right}V${plot.bottom}Z`;
    }).join("");
    for (const layer of [plot.faint, plot.strong]) layer.replaceChildren(svgElement("path", { class: "bars", d }));
    render(t);
  }

  function render(now) {
    t = now;
    if (!plot.ready || !shown) return;
    const { run } = shown;
    plot.upTo(t);
    setAttributes(line, { d: `M${plot.x(Math.min(t, scale.visits)).toFixed(1)} ${plot.top}V${plot.bottom}` });
    const list = run.mistakesPerEpoch.slice(0, 8).join(", ") + (run.epochs > 8 ? ", …" : "");
    const [made, all] = [shown.counts[Math.min(t, run.visits)], run.mistakes].map(countText);
    const label = `${shown.title}: ${made} of ${all} mistakes so far. Mistakes per epoch: ${list}.`;
    setAttributes(plot.svg, { "aria-label": label });
  }
  return {
    root: plot.root,
    set: (all, given) => {
      [shown, scale] = [all.find((entry) => entry.name === name), given];
      plot.redraw();
    },
    render,
  };
}

/** All mistakes so far along the visits, a curve a run. */
function countPlot() {
  let [all, scale, t] = [null, null, 0];
  const line = svgElement("path", { class: "plot-now" });
  const names = svgElement("g");
  const plot = makePlot("count-plot", 14, draw);
  plot.marks.append(names, line);
  const curves = () => all.filter(({ name }) => name !== "shuffled");

  function draw() {
    if (!all) return;
    plot.frame(scale.visits, scale.mistakes, { x: "visits", y: "mistakes so far", yLeast: 1 });
    for (const layer of [plot.faint, plot.strong]) {
      layer.replaceChildren(...curves().map(({ name, run, counts }) => {
        const places = spreadOut(run.visits, MAX_PLACES_OF_COUNTS).map((visit) => [visit, counts[visit]]);
        return svgElement("path", { class: `counts ${name}`, d: curvePath(plot, places) });
      }));
    }
    names.replaceChildren(...countNames());
    render(t);
  }

  /** Names at the ends of the curves, one under the other where they would be on top of each other. */
  function countNames() {
    const taken = [];
    return curves().sort((a, b) => b.run.mistakes - a.run.mistakes).map(({ name, title, run }) => {
      const [x, y] = [plot.x(run.visits), plot.y(run.mistakes)];
      const wide = 0.55 * plot.rem * title.length;
      const atRight = x + wide + plot.rem < plot.right;
      let height = Math.max(plot.top + 0.6 * plot.rem, y + (atRight ? 0.3 : -0.4) * plot.rem);
      const left = atRight ? x + 0.5 * plot.rem : x - wide;
      const isTaken = ([l, w, h]) => left < l + w && l < left + wide && Math.abs(h - height) < plot.rem;
      while (taken.some(isTaken)) height += 1.05 * plot.rem;
      taken.push([left, wide, height]);
      return svgElement("g", {},
        svgElement("circle", { class: `count-end ${name}`, cx: x.toFixed(1), cy: y.toFixed(1), r: 3 }),
        svgElement("text", { class: `count-name ${name}`, x: left.toFixed(1), y: height.toFixed(1) }, title));
    });
  }

  function render(now) {
    t = now;
    if (!plot.ready || !all) return;
    plot.upTo(t);
    setAttributes(line, { d: `M${plot.x(Math.min(t, scale.visits)).toFixed(1)} ${plot.top}V${plot.bottom}` });
    const texts = curves().map(({ title, run, counts }) => {
      const [made, most] = [counts[Math.min(t, run.visits)], run.mistakes].map(countText);
      return `${title}: ${made} of ${most}`;
    });
    const label = `Mistakes so far, after ${countedText(t, "visit")}. ${texts.join("; ")}.`;
    setAttributes(plot.svg, { "aria-label": label });
  }
  return {
    root: plot.root,
    set: (given, sizes) => {
      [all, scale] = [given, sizes];
      plot.redraw();
    },
    render,
  };
}

function comparisonTable() {
  const caption = element("caption");
  const rows = COMPARED.map(({ title, words }) => {
    const cells = Array.from({ length: 4 }, () => element("td"));
    const head = element("th", { scope: "row" }, title, element("span", { class: "hint" }, words));
    return { cells, node: element("tr", {}, head, cells) };
  });
  const heads = ["Run", "Mistakes so far", "In total", "Wrong now", "End"];
  const root = element("table", { class: "compared" }, caption,
    element("thead", {}, element("tr", {}, heads.map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, rows.map(({ node }) => node)));

  function render(all, { t, state }) {
    setText(caption, `Each run after ${countedText(t, "visit")}, or at its end`);
    all.forEach(({ run, counts }, i) => {
      const now = Math.min(t, run.visits);
      const wrong = errorsOf(state.points, weightsAt(run, now), state.options.atZero);
      const end = run.reason === "open" ? ENDS.open : `${ENDS[run.reason]}, ${countedText(run.epochs, "epoch")}`;
      const texts = [countText(counts[now]), countText(run.mistakes),
        `${countText(wrong)} of ${countText(state.points.length)}`, end];
      texts.forEach((text, j) => setText(rows[i].cells[j], text));
    });
  }
  return { root: scrollBox("compared-scroll", "The runs in numbers", root), render };
}
