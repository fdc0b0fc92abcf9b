// Numbers of a panel, a card or an exercise, which are in state.extra by name.

import { LARGEST } from "./state.js";

/** Change some of them; true if that could be. */
export function putExtra(app, change, undo = null) {
  return app.dispatch({ extra: { ...app.view.state.extra, ...change } }, { undo });
}

/** Those of `first`, as they are in the state. A link may have any number, and pictures must be able to draw it. */
export function extrasOf({ extra }, first) {
  const within = (value) => Math.min(LARGEST, Math.max(-LARGEST, value));
  return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, within(extra[name] ?? value)]));
}
