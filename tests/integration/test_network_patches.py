"""Patches of what only the network knows: they apply, and the issues are gone."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.running import Running
from tests.site import Answered, page, serving

pytestmark = pytest.mark.integration

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pears and plums from our garden</title>
<link rel="canonical" href="/old">
<link rel="stylesheet" href="/old.css">
</head>
<body>
<h1>Pears</h1>
<p><a href="old">Pears</a> <a href="/old#b">Plums</a> <a href="/away">Today</a> <a href=/a/folder>Folder</a></p>
<p><a href="/long?a=1&amp;b=2">Quinces</a></p>
<img src="/pear.png" alt="A pear">
<p lang="en_US">x</p>
</body>
</html>
"""
#: The beginning of a PNG file of 40 by 20 pixels.
PICTURE = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000028000000140806000000")
FIXED = (
    PAGE.replace('"old"', '"/new"')
    .replace('"/old"', '"/new"')
    .replace('"/old#b"', '"/new#b"')
    .replace("/old.css", "/new.css")
    .replace("=/a/folder", '="/a/folder/"')
    .replace("/long?a=1&amp;b=2", "/last?a=1&amp;b=2")
    .replace('alt="A pear"', 'alt="A pear" width="40" height="20"')
    .replace("en_US", "en-US")
)
MOVED = {
    "links/redirect-permanent",
    "links/redirect-slash",
    "performance/resource-redirects",
    "performance/unsized-images",
    "seo/canonical-redirect",
}


def _to(location: str, status: int = 301) -> Answered:
    return Answered(status=status, headers=(("Location", location),))


def _report(service: Running, url: str) -> Any:
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    assert answer.status == 200, answer.body
    return answer.json


def _issues(report: Any) -> dict[str, Any]:
    return {issue["rule"]: issue for category in report["categories"] for issue in category["issues"]}


def test_git_applies_patch_of_page(tmp_path: Path, service: Running) -> None:
    """Git applies the patch of the whole page, and only what redirects for a while is left."""
    pages = {
        "/": page(PAGE),
        "/old": _to("/new"),
        "/new": page("<h1 id=b>Pears</h1>"),
        "/away": _to("/today", 302),
        "/today": page("<h1>Today</h1>"),
        "/a/folder": _to("/a/folder/"),
        "/a/folder/": page("<h1>Folder</h1>"),
        "/long?a=1&b=2": _to("/longer?a=1&b=2", 308),
        "/longer?a=1&b=2": _to("/last?a=1&b=2"),
        "/last?a=1&b=2": page("<h1>Quinces</h1>"),
        "/old.css": _to("/new.css"),
        "/new.css": Answered(body=b"p { color: #000 }", headers=(("Content-Type", "text/css"),)),
        "/pear.png": Answered(body=PICTURE, headers=(("Content-Type", "image/png"),)),
    }
    with serving(pages) as site:
        report = _report(service, f"{site.origin}/")
        found = _issues(report)
        assert {rule for rule in MOVED if "patch" in found.get(rule, ())} == MOVED
        assert "patch" not in found["links/redirect-temporary"]
        assert not any("fix" in occurrence for issue in found.values() for occurrence in issue["occurrences"])
        (tmp_path / "index.html").write_text(PAGE)
        subprocess.run(["git", "apply"], input=report["patch"], text=True, cwd=tmp_path, check=True)
        assert (tmp_path / "index.html").read_text() == FIXED
        assert report["changes"] == 8
        site.pages["/"] = page(FIXED)
        again = _report(service, f"{site.origin}/")
        assert not MOVED & _issues(again).keys()
        assert _issues(again).keys() < found.keys()
