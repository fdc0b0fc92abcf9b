// The guided tour: captions above the plane, each with one thing to do in the live lab.

import { element, setText, textButton } from "../ui/dom.js";
import { CAPTIONS } from "./tour_captions.js";

const STORED_TOUR = "rosenblatt-lab-tour";

/** Whether this reader has seen the tour. A page in a frame, or without storage, does not start with it. */
export function hasSeenTour() {
  try {
    return window.self !== window.top || localStorage.getItem(STORED_TOUR) !== null;
  } catch {
    return true;
  }
}

function rememberTour() {
  try {
    localStorage.setItem(STORED_TOUR, "seen");
  } catch {
    // then it starts again with the next page
  }
}

/** The tour: {start(), isOpen(), render(view)}. */
export function mountTour(root, app, { plane, time }) {
  const parts = tourParts({ back: () => open(place - 1), next, end });
  root.append(parts.root);
  let [place, first, done] = [-1, null, false];

  function open(number) {
    const caption = CAPTIONS[number];
    [place, first, done] = [number, null, false]; // nothing is done before the state is as prepared
    time.pause();
    app.dispatch(caption.begin, { undo: false });
    plane.setMode(caption.mode ?? "plus");
    plane.fit();
    first = app.view;
    document.documentElement.classList.add("touring");
    parts.show(number);
    pointAt(caption.target);
    app.redraw();
  }

  function next() {
    if (place + 1 < CAPTIONS.length) open(place + 1);
    else end();
  }

  function end() {
    rememberTour();
    place = -1;
    document.documentElement.classList.remove("touring");
    pointAt(null);
    parts.root.hidden = true;
    plane.setMode("plus");
    document.getElementById("plane-svg").focus();
    app.redraw();
    app.say("The tour has ended. The button Tour starts it again.");
  }

  function render(view) {
    if (place < 0) return;
    const caption = CAPTIONS[place];
    if (!done && first && caption.done(view, first)) {
      done = true;
      pointAt(null);
      parts.showDone(caption.after(view));
    }
  }
  return { start: () => open(0), isOpen: () => place >= 0, render };
}

/** The box of the captions: {root, show(number), showDone(text)}. */
function tourParts({ back, next, end }) {
  const count = element("span", { class: "tour-count" });
  const text = element("p", { class: "tour-text", role: "status" });
  const buttons = {
    end: textButton("Skip", end, { "aria-label": "Skip the tour" }), back: textButton("Previous", back), next: textButton("Next", next),
  };
  const root = element("section", { id: "tour", "aria-label": "Tour", hidden: true }, text,
    element("div", { class: "buttons" }, count, buttons.end, buttons.back, buttons.next));

  function show(number) {
    const last = number + 1 === CAPTIONS.length;
    root.hidden = false;
    setText(count, `${number + 1} of ${CAPTIONS.length}`);
    text.replaceChildren(CAPTIONS[number].task);
    buttons.back.disabled = number === 0;
    buttons.end.hidden = last;
    setText(buttons.next, last ? "Finish" : "Next");
    buttons.next.classList.remove("ready");
  }

  function showDone(after) {
    text.replaceChildren(element("strong", { class: "right" }, "✓ "), after);
    buttons.next.classList.add("ready");
  }
  return { root, show, showDone };
}

/** Mark the place that a caption speaks of, and bring it into view. */
function pointAt(selector) {
  for (const node of document.querySelectorAll(".tour-target")) node.classList.remove("tour-target");
  const node = selector && document.querySelector(selector);
  node?.classList.add("tour-target");
  node?.scrollIntoView({ block: "nearest" });
}
