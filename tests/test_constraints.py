"""The files of constraints hold what setup.py asks for, in versions that it allows."""

import re
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]

#: What each file must have, by the extras of sitescan.
EXTRAS = {"constraints.txt": {"redis", "metrics"}, "tests/constraints.txt": {"redis", "metrics", "test", "docs"}}


def pins(name: str) -> dict[str, list[Requirement]]:
    """Return the requirements of a file by the names of their packages."""
    found: dict[str, list[Requirement]] = {}
    for line in re.findall(r"^[\w.-]+==[^\\\n]+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE):
        pin = Requirement(line)
        found.setdefault(canonicalize_name(pin.name), []).append(pin)
    return found


@pytest.mark.parametrize("name", EXTRAS)
def test_every_requirement_is_pinned_within_its_bounds(name: str) -> None:
    """An installation from the file satisfies setup.py."""
    pinned = pins(name)
    for text in requires("sitescan") or ():
        requirement = Requirement(text)
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in EXTRAS[name]):
            for pin in pinned[canonicalize_name(requirement.name)]:
                (version,) = (specifier.version for specifier in pin.specifier)
                assert requirement.specifier.contains(version), pin


@pytest.mark.parametrize("name", EXTRAS)
def test_every_file_is_checked_by_its_hash(name: str) -> None:
    """Each line is a pinned version or one of its hashes, and each version has a hash."""
    text = (ROOT / name).read_text(encoding="utf-8")
    entry = r"[\w.-]+==[\w.]+(?: ; [^\\\n]+)? \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+"
    assert re.fullmatch(rf"(?:{entry})+", text)


def test_the_tests_run_with_the_versions_of_the_service() -> None:
    """What is tested is what is installed."""
    tested = {str(pin) for found in pins("tests/constraints.txt").values() for pin in found}
    assert {str(pin) for found in pins("constraints.txt").values() for pin in found} <= tested
