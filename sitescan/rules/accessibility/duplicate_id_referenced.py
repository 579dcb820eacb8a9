from itertools import count

from bs4.element import Tag

from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, shorten

_REFERRING = frozenset(
    {
        "aria-activedescendant",
        "aria-controls",
        "aria-describedby",
        "aria-details",
        "aria-labelledby",
        "aria-owns",
        "headers",
    }
)


def check(document: Document) -> Findings:
    """Report elements with an id of an earlier element that ARIA attributes, headers or labels reference."""
    # By the id and its first element, as each shadow tree has ids of its own.
    referenced: dict[tuple[str, int], Tag] = {}
    for element in filter(document.accessible.exposed, document.having(*_REFERRING, "for")):
        words = [word for name in _REFERRING.intersection(element.attrs) for word in attr(element, name, "").split()]
        if element.name == "label" and "for" in element.attrs:
            words.append(attr(element, "for", ""))
        for word in words:
            for first in document.ids_of(element).get(word, ())[:1]:
                referenced[word, document.order[id(first)]] = first
    for (identifier, _), first in sorted(referenced.items(), key=lambda item: item[0]):
        ids = document.ids_of(first)
        shown = [other for other in ids[identifier][1:] if document.accessible.exposed(other)]
        if shown and document.accessible.exposed(first):
            for other in shown:
                another = next(name for n in count(2) if (name := f"{identifier}-{n}") not in ids)
                yield Finding(other, detail=f'id "{shorten(identifier)}"', change=changed(other, id=another))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="IDs used by labels or ARIA are not unique",
    passed="IDs used by labels and ARIA are unique",
    subjects=("[for]", *(f"[{name}]" for name in sorted(_REFERRING))),
    in_frames=True,
    description=(
        "{count:# element repeats|# elements repeat} an id that a label or an ARIA attribute refers to. Browsers find "
        "only the first element with an id, so labels and descriptions end up on the wrong element (WCAG 2.2, 1.3.1 "
        "Info and Relationships and 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Give each element an id of its own, and correct the references.",
    how_to_fix=(
        'For example: <label for="email-1">...</label> <input id="email-1"> and <label for="email-2">...</label> '
        '<input id="email-2">'
    ),
    sources=("https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute",),
    covers=(
        "axe:duplicate-id-aria",
        "lighthouse:duplicate-id-aria",
    ),
    examples=(
        Bad('<label for="a">Name</label><input id="a"><label for="a">Mail</label><input id="a">'),
        Bad('<p id="t">A</p><p id="t">B</p><a href="/" aria-labelledby="t">C</a>'),
        Good('<p id="t">A</p><p id="t">B</p>'),
        Good('<label for="a">Name</label><input id="a">'),
        Good('<p id="t">A</p><p id="t" hidden>B</p><a href="/" aria-labelledby="t">C</a>'),
    ),
)
