from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.accessibility.aria import ATTRIBUTES
from sitescan.document.element_markup import nearest
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
    lazy_pattern,
    safe,
    shorten,
)

_GUESSED = 50

#: Misspellings of the prefix.
_PREFIX = lazy_pattern(r"(?!aria-)(?:ari?al|aira|ari|ria|arai|raia|area|a+r+i+a+)-(?=[a-z])")


def check(document: Document) -> Findings:
    """Report attributes with the prefix ``aria-`` that ARIA does not define, and misspellings of the prefix."""
    for number, (element, name) in enumerate(_unknown(document)):
        known = _meant(name) or (nearest(name, ATTRIBUTES) if number < _GUESSED else None)
        if known is None or known in element.attrs:
            # A style or a script of the page may use it.
            fixed = changed(element, **{name: None})
        else:
            fixed = safe(changed(element, **{name: None, known: attr(element, name, "")}))
        yield Finding(element, detail=shorten(name), change=fixed)


def _unknown(document: Document) -> Iterator[tuple[Tag, str]]:
    unknown = {
        name for name in document.by_attribute if _meant(name) or (name.startswith("aria-") and name not in ATTRIBUTES)
    }
    for element in document.having(*unknown):
        yield from ((element, name) for name in element.attrs if name in unknown)


def _meant(name: str) -> str | None:
    """Return the attribute that one with a misspelled prefix stands for, or ``None`` if it is none."""
    prefix = _PREFIX.match(name)
    meant = f"aria-{name[prefix.end() :]}" if prefix else ""
    return meant if meant in ATTRIBUTES else None


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="ARIA attributes are misspelled or don't exist",
    passed="All ARIA attributes exist",
    subjects=("[aria-*]",),
    scope="tag",
    description=(
        "{count:# attribute looks|# attributes look} like ARIA but {count:isn't|aren't} defined by it, often because "
        "of a typo. Browsers ignore {count:it|them}, so assistive technology doesn't get the information (WCAG "
        "2.2, 4.1.2 Name, Role, Value, level A)."
    ),
    recommendation="Correct or remove ARIA attributes that don't exist.",
    how_to_fix=(
        "Write aria-labelledby, not aria-labeledby or aria-labelled. Write aria-describedby, not aria-description-by."
    ),
    sources=(
        "https://www.w3.org/TR/wai-aria-1.2/#state_prop_def",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/5f99a7/",
    ),
    covers=(
        "act:5f99a7",
        "axe:aria-valid-attr",
        "lighthouse:aria-valid-attr",
    ),
    examples=(
        Bad('<p id="name">Name</p><input aria-labeledby="name">'),
        Bad('<section arial-label="Kinds of pears"><h2>Kinds</h2></section>'),
        Bad('<p id="hint">Sweet</p><input area-describedby="hint">'),
        Bad('<button ariia-label="Close">x</button>'),
        Bad('<button arai-pressed="true">Ripe</button>'),
        Good('<pear-list area-size="3" arial-bold></pear-list>'),
        Good('<input aria-labelledby="name">'),
        Good('<h1 aria-description="Fruit" aria-braillelabel="p">Pears</h1>'),
    ),
)
