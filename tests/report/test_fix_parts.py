"""The parts of a fix's text: prose, code and changes."""

from html import escape

import pytest

from sitescan.report.fix_parts import BeforeAfter, Code, Part, Prose, fix_parts, markup_runs
from sitescan.report.html_fixes import fix, inline


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Plant a tree.", [Prose("Plant a tree.")]),
        ("<p>Pears</p>", [Code("<p>Pears</p>")]),
        ('For example: <img alt="">. Or none.', [Prose("For example:"), Code('<img alt="">'), Prose("Or none.")]),
        ("Edit the <title> of each page.", [Prose("Edit the <title> of each page.")]),
        ("Use <b>, <i> or <u>", [Prose("Use <b>, <i> or <u>")]),
        ("Write <p>a</p> instead of <b>a</b>. Go on.", [BeforeAfter("<b>a</b>", "<p>a</p>"), Prose("Go on.")]),
        ("Instead of <b>a</b>, write <p>a</p>.", [BeforeAfter("<b>a</b>", "<p>a</p>")]),
        ("Better: <p> instead of <b>", [Prose("Better:"), BeforeAfter("<b>", "<p>")]),
        ("Not <b>, write <p>.", [Prose("Not <b>, write <p>.")]),
        (
            "nginx: listen 443;\nApache:\n <A>\n b\n </A>",
            [Code("listen 443;", "nginx"), Code("<A>\nb\n</A>", "Apache")],
        ),
        (
            "Send this:\nReferrer-Policy: origin\nThen test.",
            [Prose("Send this:"), Code("Referrer-Policy: origin"), Prose("Then test.")],
        ),
        ("Add:\nUser-agent: *\nAllow: /a", [Prose("Add:"), Code("User-agent: *\nAllow: /a")]),
        ("Otherwise: do it.", [Prose("Otherwise: do it.")]),
        ("map $a $b {\n default 1;\n}\nReload.", [Code("map $a $b {\ndefault 1;\n}"), Prose("Reload.")]),
        ("Add <a>x</a> ... <a>y</a>", [Prose("Add <a>x</a> ... <a>y</a>")]),
        ("", []),
    ],
)
def test_parts(text: str, parts: list[Part]) -> None:
    """Code is separated by lines, colons or indentation, and markup within a sentence stays prose."""
    assert fix_parts(text) == parts


def test_fixed_markup_replaces_original() -> None:
    """Fixed markup is shown as a change of the first place's markup, or alone if that is unknown."""
    text = "The first one on this page, fixed: <img alt>\nFor example: <i>"
    assert fix_parts(text, "<img>") == [BeforeAfter("<img>", "<img alt>"), Prose("For example:"), Code("<i>")]
    assert fix_parts(text)[:2] == [Prose("The first one on this page, fixed:"), Code("<img alt>")]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("<img src=a>", '<img src="a" alt="">', ("<img src=a>", '<img src="a"[ alt=""]>')),
        ("<p role=buton>x</p>", '<p role="button">x</p>', ("<p [role=buton]>x</p>", '<p [role="button"]>x</p>')),
        ("<a b b>", "<a b>", ("<a b[ b]>", "<a b>")),
        ("<p>a</p>", "<p>a</p>", ("<p>a</p>", "<p>a</p>")),
        ("<b>c", "<h1>c", ("<[b]>c", "<[h1]>c")),
        ("<\N{PEAR} a\tb>", "<\N{PEAR} a\tb c>", ("<\N{PEAR} a\tb>", "<\N{PEAR} a\tb[ c]>")),
    ],
)
def test_whole_words_are_marked(before: str, after: str, shown: tuple[str, str]) -> None:
    """Removed and added words are marked as a whole."""
    made = fix(f"The one on this page, fixed: {after}", before)
    for code, tag in zip(shown, ("del", "ins"), strict=True):
        assert f">{escape(code).replace('[', f'<{tag}>').replace(']', f'</{tag}>')}</pre>" in made


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("<ul><li>a</li></ul> b", ["<ul><li>a</li></ul>"]),
        ("<title> in <title>a</title>", ["<title>", "<title>a</title>"]),
        ("<br> <hr/> <p>a</p>...<p>b</p>", ["<br> <hr/> <p>a</p>...<p>b</p>"]),
        ("a < b > c <3 <-> </p>", []),
        ('<a href="x>y">z</a>', ['<a href="x>y">z</a>']),
        ("<a title='<b>'>", ["<b>"]),
    ],
)
def test_markup_runs(line: str, runs: list[str]) -> None:
    """A run consists of whole elements, or of a start tag without the rest of its element."""
    assert [line[begin:end] for begin, end in markup_runs(line)] == runs


def test_parts_are_limited() -> None:
    """A text with too many parts is not split further, so that the parent process is not kept busy."""
    lines = "a\n" * 101
    assert fix_parts(lines) == [Code(lines)]
    assert len(fix_parts("a\n" * 100)) == 100
    assert markup_runs("<b>a " * 200)
    assert not markup_runs("<b>a " * 201)
    assert inline("#aabbcc " * 300).count("<circle") == 200


def test_colors_have_swatches() -> None:
    """A color has a swatch before it, and text that only resembles a color has none."""
    assert inline("#1a2b3c on (#ffffff)").count("<circle") == 2
    assert inline("#1a2b3c")[-7:] == "#1a2b3c"
    assert "circle" not in inline("page#facade #facades a/#facade #12345 <b>#112233</b>")


def test_markup_is_escaped() -> None:
    """Markup of a page is escaped in fixes."""
    assert fix("<script>alert(1)</script>") == (
        '<figure class="code"><pre class="fix">&lt;script&gt;alert(1)&lt;/script&gt;</pre></figure>'
    )
    assert inline("a\n<b>c</b>") == "a\n<code>&lt;b&gt;c&lt;/b&gt;</code>"
