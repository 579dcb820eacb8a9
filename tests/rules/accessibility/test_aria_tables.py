"""
The published tables of ARIA and HTML, cell by cell.

The expected outcomes are written down from the standards, in their order, and not from the rules' own data. Every cell
is a piece of markup in a page; the pieces of a row share a page.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from bs4.element import Tag

from sitescan.document.accessibility.aria import ATTRIBUTES
from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.rules.accessibility import (
    aria_attribute_deprecated,
    aria_attribute_not_allowed,
    aria_name_prohibited,
    role_deprecated,
    role_unsuitable,
)
from sitescan.rules.rule import Rule
from tests.document.pages import document

_HERE = Path(__file__).parent
_ROLES = (_HERE / "aria_roles.txt").read_text().split()
_NAMING = ("aria-label", "aria-labelledby", "aria-braillelabel")
_VALUES = {
    "aria-autocomplete": "list",
    "aria-current": "page",
    "aria-dropeffect": "copy",
    "aria-haspopup": "menu",
    "aria-live": "polite",
    "aria-orientation": "horizontal",
    "aria-relevant": "text",
    "aria-sort": "ascending",
}


def _rows(name: str) -> Iterator[list[str]]:
    lines = (_HERE / name).read_text().splitlines()
    return ([cell.strip() for cell in line.split("|")] for line in lines if line[:1] != "#")


def _elements() -> Iterator[tuple[str, str, str]]:
    for names, markup, roles, attributes in _rows("aria_in_html.txt"):
        for name in names.split():
            yield markup.replace("NAME", name), roles, attributes


def _attributes() -> Iterator[tuple[str, tuple[str, set[str], set[str]]]]:
    """Iterate over the attributes, each with its kind, its roles and its doubtful roles."""
    for names, kind, roles in _rows("aria_attributes.txt"):
        listed, _, doubtful = roles.partition("+")
        for name in names.split():
            yield name, (kind, set(listed.split()), set(doubtful.split()))


_TABLE: Mapping[str, tuple[str, set[str], set[str]]] = dict(_attributes())


def _reported(markup: str, cells: Iterable[str], *rules: Rule[Document]) -> set[str]:
    """Return the cells that one of the rules reports; each cell is put into the markup as attributes."""
    cells = list(cells)
    pieces = [markup.replace("@", f'{cell} data-cell="{number}"') for number, cell in enumerate(cells)]
    pages = pieces if markup.startswith("<!doctype") else [f'<p id="z">t</p>{"".join(pieces)}']
    found = (finding.at for page in map(document, pages) for rule in rules for finding in rule.check(page))
    return {cells[int(attr(at, "data-cell", ""))] for at in found if isinstance(at, Tag) and "data-cell" in at.attrs}


def _written(attributes: Iterable[str]) -> dict[str, str]:
    """Return the markup of each attribute with a valid value, and the attribute."""
    return {
        f'{name}="{_VALUES.get(name, "2" if ATTRIBUTES[name].least is not None else "true")}"': name
        for name in attributes
    }


def test_tables_contain_all_roles_and_attributes() -> None:
    """Every role and attribute that the rules know is in the tables."""
    assert set(_ROLES) == ROLES.keys() - {"associationlist"}
    assert _TABLE.keys() == ATTRIBUTES.keys() - {"aria-actions"}


@pytest.mark.parametrize(("markup", "roles", "_attributes"), list(_elements()))
def test_roles_of_elements(markup: str, roles: str, _attributes: str) -> None:
    """Each role that HTML allows on an element passes, and each other role is reported."""
    listed, _, doubtful = roles.partition("+")
    allowed, open_to_doubt = (
        {*names.split(), *["presentation"] * ("none" in names.split()), *["image"] * ("img" in names.split())}
        for names in (listed, doubtful)
    )
    expected = set() if listed == "*" else set(_ROLES) - allowed
    found = {cell[6:-1] for cell in _reported(markup, [f'role="{role}"' for role in _ROLES], role_unsuitable.RULE)}
    assert found - open_to_doubt == expected - open_to_doubt


def test_deprecated_roles() -> None:
    """Deprecated roles are reported on any element."""
    found = _reported("<div @>t</div>", [f'role="{role}"' for role in _ROLES], role_deprecated.RULE)
    assert found == {f'role="{role}"' for role in ("directory", "doc-biblioentry", "doc-endnote")}


@pytest.mark.parametrize("role", _ROLES)
def test_attributes_of_roles(role: str) -> None:
    """Each attribute that a role supports passes, and any other attribute is reported by the rule for its kind."""
    cells = _written(_TABLE)
    for rule, kind in (
        (aria_attribute_not_allowed.RULE, "supported"),
        (aria_name_prohibited.RULE, "prohibited"),
        (aria_attribute_deprecated.RULE, "current"),
    ):
        found = {cells[cell] for cell in _reported(f'<div role="{role}" @>t</div>', cells, rule)}
        expected = {name for name in _TABLE if _TABLE[name][0] == kind and _is_against(role, name)}
        doubtful = {name for name in _TABLE if role in _TABLE[name][2]}
        assert found - doubtful == expected - doubtful, kind


def _is_against(role: str, name: str) -> bool:
    """Return whether an attribute must not be used with a role."""
    kind, roles, _ = _TABLE[name]
    role = {"presentation": "none", "image": "img"}.get(role, role)
    if kind == "prohibited":
        return role in roles
    if kind == "global":
        return False
    other_module = kind == "current" and bool(roles) and role.startswith(("doc-", "graphics-"))
    return role not in roles and not other_module


@pytest.mark.parametrize(("markup", "_roles", "attributes"), list(_elements()))
def test_attributes_of_elements(markup: str, _roles: str, attributes: str) -> None:
    """An element without a role attribute has the attributes of its implicit role, unless HTML says otherwise."""
    if attributes == "left out":
        return
    cells = {cell: name for cell, name in _written(_TABLE).items() if f" {name}=" not in markup}
    found = _reported(
        markup, cells, aria_attribute_not_allowed.RULE, aria_name_prohibited.RULE, aria_attribute_deprecated.RULE
    )
    expected = {name: _is_element_against(attributes, name) for name in cells.values()}
    assert {cells[cell] for cell in found if expected[cells[cell]] is not None} == {n for n in expected if expected[n]}


def _is_element_against(attributes: str, name: str) -> bool | None:
    """Return whether an attribute doesn't go with an element, or ``None`` where the standards leave it open."""
    role, *marks = attributes.split()
    if attributes in ("hidden", "no attributes"):
        return True if name != "aria-hidden" else None
    if role == "file":
        return _is_against("generic", name) if _TABLE[name][0] == "supported" and name != "aria-required" else None
    if name in _NAMING:
        return role == "unnamed" or "unnamed" in marks
    if role not in _ROLES:
        return _is_against("", name) if _TABLE[name][0] == "supported" else None
    if "outside" in marks and name in ("aria-expanded", "aria-level", "aria-posinset", "aria-setsize"):
        return True
    return None if attributes == "generic" and _TABLE[name][0] == "prohibited" else _is_against(role, name)
