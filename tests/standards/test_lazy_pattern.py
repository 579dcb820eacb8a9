"""Expressions that are compiled when they are first used."""

import re
from collections.abc import Callable
from copy import copy
from typing import Any

import pytest

from sitescan.standards.lazy_pattern import LazyPattern, lazy_pattern


@pytest.mark.parametrize(
    "use",
    [
        lambda pattern: pattern.search("a pear").span(),
        lambda pattern: pattern.sub("plum", "a PEAR"),
        lambda pattern: pattern.fullmatch("pear").groups(),
        lambda pattern: (pattern.pattern, pattern.flags, pattern.groups),
    ],
)
def test_behaves_like_compiled_pattern(use: Callable[[Any], object]) -> None:
    """Methods and attributes are those of the compiled expression."""
    lazy = lazy_pattern("(pear)", re.IGNORECASE)
    assert use(lazy) == use(lazy) == use(re.compile("(pear)", re.IGNORECASE))


def test_not_compiled_before_use() -> None:
    """An expression is compiled by its first use."""
    pattern = lazy_pattern("(")
    with pytest.raises(re.error):
        pattern.search("pear")


def test_copy() -> None:
    """A copy, which is made without the constructor, works as well."""
    copied: Any = copy(LazyPattern("pear"))
    assert copied.match("pear")


def test_unknown_attribute() -> None:
    """There are no other attributes."""
    unknown: Any = LazyPattern("pear")
    with pytest.raises(AttributeError):
        unknown.find("pear")
    with pytest.raises(AttributeError):
        _ = unknown.__wrapped__
