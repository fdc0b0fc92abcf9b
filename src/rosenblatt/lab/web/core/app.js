// The app: the present state with its history, the ways to change it, and the view that panels draw.

import { makeHistory } from "./history.js";
import { checkedState } from "./state.js";
import { runFor, viewOf } from "./view.js";

/** say(text, how) and problem(text) tell the user something. */
export function makeApp(first, { say, problem }) {
  const history = makeHistory(first);
  let draw = () => {};
  const app = {
    view: viewOf(first),
    say,
    problem,
    dispatch,
    load,
    go: (t) => dispatch({ t }, { undo: "step" }),
    undo: () => travel(history.undo(), "undo"),
    redo: () => travel(history.redo(), "redo"),
    settle: history.settle,
    onChange: (listener) => { draw = listener; },
    redraw: () => draw(app.view),
    setProjector: (projector) => dispatch({ projector }, { undo: false }),
    canUndo: () => history.canUndo,
    canRedo: () => history.canRedo,
  };

  /** Merge a change into the state (options by name, the rest whole); true if it could be. */
  function dispatch(change, { undo = null } = {}) {
    const now = history.present;
    const options = change.options ? { ...now.options, ...change.options } : now.options;
    const checked = checkedState({ ...now, ...change, options });
    if (checked.problem) {
      problem(checked.problem);
      return false;
    }
    problem("");
    history.put(inItsRun(checked.state, app.view, "t" in change), undo);
    show();
    return true;
  }

  function load(state) {
    history.put(inItsRun(state, app.view, true), null);
    show();
  }

  function travel(could, word) {
    if (could) show();
    else say(`There is nothing to ${word}.`);
  }

  function show() {
    app.view = viewOf(history.present);
    draw(app.view);
  }
  return app;
}

/** The run may have become shorter; one who stood at its end stays at its end, unless another time is asked for. */
function inItsRun(state, last, asked) {
  const { visits } = runFor(state);
  const changed = state.points !== last.state.points || state.options !== last.state.options;
  const atEnd = changed && !asked && state.t > 0 && state.t === last.run.visits;
  const t = atEnd ? visits : Math.min(state.t, visits);
  return t === state.t ? state : Object.freeze({ ...state, t });
}
