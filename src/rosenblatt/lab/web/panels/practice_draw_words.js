// Feedback to a drawn line, in words.

import { countedText, pairText, roundText, scoreText } from "../ui/format.js";

const NO_DIRECTION = { right: false, text: "w is zero, so it has no direction." };

/** What is right or wrong about a warm-up, with the score of one point worked out. */
export function warmUpWords(warmUp, { angle, offset, length, onLine, turned, shaded, right }) {
  if (angle === null) return NO_DIRECTION;
  const [first, second] = warmUp.places.map((place) => pairText(...place));
  const side = warmUp.b > 0 ? "positive" : "negative";
  const worked = `At (0, 0), a = ${scoreText(warmUp, 0, 0, warmUp.b)}, so (0, 0) is on the ${side} side.`;
  if (right) {
    const size = Math.abs(length - 1) < 0.1 ? ""
      : ` Your w is ${roundText(length, 2)} times as long as ${pairText(warmUp.w1, warmUp.w2)}; the line is the same.`;
    return { right, text: `The line goes through ${first} and ${second}, and the positive side is shaded. ${worked}${size}` };
  }
  const parts = [];
  if (!onLine) parts.push(`The line must go through ${first} and ${second}: there a = 0. ${distanceWords(offset, angle, turned)}`);
  else if (turned) parts.push("The line is right, but w points to the negative side.");
  else parts.push("The line and w are right.");
  if (!shaded) parts.push("The shaded side is the negative one.");
  return { right, text: `${parts.join(" ")} ${worked}` };
}

function distanceWords(offset, angle, turned) {
  const turn = angle > 4 && !turned ? ` The angle between your w and the correct w is ${roundText(angle, 1)}°.` : "";
  return `Your line is up to ${roundText(offset, 2)} away from them.${turn}`;
}

export function lineWords({ wrong, turned, share, angle, right }, drawn, { margin }) {
  if (drawn.w1 === 0 && drawn.w2 === 0) return NO_DIRECTION;
  if (turned) return { right: false, text: "All points are on the wrong side: reverse w." };
  const are = wrong === 1 ? "is" : "are";
  if (!right) return { right, text: `${countedText(wrong, "point")} ${are} not on the correct side. The best line is shown.` };
  const best = share > 0.98 ? "No line has a larger margin."
    : `The largest margin is ${roundText(margin, 3)}; yours is ${Math.floor(100 * share)}% of it.`;
  return { right, text: `All points are on the correct side. Your w is ${roundText(angle, 1)}° away from the best w. ${best}` };
}
