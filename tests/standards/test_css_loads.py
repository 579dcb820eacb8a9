"""The files that a stylesheet loads, by the standards of CSS."""

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.standards.css.declared_files import image_loads
from sitescan.standards.css.preprocessing import preprocess
from sitescan.standards.css.stylesheet_items import FontFace, StyleBlock, all_items
from sitescan.standards.css.stylesheet_reader import leading_imports, read_stylesheet

_ROOT = Path(__file__).parents[2]


def _loads(text: str) -> list[str]:
    """Return the first letter of the kind, and the reference, of each file; a certain one has a capital letter."""
    return [
        f"{load.kind[0].upper() if load.certain else load.kind[0]} {load.reference}"
        for item in all_items(read_stylesheet(text))
        for load in item.loads
    ]


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("@import 'a'; @import url(b); @import url( \"c\" ); @IMPORT src('d');", ["S a", "S b", "S c", "S d"]),
        ("@charset 'x'; @layer a, b; @import 'a'; @layer c; @import 'b'", ["S a", "S b"]),
        ("<!-- @import/**/'a'/**/; --> @import/**/url(b)/**/;", ["S a", "S b"]),
        ("@import url(a) layer(b.c) supports(display: grid) screen", ["s a"]),
        ("@import url(a) layer(b.c) screen; @import 'b' layer; @import 'c' layer(d)print;", ["S a", "S b", "S c"]),
        ("p{} @import 'a';", []),
        ("@media x{} @import 'a';", []),
        ("@layer a{} @import 'a';", []),
        ("@namespace url(a); @import 'b';", []),
        ("@media x{@import 'a';} p{@import 'a';}", []),
        ("@import 'a'{} @import 'b';", ["S b"]),
        ("@import; @import a; @import url(); @import ''; @import url(b c); @import 'd\n'; @import 'e';", []),
        ("@import 'a\\\nb'; @import url(\\63 \\)d ); @import 'e", ["S ab", "S c)d", "S e"]),
        ("@namespace url(a); @namespace b url('c'); p{d:e}", []),
        ("@document url(a){p{background:url(b)}}", []),
        ("@supports (display:grid){@media x{@layer y{p{background:url(a)}}}}", ["i a"]),
        ("p{background:url(a),url('b'),url( \"c\" ),URL(d),src('e')}", ["i a", "i b", "i c", "i d", "i e"]),
        ("p{background:u\\72 l(a),\\75rl('b'),xurl(c),xurl('d')}", ["i a", "i b"]),
        ("p{background:url(a b)} p{mask:url(a'b)} p{mask:url(a\\'b)}", ["i a'b"]),
        ("p{mask:url(a(b)} p{mask:url('a\n),url(b)} p{mask:url(c)", ["i c"]),
        ("p{background:url(a", ["i a"]),
        ("p{content:'url(a)';mask:/*url(b)*/url(c)/*url(d)*/}", ["i c"]),
        ("p{background:image-set('a' 1x, url(b) 2x, \"c\" type('image/avif') 3x)}", ["i a", "i b", "i c"]),
        ("p{background:-webkit-image-set(url(a) 1x),cross-fade(url(b),url('c'))}", ["i a", "i b", "i c"]),
        ("p{content:image-set('a' 1x)/'b'}", ["i a"]),
        ("p{--x:url(a);background:var(--x)}", ["i a"]),
        ("p{*background:url(a);_background:url(b);behavior:url(c);-moz-binding:url(d);mask:url(e)}", ["i e"]),
        ("p{a:b;&:hover{background:url(a)}@media x{background:url(b);color:red}mask:url(c)}", ["i a", "i b", "i c"]),
        ("p{@font-face{src:url(a)}@x{mask:url(b)}@import url(c);mask:url(d)}", ["i d"]),
        ("@keyframes a{to{background:url(a)}} @-webkit-keyframes 'b'{0%{mask:url(b)}}", ["i a", "i b"]),
        ("@font-face{src:url(a),local('b'),url('c')format('woff2')tech(variations);src:url(d)}", ["f a", "f c", "f d"]),
        ("p[href='url(a)'],q:not(url(b)){color:red}", []),
        ("@x{p{background:url(a)}} @x url(b);", []),
        ("/*@import 'a';*/@font-face/**/{src:/*url(b)*/url(c)}", ["f c"]),
        ("p{background:url(data:a;b,c)}q{background:url(a@b{c};d.svg)}", ["i data:a;b,c", "i a@b{c};d.svg"]),
    ],
)
def test_loads(text: str, loads: list[str]) -> None:
    """A stylesheet loads the files that browsers request for it."""
    assert _loads(text) == loads


