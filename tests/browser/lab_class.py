"""Questions for a class: how a lecturer asks them."""

NEXT, LINE = "Which visit is the next mistake?", "Draw the line"


def asks(lab, kind):
    """As the lecturer does; returns what follows # in the link for the students."""
    lab.tab("Share")
    if not lab.at("details.for-class[open]").count():
        lab.page.get_by_text("For the class").click()
    lab.button(kind).click()
    return lab.at("#class-link").input_value().partition("#")[2]
