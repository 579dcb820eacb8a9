"""The tree builders, including the reference parser."""

import pytest

from sitescan.document.parsing.parse import BUILDERS, parse
from sitescan.document.tree import elements


@pytest.mark.parametrize("builder", sorted(BUILDERS))
def test_tree_can_be_walked(builder: str) -> None:
    """Every element is found on a walk from the root, with either builder."""
    soup = parse("<!doctype html><title>Pears</title><p>A <b>fig</b>", builder).soup
    assert [tag.name for tag in elements(soup)] == ["html", "head", "title", "body", "p", "b"]
