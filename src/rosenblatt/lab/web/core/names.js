// Names of features and classes.

import { labelText } from "../ui/format.js";
export function className(state, label) { return state.names?.[label > 0 ? "plus" : "minus"] || labelText(label); }
