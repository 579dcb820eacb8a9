"""Form fields have a title instead of a label."""

from collections.abc import Iterator
from functools import partial

from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.document.document import Document
from sitescan.document.fixed_markup import labelled
from sitescan.document.tree import attr
from sitescan.model.report import Fact, Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_NOT_FIELDS = frozenset({"button", "hidden", "image", "reset", "submit"})


def check(document: Document) -> Iterator[Finding]:
    """Report fields whose only name is their title."""
    accessible = document.accessible
    for field in document.all("input", "select", "textarea"):
        if field.name == "input" and input_type(field) in _NOT_FIELDS:
            continue
        shown = attr(field, "placeholder", "").strip()
        if not shown and accessible.exposed(field) and accessible.named(field).source == "title":
            yield Finding.lazy(field, partial(_facts, field))


def _facts(field: Tag) -> dict[str, Fact]:
    return {"fixed_markup": labelled(field, " ".join(attr(field, "title", "").split()))}


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Form fields have a title instead of a label",
    passed="Labels of form fields are more than titles",
    subjects=("input", "select", "textarea"),
    description=(
        "{count:# field has|# fields have} no label, only a title attribute, which browsers show when the mouse is "
        "over the field. People who look at the page can't tell what to enter (best practice for WCAG 2.2, 3.3.2 "
        "Labels or Instructions, level A)."
    ),
    recommendation="Give each field a visible label element.",
    how_to_fix='For example: <label for="city">City</label> <input id="city" name="city">',
    sources=("https://www.w3.org/WAI/tutorials/forms/labels/",),
    covers=("axe:label-title-only",),
    examples=(
        Bad('<input title="City">'),
        Bad('<select title="City"><option>Rome</select>'),
        Good("<label>City <input></label>"),
        # accessibility/label-from-placeholder
        Good('<input title="City" placeholder="City">'),
        Good('<input type="submit" title="Send">'),
        Good('<label>City <input title="Where you live"></label>'),
    ),
)
