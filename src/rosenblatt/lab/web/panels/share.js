// Sharing: the link, pictures, the points, and the run as a Python script that prints the numbers on screen.

import { csvOf } from "../core/csv.js";
import { averagedAt, lossAt, mostEpochs } from "../core/engine.js";
import { encodeState } from "../core/link.js";
import { element } from "../ui/dom.js";
import { pythonNumber } from "../ui/format.js";

const FRAMED = "A page in a notebook has no address: replace lab.html with the address of an exported lab.";
const FEW_POINTS = 100; // the box of a longer script takes longer than all the rest of a step,
const SCRIPT_WAITS = 100; // so it is written when steps pause for so many milliseconds
const ONE_CLASS = "The Python script needs points of both classes.";

/** The numbers on screen, a line each, in the words of the script. */
function numbersText({ state, run, t, weights, k, verdict }) {
  if (!hasBothLabels(state.points)) return ONE_CLASS;
  const averaged = averagedAt(run, t);
  return [
    `t = ${t}`,
    `visits = ${run.visits}`,
    `reason = ${run.reason}`,
    `mistakes = ${k}`,
    `w1 = ${pythonNumber(weights.w1)}`,
    `w2 = ${pythonNumber(weights.w2)}`,
    `b = ${pythonNumber(weights.b)}`,
    `averaged = (${[averaged.w1, averaged.w2, averaged.b].map(pythonNumber).join(", ")})`,
    `loss = ${pythonNumber(lossAt(run, t))}`,
    `separable = ${verdict.separable ? "True" : "False"}`,
  ].join("\n");
}

/** A script that prints `numbersText`. */
function pythonScript({ state, t }) {
  const { points, options } = state;
  if (!hasBothLabels(points)) return `print("${ONE_CLASS}")\n`;
  const [w1, w2, b] = options.start.map(pythonNumber);
  return `import rosenblatt

X = [
${points.map(({ x, y }) => `    [${pythonNumber(x)}, ${pythonNumber(y)}],`).join("\n")}
]
y = [${points.map(({ label }) => label).join(", ")}]
t = ${t}  # visits
eta = ${pythonNumber(options.eta)}
bias = ${options.bias ? "True" : "False"}

trace = rosenblatt.trace(
    X,
    y,
    order="${options.order}",
    at_zero="${options.atZero}",
    fit_intercept=bias,
    eta0=eta,
    random_state=${options.seed},
    max_iter=${mostEpochs(points.length, options)},
    n_iter_no_change=None,
    coef_init=[[${w1}, ${w2}]],
    intercept_init=[${b}],
)
weights = trace.replay(t)
w = [*weights.w[0].tolist(), float(weights.b[0])]

# Maryland CMSC 422 Lecture 6, Algorithm 7: u is the sum of all updates, each times the number of its visit.
u = [0.0, 0.0, 0.0]
for row, visit in zip(trace.mistakes.row.tolist(), trace.mistakes.when.tolist()):
    if visit <= t:
        for j, x in enumerate([*X[row], float(bias)]):
            u[j] += y[row] * visit * eta * x

print("t =", t)
print("visits =", len(trace))
print("reason =", trace.report.reason)
print("mistakes =", int(trace.wrong[:t].sum()))
print("w1 =", w[0])
print("w2 =", w[1])
print("b =", w[2])
print("averaged =", tuple(w[j] - u[j] / (t + 1) for j in range(3)))
print("loss =", rosenblatt.perceptron_loss(X, y, w[:2], w[2]))
print("separable =", rosenblatt.certify(X, y, fit_intercept=bias).separable)
`;
}

function hasBothLabels(points) {
  return points.some(({ label }) => label > 0) && points.some(({ label }) => label < 0);
}

// --- Pictures ---

const DRAWN_STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
  "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor",
  "visibility", "display", "paint-order", "transform"];
const PAGE_ATTRIBUTES = ["id", "class", "style", "tabindex", "role", "aria-label", "aria-describedby", "data-mode"];

