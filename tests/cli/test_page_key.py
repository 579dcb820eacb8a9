"""The spelling of a target doesn't decide whether a report is about the same page."""

import json
from pathlib import Path

import pytest

from sitescan.cli.baseline import page_key
from sitescan.cli.main import main

_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title><img src=a.png>"


@pytest.mark.parametrize(
    "spelling",
    [
        "https://bb.test",
        "https://bb.test:443/",
        "HTTPS://BB.test/",
        "https://bb.test/#top",
        "https://bb.test/a/..",
        "https://bb.test/./",
    ],
)
def test_urls(spelling: str) -> None:
    """A URL without its path, with its own port, in capitals or with a fragment is the same."""
    assert page_key(spelling) == page_key("https://bb.test/")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://bb.test/%7epears", "https://bb.test/~pears", True),
        ("https://bb.test/a%2fb", "https://bb.test/a%2Fb", True),
        ("https://bb.test/a%2Fb", "https://bb.test/a/b", False),
        ("https://bb.test/A", "https://bb.test/a", False),
        ("http://bb.test/", "https://bb.test/", False),
        ("https://bb.test/?a", "https://bb.test/", False),
        ("https://bb.test:8443/", "https://bb.test/", False),
        ("p.html", "./p.html", True),
        ("a/../p.html", "p.html", True),
        ("p.html", "P.html", False),
        ("-", "-", True),
    ],
)
def test_pairs(one: str, other: str, same: bool) -> None:
    """Escapes of letters and paths have a normal form; everything else is another page."""
    assert (page_key(one) == page_key(other)) is same


@pytest.mark.parametrize("spelling", ["p.html", "./p.html", "../{name}/p.html", "{folder}/p.html"])
def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelling: str) -> None:
    """A baseline and a comparison know a file by every path to it."""
    monkeypatch.chdir(tmp_path)
    Path("p.html").write_text(_PAGE)
    assert main(["scan", "p.html", "-o", "json:old.json"]) == 0
    target = spelling.format(name=tmp_path.name, folder=tmp_path)
    assert main(["scan", target, "--baseline", "old.json", "-o", "json:new.json"]) == 0
    assert json.loads(Path("new.json").read_text())["url"] == target
    assert main(["diff", "old.json", "new.json"]) == 0
