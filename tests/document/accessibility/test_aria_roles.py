"""The table of roles against a published one; attributes are in tests/rules/accessibility/aria_attributes.txt."""

import json
from pathlib import Path
from typing import Any

import pytest

from sitescan.document.accessibility.aria_roles import ROLES

_PUBLISHED: dict[str, Any] = json.loads(Path(__file__).with_name("aria_query_roles.json").read_text())
_ROLES: dict[str, Any] = _PUBLISHED["roles"]

#: Attributes that only the published table requires, with the reasons why ours does not.
_LOOSER = {
    ("combobox", "aria-controls"): "the list may not be there while it is closed",
    ("option", "aria-selected"): "the standard gives it a default",
    ("treeitem", "aria-selected"): "the standard gives it a default",
}
#: Differences of names and children that the standards decide: WAI-ARIA 1.2 and its draft, DPUB-ARIA 1.1.
_FROM_CONTENT = {
    "doc-subtitle": "a heading's part is named by its text",
    "rowgroup": "https://www.w3.org/TR/wai-aria-1.2/#rowgroup",
}
_NAMELESS = {"none": "https://www.w3.org/TR/wai-aria-1.2/#none"}
_IN_GROUPS = {"group", "rowgroup"}
_FREE = {"doc-biblioentry", "doc-endnote"}


def test_every_published_role_is_known() -> None:
    """Every role in the published table is known."""
    assert set(_ROLES) <= set(ROLES)


@pytest.mark.parametrize("name", sorted(_ROLES))
def test_required_attributes(name: str) -> None:
    """The required attributes of a role are those of the published table."""
    published = {attribute for attribute in _ROLES[name].get("requires", ()) if (name, attribute) not in _LOOSER}
    assert ROLES[name].requires == published


@pytest.mark.parametrize("name", sorted(_ROLES))
def test_naming_and_presentational_children(name: str) -> None:
    """Naming by content, its prohibition, and children that are mere text agree with the published table."""
    role, published = ROLES[name], _ROLES[name]
    if name not in _FROM_CONTENT:
        assert role.from_content == published.get("from_content", False)
    if name not in _NAMELESS:
        assert role.nameless == published.get("nameless", False)
    assert role.leaf == published.get("leaf", False)


@pytest.mark.parametrize("name", sorted(_ROLES))
def test_allowed_contexts(name: str) -> None:
    """An element in a context that the published table allows is not called misplaced."""
    if name in _FREE or not ROLES[name].inside:
        return
    assert set(_ROLES[name].get("inside", ())) - _IN_GROUPS <= ROLES[name].inside


@pytest.mark.parametrize("name", sorted(role for role in _ROLES if ROLES[role].owns))
def test_allowed_children(name: str) -> None:
    """A child of a container that the published table allows is not called misplaced."""
    assert set(_ROLES[name].get("owns", ())) <= ROLES[name].owns
