"""The lab as its user has it: what can be done in it, and what it shows. And what the package says it should show."""

import numpy as np

import rosenblatt

NOTE_004 = ((-1, 3, -1), (-1, -1, -1), (3, -1, 1), (0, 1.5, 1))  # what the lab starts with
OPTIONS = {
    **{"order": "given", "atZero": "mistake", "bias": True, "eta": 1},
    **{"start": (0, 0, 0), "seed": 0, "epochs": 100},
}

# --- What the package says ---


def as_state(points=NOTE_004, **others):
    """A state to start the lab with; points as x, y, label."""
    return {"points": [dict(zip(("x", "y", "label"), point, strict=True)) for point in points], **others}


def arrays(points):
    """X and y of points."""
    table = np.array(points, float)
    return table[:, :2], table[:, 2].astype(int)


def learning(**options):
    """Options as the lab names them, as learners have them."""
    given = {**OPTIONS, **options}
    return {
        "order": given["order"],
        "at_zero": given["atZero"],
        "fit_intercept": given["bias"],
        "eta0": given["eta"],
        "random_state": given["seed"],
        "max_iter": given["epochs"],
        "n_iter_no_change": None,
    }


def trace_of(points=NOTE_004, **options):
    """The run that the lab shows, by the package."""
    start = np.array({**OPTIONS, **options}["start"], float)
    first = {"coef_init": start[None, :2], "intercept_init": start[2:]}
    return rosenblatt.trace(*arrays(points), **learning(**options), **first)


def numbers_at(t, points=NOTE_004, **options):
    """The lines of #numbers after t visits, without the average and the loss."""
    trace = trace_of(points, **options)
    t = len(trace) if t is None else t
    weights = trace.replay(t)
    certificate = rosenblatt.certify(*arrays(points), fit_intercept=options.get("bias", True))
    return {
        "t": str(t),
        "visits": str(len(trace)),
        "reason": trace.report.reason,
        "mistakes": str(int(trace.wrong[:t].sum())),
        "w1": repr(float(weights.w[0, 0])),
        "w2": repr(float(weights.w[0, 1])),
        "b": repr(float(weights.b[0])),
        "separable": str(certificate.separable),
    }


def text(*numbers):
    """Numbers for a reader: six digits, a real minus, more than one in brackets."""
    texts = [f"{number:.6g}".replace("-", "−") for number in numbers]
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def counted(n, noun):
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def name_of(row, point):
    """As a point is named: point 3, plus, at (1, 2)."""
    x, y, label = point
    return f"point {row}, {'plus' if label > 0 else 'minus'}, at {text(x, y)}"


def line_of(trace, t):
    """The line of the table that belongs to a visit."""
    step = trace[t - 1]
    label = {1: "+1", -1: "−1"}
    undecided = step.score == 0 and step.mistake and trace.at_zero == "mistake"
    predicted = "–" if undecided else label[int(step.prediction)]
    return [
        *(str(t), text(*step.x), text(step.score), predicted, label[int(step.y)]),
        *("✗ yes" if step.mistake else "no", text(*step.weights), text(step.bias)),
        *(str(step.survival), text(step.loss)),
    ]


def counters_of(trace, t):
    """The line of counters after t visits."""
    epoch = trace[t - 1].epoch if t else 0
    mistakes = counted(int(trace.wrong[:t].sum()), "mistake")
    return f"Visit {t:,} of {len(trace):,} · epoch {epoch} of {trace.report.n_epochs} · {mistakes}"


# --- What its user does and sees ---


def expect(locator):
    """Playwright's own, which waits; asked for late, since tests are collected where Playwright is not."""
    from playwright.sync_api import expect as waiting

    return waiting(locator)


FOCUS = """() => {
  const e = document.activeElement;
  if (e === document.body) return "nothing";
  return e.getAttribute("aria-label") ?? (e.labels?.[0]?.textContent || (e.id ? "#" + e.id : e.textContent.trim()));
}"""
MAX_STOPS = 200  # of Tab, from one thing to another


class Lab:
    """A page that has the lab."""

    def __init__(self, page):
        self.page = page
        self.complaints, self.asked, self.opened = [], [], []
        page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url.split("#")[0]))

    def open(self, address):
        self.opened.append(address.split("#")[0])
        self.page.goto(address)
        self.wait("window.lab")
        return self

    @property
    def foreign(self):
        """What it asked for besides itself. Files that it makes for its user never leave it."""
        own = ("blob:", "data:")
        return [address for address in self.asked if address not in self.opened and not address.startswith(own)]

    def wait(self, condition):
        """Until a condition of the page is true. The page forbids eval, so it is asked without."""
        self.page.evaluate(
            f"new Promise((done) => {{ const look = () => ({condition}) ? done() : setTimeout(look, 10); look(); }})"
        )

    def at(self, selector):
        return self.page.locator(selector)

    def button(self, name, **options):
        return self.page.get_by_role("button", name=name, exact=True, **options)

    def tab(self, name):
        """Open a tab; returns its panel."""
        self.page.get_by_role("tab", name=name).click()
        return self.page.get_by_role("tabpanel")

    def text(self, selector):
        return self.at(selector).inner_text()

    # The plane

    def on_screen(self, x, y):
        """Where a place of the plane is on the screen, once what was pressed before has changed the page's layout."""
        return self.page.evaluate(
            """async ([x, y]) => {
              for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn));
              const { left, top } = lab.plane.svg.getBoundingClientRect();
              const [px, py] = lab.plane.space.toScreen(x, y);
              return [left + px, top + py];
            }""",
            [x, y],
        )

    def click(self, x, y):
        self.page.mouse.click(*self.on_screen(x, y))

    def drag(self, start, end):
        """From one place of the plane to another."""
        self.page.mouse.move(*self.on_screen(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.on_screen(*end), steps=4)
        self.page.mouse.up()

    @property
    def points(self):
        return [tuple(point.values()) for point in self.state["points"]]

    @property
    def names(self):
        """Of the points in the plane, as they are read out."""
        return self.page.evaluate(
            "() => [...document.querySelectorAll('.layer-points .point')].map((p) => p.getAttribute('aria-label'))"
        )

    # What it shows

    @property
    def state(self):
        return self.page.evaluate("lab.view.state")

    @property
    def counters(self):
        return self.text("#counters")

    @property
    def line(self):
        """The line of the table for this visit; its tab must be open."""
        return self.at("table.run tr.now td").all_inner_texts()

    @property
    def problem(self):
        return self.text("#problem p.problem span") if self.at("#problem p.problem").is_visible() else ""

    @property
    def said(self):
        """The last thing that was read out."""
        return self.at("#live").text_content().strip("\u00a0")

    @property
    def numbers(self):
        """The lines of #numbers; its tab, Share, must be open."""
        return dict(line.split(" = ") for line in self.text("#numbers").splitlines())

    def shows(self, expected):
        """Whether #numbers agrees with numbers that the package gave."""
        found = self.numbers
        return {name: found[name] for name in expected} == expected

    # The keyboard

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def focus(self):
        """The name of what has the focus: its label, else #id, else its text; "nothing" where it is lost."""
        return self.page.evaluate(FOCUS)

    def tab_to(self, name, back=False):
        """Press Tab until something of that name has the focus."""
        for _ in range(MAX_STOPS):
            self.press("Shift+Tab" if back else "Tab")
            if self.focus == name:
                return
        raise AssertionError(f"Tab does not reach {name!r}.")
