"""
Digests of the reports on a fixed set of pages, which are the same on every Python, machine and locale.

``python -m tests.report_digests`` rewrites ``report_digests.json``, for a change that is meant to change reports;
``python -m tests.report_digests seo/title-missing``, with the ids of new rules, rewrites those of their examples alone.
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import Pool
from pathlib import Path

from attrs import frozen

import sitescan
from sitescan.document.document import Document, SourceDocument
from sitescan.model.exchange import Exchange
from sitescan.report.json_format import report_json
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.rule import Example
from sitescan.standards.urls import InvalidTarget
from tests.hostile_pages import SHAPES

FILE = Path(__file__).with_suffix(".json")

_HOSTILE_BYTES = 3000
_STYLED_PAGES = 60
_RULES_IN_A_STYLESHEET = 25


@frozen
class PageToReport:
    """A page to pass to :func:`sitescan.analyse`."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    files: Mapping[str, bytes]


def groups() -> Iterator[tuple[str, list[PageToReport]]]:
    """Yield the pages in named groups: the examples of each rule, hostile pages, pages with unusual stylesheets."""
    for rule in rules_reading(Document, SourceDocument, Exchange):
        if pages := [_example(example) for example in rule.examples if example.evidence is None]:
            yield f"examples of {rule.id}", pages
    for name, shape in SHAPES.items():
        yield f"hostile: {name}", [_page(shape(_HOSTILE_BYTES))]
    for seed in range(_STYLED_PAGES):
        yield f"stylesheet {seed}", [_styled(random.Random(seed))]


def digest(pages: Sequence[PageToReport]) -> str:
    """Return a digest of the reports on some pages, with all their evidence."""
    hashed = hashlib.sha256()
    for page in pages:
        try:
            report = sitescan.analyse(page.url, page.status, page.headers, page.body, files=page.files, scanned_at=0.0)
        except InvalidTarget as refused:
            hashed.update(str(refused).encode())
            continue
        hashed.update(json.dumps(report_json(report, evidence=True), ensure_ascii=False).encode("utf-8", "replace"))
    return hashed.hexdigest()[:16]


def _example(example: Example) -> PageToReport:
    names_and_values = (line.partition(":") for line in example.headers)
    files = {url: text.encode("utf-8", "replace") for url, text in (*example.sheets, *example.scripts)}
    return PageToReport(
        example.url,
        example.status,
        tuple((name, value.strip()) for name, _, value in names_and_values),
        example.body or example.html.encode("utf-8", "replace"),
        files,
    )


def _page(html: str, files: Mapping[str, bytes] | None = None) -> PageToReport:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return PageToReport("https://example.com/", 200, headers, html.encode(), files or {})


