"""The promises of docs/security.rst, each of which names its tests."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"``(tests/[\w/]+\.py)::(\w+)``")
TEXT = (ROOT / "docs" / "security.rst").read_text()
PROMISES = sorted(set(NAMED.findall(TEXT)))
#: The items of the lists, each with all its paragraphs.
ITEMS = re.findall(r"^\* .*(?:\n(?:  .*)?)*", TEXT, re.MULTILINE)


def test_promises_are_found() -> None:
    """The document has more than thirty promises."""
    assert len(PROMISES) > 30
    assert len(ITEMS) > 30


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item[2:40])
def test_promises_are_followed_by_tests(item: str) -> None:
    """Each promise is followed by the names of its tests alone."""
    paragraphs = item.strip().split("\n\n")
    assert len(paragraphs) == 2
    assert NAMED.sub("", paragraphs[1]).strip(" ,\n") == ""


@pytest.mark.parametrize(("path", "name"), PROMISES)
def test_tests_of_promises_exist(path: str, name: str) -> None:
    """Every test that a promise names exists."""
    assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(), re.MULTILINE)
