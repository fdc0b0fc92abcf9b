// Variants side by side: last, averaged, voted and pocket weights; and the same points in other orders.

import { averagedAt, errorsOf, predictSign } from "../core/engine.js";
import { clippedBy, lineAcross } from "../core/geometry.js";
import { makePointVotes, makeVoteGrid, pocketNow, pocketsOf } from "../core/variants_math.js";
import { makeCamera } from "../ui/camera.js";
import { element, setAttributes, setText, svgElement } from "../ui/dom.js";
import { countedText, countText, lineText } from "../ui/format.js";
import { planeText, screenPath } from "../ui/shapes.js";
import { errorsView } from "./errors_view.js";
import { mountComparison } from "./side_by_side.js";

/** state.extra.variant is the place in this list: what the large plane shows. */
const VARIANTS = [
  { name: "last", title: "Last", words: "The current weights, after the latest mistake." },
  { name: "averaged", title: "Averaged",
    words: "The mean of the weights after every visit (Maryland Lecture 6, Algorithm 7)." },
  { name: "voted", title: "Voted",
    words: "All weights so far vote, once per visit survived (Maryland Lecture 6)." },
  { name: "pocket", title: "Pocket", words: "The long-surviving weights with the fewest errors so far." },
];
const SMALL = { width: 192, height: 128, columns: 96, rows: 64 };
const CELL = 5; // pixels of a cell of the voted region in the large plane, about
const MAX_CELLS = [160, 120];

export function mountVariants(root, app, { plane }) {
  const keeper = variantKeeper();
  const sceneOf = smallScene();
  const planes = VARIANTS.map((variant, place) => smallPlane(variant, () => chooseVariant(app, place)));
  const when = element("p", { class: "hint" });
  const errors = errorsView({ charts: true });
  const comparison = mountComparison();
  root.append(
    element("section", { "aria-labelledby": "variants-title" },
      element("h2", { id: "variants-title" }, "Which weights predict?"), when,
      element("div", { class: "small-planes" }, planes.map(({ root: node }) => node))),
    element("section", { "aria-labelledby": "errors-title" },
      element("h2", { id: "errors-title" }, "Training error and test error"), errors.root),
    comparison.root);
  showInPlane(plane, keeper);

  return (view) => {
    const { state, t, run } = view;
    const chosen = chosenVariant(state);
    setText(when, `After ${countedText(t, "visit")} of this run. Press a name to show it in the large plane.`);
    const at = keeper.at(run, t);
    const scene = sceneOf(state.points);
    planes.forEach((plane, place) => plane.render(view, scene, at[VARIANTS[place].name], place === chosen));
    errors.render(view);
    comparison.render(view);
  };
}

function chosenVariant({ extra }) {
  return Number.isInteger(extra.variant) && VARIANTS[extra.variant] ? extra.variant : 0;
}

function chooseVariant(app, place) {
  const { variant, ...others } = app.view.state.extra;
  app.dispatch({ extra: place ? { ...others, variant: place } : others }, { undo: false });
  app.say(`The plane shows the ${VARIANTS[place].name} weights.`, { toast: false });
}

// --- What each of them is after t visits ---

/** What is known of one run, so that the next visit is not far. */
function variantKeeper() {
  let kept = { run: null };
  function keep(run) {
    if (kept.run !== run) {
      kept = { run, pockets: pocketsOf(run), votes: makePointVotes(run), grids: new Map(), t: -1, now: null };
    }
    return kept;
  }

  /** The votes over a box after t visits. A grid is kept by its user's name while its box stays. */
  function grid(run, t, name, box, columns, rows) {
    const { grids } = keep(run);
    const old = grids.get(name);
    const sameBox = old && Object.keys(box).every((side) => box[side] === old.box[side]);
    const same = sameBox && old.columns === columns && old.rows === rows;
    if (!same) grids.set(name, makeVoteGrid(run, box, columns, rows));
    grids.get(name).moveTo(t);
    return grids.get(name);
  }

  function at(run, t) {
    const { pockets, votes } = keep(run);
    if (kept.t === t) return kept.now; // panel and plane ask for the same
    const { points, options } = run;
    votes.moveTo(t);
    const withErrors = (weights) => ({ weights, errors: errorsOf(points, weights, options.atZero) });
    kept.t = t;
    kept.now = {
      last: withErrors({ w1: run.w1[t], w2: run.w2[t], b: run.b[t] }),
      averaged: withErrors(averagedAt(run, t)),
      voted: { weights: null, errors: votes.errors(), grid: (...place) => grid(run, t, ...place) },
      pocket: withErrors(pocketNow(run, pockets, t)),
    };
    return kept.now;
  }
  return { at };
}

