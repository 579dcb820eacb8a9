"""Hostile stylesheets of megabytes are read in linear time."""

import time
from collections.abc import Callable, Iterable

import pytest

from sitescan.document.css.cascade import Styles
from sitescan.document.css.media import Screen
from sitescan.document.css.rule_index import RuleIndex
from sitescan.document.css.selector_nodes import nodes, present_names
from sitescan.document.css.stylesheets import RuleFilter, StyleRules
from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.standards.css.stylesheet_reader import read_stylesheet
from sitescan.standards.urls import resolve

pytestmark = pytest.mark.slow

_URL = "https://example.com/"
_SIZE = 150_000


def _repeated(piece: str, before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda size: before + piece * (size // len(piece)) + after


#: The function that writes each shape with a number of characters.
SHAPES: dict[str, Callable[[int], str]] = {
    "one rule": _repeated("color:red;", "p{", "}"),
    "one custom property": _repeated("red ", "p{--a:", "}"),
    "selectors in a list": _repeated("a,p:not(.b)>i,", "", "u{color:red}"),
    "absent selectors in a list": _repeated(".x,", "", ".y{color:red}"),
    "rules": _repeated("p{color:red}"),
    "absent rules": _repeated(".x{color:red}"),
    "comments without end": _repeated("/*"),
    "comments": _repeated("/**/", "", "p{color:red}"),
    "comments in a prelude": _repeated("/* */", "p", "{color:red}"),
    "nested blocks": _repeated("a{"),
    "nested media": _repeated("@media screen{"),
    "nested round brackets": _repeated("(", "p", "{color:red}"),
    "nested square brackets": _repeated("[", "p", "{color:red}"),
    "mixed brackets": _repeated("([{"),
    "brackets that close nothing": _repeated(")]", "p", "{color:red}"),
    "pairs of brackets": _repeated("(a)[b]", "p", "{color:red}"),
    "pairs in a block": _repeated("a:((((b))));", "p{", "}"),
    "strings without end": _repeated('"{'),
    "bad strings": _repeated('"\n'),
    "strings of escapes": lambda size: "p{content:'" + r"\"\'\a \000041\\" * (size // 16) + "'}",
    "escaped line ends": _repeated("\\\n", "p{content:'", "'}"),
    "backslashes": _repeated("\\"),
    "escaped names": _repeated(r".\31 \/\:", "", "{color:red}"),
    "URLs without end": _repeated("url("),
    "URLs": _repeated("a{b:url(c d)}"),
    "hidden URLs": _repeated(r"\75rl(x)", "p{a:", "}"),
    "a long name": _repeated("a", ".", "{color:red}"),
    "a long number": _repeated("9", "p{width:", "}"),
    "at signs": _repeated("@"),
    "at-rules": _repeated("@a;"),
    "imports": _repeated("@import 'a';"),
    "semicolons": _repeated(";"),
    "braces": _repeated("{}"),
    "closing braces": _repeated("}"),
    "layers": _repeated("@layer a.b.c;"),
    "pseudo-classes": _repeated(":hover", "p", "{color:red}"),
    "negations": _repeated(":not(", "p", "{color:red}"),
    "white space": _repeated(" \n\t", "p", "{color:red}"),
    "signs": _repeated("+-", "p{width:", "}"),
    "importances": _repeated("!important", "p{color:red", "}"),
    "stars": _repeated("*a:b;", "p{", "}"),
}
_PAGE = Document(
    Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=b"<title>Pears</title><p class=a>x")
)


def _seconds(css: str) -> float:
    """Return the time of reading a stylesheet of which every rule may apply to the page."""
    started = time.process_time()
    sheet = Source(url=f"{_URL}a.css", body=css.encode(), content_type="text/css")
    tree = nodes(_PAGE.elements)
    rules = StyleRules((Screen(),), {sheet.url: sheet}, resolve, RuleFilter(present_names(tree.values())))
    rules.read_external(sheet.url)
    for rule in rules.rules:
        _ = rule.declarations
    return time.process_time() - started


@pytest.mark.cpu
@pytest.mark.parametrize("shape", SHAPES)
def test_reading_takes_linear_time(shape: str) -> None:
    """The time of reading a stylesheet of any shape is proportional to its size."""
    once, twice = (min(_seconds(SHAPES[shape](size)) for _ in range(2)) for size in (_SIZE, 2 * _SIZE))
    assert twice < 3.2 * once + 0.1


def test_stylesheet_limits() -> None:
    """The rest of a stylesheet that exceeds a limit is not read, and the styles are incomplete."""
    assert not _complete("p,b{color:red}" * 12_000)
    assert _complete("p,b{color:red}" * 11_000)
    assert _complete(".absent,.missing{color:red}" * 40_000)
    assert _complete("p>b," * 20_000 + "p{color:red}")
    assert not _complete("p>b," * 30_000 + "p{color:red}")
    assert not _complete("p{" + "&>b{color:red}" * 40_000 + "}")
    assert not _complete("@media screen{" * 25 + "p{color:red}")
    assert not _complete("p{" + "&>b{" * 30 + "color:red")
    assert not _complete("p{color:" + "calc(" * 5_000)
    assert _complete("@media screen{" * 20 + "p{color:red}")
    assert not _complete(f"@layer {','.join(f'a{number}' for number in range(30_000))};")


def test_style_attribute_limit() -> None:
    """Different style attributes beyond a limit are not read, and the styles are incomplete; equal ones are free."""
    long = "color:red;" * 100
    assert not _attributes(f"{long}margin:{number}px" for number in range(500)).complete
    assert _attributes(f"{long}margin:{number}px" for number in range(450)).complete
    assert _attributes(f"{long}margin:1px" for _ in range(500)).complete


def test_style_limit() -> None:
    """Elements beyond a limit of different styles get none, and the styles are incomplete; equal ones are free."""
    assert not _attributes(f"margin:{number}px" for number in range(5_001)).complete
    assert _attributes(f"margin:{number % 4_000}px" for number in range(6_000)).complete


def _attributes(styles: Iterable[str]) -> Styles:
    html = "".join(f'<p style="{style}">' for style in styles)
    page = Page(exchange=Exchange(requested=_URL, url=_URL, status=200), body=html.encode())
    return Styles(nodes(Document(page).elements), RuleIndex(()))


def _complete(css: str) -> bool:
    tree = nodes(_PAGE.elements)
    rules = StyleRules((Screen(),), {}, resolve, RuleFilter(present_names(tree.values())))
    rules.read(css, _URL)
    return rules.complete


@pytest.mark.cpu
def test_splitting_two_megabytes() -> None:
    """Two megabytes are split without parsing the rules."""
    started = time.process_time()
    assert len(read_stylesheet("p{color:red;margin:0 auto}" * 80_000)) == 80_000
    assert time.process_time() - started < 2
