import re
from collections.abc import Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.template_marks import names_mark
from sitescan.document.tree import Nearest
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
    elements,
    lazy_pattern,
    shorten,
)

_DATE = r"[0-9]{4,6}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_TIME = r"(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,3})?)?"
#: The values that fields of a type keep, https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm.
_VALUES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "date": lazy_pattern(_DATE),
        "datetime-local": lazy_pattern(f"{_DATE}[T ]{_TIME}"),
        "month": lazy_pattern(r"[0-9]{4,6}-(?:0[1-9]|1[0-2])"),
        "number": lazy_pattern(r"-?(?:[0-9]{0,40}\.)?[0-9]{1,40}(?:[eE][+-]?[0-9]{1,3})?"),
        "time": lazy_pattern(_TIME),
        "week": lazy_pattern(r"[0-9]{4,6}-W(?:0[1-9]|[1-4][0-9]|5[0-3])"),
    }
)
#: The characters of a value that are looked at; nobody writes longer ones.
_LONGEST = 40


def check(document: Document) -> Findings:
    """Report values that browsers remove from a field, and choices that another choice of the same field replaces."""
    checked: dict[tuple[int, str], Tag] = {}
    forms = Nearest(lambda tag: tag.name == "form")
    for tag in document.all("input", "select"):
        if tag.namespace != HTML or document.in_noscript(tag):
            continue
        kind = attr(tag, "type", "").strip().lower()
        value = attr(tag, "value", "")
        if tag.name == "select":
            yield from _selected(tag)
        elif kind in _VALUES and _is_removed(kind, value):
            yield Finding(tag, detail=f"browsers show nothing instead of {shorten(value)}")
        elif kind == "radio" and "checked" in tag.attrs and attr(tag, "name", ""):
            group = (id(forms.around(tag)), f"{attr(tag, 'form', '')} {attr(tag, 'name', '')}")
            if group in checked:
                yield Finding(checked[group], detail="a later radio button of the group is checked instead")
            checked[group] = tag


def _is_removed(kind: str, value: str) -> bool:
    """Return whether browsers remove the value of a field of a type, because it can't have it."""
    if not value or len(value) > _LONGEST or names_mark(value):
        return False
    return not _VALUES[kind].fullmatch(value)


def _selected(tag: Tag) -> Findings:
    """Report the first of several selected options of a field that keeps the last one."""
    selected = [option for option in elements(tag) if option.name == "option" and "selected" in option.attrs]
    if len(selected) > 1 and "multiple" not in tag.attrs:
        yield Finding(selected[0], detail="a later option is selected instead")


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    title="Values of form fields are lost",
    passed="Form fields keep their values",
    subjects=("input", "select"),
    description=(
        "{count:# value|# values} in the source of form fields {count:doesn't|don't} reach visitors: browsers can't "
        "read {count:it|them} in fields of that type, or keep only the last of several choices. Visitors see an empty "
        "field or another choice, and may send it (best practice for WCAG 2.2, 3.3.2 Labels or Instructions, level A)."
    ),
    recommendation="Write each value in the format of its field, and select one choice.",
    how_to_fix=(
        "Browsers show dates and numbers in the visitor's language, but the source has one format: "
        '<input type="date" value="2026-12-31">, <input type="time" value="09:30">, <input type="number" value="1.5">. '
        "Keep selected or checked on one choice, or add multiple to the select element."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm",
        "https://html.spec.whatwg.org/multipage/form-elements.html#the-select-element",
    ),
    examples=(
        Bad('<input type="date" value="31.12.2026" aria-label="Day">'),
        Bad('<input type="number" value="1,5" aria-label="Weight">'),
        Bad('<input type="time" value="9:30" aria-label="Time">'),
        Bad('<select aria-label="Kind"><option selected>Pear<option selected>Apple</select>'),
        Bad('<input type="radio" name="a" checked aria-label="A"><input type="radio" name="a" checked aria-label="B">'),
        Good('<input type="date" value="2026-12-31" aria-label="Day"><input type="number" value="-1.5e3">'),
        Good('<input type="datetime-local" value="2026-12-31T09:30"><input type="week" value="2026-W53">'),
        Good('<input type="date" value=""><input type="text" value="31.12.2026"><input type="number" value="{{ a }}">'),
        Good('<select multiple aria-label="Kinds"><option selected>Pear<option selected>Apple</select>'),
        Good('<form><input type="radio" name="a" checked></form><form><input type="radio" name="a" checked></form>'),
        Good('<input type="radio" checked><input type="radio" checked>'),
    ),
)