/** The plane as an SVG that needs nothing around it: what the style sheet says is written into its elements. */
function planeAsSvg(svg) {
  const copy = svg.cloneNode(true);
  const [olds, news] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")];
  olds.forEach((old, i) => {
    const style = getComputedStyle(old);
    for (const name of DRAWN_STYLES) {
      const value = style.getPropertyValue(name);
      const usual = value === "" || value === "normal" || (value === "none" && name === "transform");
      if (!usual) news[i].setAttribute(name, value.replace(/url\("?[^"#]*#([\w-]+)"?\)/, "url(#$1)"));
    }
    for (const name of ["tabindex", "role", "class", "data-row", "aria-label"]) news[i].removeAttribute(name);
  });
  for (const name of PAGE_ATTRIBUTES) copy.removeAttribute(name);
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(svg.parentNode).backgroundColor);
  copy.querySelector("defs").after(paper);
  return new XMLSerializer().serializeToString(copy);
}

async function planeAsPng(svg, scale = 2) {
  const { width, height } = svg.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(planeAsSvg(svg))}`;
  await image.decode();
  const canvas = element("canvas", { width: Math.round(width * scale), height: Math.round(height * scale) });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const regions = svg.parentNode.querySelector("canvas");
  if (svg.classList.contains("painted") && regions?.width) {
    pen.globalCompositeOperation = "multiply";
    pen.drawImage(regions, 0, 0, canvas.width, canvas.height);
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function asFile(text, type) {
  return new Blob([text], { type });
}

function saveAs(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The address of this page without a state. A frame in a notebook has none. */
export function labAddress() {
  return isFramed() ? "lab.html" : location.href.split("#")[0];
}

function isFramed() {
  return location.protocol === "about:";
}

/** Copy text; a page from disk or in a frame may have to do it through a box that is selected. */
export async function copyText(app, text, box, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    box.select();
    if (!document.execCommand("copy")) {
      app.say(`${what} is selected: press Ctrl+C to copy it.`);
      return;
    }
  }
  app.say(`${what} is copied.`);
}

// --- The panel ---

export function mountShare(root, app, { plane }) {
  const link = element("input", { type: "text", readonly: true, id: "link" });
  const script = element("textarea", { readonly: true, id: "python", rows: 12, spellcheck: "false", wrap: "off" });
  const numbers = element("pre", { id: "numbers", tabindex: 0, role: "region", "aria-label": "The numbers on screen" });
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);
  const save = (make) => async () => {
    try {
      saveAs(...(await make()));
    } catch {
      app.problem("This browser could not make the file: try another format.");
    }
  };
  root.append(
    element("section", { "aria-labelledby": "link-title" },
      element("h2", { id: "link-title" }, "Link"),
      element("div", { class: "field" }, element("label", { for: "link" }, "Link with points, options and time"), link),
      isFramed() && element("p", { class: "hint" }, FRAMED),
      element("div", { class: "buttons" }, button("Copy link", () => copyText(app, link.value, link, "The link")))),
    element("section", { "aria-labelledby": "files-title" },
      element("h2", { id: "files-title" }, "Files"),
      element("div", { class: "buttons" },
        button("Picture (PNG)", save(async () => ["perceptron.png", await planeAsPng(plane.svg)])),
        button("Picture (SVG)", save(() => ["perceptron.svg", asFile(planeAsSvg(plane.svg), "image/svg+xml")])),
        button("Points (CSV)", save(() => ["points.csv", asFile(csvOf(app.view.state), "text/csv")])))),
    element("section", { "aria-labelledby": "python-title" },
      element("h2", { id: "python-title" }, "Python"),
      element("p", { class: "hint" }, "This script trains on these points and prints the numbers below in full."),
      element("div", { class: "field" }, element("label", { for: "python" }, "Script"), script),
      element("div", { class: "buttons" },
        button("Copy as Python", () => copyText(app, pythonScript(app.view), script, "The script"))),
      element("h3", {}, "The numbers on screen"), numbers));

  let later = 0;
  const writeScript = () => { script.value = pythonScript(app.view); };
  script.addEventListener("focus", writeScript);
  return (view) => {
    const shared = { ...view.state, tab: "steps" }; // who opens it wants to see, not to share
    link.value = `${labAddress()}#${encodeState(shared)}`;
    clearTimeout(later);
    if (view.state.points.length <= FEW_POINTS) writeScript();
    else later = setTimeout(writeScript, SCRIPT_WAITS);
    numbers.textContent = numbersText(view);
  };
}
