"""Labels refer to IDs that don't exist."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.accessibility.labels import labelable
from sitescan.document.change import safe
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import attr, elements
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_REFERENCES = ("aria-labelledby", "aria-describedby")


def check(document: Document) -> Iterator[Finding]:
    """Report exposed elements whose label or description references a missing id."""
    for element in document.having("for", *_REFERENCES):
        for name in _dangling(document, element):
            missing = " ".join(attr(element, name, "").split())
            # Spaces are part of an id in ``for``; in ARIA attributes they separate ids.
            corrected = missing if name == "for" and missing in document.by_id else None
            fixed = fixed_markup(element, "…", **{name: corrected})
            # A script may add the element that the id belongs to.
            yield Finding(element, detail=f'{name}="{missing}"', fixed_markup=safe(fixed) if corrected else fixed)


def _dangling(document: Document, element: Tag) -> Iterator[str]:
    """Iterate over the attributes of an element without an existing target."""
    if "for" in element.attrs and element.name == "label":
        target = attr(element, "for", "")
        if target.strip() and target not in document.by_id and not any(map(labelable, elements(element))):
            yield from ("for",) if document.accessible.exposed(element) else ()
    for name in _REFERENCES:
        identifiers = attr(element, name, "").split() if name in element.attrs else []
        missing = identifiers and not any(identifier in document.by_id for identifier in identifiers)
        if missing and document.accessible.exposed(element):
            yield name


RULE = Rule(
    id="accessibility/reference-lost",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Labels refer to IDs that don't exist",
    description=(
        "{count:# label, name or description refers|# labels, names or descriptions refer} to an id that no element on "
        "the page has. People who use a screen reader never hear the intended text, and clicking such a label does "
        "nothing (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Correct the id, or remove the attribute.",
    how_to_fix='Both ids must be the same: <label for="email">Email</label> <input id="email" type="email">',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/html/H44",
        "https://www.w3.org/TR/wai-aria-1.2/#valuetype_idref_list",
    ),
    examples=(
        Bad('<label for="mial">Email</label><input id="mail" aria-label="Email">'),
        Bad('<button aria-describedby="none">Go</button>'),
        Bad('<section aria-labelledby="a b">Pears</section>'),
        Good('<label for="mail">Email</label><input id="mail">'),
        Good('<label for=" mail">Email</label><input id=" mail">'),
        Good('<label for="gone">Email <input></label>'),
        Good('<section aria-labelledby="a b"><h2 id="b">Pears</h2></section>'),
        Good('<button aria-describedby="">Go</button>'),
        Good('<button aria-describedby="none" hidden>Go</button>'),
    ),
)
