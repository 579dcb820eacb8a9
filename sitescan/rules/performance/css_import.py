"""Stylesheets are loaded with @import."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from sitescan.document.css.stylesheet_text import css_texts
from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.model.report import Fact, Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.css_imports import css_imports
from sitescan.standards.progress import advanced
from sitescan.standards.urls import resolve

#: The statements that may precede a valid @import.
_BEFORE = re.compile(r"(?:\s+|<!--|-->|@charset\s[^;]*;|@layer\s[^;{]*;)*", re.IGNORECASE)
_IMPORT = re.compile(r"@import\b[^;{]*(?:;|\Z)", re.IGNORECASE)


def check(document: Document) -> Iterator[Finding]:
    """Report each @import at the start of a stylesheet; browsers ignore later ones."""
    for css in css_texts(document):
        text = css.text.removeprefix("\ufeff")
        at = _begins(text, 0)
        while match := _IMPORT.match(text, at):
            yield Finding.lazy(css.tag, partial(_facts, match[0], css.url, document.base_url))
            at = _begins(text, advanced(at, match.end()))


def _facts(rule: str, importer: str, base: str) -> Mapping[str, Fact]:
    reference = next(css_imports(rule), "")
    imported = resolve(importer or base, reference) or reference
    return {"detail": shorten(imported) + (f", imported by {importer}" if importer else ""), "imported": imported}


def _begins(text: str, at: int) -> int:
    """Return where the next statement begins, after everything that may precede an @import."""
    before = _BEFORE.match(text, at)
    return before.end() if before is not None else at


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Stylesheets are loaded with @import",
    description=(
        "{count:# stylesheet is|# stylesheets are} loaded with @import. Browsers discover such a stylesheet "
        "only after the one that imports it has loaded, so the files load one after another and block "
        "rendering longer."
    ),
    recommendation="Load the stylesheets with link elements, or bundle them into one file.",
    how_to_fix='Replace @import url("{imported}"); with this in the head: <link rel="stylesheet" href="{imported}">',
    sources=(
        "https://www.w3.org/TR/css-cascade-5/#at-import",
        "https://developer.mozilla.org/en-US/docs/Web/CSS/@import",
    ),
    examples=(
        Bad("<style>@import 'a.css';</style>"),
        Bad("<style>/* a */ @charset 'utf-8'; @layer base; @IMPORT url(a.css) layer(base) screen;</style>"),
        Bad(
            '<link rel="stylesheet" href="/a.css">',
            sheets=(("https://example.com/a.css", "@import url(b.css);p{color:#000}"),),
        ),
        Good("<style>p{color:#000} @import 'late.css';</style>"),
        Good("<style>/* @import 'a.css'; */ p::before{content:'@import'}</style>"),
        Good('<link rel="stylesheet" href="/a.css">'),
    ),
)
