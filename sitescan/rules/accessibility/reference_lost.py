"""Labels refer to IDs that don't exist."""

from collections.abc import Iterator
from functools import partial

from bs4.element import Tag

from sitescan.document.accessibility.labels import labelable
from sitescan.rules.authoring import (
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    elements,
    safe,
)

_REFERENCES = ("aria-activedescendant", "aria-describedby", "aria-flowto", "aria-labelledby")
#: References to elements that scripts may add later, and the attributes that say that they are there now.
_STATES = {
    "aria-controls": ("aria-expanded", "aria-selected"),
    "aria-errormessage": ("aria-invalid",),
    "aria-owns": ("aria-expanded",),
}


def check(document: Document) -> Findings:
    """Report exposed elements whose label or description references a missing id, unless the page may have it."""
    if document.bindings or document.exchange.truncated or document.scripted:
        return
    for element in document.having("for", *_REFERENCES, *_STATES):
        ids = document.ids_of(element)
        for name in _dangling(document, element):
            missing = " ".join(attr(element, name, "").split())
            # Spaces are part of an id in ``for``; in ARIA attributes they separate ids.
            corrected = missing if name == "for" and missing in ids else None
            if name == "aria-errormessage" and missing in ids:
                yield Finding(element, detail=f'{name}="{missing}", which is hidden')
                continue
            if name != "for" and missing in ids:
                yield Finding(element, detail=f'{name}="{missing}", an id with a space')
                continue
            fixed = changed(element, "…", **{name: corrected})
            # A script may add the element that the id belongs to.
            yield Finding(element, detail=f'{name}="{missing}"', change=safe(fixed) if corrected else fixed)


def _dangling(document: Document, element: Tag) -> Iterator[str]:
    """Iterate over the attributes of an element without an existing target."""
    if "for" in element.attrs and element.name == "label":
        target = attr(element, "for", "")
        if target.strip() and target not in document.ids_of(element) and not any(map(labelable, elements(element))):
            yield from ("for",) if document.accessible.exposed(element) else ()
    for name in (*_REFERENCES, *filter(partial(_is_due, element), _STATES)):
        identifiers = attr(element, name, "").split() if name in element.attrs else []
        missing = identifiers and not any(
            _is_perceivable(document, element, name, identifier) for identifier in identifiers
        )
        if missing and document.accessible.exposed(element):
            yield name


def _is_due(element: Tag, name: str) -> bool:
    """Return whether an element's state says that the element that an attribute refers to is there."""
    return any(attr(element, state, "").strip().lower() == "true" for state in _STATES[name])


def _is_perceivable(document: Document, element: Tag, name: str, identifier: str) -> bool:
    """Return whether an element with an id exists; an error message must be visible as well."""
    target = next(iter(document.ids_of(element).get(identifier, ())), None)
    return target is not None and (name != "aria-errormessage" or not document.accessible.hidden(target))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Labels or ARIA attributes refer to IDs that don't exist",
    passed="Labels and ARIA attributes refer to existing IDs",
    subjects=("[for]", "[aria-*]"),
    in_frames=True,
    needs=lambda document: not document.scripted,
    description=(
        "{count:# label or ARIA attribute refers|# labels or ARIA attributes refer} to an id that no element on the "
        "page has, or to an error message that is hidden. People who use a screen reader never hear the intended text "
        "or reach the intended element, and clicking such a label does nothing (best practice for WCAG 2.2, 1.3.1 Info "
        "and Relationships, level A)."
    ),
    recommendation="Correct the id, show the error message, or remove the attribute.",
    how_to_fix=(
        "Both ids must be the same and contain no spaces: "
        '<label for="email">Email</label> <input id="email" type="email">'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/html/H44",
        "https://www.w3.org/TR/wai-aria-1.2/#valuetype_idref_list",
    ),
    covers=("axe:aria-valid-attr-value",),
    examples=(
        Bad('<label for="mial">Email</label><input id="mail" aria-label="Email">'),
        Bad('<button aria-describedby="none">Go</button>'),
        Bad('<section aria-labelledby="a b">Pears</section>'),
        Bad('<button aria-describedby="pear price">Buy</button><p id="pear price">3 euros</p>'),
        Bad('<input aria-label="City" aria-invalid="true" aria-errormessage="none">'),
        Bad('<input aria-label="City" aria-invalid="true" aria-errormessage="e"><p id="e" hidden>Name a city.</p>'),
        Bad('<button aria-expanded="true" aria-controls="none">Menu</button>'),
        Bad('<div role="tab" aria-selected="true" aria-controls="none" tabindex="0">Pears</div>'),
        Bad('<input role="combobox" aria-label="City" aria-expanded="false" aria-activedescendant="city--1">'),
        Good('<div role="tab" aria-selected="false" aria-controls="none" tabindex="0">Pears</div>'),
        Good('<input aria-label="City" aria-invalid="true" aria-errormessage="e"><p id="e">Name a city.</p>'),
        Good('<input aria-label="City" aria-invalid="false" aria-errormessage="e"><p id="e" hidden></p>'),
        Good('<button aria-expanded="false" aria-controls="none">Menu</button>'),
        Good('<button aria-expanded="true" aria-controls="m">Menu</button><ul id="m" hidden><li>Pears</li></ul>'),
        Good('<label for="mail">Email</label><input id="mail">'),
        Good('<label for=" mail">Email</label><input id=" mail">'),
        Good('<label for="gone">Email <input></label>'),
        Good('<section aria-labelledby="a b"><h2 id="b">Pears</h2></section>'),
        Good('<button aria-describedby="">Go</button>'),
        Good('<button aria-describedby="none" hidden>Go</button>'),
        Good('<label for="mail">Email</label><pear-field></pear-field><script src="/fields.js"></script>'),
        Bad('<label for="mail">Email</label><pear-field></pear-field>'),
        Bad('<label for="mail">Email</label><pear-field>Pears</pear-field><script src="/fields.js"></script>'),
    ),
)
