"""Form fields have a placeholder instead of a label."""

from collections.abc import Iterator
from functools import partial

from bs4.element import Tag

from sitescan.document.accessibility.native_names import placeholder
from sitescan.document.document import Document
from sitescan.document.fixed_markup import labelled
from sitescan.document.tree import ids_inside
from sitescan.model.report import Fact, Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report fields whose only visible name is their placeholder, except for a search, which its button explains."""
    accessible = document.accessible
    searches = ids_inside(accessible.of_role("search"), document.elements)
    for field in document.having("placeholder", "aria-placeholder"):
        if id(field) in searches or accessible.role(field) == "searchbox" or not accessible.exposed(field):
            continue
        if placeholder(field) and accessible.named(field).source in ("placeholder", "title"):
            yield Finding.lazy(field, partial(_facts, field))


def _facts(field: Tag) -> dict[str, Fact]:
    return {"fixed_markup": labelled(field, placeholder(field))}


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Form fields have a placeholder instead of a label",
    passed="Fields with a placeholder also have a label",
    subjects=("[placeholder]", "[aria-placeholder]"),
    applies=lambda document: not (document.accessible.of_role("search") or document.accessible.of_role("searchbox")),
    description=(
        "{count:# field has|# fields have} no label, only a placeholder. Placeholders disappear when people start "
        "to type, so nobody can check what to enter (best practice for WCAG 2.2, 3.3.2 Labels or "
        "Instructions, level A)."
    ),
    recommendation="Give each field a visible label element, and use the placeholder for an example.",
    how_to_fix='For example: <label for="mail">Email</label> <input id="mail" placeholder="me@example.com">',
    sources=(
        "https://html.spec.whatwg.org/multipage/input.html#the-placeholder-attribute",
        "https://www.w3.org/WAI/tutorials/forms/instructions/#placeholder-text",
    ),
    covers=("axe:label-title-only",),
    examples=(
        Bad('<input placeholder="City">'),
        Bad('<input title="City" placeholder="City">'),
        Bad('<textarea placeholder="Message"></textarea>'),
        Good('<label>City <input placeholder="Rome"></label>'),
        Good('<input aria-label="City" placeholder="City">'),
        Good('<input type="search" placeholder="Search">'),
        Good('<form role="search"><input placeholder="Search"><button>Search</button></form>'),
        Good('<input placeholder="City" hidden>'),
    ),
)
