// Messages: what is said for a moment and to screen readers, and a problem that stays until it is solved or closed.

import { element, iconButton, setText } from "./dom.js";
import { keepingFocus } from "./focus.js";

const TOAST_LASTS = 4000; // milliseconds

export function mountMessages() {
  const [toast, live, place] = ["toast", "live", "problem"].map((id) => document.getElementById(id));
  let timer = 0;
  const say = (text, { toast: seen = true } = {}) => {
    setText(live, live.textContent === text ? `${text}\u00a0` : text); // the same words twice are said twice
    if (!seen) return;
    setText(toast, text);
    toast.classList.add("seen");
    clearTimeout(timer);
    timer = setTimeout(() => toast.classList.remove("seen"), TOAST_LASTS);
  };
  const words = element("span");
  const problem = (text) => keepingFocus(() => {
    setText(words, text);
    place.firstChild.hidden = !text;
  });
  const close = iconButton("✕", "Close this message", () => problem(""));
  place.append(element("p", { class: "problem", hidden: true }, words, close));
  return { say, problem };
}
