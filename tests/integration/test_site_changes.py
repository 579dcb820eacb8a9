"""Two versions of a generated site with 30 known changes: all of them are told, and nothing else."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from attrs import evolve

from tests.integration.test_site import run
from tests.site import Answered, Site, serving

pytestmark = [pytest.mark.integration, pytest.mark.proof]

#: The generator of sites, which isn't installed.
_SITE_FARM = run_path(str(Path(__file__).parents[2] / "evaluation/site_farm.py"))
grown, text = _SITE_FARM["grown"], _SITE_FARM["text"]

_SLOW = "performance/response-slow"

#: What is told about one page: the kind, the rule, and the path of the page.
_Told = tuple[str, str, str]


def _without(pattern: bytes, instead: bytes = b"") -> Callable[[bytes], bytes]:
    return lambda body: re.sub(pattern, instead, body)


def _with(markup: str) -> Callable[[bytes], bytes]:
    return lambda body: body.replace(b"</main>", f"{markup}</main>".encode())


#: The faults of single pages: the rule, and the edit that makes it.
_FAULTS: Mapping[str, Callable[[bytes], bytes]] = {
    "seo/title-missing": _without(rb"<title>.*?</title>"),
    "seo/description-missing": _without(rb'<meta name="description"[^>]*>'),
    "seo/viewport": _without(rb'<meta name="viewport"[^>]*>'),
    "accessibility/html-lang-missing": _without(rb'<html lang="en">', b"<html>"),
    "seo/h1-missing": _without(rb"<h1>(.*?)</h1>", rb"<p>\1</p>"),
    "accessibility/link-name": _with('<p><a href="/all"></a></p>'),
    "accessibility/field-label": _with('<form action="/all"><input name="n"><button>Send it</button></form>'),
    "accessibility/heading-order": _with("<h4>More about the stones</h4><p>They are grey.</p>"),
    "seo/links-uncrawlable": _with('<p><a href="javascript:void(0)">Show the other stones</a></p>'),
    "links/broken": _with('<p><a href="/gone-{0}">To the lost stones</a></p>'),
    "links/fragment-missing-elsewhere": _with('<p><a href="/all#gone-{0}">To the other stones</a></p>'),
    "links/mailto-invalid": _with('<p><a href="mailto:pears">Write to the office</a></p>'),
}


def _edit(farm: Any, path: str, made: Callable[[bytes], bytes]) -> Callable[[], None]:
    """Edit a page, and return the function that takes that back."""
    before = farm.answers[path]
    farm.answers[path] = evolve(before, body=made(before.body).replace(b"{0}", path[1:].encode()))
    assert farm.answers[path].body != before.body

    def undo() -> None:
        farm.answers[path] = before

    return undo


def _everywhere(farm: Any, old: bytes, new: bytes) -> None:
    for path, answer in farm.answers.items():
        farm.answers[path] = evolve(answer, body=answer.body.replace(old, new))


def _unlinked(farm: Any, path: str) -> None:
    """Remove a page, the link to it and its entry in the sitemap."""
    del farm.answers[path]
    _everywhere(farm, f'<li><a href="{path}">On {text(2, path)}</a>'.encode(), b"")
    _everywhere(farm, f"<url><loc>{farm.url(path)}</loc></url>".encode(), b"")


def _linked(farm: Any, path: str) -> None:
    """Add a page, a link to it and an entry in the sitemap."""
    farm.page(path)
    _everywhere(farm, b'<li><a href="/pear-0">', f'<li><a href="{path}">{path[1:]}</a><li><a href="/pear-0">'.encode())
    _everywhere(farm, b"</urlset>", f"<url><loc>{farm.url(path)}</loc></url></urlset>".encode())


def _told(report: Mapping[str, Any], origin: str) -> set[_Told]:
    """Return what a report says about each page that something has changed on."""
    changes = report["changes"]
    # A busy machine answers late.
    assert changes["notes"] == [] == [change for change in changes["unsure"] if change["rule"] != _SLOW]
    told = {
        (kind, change["rule"], page.removeprefix(origin))
        for kind in ("new", "fixed")
        for change in changes[kind]
        for page in change["pages"] or [""]
    }
    told |= {("come", "", url.removeprefix(origin)) for url in changes["pagesNew"]}
    return told | {("gone", "", page["url"].removeprefix(origin)) for page in changes["pagesGone"]}


def _crawled(site: Site, output: Path, *options: str) -> dict[str, Any]:
    done = run(f"{site.origin}/", output, "--robots", "obey", "--fresh", *options)
    assert done.returncode == 0, done.stderr
    made: dict[str, Any] = json.loads((output / "site.json").read_bytes())
    return made


def test_all_changes_are_told(tmp_path: Path) -> None:
    """Each change is told with its page, and nothing else is; an unchanged site has no changes."""
    with serving({}) as site:
        farm = grown(site.origin, 150, 1)
        site.pages = farm.answers
        _everywhere(farm, b"<header>", b'<header><button type="button" tabindex="5">Pears</button>')
        rules = list(_FAULTS)
        undo = [_edit(farm, f"/pear-{20 + number}", _FAULTS[rule]) for number, rule in enumerate(rules)]
        _crawled(site, tmp_path / "first")
        same = _crawled(site, tmp_path / "same", "--against", str(tmp_path / "first"))
        assert _told(same, site.origin) == set()
        for number, rule in enumerate(rules):
            undo[number]()
            _edit(farm, f"/pear-{number}", _FAULTS[rule])
        _everywhere(
            farm, b'<header><button type="button" tabindex="5">', b'<header><button type="button" role="buton">'
        )
        for path in ("/pear-new", "/pear-newer"):
            _linked(farm, path)
        _unlinked(farm, "/pear-40")
        farm.answers["/pear-41"] = Answered(b"", 301, (("Location", "/pear-42"),))
        second = _crawled(site, tmp_path / "second", "--against", str(tmp_path / "first"))
    examined = {page["url"].removeprefix(site.origin) for page in second["pages"] if page["score"] is not None}
    examined = {path for path in examined if b'role="buton"' in farm.answers[path].body}
    expected = {("new", rule, f"/pear-{number}") for number, rule in enumerate(rules)}
    expected |= {("fixed", rule, f"/pear-{20 + number}") for number, rule in enumerate(rules)}
    expected |= {
        ("come", "", "/pear-new"),
        ("come", "", "/pear-newer"),
        ("gone", "", "/pear-40"),
        ("gone", "", "/pear-41"),
    }
    # What comes with the changes: a redirect that is linked and listed, and the fault that all pages have.
    expected |= {("new", "links/redirect-permanent", "/list-ac"), ("new", "seo/sitemap-pages-duplicate", "/pear-41")}
    expected |= {("new", "performance/compression-missing", path) for path in ("/pear-new", "/pear-newer")}
    template = {("new", "accessibility/role-invalid", page) for page in examined}
    expected |= template | {("fixed", "accessibility/tabindex-positive", page) for page in examined}
    told = _told(second, site.origin)
    assert (expected - told, told - expected) == (set(), set())