/** The sign of the whole plane where there is no line: 0 where a score of zero is a mistake whatever the label. */
function flatSign({ b }, atZero) {
  return b === 0 && atZero === "mistake" ? 0 : predictSign(b, atZero);
}

// --- Small planes ---

/** What all small planes have in common: the camera, and the points and axes as paths. */
function smallScene() {
  const space = makeCamera();
  Object.assign(space.camera, { width: SMALL.width, height: SMALL.height });
  const scene = { space, points: null, plus: "", minus: "", axes: "" };
  return (points) => {
    if (scene.points === points) return scene;
    space.fit(points);
    const r = points.length > 60 ? 2.2 : 4;
    const marks = (label, shape) => points.filter((point) => point.label === label)
      .map(({ x, y }) => `M${space.toScreen(x, y).map((p) => p.toFixed(1)).join(" ")}${shape}`).join("");
    const [ax, ay] = space.toScreen(0, 0);
    return Object.assign(scene, {
      points,
      plus: marks(1, `m${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}Z`),
      minus: marks(-1, `m${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`),
      axes: `M${ax.toFixed(1)} 0V${SMALL.height}M0 ${ay.toFixed(1)}H${SMALL.width}`,
    });
  };
}

function smallPlane({ name, title, words }, choose) {
  const [plus, minus] = ["plus", "minus"]
    .map((side) => svgElement("path", { class: "side", fill: `url(#${side}-side)` }));
  const axes = svgElement("path", { class: "axes" });
  const boundary = svgElement("path", { class: "boundary" });
  const [pluses, minuses] = ["plus", "minus"].map((label) => svgElement("path", { class: `small-points ${label}` }));
  const svg = svgElement("svg", { role: "img", viewBox: `0 0 ${SMALL.width} ${SMALL.height}` },
    plus, minus, axes, boundary, pluses, minuses);
  svg.addEventListener("click", choose);
  const button = element("button", { type: "button", "aria-pressed": "false", onclick: choose }, title);
  const errors = element("span", { class: "small-errors" });
  const root = element("figure", { class: "small-plane" }, svg, element("figcaption", {},
    element("div", { class: "small-title" }, button, errors), element("p", { class: "hint" }, words)));
  let shown = null;

  function drawPoints(scene) {
    shown = scene.points;
    setAttributes(pluses, { d: scene.plus });
    setAttributes(minuses, { d: scene.minus });
    setAttributes(axes, { d: scene.axes });
  }

  function render({ state, t }, scene, { weights, errors: wrong, grid }, pressed) {
    const { points, options } = state;
    const { toScreen } = scene.space;
    const box = scene.space.box();
    if (shown !== points) drawPoints(scene);
    const [plusPath, minusPath] = grid
      ? stretchPaths(grid(name, box, SMALL.columns, SMALL.rows)) : sidePaths(box, weights, options.atZero, toScreen);
    setAttributes(plus, { d: plusPath });
    setAttributes(minus, { d: minusPath });
    const ends = weights && lineAcross(box, weights.w1, weights.w2, weights.b);
    setAttributes(boundary, { d: ends ? screenPath(ends, toScreen) : "" });
    const count = `${countText(wrong)} of ${countText(points.length)} wrong`;
    setText(errors, count);
    const label = `${title} after ${countedText(t, "visit")}: ${boundaryWords(weights)}; ${count}.`;
    setAttributes(svg, { "aria-label": label });
    button.setAttribute("aria-pressed", String(pressed));
    root.classList.toggle("chosen", pressed);
  }
  return { root, render };
}

function boundaryWords(weights) {
  if (!weights) return "region of the majority vote";
  const { w1, w2, b } = weights;
  return w1 === 0 && w2 === 0 ? "no boundary" : `boundary ${lineText(w1, w2, b)}`;
}

/** The two sides of a line as paths: plus, minus. */
function sidePaths(box, { w1, w2, b }, atZero, toScreen) {
  const all = [[box.left, box.bottom], [box.right, box.bottom], [box.right, box.top], [box.left, box.top]];
  const closed = (polygon) => (polygon.length > 2 ? screenPath(polygon, toScreen, "Z") : "");
  if (w1 !== 0 || w2 !== 0) return [closed(clippedBy(all, w1, w2, b)), closed(clippedBy(all, -w1, -w2, -b))];
  const sign = flatSign({ b }, atZero);
  return [sign > 0 ? closed(all) : "", sign < 0 ? closed(all) : ""];
}

