// Ten digits: an image of 8×8 grey values to draw on, and the score of each class.

import { element, iconButton, numberText, setAttributes, setText } from "../ui/format.js";
import { putExtra, textButton } from "../ui/number_field.js";
import { DIGIT_IMAGES, DIGIT_WEIGHTS } from "./embedded.js";

export const DIGIT_SIDE = 8;
export const DARKEST = 16;
const CELLS = DIGIT_SIDE * DIGIT_SIDE;
const FINE = 4; // dots of a pixel's side: its grey is how many of its 16 dots have ink, as in the real images
const PEN = 2.2; // dots

// --- Scores ---

/** The score of each class for 64 grey values. */
export function digitScores(pixels) {
  return Array.from({ length: 10 }, (_, digit) => {
    const from = digit * (CELLS + 1);
    return pixels.reduce((sum, grey, j) => sum + grey * DIGIT_WEIGHTS[from + j], DIGIT_WEIGHTS[from + CELLS]);
  });
}

/** The first class of the greatest score. */
export function digitOf(scores) {
  return scores.indexOf(Math.max(...scores));
}

/** The real images: {digit, pixels}. */
export function digitImages() {
  const pixelsOf = (text) => Array.from(text, (grey) => parseInt(grey, DARKEST + 1));
  return DIGIT_IMAGES.map((text) => ({ digit: Number(text[0]), pixels: pixelsOf(text.slice(1)) }));
}

/** Eight times eight of them. */
function linesOf(cells) {
  return Array.from({ length: DIGIT_SIDE }, (_, line) => cells.slice(line * DIGIT_SIDE, (line + 1) * DIGIT_SIDE));
}

// --- An image in the state: a number a line, its pixels in base 17 ---

export function extraOfPixels(pixels) {
  const numberOf = (greys) => greys.reduce((number, grey) => number * (DARKEST + 1) + grey, 0);
  return Object.fromEntries(linesOf(pixels).map((greys, line) => [`line${line}`, numberOf(greys)]));
}

/** Whatever a link has becomes an image. */
export function pixelsOfExtra(extra) {
  return Array.from({ length: DIGIT_SIDE }, (_, line) => {
    let rest = Math.floor(Math.abs(extra[`line${line}`] ?? 0)) % (DARKEST + 1) ** DIGIT_SIDE;
    return Array.from({ length: DIGIT_SIDE }, () => {
      const grey = rest % (DARKEST + 1);
      rest = Math.floor(rest / (DARKEST + 1));
      return grey;
    }).reverse();
  }).flat();
}

// --- Drawing ---

/** Dots with ink for pixels of some grey, as even as can be. */
export function dotsOf(pixels) {
  const dots = new Uint8Array(CELLS * FINE * FINE);
  const scattered = [5, 10, 6, 9, 1, 14, 4, 11, 2, 13, 7, 8, 0, 15, 3, 12];
  pixels.forEach((grey, cell) => scattered.slice(0, grey).forEach((dot) => {
    const x = (cell % DIGIT_SIDE) * FINE + (dot % FINE);
    const y = Math.floor(cell / DIGIT_SIDE) * FINE + Math.floor(dot / FINE);
    dots[y * DIGIT_SIDE * FINE + x] = 1;
  }));
  return dots;
}

export function pixelsOfDots(dots) {
  const pixels = new Array(CELLS).fill(0);
  dots.forEach((ink, i) => {
    const [x, y] = [i % (DIGIT_SIDE * FINE), Math.floor(i / (DIGIT_SIDE * FINE))];
    pixels[Math.floor(y / FINE) * DIGIT_SIDE + Math.floor(x / FINE)] += ink;
  });
  return pixels;
}

/** Ink (1) or none (0) for all dots near the way between two places, which are in pixels of the image. */
export function inkLine(dots, from, to, ink) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  dots.forEach((_, i) => {
    const [x, y] = [((i % (DIGIT_SIDE * FINE)) + 0.5) / FINE, (Math.floor(i / (DIGIT_SIDE * FINE)) + 0.5) / FINE];
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square));
    if (Math.hypot(from.x + share * dx - x, from.y + share * dy - y) <= PEN / FINE) dots[i] = ink;
  });
  return dots;
}

