"""Reports on the pages of a folder, whose other files answer for what the pages name."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from sitescan.local.folder_server import FolderServer
from sitescan.local.offline import analyse_file
from sitescan.model.report import Category, Report
from tests.unexamined import sentences

ROOT = "https://pears.example/"
HEAD = "<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title><h1 id=top-pears>Pears</h1>"


def _report(folder: Path, files: Mapping[str, str], name: str = "index.html", *, is_placed: bool = False) -> Report:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    server = FolderServer(folder=folder, root=ROOT, most=10_000, is_placed=is_placed)
    return analyse_file(ROOT + name, (folder / name).read_bytes(), server, scanned_at=0.0, parser="turbohtml")


def _dead(report: Report) -> dict[str, tuple[str, ...]]:
    """Return the details of the issues about what is missing."""
    return {
        issue.rule: tuple(str(occurrence.facts["detail"]) for occurrence in issue.occurrences)
        for category in report.categories
        for issue in category.issues
        if "broken" in issue.rule or "fragment-missing" in issue.rule or issue.rule == "links/soft-404"
    }


@pytest.mark.parametrize(
    ("written", "rule", "detail"),
    [
        ("<a href=nosuch.html>x</a>", "links/broken", "the folder has no such file"),
        ("<a href=/ABOUT.html>x</a>", "links/broken", "the folder has no such file"),
        (
            "<a href=about.html#no>x</a>",
            "links/fragment-missing-elsewhere",
            'no element has the id "no"',
        ),
        ("<a href=#no>x</a>", "links/fragment-missing", 'no element has the id "no"'),
        (
            "<img src=no.png alt=x width=1 height=1>",
            "performance/broken-images",
            f"{ROOT}no.png, the folder has no such file",
        ),
        ("<script src=no.js></script>", "performance/broken-resources", f"{ROOT}no.js, the folder has no such file"),
        (
            "<link rel=stylesheet href=a.css>",
            "links/reference-broken",
            f"url(): {ROOT}no.png, the folder has no such file",
        ),
        (
            "<svg><use href=icons.svg#no /></svg>",
            "links/reference-broken",
            'use href: no element has the id "no", so nothing is drawn',
        ),
    ],
)
def test_dead_addresses(tmp_path: Path, written: str, rule: str, detail: str) -> None:
    """What a page names and the folder lacks is an issue, as on the web."""
    files = {
        "index.html": HEAD + written,
        "about.html": HEAD + "<p id=here>",
        "a.css": "p{background:url(no.png)}",
        "icons.svg": "<svg xmlns='http://www.w3.org/2000/svg'><g id=yes /></svg>",
    }
    assert _dead(_report(tmp_path, files)) == {rule: (detail,)}


@pytest.mark.parametrize(
    "written",
    [
        "<a href=about>x</a><a href=about.html#here>x</a><a href=a/b/>x</a><a href=/>x</a><a href=/404.html>x</a>",
        "<a href=https://other.example/nosuch>x</a><img src=//other.example/no.png alt=x width=1 height=1>",
        "<link rel=stylesheet href='{{ root }}/a.css'><a href=/nosuch>x</a>",
        "<link rel=icon href=%PUBLIC_URL%/no.ico><a href=/nosuch>x</a>",
        "<script type=module src=/src/main.tsx></script><link rel=icon href=/no.svg>",
        "<link rel=stylesheet href=/project/a.css><a href=/project/nosuch>x</a>",
        "<base href=https://other.example/><a href=nosuch>x</a>",
        "<a href=mailto:a@pears.example>x</a><a href=javascript:void(0)>x</a>",
    ],
)
def test_living_and_unknown_addresses(tmp_path: Path, written: str) -> None:
    """Nothing is said about what the folder has, nor about what its files don't decide."""
    files = {
        "index.html": HEAD + written,
        "about.html": HEAD + "<p id=here>",
        "404.html": HEAD.replace("Pears", "404 Not found"),
        "a/b/index.html": HEAD,
        "a.css": "p{color:red}",
    }
    assert _dead(_report(tmp_path, files)) == {}


@pytest.mark.parametrize(
    ("name", "missing", "others", "told"),
    [
        ("index.html", 3, {}, 3),
        ("index.html", 11, {}, 0),
        ("index.html", 11, {"about.html": HEAD}, 11),
        ("saved.html", 1, {}, 0),
        ("saved.html", 1, {"index.html": HEAD}, 1),
        ("saved.html", 1, {"about.html": HEAD}, 1),
    ],
)
def test_saved_pages(tmp_path: Path, name: str, missing: int, others: Mapping[str, str], told: int) -> None:
    """A page was saved from another site if the folder is none, or is small, and has nothing of what the page names."""
    links = "".join(f"<a href=/{number}>x</a>" for number in range(missing))
    linked = "<a href=about.html>x</a>" if "about.html" in others else ""
    found = _dead(_report(tmp_path, {name: HEAD + links + linked, **others}, name))
    assert len(found.get("links/broken", ())) == told