_SELECTORS = (
    *("p", ".a", "#i", "*", "a:hover", "li > a", "h1 + p", "p ~ p", "ul li:nth-child(2n + 1)"),
    *("[lang|=en] p", "p::before", ".a.b", ":is(h1, .a)", ":where(#i) p", ":not(.b, #j)", "p:has(+ p)"),
    *(".sm\\:a", "#\\31 0", "\\70", "html body p", "[title='}']", '[title="a\\"{"]'),
    *("input:checked + label", "a:not([href])", ":root", "svg|a", "p:lang(en)", "@p", "p,"),
)
_DECLARATIONS = (
    *("color: #777", "color: rgb(120 120 120 / 80%)", "color: hsl(210deg, 40%, 60%) !important"),
    *("color:var(--c, #888)", "background: #fff url(pear.png) no-repeat"),
    *("background:linear-gradient(to right, #fff, #eee)", "--c: #767676"),
    *("background-image:url( 'a;b}c.png' )", "background:url(a\\)b;c.png)", 'content: "\\201C {"'),
    *("content:'a\\\nb'", "font: italic 700 14px/1.5 'A B', serif", "font-size: clamp(1rem, 2vw, 3em)"),
    *("width: calc((100% - 2px) / 3)", "display:none", "visibility : hidden", "opacity:.4"),
    *("position:absolute;left:-9999px", "float: left; margin:-4px"),
    *("color: color-mix(in oklch, red 30%, white)", "COLOR : Gray", "color: /* a } */ #999", "*zoom: 1"),
    *("color: #99", ";", "outline: 0 none", "text-decoration:none", "animation: a 1s infinite"),
    *("p{color:#aaa}", "&:hover{color:#bbb}", "a:b:c", "background: #333; color: #444"),
    *("color: oklch(60% 0.1 20)", "filter: progid:DXImage(a='b')", "src: url(x", "x: (;"),
)
_RULES = (
    "{s}{{{d}}}",
    "{s} {{ {d}; {e} }}",
    "{s},{t}{{{d};{e}}}",
    "@media screen and (min-width: 40em) {{ {s}{{{d}}} {t}{{{e}}} }}",
    "@media print{{{s}{{{d}}}}}",
    "@supports (display: grid) and (not (display: inline-grid)) {{{s}{{{d}}}}}",
    "@layer base, theme; @layer theme{{{s}{{{d}}}}}",
    "@container (width > 20em){{{s}{{{d}}}}}",
    "@scope (.a) to (.b) {{{s}{{{d}}}}}",
    '@font-face {{font-family: \'Pear\'; src: url("pear.woff2") format("woff2")}}',
    "@keyframes a {{ from {{ opacity: 0 }} to {{ {d} }} }}",
    "@import url(other.css) screen;",
    "@property --c {{ syntax: '<color>'; inherits: true; initial-value: #757575 }}",
    "<!-- {s}{{{d}}} -->",
    "/* {s}{{{d}}} */",
    "{s}{{{d}",
    "{s}{{{d}}}}}",
    "{s}{{{d};*#(}}",
    ";{s}({{{e}}}",
)
_BODY = (
    '<h1 id="i">Pears</h1><p class="a">Pears are <a class="b" href="/pears">fruit</a> of the genus <b>Pyrus</b>.</p>'
    '<ul><li><a href="#i">One</a><li class="a b">Two</ul><p class="sm:a" lang="en-GB" title="}">Ripe <i id="j">soon</i>'
    '<form><input id="10" type="checkbox" checked><label for="10">Yes</label><button class="b">Send</button></form>'
)


def _styled(choice: random.Random) -> PageToReport:
    """Return a page with a style element and an external stylesheet, both made of random pieces."""
    inline, external = (_stylesheet(choice) for _ in range(2))
    html = (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><link rel="stylesheet" href="/a.css">'
        f"<style>{inline}</style>{_BODY}"
    )
    return _page(html, {"https://example.com/a.css": external.encode()})


def _stylesheet(choice: random.Random) -> str:
    def one_of(pieces: Sequence[str]) -> str:
        # random() alone gives the same numbers in every version of Python.
        return pieces[int(choice.random() * len(pieces))]

    return "\n".join(
        one_of(_RULES).format(
            s=one_of(_SELECTORS), t=one_of(_SELECTORS), d=one_of(_DECLARATIONS), e=one_of(_DECLARATIONS)
        )
        for _ in range(_RULES_IN_A_STYLESHEET)
    )


def main() -> None:
    """Write the digests, or those of the examples of the rules in the arguments."""
    named = {f"examples of {rule}" for rule in sys.argv[1:]}
    listed = dict(groups())
    if unknown := named - listed.keys():
        raise SystemExit(
            f"no digests of {', '.join(sorted(unknown))}: no rule has this id, or its examples are no pages"
        )
    stored = json.loads(FILE.read_text("utf-8"))
    anew = [name for name in listed if not named or name in named or name not in stored]
    with Pool() as processes:
        stored.update(zip(anew, processes.imap(digest, map(listed.__getitem__, anew)), strict=True))
    FILE.write_text(json.dumps({name: stored[name] for name in listed}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
