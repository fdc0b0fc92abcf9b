// Edits in the plane while a question is open: its points stay as they are.

import { frozenText, hidesRun } from "../core/practice_secrecy.js";

/** Edits that an open question refuses. */
export function guardedEdits(app, edits) {
  const isFrozen = () => hidesRun(app.view);
  const unlessFrozen = (act) => (...given) => (isFrozen() ? app.say(frozenText(app.view)) : act(...given));
  return {
    ...edits, isFrozen, place: unlessFrozen(edits.place), change: unlessFrozen(edits.change),
    remove: unlessFrozen(edits.remove),
  };
}
