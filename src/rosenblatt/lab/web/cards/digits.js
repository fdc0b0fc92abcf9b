// Ten digits: images of 8×8 grey values, their scores for each class, and ink on them.

import { DIGIT_IMAGES, DIGIT_WEIGHTS } from "./embedded.js";

export const DIGIT_SIDE = 8;
export const DARKEST = 16;
export const DIGIT_CELLS = DIGIT_SIDE * DIGIT_SIDE;
const FINE = 4; // dots of a pixel's side: its grey is how many of its 16 dots have ink, as in the real images
const PEN = 2.2; // dots

// --- Scores ---

/** The score of each class for 64 grey values. */
export function digitScores(pixels) {
  return Array.from({ length: 10 }, (_, digit) => {
    const from = digit * (DIGIT_CELLS + 1);
    return pixels.reduce((sum, grey, j) => sum + grey * DIGIT_WEIGHTS[from + j], DIGIT_WEIGHTS[from + DIGIT_CELLS]);
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
export function linesOf(cells) {
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
  const dots = new Uint8Array(DIGIT_CELLS * FINE * FINE);
  const scattered = [5, 10, 6, 9, 1, 14, 4, 11, 2, 13, 7, 8, 0, 15, 3, 12];
  pixels.forEach((grey, cell) => scattered.slice(0, grey).forEach((dot) => {
    const x = (cell % DIGIT_SIDE) * FINE + (dot % FINE);
    const y = Math.floor(cell / DIGIT_SIDE) * FINE + Math.floor(dot / FINE);
    dots[y * DIGIT_SIDE * FINE + x] = 1;
  }));
  return dots;
}

export function pixelsOfDots(dots) {
  const pixels = new Array(DIGIT_CELLS).fill(0);
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