export function digitsView(app) {
  const ui = { erasing: false, last: null, dots: null };
  const put = (pixels, undo = null) => putExtra(app, extraOfPixels(pixels), undo);
  const now = () => pixelsOfExtra(app.view.state.extra);
  const cells = Array.from({ length: CELLS }, (_, cell) =>
    element("span", { class: "pixel", role: "gridcell", tabindex: cell ? -1 : 0, "data-cell": cell }));
  const grid = element("div", {
    class: "pixels", role: "grid", "aria-label": "An image of 8 by 8 pixels: draw on it, or use arrow keys and Enter",
  }, linesOf(cells).map((line) => element("div", { role: "row" }, line)));
  const eraser = textButton("Erase", () => {
    ui.erasing = !ui.erasing;
    eraser.setAttribute("aria-pressed", String(ui.erasing));
  }, { "aria-pressed": "false" });
  const real = digitImages().map(({ digit, pixels }) => {
    const wrong = digitOf(digitScores(pixels)) !== digit;
    const name = `Load a real ${digit}${wrong ? ", which they get wrong" : ""}`;
    return iconButton(String(digit), name, () => put(pixels), wrong ? { class: "icon hard" } : {});
  });
  const bars = Array.from({ length: 10 }, (_, digit) => {
    const [bar, score] = [element("span", { class: "bar" }), element("td")];
    const name = element("th", { scope: "row" }, String(digit));
    return { bar, score, row: element("tr", {}, name, element("td", { class: "bar-cell" }, bar), score) };
  });
  const words = element("p", { role: "status", class: "winner" });
  gridPointer(grid, ui, now, put, app);
  gridKeys(grid, cells, ui, now, put);
  const root = element("div", {},
    element("div", { class: "digits" }, grid,
      element("div", {}, words, element("table", { class: "scores" },
        element("caption", {}, "Scores"), element("tbody", {}, bars.map(({ row }) => row))))),
    element("div", { class: "buttons" }, eraser, textButton("Clear", () => put(new Array(CELLS).fill(0)))),
    element("p", { class: "hint" }, "Real digits that are new to the weights (in red: they get it wrong):"),
    element("div", { class: "buttons", role: "group", "aria-label": "Real digits" }, real));
  return { root, render: ({ state }) => showDigits(pixelsOfExtra(state.extra), cells, bars, words) };
}

function showDigits(pixels, cells, bars, words) {
  pixels.forEach((grey, i) => {
    cells[i].style.setProperty("--grey", grey / DARKEST);
    const [line, column] = [Math.floor(i / DIGIT_SIDE) + 1, (i % DIGIT_SIDE) + 1];
    setAttributes(cells[i], { "aria-label": `Line ${line}, column ${column}: ${grey}` });
  });
  const scores = digitScores(pixels);
  const winner = digitOf(scores);
  const blank = pixels.every((grey) => grey === 0);
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  bars.forEach(({ bar, score, row }, digit) => {
    setText(score, numberText(scores[digit]));
    bar.style.width = blank ? "0" : `${(100 * (scores[digit] - least)) / (most - least || 1)}%`;
    row.classList.toggle("won", !blank && digit === winner);
  });
  const found = `It looks like a ${winner}, with a score of ${numberText(most)}.`;
  setText(words, blank ? "Nothing is drawn yet." : found);
}

/** Draw with a pointer: dots in a path from where it was to where it is. */
function gridPointer(grid, ui, now, put, app) {
  const placeOf = (event) => {
    const { left, top, width, height } = grid.getBoundingClientRect();
    return { x: ((event.clientX - left) / width) * DIGIT_SIDE, y: ((event.clientY - top) / height) * DIGIT_SIDE };
  };
  const draw = (place) => {
    inkLine(ui.dots, ui.last, place, ui.erasing ? 0 : 1);
    put(pixelsOfDots(ui.dots), "ink");
    ui.last = place;
  };
  grid.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    grid.setPointerCapture(event.pointerId);
    ui.last = placeOf(event);
    if (!ui.dots || pixelsOfDots(ui.dots).join() !== now().join()) ui.dots = dotsOf(now());
    draw(ui.last);
  });
  grid.addEventListener("pointermove", (event) => {
    if (!ui.last) return;
    draw(placeOf(event));
  });
  const end = () => {
    if (ui.last) app.settle();
    ui.last = null;
  };
  grid.addEventListener("pointerup", end);
  grid.addEventListener("pointercancel", end);
}

/** Arrow keys go from pixel to pixel; Enter or space makes one darker, and from the darkest white again. */
function gridKeys(grid, cells, ui, now, put) {
  const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -DIGIT_SIDE, ArrowDown: DIGIT_SIDE };
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = Number(event.target.dataset.cell);
    const pixels = now();
    if (event.key in moves) {
      const column = (cell % DIGIT_SIDE) + (Math.abs(moves[event.key]) === 1 ? moves[event.key] : 0);
      const next = cell + moves[event.key];
      if (column >= 0 && column < DIGIT_SIDE && next >= 0 && next < CELLS) {
        cells[cell].tabIndex = -1;
        cells[next].tabIndex = 0;
        cells[next].focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      pixels[cell] = pixels[cell] === DARKEST ? 0 : Math.min(DARKEST, Math.floor(pixels[cell] / 8) * 8 + 8);
      put(pixels);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      pixels[cell] = 0;
      put(pixels);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}
