"""Hostile stylesheets and references are read in limited time and without wrong results."""

import time

import pytest

from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.report import Category
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/"
_BAD = '<html lang=en><title>Pears</title><img src=a.png><p style="color:#fff">x'


def _document(html: str, *sheets: Source) -> Document:
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    exchange = Exchange(requested=_URL, url=_URL, status=200, headers=headers)
    return Document(Page(exchange=exchange, body=html.encode()), sheets)


def _found(document: Document) -> set[str]:
    rules = [rule for rule in catalogue().values() if Category.ACCESSIBILITY in rule.categories]
    return {rule.id for rule in rules if issubclass(rule.reads, Document) and judge(rule, document) is not None}


def _sheet(name: str, body: bytes, content_type: str = "text/css", problem: str = "") -> Source:
    return Source(url=_URL + name, body=body, content_type=content_type, problem=problem)


LAUGHS = ":root{--a0:x}" + "".join(f":root{{--a{n}:{f'var(--a{n - 1}) ' * 10}}}" for n in range(1, 30))


@pytest.mark.cpu
@pytest.mark.parametrize(
    "sheets",
    [
        (_sheet("a.css", b"<!doctype html><html><p>Not found</p></html>" * 2000),),
        (_sheet("a.css", b"<!doctype html>p{color:#fff}", "text/html"),),
        (_sheet("a.css", b"p{color:red}.b{col"),),
        (_sheet("a.css", "p{color:red}".encode("utf-16")),),
        (_sheet("a.css", b"", problem="it answered 404"),),
        (_sheet("a.css", b"", problem="there was no response in time"),),
        (_sheet("a.css", b'@import "b.css";'), _sheet("b.css", b'@import "a.css";@import "b.css";')),
        (_sheet("a.css", b"a,p:not(.b) > i," * 130_000 + b"u{color:red}"),),
        (_sheet("a.css", b"p{color:var(--a);--a:var(--b);--b:var(--c);--c:var(--a)}"),),
        (_sheet("a.css", f"{LAUGHS} p{{color:var(--a29)}}".encode()),),
        (_sheet("a.css", b"p{color:" + b"calc(" * 100_000),),
        (_sheet("a.css", b"a{&" * 50_000),),
        (_sheet("a.css", b"p{background:" + b"color-mix(in srgb," * 50_000),),
        (_sheet("a.css", b"@media (" + b"(" * 100_000),),
    ],
    ids="html type truncated utf16 404 slow imports list cycle laughs calc nested mix media".split(),
)
def test_hostile_stylesheets(sheets: tuple[Source, ...]) -> None:
    """A page with a hostile stylesheet is judged by all rules that do not depend on it."""
    document = _document(f"<link rel=stylesheet href=/a.css>{_BAD}", *sheets)
    started = time.process_time()
    found = _found(document)
    assert time.process_time() - started < 5
    assert "accessibility/image-alt" in found
    assert any(sheet.problem for sheet in sheets) is not document.styled or not document.styled


@pytest.mark.cpu
@pytest.mark.parametrize(
    "html",
    [
        "<p id=a aria-labelledby=b><b id=b aria-labelledby=a>x</b><div role=list id=c aria-owns=d><i id=d aria-owns=c>",
        "<button id=a>" + "<p id=a aria-labelledby='a a a'>" * 5000,
        "<div>" * 10_000 + "x",
        "<style>* * * * * *{color:red}</style>" + "<div>" * 10_000 + "x",
        "<style>p ~ p ~ p ~ p{color:red}</style>" + "<p>x</p>" * 5000,
        "<style>:has(:has(b)) b,:not(:has(i)):nth-child(2n of b){color:red}</style>" + "<div><b>x</b>" * 3000,
        "<style>" + "".join(f".a{n} .b{n}{{color:red}}" for n in range(20_000)) + "</style>" + "<p class=a1>" * 2000,
        "<p style='" + "color:red;" * 100_000 + "'>x",
        "<div style='position:absolute;background:red'>" * 3000 + "x",
    ],
    ids="cycles ids deep universal siblings has rules style overlays".split(),
)
def test_hostile_pages(html: str) -> None:
    """Pages with circular references, deep nesting or many combinations are read in limited time."""
    document = _document(f"{_BAD}{html}")
    started = time.process_time()
    assert "accessibility/image-alt" in _found(document)
    assert time.process_time() - started < 8
