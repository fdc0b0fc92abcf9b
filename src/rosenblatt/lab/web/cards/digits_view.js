// The digits card: an image of 8×8 pixels to draw on, and the score of each class.

import { putExtra } from "../core/extras.js";
import { element, iconButton, setAttributes, setText, textButton } from "../ui/dom.js";
import { numberText } from "../ui/format.js";
import { DARKEST, DIGIT_CELLS, DIGIT_SIDE, digitImages, digitOf, digitScores, dotsOf } from "./digits.js";
import { extraOfPixels, inkLine, linesOf, pixelsOfDots, pixelsOfExtra } from "./digits.js";

export function digitsView(app) {
  const ui = { erasing: false, last: null, dots: null };
  const put = (pixels, undo = null) => putExtra(app, extraOfPixels(pixels), undo);
  const now = () => pixelsOfExtra(app.view.state.extra);
  const cells = Array.from({ length: DIGIT_CELLS }, (_, cell) =>
    element("span", { class: "pixel", role: "gridcell", tabindex: cell ? -1 : 0, "data-cell": cell }));
  const grid = element("div", {
    class: "pixels", role: "grid", "aria-label": "Image of 8 by 8 pixels: draw on it, or use arrow keys and Enter",
  }, linesOf(cells).map((line) => element("div", { role: "row" }, line)));
  const eraser = textButton("Erase", () => {
    ui.erasing = !ui.erasing;
    eraser.setAttribute("aria-pressed", String(ui.erasing));
  }, { "aria-pressed": "false" });
  const real = digitImages().map(({ digit, pixels }) => {
    const wrong = digitOf(digitScores(pixels)) !== digit;
    const name = `Load a real ${digit}${wrong ? " (misclassified)" : ""}`;
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
    element("div", { class: "buttons" }, eraser, textButton("Clear", () => put(new Array(DIGIT_CELLS).fill(0)))),
    element("p", { class: "hint" }, "Real digits that were not used in training (red: misclassified):"),
    element("div", { class: "buttons", role: "group", "aria-label": "Real digits" }, real));
  return { root, render: ({ state }) => showDigits(pixelsOfExtra(state.extra), cells, bars, words) };
}

function showDigits(pixels, cells, bars, words) {
  pixels.forEach((grey, i) => {
    cells[i].style.setProperty("--grey", grey / DARKEST);
    const [line, column] = [Math.floor(i / DIGIT_SIDE) + 1, (i % DIGIT_SIDE) + 1];
    setAttributes(cells[i], { "aria-label": `Row ${line}, column ${column}: ${grey}` });
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
  setText(words, blank ? "Nothing drawn yet." : found);
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
      if (column >= 0 && column < DIGIT_SIDE && next >= 0 && next < DIGIT_CELLS) {
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
