"""The HSTS preload list and the program that writes it."""

import gzip
from datetime import date
from importlib.resources import files
from pathlib import Path
from runpy import run_path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.hsts_preload import is_preloaded, list_date

LIST = files("sitescan.standards").joinpath("data", "hsts_preload.txt.gz")
LINES = gzip.decompress(LIST.read_bytes()).decode().splitlines()
TOOL = run_path(str(Path(__file__).parents[2] / "tools" / "update_hsts_preload.py"))


@given(st.sampled_from(LINES[1:]))
def test_listed_hosts_are_preloaded(line: str) -> None:
    """A listed host is preloaded, and so are its subdomains if the entry includes them."""
    host = line.removeprefix(".")
    assert is_preloaded(host)
    if line.startswith("."):
        assert is_preloaded(f"www.{host}")


@pytest.mark.parametrize("host", ["pears.example", "a" * 300, "", ".", "..", "#", "2025", "b\xfccher.example", "com"])
def test_unlisted_hosts(host: str) -> None:
    """A host that is not on the list is not preloaded."""
    assert not is_preloaded(host)


def test_subdomains() -> None:
    """An entry without subdomains applies to one host, and the entry of a top-level domain to all hosts below it."""
    alone = next(line for line in LINES[1:] if not line.startswith(".") and f".{line}" not in LINES)
    assert not is_preloaded(f"sub.{alone}")
    assert is_preloaded("pears.dev")


def test_list_is_sorted() -> None:
    """The lines of the list are sorted, as the search requires, and its first line has a date."""
    assert [line.encode() for line in LINES] == sorted(line.encode() for line in LINES)
    assert date.fromisoformat(list_date()) >= date(2025, 1, 1)


def test_update_program() -> None:
    """The program leaves out names with pins alone and skips comments."""
    source = """{
      // Entries.
      "entries": [
        { "name": "pears.example", "policy": "bulk-1-year", "mode": "force-https", "include_subdomains": true },
        { "name": "apples.example", "mode": "force-https" },
        { "name": "pinned.example", "include_subdomains": true, "pins": "none" }
      ]
    }"""
    lines = TOOL["converted"](source, date(2026, 1, 2)).splitlines()
    assert lines[0].startswith("# 2026-01-02, ")
    assert lines[1:] == [".pears.example", "apples.example"]
