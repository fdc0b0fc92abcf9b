// Undo and redo: the history of states.

const MAX_PAST = 200;

/**
 * The states there were. `put(state, tag)`: the next state; states that follow each other under one tag are undone
 * together; under the tag false the present is replaced. What only shows (tab, projector) stays when others come back.
 */
export function makeHistory(first) {
  let past = [];
  let future = [];
  let present = first;
  let lastTag = null;

  function put(state, tag = null) {
    if (tag !== false) {
      if (tag === null || tag !== lastTag) past = [...past.slice(1 - MAX_PAST), present];
      future = [];
      lastTag = tag;
    }
    present = state;
  }

  function travel(from, to) {
    if (!from.length) return false;
    to.push(present);
    present = Object.freeze({ ...from.pop(), tab: present.tab, projector: present.projector });
    lastTag = null;
    return true;
  }

  return {
    put,
    settle: () => { lastTag = null; },
    undo: () => travel(past, future),
    redo: () => travel(future, past),
    get present() { return present; },
    get canUndo() { return past.length > 0; },
    get canRedo() { return future.length > 0; },
  };
}