@pytest.mark.parametrize(
    ("body", "file"),
    [
        ("src:url(a.eot);src:url('a.eot?#x')format('embedded-opentype'),url(a.woff2)format(woff2)", "a.woff2"),
        ("SRC:url(a.ttf);font-family:url(b.woff)", "a.ttf"),
        ("src:url(data:font/woff2;base64,AA)format('woff2'),url(a.woff)", ""),
        ("src:local(a),url(b,c.woff)", "b,c.woff"),
        ("src:url(a.svg)format('svg')", "a.svg"),
        ("src:local(a)", ""),
    ],
)
def test_font_file(body: str, file: str) -> None:
    """The file of a font face is the first one that current browsers support, or the only one."""
    assert FontFace(body).file == file


@pytest.mark.parametrize("body", ["background:url(//h/a@b.svg)", "content:'@{'", "mask:url(a{b}.svg)", "a:b/*@x{*/"])
def test_signs_in_strings_are_no_rules(body: str) -> None:
    """A block with ``@`` or a brace inside a string, URL or comment contains no rules."""
    (block,) = read_stylesheet(f"p{{{body}}}")
    assert isinstance(block, StyleBlock)
    assert block.plain


def test_imports_of_beginning_are_those_of_whole() -> None:
    """The imports of a long stylesheet are found without reading what follows them, and none is cut off."""
    rules = "p{color:red}" * 10_000
    assert [found.reference for found in leading_imports(f"@import 'a';@import 'b';{rules}".encode())] == ["a", "b"]
    long = "".join(f"@import '{'x' * 1000}{number}';" for number in range(80))
    assert {len(found.reference) for found in leading_imports(long.encode())} <= {1001, 1002}
    assert leading_imports(b"\xef\xbb\xbf@import 'a';") == leading_imports(b"@import 'a';")


_PIECES = (
    *"( ) \" ' \\ /* */ @ { } ; , [ a: url( src( image-set( url(' @import p{ @font-face{src: format( \\75 <!-- -".split(
        " "
    ),
    *("@import url(", "\n", " ", "é", "url(a)", "@x", "a"),
)


@given(st.lists(st.sampled_from(_PIECES), max_size=20).map("".join))
def test_any_text_is_read(text: str) -> None:
    """Any text is read to its end, and a rule loads the same files alone as in a stylesheet."""
    for item in all_items(read_stylesheet(text)):
        assert all(load.reference for load in item.loads)
        if isinstance(item, StyleBlock):
            assert item.loads == image_loads(preprocess(item.body))


@pytest.mark.proof
@pytest.mark.parametrize("piece", _PIECES)
@pytest.mark.parametrize(
    "opening", ["", "p{background:url(a),", "@font-face{src:url(a),", "@import url(a) ", "p{mask:url("]
)
def test_time_is_linear(opening: str, piece: str) -> None:
    """The files of a hostile stylesheet of four times the length take about four times as long."""
    short, long = (opening + piece * (size // len(piece)) for size in (40_000, 160_000))
    _loads(short)
    first = second = 0.0
    while first < 0.2:
        first += _seconds(short)
        second += _seconds(long)
        if second < 0.05 or second < 8 * first:
            return
    pytest.fail(f"{first:.4f} s for {len(short)} characters, {second:.4f} s for {len(long)}")


def _seconds(text: str) -> float:
    started = time.process_time()
    _loads(text)
    leading_imports(text.encode())
    return time.process_time() - started


def _patterns_of_urls() -> Iterator[str]:
    """Yield the modules with a regular expression that reads ``url(`` or ``@import``."""
    sought = re.compile(r"(?:url|\[uU\]\[rR\]\[lL\])\\\(|@import\\", re.IGNORECASE)
    for path in sorted((_ROOT / "sitescan").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(isinstance(node, ast.Constant) and sought.search(str(node.value)) for node in ast.walk(tree)):
            yield str(path.relative_to(_ROOT))


def test_urls_are_read_in_one_place() -> None:
    """Only the reader of stylesheets has regular expressions for ``url(`` and ``@import``."""
    assert {str(Path(path).parent) for path in _patterns_of_urls()} == {"sitescan/standards/css"}
