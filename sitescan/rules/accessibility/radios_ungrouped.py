from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.document.tree import Nearest
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr

#: Roles of elements whose name can be the question: groups, and tables with a question in each row.
_GROUPS = frozenset({"grid", "group", "radiogroup", "table", "treegrid"})


def check(document: Document) -> Findings:
    """Report the first of several radio buttons with the same name that are in no named group."""
    accessible = document.accessible
    forms = Nearest(lambda tag: tag.name == "form")
    groups = Nearest(lambda tag: accessible.role(tag) in _GROUPS and bool(accessible.name(tag)))
    found: dict[tuple[int, str], list[Tag]] = {}
    for radio in document.all("input"):
        name = attr(radio, "name", "")
        if name and input_type(radio) == "radio" and accessible.exposed(radio):
            found.setdefault((id(forms.around(radio)), name), []).append(radio)
    for radios in found.values():
        if len(radios) > 1 and not any(_is_described(radio) or groups.around(radio) is not None for radio in radios):
            yield Finding(radios[0], detail=f"{len(radios)} radio buttons")


def _is_described(radio: Tag) -> bool:
    """Return whether the radio button's own description may describe the choice."""
    return any(name in radio.attrs for name in ("aria-describedby", "aria-labelledby", "aria-description"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Radio buttons have no group label",
    passed="Radio buttons have a group label",
    applies=lambda document: b"radio" in document.ascii_source,
    in_frames=True,
    description=(
        "{count:# set of radio buttons is|# sets of radio buttons are} not in a fieldset with a legend. Screen readers "
        "announce the answers but not the question (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Put the radio buttons of each question into a fieldset whose legend is the question.",
    how_to_fix=(
        'For example: <fieldset><legend>Which size?</legend> <label><input type="radio" name="size" value="s"> '
        "Small</label> ...</fieldset>"
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Techniques/html/H71", "https://www.w3.org/WAI/tutorials/forms/grouping/"),
    examples=(
        Bad('<label><input type="radio" name="a"> A</label><label><input type="radio" name="a"> B</label>'),
        Bad(
            '<fieldset><label><input type="radio" name="a"> A</label><label><input type="radio" name="a"> B</label>'
            "</fieldset>"
        ),
        Good(
            '<fieldset><legend>Size</legend><label><input type="radio" name="a"> A</label>'
            '<label><input type="radio" name="a"> B</label></fieldset>'
        ),
        Good(
            '<div role="radiogroup" aria-label="Size"><input type="radio" name="a" aria-label="A">'
            '<input type="radio" name="a" aria-label="B"></div>'
        ),
        Good('<label><input type="radio" name="a"> A</label><label><input type="radio" name="b"> B</label>'),
        Good(
            '<table role="grid" aria-label="Payer"><tr><td><input type="radio" name="a" aria-label="A"></td></tr><tr>'
            '<td><input type="radio" name="a" aria-label="B"></td></tr></table>'
        ),
        Good('<div hidden><input type="radio" name="a"><input type="radio" name="a"></div>'),
        Good('<h2 id="q">Size</h2><input type="radio" name="a" aria-describedby="q"><input type="radio" name="a">'),
    ),
)