function stretchPaths(grid) {
  const paths = { "1": "", "-1": "", "0": "" };
  const [wide, high] = [SMALL.width / SMALL.columns, SMALL.height / SMALL.rows];
  grid.forStretches((row, from, to, sign) => {
    paths[sign] += `M${from * wide} ${row * high}h${(to - from) * wide}v${high}h${-(to - from) * wide}Z`;
  });
  return [paths[1], paths[-1]];
}

// --- In the large plane ---

/** The chosen variant is drawn while its tab is open: its line as an overlay, its sides as the painted region. */
function showInPlane(plane, keeper) {
  const patterns = regionPatterns();
  const shownIn = (state) => (state.tab === "variants" ? chosenVariant(state) : 0);
  const paintRegion = (pen, view, space) => {
    const at = keeper.at(view.run, view.t)[VARIANTS[chosenVariant(view.state)].name];
    const fills = patterns(pen, plane.svg);
    if (at.grid) fillStretches(pen, at, space.box(), fills);
    else fillSides(pen, view, at.weights, space.box(), fills);
  };
  const paint = (group, view, space) => {
    const chosen = shownIn(view.state);
    if (!chosen) return;
    const { weights } = keeper.at(view.run, view.t)[VARIANTS[chosen].name];
    const ends = weights && lineAcross(space.box(), weights.w1, weights.w2, weights.b);
    if (ends) {
      const d = screenPath(ends, space.toScreen);
      group.append(...["variant-casing", "variant-line"].map((name) => svgElement("path", { class: name, d })));
    }
    const words = weights ? `shaded and dashed: ${VARIANTS[chosen].name}` : "shaded: most votes; blank: a tie";
    group.append(planeText(words, [0, 1.3 * space.camera.rem], space, "variant"));
  };
  plane.addOverlay("variants", paint, ({ state }) => (shownIn(state) ? paintRegion : null));
  plane.redraw(); // the plane was drawn before this was mounted
}

function fillStretches(pen, at, box, fills) {
  const { width, height } = pen.canvas;
  const columns = Math.max(1, Math.min(MAX_CELLS[0], Math.round(width / CELL)));
  const rows = Math.max(1, Math.min(MAX_CELLS[1], Math.round(height / CELL)));
  const [wide, high] = [width / columns, height / rows];
  at.grid("plane", box, columns, rows).forStretches((row, from, to, sign) => {
    if (sign === 0) return;
    pen.fillStyle = fills[sign];
    const [left, top] = [Math.round(from * wide), Math.round(row * high)];
    pen.fillRect(left, top, Math.round(to * wide) - left, Math.round((row + 1) * high) - top);
  });
}

function fillSides(pen, { state }, weights, box, fills) {
  const scale = pen.canvas.width / (box.right - box.left);
  const toPixels = (x, y) => [(x - box.left) * scale, (box.top - y) * scale];
  sidePaths(box, weights, state.options.atZero, toPixels).forEach((d, i) => {
    pen.fillStyle = fills[i ? -1 : 1];
    pen.fill(new Path2D(d));
  });
}

/** What gives the tints and patterns of the two sides, in the colours of the theme; made when these have changed. */
function regionPatterns() {
  let [made, fills] = ["", null];
  return (pen, svg) => {
    const style = getComputedStyle(svg);
    const colours = ["--plus-tint", "--plus-hatch", "--minus-tint", "--minus-dots"]
      .map((name) => style.getPropertyValue(name).trim());
    if (made !== colours.join()) [made, fills] = [colours.join(), regionFills(pen, ...colours)];
    return fills;
  };
}

function regionFills(pen, plusTint, hatch, minusTint, dots) {
  const tile = (tint, draw) => {
    const small = element("canvas", { width: 12, height: 12 });
    const brush = small.getContext("2d");
    brush.fillStyle = tint;
    brush.fillRect(0, 0, 12, 12);
    draw(brush);
    return pen.createPattern(small, "repeat");
  };
  return {
    "1": tile(plusTint, (brush) => {
      brush.strokeStyle = hatch;
      brush.stroke(new Path2D("M-3 3 3 -3M0 12 12 0M9 15 15 9"));
    }),
    "-1": tile(minusTint, (brush) => {
      brush.fillStyle = dots;
      for (const at of [3, 9]) {
        brush.beginPath();
        brush.arc(at, at, 1.1, 0, 2 * Math.PI);
        brush.fill();
      }
    }),
  };
}
