// The panel of cards: one card at a time, with things to look at and to try, and its own view where it has one.

import { element, setText, textButton } from "../ui/dom.js";
import { cardChange, cardNamed, CARDS } from "./card_data.js";
import { CARD_OVERLAYS, CARD_VIEWS } from "./card_views.js";

/**
 * Before any panel is opened: what cards draw in the plane, and the card that a page starts with. Returns what opens a
 * card by its name.
 */
export function wireCards(app, { plane, time }) {
  const load = cardLoader(app, { plane, time });
  plane.addOverlay("card", (group, view, space) => {
    const paint = view.state.tab === "cards" && CARD_OVERLAYS[cardNamed(view.state.card)?.view];
    if (paint) paint(group, view, space, app);
  });
  const start = startingCard();
  if (start) load(start.card, { options: start.options, undo: false });
  return (id) => {
    const card = cardNamed(id);
    if (card) load(card);
    else app.problem(`There is no card "${id}": choose one under Cards.`);
  };
}

/** What puts a card into the state, as one entry of the history. Options that are given come before the card's. */
function cardLoader(app, { plane, time }) {
  return (card, { options = {}, undo = null } = {}) => {
    time.pause();
    const change = cardChange(card);
    app.dispatch({ ...change, options: { ...change.options, ...options } }, { undo });
    plane.fit();
  };
}

/** A page may be made to start with a card, by its name alone: `rosenblatt lab --example xor`. */
function startingCard() {
  if (location.hash.length > 1) return null;
  try {
    const { card, points, options } = JSON.parse(document.getElementById("start")?.textContent ?? "{}");
    return card && !points && cardNamed(card) ? { card: cardNamed(card), options } : null;
  } catch {
    return null; // main.js says that it cannot be read
  }
}

export function mountCards(root, app, { plane, time }) {
  const load = cardLoader(app, { plane, time });
  const list = cardList(load);
  const place = element("p", { class: "card-place" });
  const title = element("h2", { id: "card-title", tabindex: -1 });
  const body = element("div");
  const step = (by) => {
    const at = CARDS.findIndex(({ id }) => id === app.view.state.card);
    load(CARDS[(at + by + CARDS.length) % CARDS.length]);
    title.focus();
  };
  const card = element("article", { class: "card", "aria-labelledby": "card-title" },
    element("div", { class: "buttons card-ways", role: "group", "aria-label": "Cards" },
      textButton("← Previous", () => step(-1)), textButton("Next →", () => step(1)),
      textButton("All cards", () => showList()), place),
    title, body);
  root.append(card, list);
  let [shown, own] = [null, null];

  function showList() {
    app.dispatch({ card: "" });
    list.querySelector("button").focus();
  }

  function open(now) {
    own = CARD_VIEWS[now.view]?.(app) ?? null;
    setText(title, now.title);
    setText(place, `${CARDS.indexOf(now) + 1} of ${CARDS.length}`);
    body.replaceChildren(
      element("p", { class: "hint card-from" }, now.from),
      element("p", {}, now.text),
      element("p", { class: "card-try" }, element("strong", {}, "Try: "), now.tryThis),
      ...(own ? [element("section", { class: "card-view", "aria-label": "Picture of this card" }, own.root)] : []),
      element("div", { class: "buttons card-load" },
        textButton("Load into the plane", () => {
          load(now);
          app.say(`${now.title}: loaded into the plane.`);
        }),
        element("a", { href: `#card=${now.id}` }, "Link to this card")));
  }

  return (view) => {
    const now = cardNamed(view.state.card);
    card.hidden = !now;
    list.hidden = Boolean(now);
    if (now && now !== shown) open(now);
    shown = now;
    if (now) own?.render(view);
  };
}

function cardList(load) {
  return element("section", { class: "card-list", "aria-labelledby": "cards-title" },
    element("h2", { id: "cards-title" }, "Cards"),
    element("p", {}, "Examples from four lectures, and runs that show what their slides say. A card replaces your " +
      "points; Undo brings them back."),
    element("ul", {}, CARDS.map((card) => element("li", {},
      element("button", { type: "button", "data-card": card.id, onclick: () => {
        load(card);
        document.getElementById("card-title").focus();
      } }, card.title, element("span", { class: "hint" }, card.from))))));
}
