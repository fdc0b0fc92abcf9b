// The six captions of the tour. Each begins at a prepared state of the lab and asks for one action.

import { DEFAULT_STATE } from "../core/state.js";
import { countedText, countText } from "../ui/format.js";
import { limitOf } from "./theorem_words.js";

/** The state of the lab with which a caption begins. */
const prepared = (t, tab = "steps") => ({ ...DEFAULT_STATE, t, tab });

/**
 * begin: the state at which it starts. mode: what a click in the plane does.
 * task: the sentences that ask for something. target: the place to look at. done(view, first): whether it is done, where
 * `first` is the view at which the caption began. after(view): what it showed.
 */
export const CAPTIONS = [
  {
    begin: prepared(1),
    task: "A perceptron is a line that learns to separate + from −. This line is wrong about two points (dashed " +
      "rings). Press Play.",
    target: "#time .play",
    done: ({ t, run }) => t === run.visits,
    after: ({ k }) => `After ${countedText(k, "mistake")}, every point is on the correct side. The line has learned.`,
  },
  {
    begin: prepared(3),
    task: "A perceptron looks at one point at a time. The next one is a + on the wrong side of the line. Press Step.",
    target: '#time [data-move="step"]',
    done: ({ t }, first) => t > first.t,
    after: () => "That was a mistake, so the line moved. The point was added to w, the arrow at a right angle to the line.",
  },
  {
    begin: prepared(4),
    task: "Steps shows the arithmetic: a is the score of the point, and y·a ≤ 0 is a mistake. Press Mistake to see " +
      "the next one.",
    target: '#time [data-move="mistake"]',
    done: ({ t }, first) => t > first.t,
    after: ({ t }) => `Visit ${countText(t)} was a mistake. A line of the table has the same numbers.`,
  },
  {
    begin: prepared(24),
    task: "The points are yours to change. Drag a point, or choose one with the Tab key and press an arrow key.",
    target: ".plane-stage",
    done: ({ state }, first) => state.points !== first.state.points,
    after: ({ run }) => `The lab has trained again on your points: ${countedText(run.mistakes, "mistake")} in ` +
      `${countedText(run.visits, "visit")}.`,
  },
  {
    begin: prepared(24),
    mode: "minus",
    task: "Is there always a line? Click the upper right corner of the plane, to place a − behind the two + points.",
    target: ".plane-stage",
    done: ({ verdict }) => !verdict.separable,
    after: () => "No line separates these points now, so the perceptron never stops making mistakes.",
  },
  {
    begin: prepared(24),
    task: "The first points again. How many mistakes can a perceptron make before it finds a line? Open Theorem.",
    target: "#tab-theorem",
    done: ({ state }) => state.tab === "theorem",
    after: (view) => `${countedText(view.k, "mistake")} here, and at most ${limitOf(view.state, view.verdict)?.text} in any order of these ` +
      "points. This is the mistake bound (R/γ)². Now try your own points.",
  },
];