def test_count_of_links(tmp_path: Path) -> None:
    """The category counts if the folder answers for nearly all links, and tells of how many it doesn't."""
    inside = "<a href=about.html>x</a>"
    outside = "".join(f"<a href=https://other.example/{number}>x</a>" for number in range(3))
    whole = _report(tmp_path, {"index.html": HEAD + inside, "about.html": HEAD}).categories[-1]
    part = _report(tmp_path, {"index.html": HEAD + inside + outside}).categories[-1]
    assert whole.category is part.category is Category.LINKS
    assert (whole.counted, whole.unexamined) == (True, ())
    assert not part.counted
    (sentence,) = sentences(part.unexamined)
    assert sentence.startswith("3 links were not checked, because the files don't show where they lead, and this score")


SITEMAP = '<?xml version="1.0"?><{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</{root}>'


def _sitemap(*paths: str, root: str = "urlset", entry: str = "url") -> str:
    entries = "".join(f"<{entry}><loc>https://www.pears.net/{path}</loc></{entry}>" for path in paths)
    return SITEMAP.format(root=root, entries=entries)


@pytest.mark.parametrize(
    ("files", "name", "missing"),
    [
        ({"sitemap.xml": _sitemap("", "about.html", "no.html")}, "index.html", 1),
        ({"sitemap.xml": _sitemap("", "no.html")}, "about.html", 0),
        ({"sitemap.xml": _sitemap("project/", "project/about.html")}, "index.html", 0),
        (
            {
                "sitemap.xml": _sitemap("b.xml", root="sitemapindex", entry="sitemap"),
                "b.xml": _sitemap("", "no", "nor"),
            },
            "index.html",
            2,
        ),
        ({"sitemap.xml": _sitemap("sitemap.xml", root="sitemapindex", entry="sitemap")}, "index.html", 0),
        ({"sitemap.xml": "<html>"}, "index.html", 0),
        ({}, "index.html", 0),
    ],
)
def test_sitemap(tmp_path: Path, files: Mapping[str, str], name: str, missing: int) -> None:
    """The report on the home page tells which pages of the sitemap the folder lacks, whatever its address will be."""
    report = _report(tmp_path, {"index.html": HEAD, "about.html": HEAD, **files}, name)
    assert len(_dead(report).get("seo/sitemap-pages-broken", ())) == missing


def test_sitemap_of_a_known_address(tmp_path: Path) -> None:
    """If the address of the site is known, a sitemap of another one says nothing."""
    files = {"index.html": HEAD, "sitemap.xml": _sitemap("", "no.html")}
    assert _dead(_report(tmp_path, files, is_placed=True)) == {}


def test_dead_head(tmp_path: Path) -> None:
    """The canonical URL, other languages, the icon and the preview image are asked for as well."""
    head = "".join(
        (
            f'<link rel=canonical href="{ROOT}no">',
            f'<link rel=alternate hreflang=de href="{ROOT}de/">',
            "<link rel=icon href=no.ico>",
            f'<meta property=og:image content="{ROOT}no.png">',
        )
    )
    report = _report(tmp_path, {"index.html": HEAD.replace("<h1", head + "<h1")}, is_placed=True)
    found = {issue.rule for category in report.categories for issue in category.issues}
    assert {"seo/canonical-broken", "seo/favicon-broken", "seo/preview-image-broken", "seo/hreflang-target"} <= found


def test_linked_pages_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page is read once for the links of all other pages, also if there are many."""
    read: list[Path] = []

    def read_regular(file: Path, _: int) -> bytes:
        read.append(file)
        return b"<p id=here>"

    monkeypatch.setattr("sitescan.local.folder_answers.read_regular", read_regular)
    for number in range(300):
        (tmp_path / f"{number}.html").write_text(HEAD)
    for name, linked in (("a", range(150)), ("b", range(150, 300)), ("c", range(150)), ("d", range(150, 300))):
        links = "".join(f"<a href={number}.html#here>x</a>" for number in linked)
        assert not _dead(_report(tmp_path, {f"{name}.html": HEAD + links}, f"{name}.html"))
    assert len(read) == 300


def test_unread_files(tmp_path: Path) -> None:
    """A stylesheet that is too large to be read is not one that is missing, and no server was asked for links."""
    files = {"index.html": f"{HEAD}<link rel=stylesheet href=large.css><link rel=stylesheet href=gone.css>"}
    report = _report(tmp_path, {**files, "large.css": "p{margin:0}" * 1000})
    said = " ".join(text for category in report.categories for text in sentences(category.unexamined))
    assert "large.css (it is too large)" in said
    assert "gone.css (it was not provided)" in said


def test_error_page(tmp_path: Path) -> None:
    """A file that hosts send for missing pages needs no description; the same page of another name does."""
    pages = {
        name: {issue.rule for category in _report(tmp_path, {name: HEAD}, name).categories for issue in category.issues}
        for name in ("404.html", "fr/404.html", "50x.html", "pears.html")
    }
    assert "seo/description-missing" in pages.pop("pears.html")
    assert not any("seo/description-missing" in rules or "seo/content-thin" in rules for rules in pages.values())
