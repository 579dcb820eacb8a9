"""The promises of docs/security.rst are held by tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"``(tests/[\w/]+\.py)::(\w+)``")
PROMISES = sorted(set(NAMED.findall((ROOT / "docs" / "security.rst").read_text())))


def test_promises_are_found() -> None:
    """There are many."""
    assert len(PROMISES) > 30


@pytest.mark.parametrize(("path", "name"), PROMISES)
def test_a_promise_has_its_test(path: str, name: str) -> None:
    """Whoever renames a test renames it there as well."""
    assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(), re.MULTILINE)
