from sitescan.document.tree import ancestors
from sitescan.rules.authoring import (
    HTML,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    safe,
    shorten,
)


def check(document: Document) -> Findings:
    """Report the second open ``details`` of a group, which browsers close, and one inside of another of its group."""
    opened: set[tuple[int, str]] = set()
    for tag in document.all("details"):
        name = attr(tag, "name", "")
        if tag.namespace != HTML or not name or document.bindings.writes(tag, "name", "open"):
            continue
        if any(outer.name == "details" and attr(outer, "name", "") == name for outer in ancestors(tag)):
            yield Finding(tag, detail=f'inside another details of the group "{shorten(name)}", which closes with it')
        elif "open" in tag.attrs and not document.is_rendered:
            tree = id(document.shadow_trees.host(tag)), name
            if tree in opened:
                detail = f'open, but another details of the group "{shorten(name)}" is open as well'
                yield Finding(tag, detail=detail, change=safe(changed(tag, open=None)))
            opened.add(tree)


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    title="Details elements close each other",
    passed="Details elements of a group leave each other alone",
    applies=lambda document: document.all("details"),
    description=(
        "{count:# details element|# details elements} can't be open together with another of the same name. Browsers "
        "keep one of a group open: they close a second one at once, and one inside of another closes what it is in. "
        "People don't get the content that you opened for them (best practice for WCAG 2.2, 1.3.1 Info and "
        "Relationships, level A)."
    ),
    recommendation="Open one details element of each group, and give nested ones another name.",
    how_to_fix=(
        '<details name="faq" open><summary>Prices</summary>...</details> <details name="faq"><summary>Hours</summary>'
        "...</details>. Without a name, any number of them can be open."
    ),
    sources=("https://html.spec.whatwg.org/multipage/interactive-elements.html#the-details-element",),
    examples=(
        Bad(
            '<details name="a" open><summary>A</summary></details><details name="a" open><summary>B</summary></details>'
        ),
        Bad('<details name="a"><summary>A</summary><details name="a"><summary>B</summary></details></details>'),
        Good('<details name="a" open><summary>A</summary></details><details name="a"><summary>B</summary></details>'),
        Good(
            '<details name="a" open><summary>A</summary></details><details name="b" open><summary>B</summary></details>'
        ),
        Good(
            '<details name="" open><summary>A</summary></details><details name="" open><summary>B</summary></details>'
        ),
        Good('<details name="a"><summary>A</summary><details name="b"><summary>B</summary></details></details>'),
        Good(
            '<details name="a" open><summary>A</summary></details><x-a><template shadowrootmode="open">'
            '<details name="a" open><summary>B</summary></details></template></x-a>'
        ),
    ),
)
