"""Edits of a page, which change its bytes as little as possible."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.change import Change, ElementChange, changed, labelled, removed, renamed, safe, zoomable
from sitescan.document.document import Document
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.edits.page_patch import byte_edits
from sitescan.document.parsing.parse import parse
from sitescan.model.exchange import Exchange, Page
from sitescan.model.fix import Fix
from sitescan.standards.http_headers import Headers
from sitescan.standards.unified_diff import EditedLines
from tests.document.pages import document
from tests.document.test_start_tag import tags

_VALUES = st.one_of(st.none(), st.text(st.sampled_from("ax \"'&<>=/é;\t\n"), max_size=6), st.just("&copy"))


def _edited(page: Document, change: Change) -> str | None:
    fix = PageEdits(page).fix(change)
    return None if fix is None else _applied(page, fix).decode()


def _applied(page: Document, fix: Fix) -> bytes:
    return EditedLines(page.page.body).edited(byte_edits(fix)).body


@given(tag=tags(), name=st.sampled_from("abcdefgz"), value=_VALUES)
def test_edit_changes_only_attribute(tag: str, name: str, value: str | None) -> None:
    """An edit changes the attribute in the tree and nothing else, and keeps the bytes around the tag."""
    page = document(f"<!doctype html><body>é{tag}x</b> <i>y</i>")
    elements = page.all("b")
    if not elements:
        return
    edited = _edited(page, ElementChange(tag=elements[0], attributes={name: value}))
    if edited is None:
        # Behind an equals sign without a value, another attribute would become the value. So would a name that begins
        # with an equals sign, behind a name.
        same = elements[0].attrs.get(name) == value
        ambiguous = tag.rstrip("> \n\t\f/").endswith("=") or any(name.startswith("=") for name in elements[0].attrs)
        assert same or len(elements) > 1 or ambiguous
        return
    assert edited.startswith("<!doctype html><body>é<b")
    assert edited.endswith("x</b> <i>y</i>")
    expected = {**elements[0].attrs, name: value}
    changed = parse(edited).soup
    assert changed.b is not None
    assert changed.b.attrs == {name: value for name, value in expected.items() if value is not None}
    changed.b.attrs = elements[0].attrs
    assert str(changed) == str(page.soup)


@pytest.mark.parametrize(
    ("html", "attributes", "edited"),
    [
        ("<p>", {"a": "1"}, '<p a="1">'),
        ("<P A=1 />", {"a": "2"}, "<P A=2 />"),
        ("<p a = '1'>", {"a": "it's"}, "<p a = 'it&#39;s'>"),
        ("<p a=1>", {"a": "2 3"}, '<p a="2 3">'),
        ("<p a>", {"a": "1"}, '<p a="1">'),
        ("<p a= >", {"a": "1"}, '<p a="1">'),
        ("<p a='/x?b=1&c=2'>", {"a": "https:/x?b=1&c=2"}, "<p a='https:/x?b=1&c=2'>"),
        ("<p a='1'b='2'>", {"a": None}, "<p b='2'>"),
        ("<p a=1 b='2'c=3>", {"b": None}, "<p a=1 c=3>"),
        ("<p a=1\n   b=2>", {"b": None}, "<p a=1>"),
        ("<p a=1 b=2 />", {"b": None}, "<p a=1 />"),
        ("<p a=1 b='2'/>", {"b": None}, "<p a=1 />"),
        ("<p a=1 A=2>", {"a": None}, "<p>"),
        ("<p a=1 b=2 A=1>", {"a": "1"}, "<p a=1 b=2>"),
        ("<p a=1 a='2' b>", {"a": "3"}, "<p a=3 b>"),
        ("<p\n  a=1\n>", {"b": ""}, '<p\n  a=1 b=""\n>'),
        ("<p a=1>", {"hidden": ""}, "<p a=1 hidden>"),
    ],
)
def test_edit_is_minimal(html: str, attributes: dict[str, str | None], edited: str) -> None:
    """An edit keeps the author's quotation marks, case, order and spaces."""
    page = document(f"<!doctype html><body>{html}x")
    assert (
        _edited(page, ElementChange(tag=page.all("p")[0], attributes=attributes)) == f"<!doctype html><body>{edited}x"
    )


def test_element_edits() -> None:
    """Elements can be put into a label, renamed, filled and removed."""
    page = document(
        "<!doctype html><main><input name=a><select><option>1</select><h4 id=b>Pears <i>x</i></h4><h2></h2>"
    )
    field, select, deep, empty = (page.all(name)[0] for name in ("input", "select", "h4", "h2"))
    for change, edited in (
        (labelled(field), ("<input name=a>", "<label>(what to enter) <input name=a></label>")),
        (labelled(select, "x"), ("<select><option>1</select>", "<label>x <select><option>1</select></label>")),
        (renamed(deep, "h3"), ("<h4 id=b>Pears <i>x</i></h4>", "<h3 id=b>Pears <i>x</i></h3>")),
        (changed(empty, "Pears"), ("<h2></h2>", "<h2>Pears</h2>")),
        (removed(empty), ("<h2></h2>", "")),
    ):
        assert _edited(page, change) == page.decoded.text.replace(*edited)
    assert _edited(page, ElementChange(tag=page.all("main")[0], first="<p>")) == page.decoded.text.replace(
        "<main>", "<main><p>"
    )


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<b class=x><p>a</b>b", "b"),  # the parser makes two elements of one tag
        ("<p>a", "p"),
        ("<p>a<p>b</p>", "p"),
        ("<body a=1><body b=2>", "body"),  # one element of two tags
        ("<table><tr><td>a</table>", "tbody"),  # an element without a tag
        ("<h2>a<h3>b</h2></h3>", "h2"),
    ],
)
def test_no_edit_if_tree_differs(html: str, name: str) -> None:
    """No edit is made if the source and the tree differ, or if an end tag is omitted."""
    page = document(f"<!doctype html>{html}")
    element = page.all(name)[0]
    assert _edited(page, ElementChange(tag=element, attributes={"id": "x"}, after="<hr>")) is None


@pytest.mark.parametrize(
    ("html", "edited"),
    [
        ("<title>Pears</title>\n<h2></h2><script src=a.js></script>", None),
        (
            "<title>Pears</title><body><h2></h2><script src=a.js></script>",
            "<title>Pears</title><body><script src=a.js></script>",
        ),
        (
            "<title>Pears</title>Figs<h2></h2><script src=a.js></script>",
            "<title>Pears</title>Figs<script src=a.js></script>",
        ),
        ("<title>Pears</title><p>Figs</p><h2></h2>", "<title>Pears</title><p>Figs</p>"),
    ],
)
def test_first_element_of_implied_body(html: str, edited: str | None) -> None:
    """An element is not removed if what follows might become part of the head."""
    page = document(html)
    assert _edited(page, ElementChange(tag=page.all("h2")[0], removed=True)) == edited


def test_placeholder_address_is_not_written() -> None:
    """The placeholder address of a page from a file is not written into the page."""
    exchange = Exchange(
        requested="https://your-site.example/", url="https://your-site.example/", status=200, headers=Headers()
    )
    page = Document(Page(exchange=exchange, body=b"<link rel=canonical href=/a>"))
    link = page.all("link")[0]
    assert _edited(page, ElementChange(tag=link, attributes={"href": "https://your-site.example/a"})) is None
    assert _edited(page, ElementChange(tag=link, attributes={"href": "/b"})) == '<link rel=canonical href="/b">'


@pytest.mark.parametrize(
    ("mark", "encoding", "charset"),
    [
        (b"", "utf-8", "utf-8"),
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-8"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-8"),
        (b"", "cp1252", "windows-1252"),
        (b"", "shift_jis", "shift_jis"),
        (b"", "gb18030", "gb18030"),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_are_kept(mark: bytes, encoding: str, charset: str, end: str) -> None:
    """The encoding and the line ends stay, and characters that the encoding lacks become references."""
    word = {"cp1252": "Äpfel", "shift_jis": "梨", "gb18030": "梨"}.get(encoding, "梨 Ä \N{PEAR}")
    text = f"<!doctype html>{end}<p>{word}</p>{end * 2}<b>{word * 600}</b><i title='{word}'>x{end}</i>"
    exchange = Exchange(
        requested="https://example.com/",
        url="https://example.com/",
        status=200,
        headers=Headers((("Content-Type", f"text/html; charset={charset}"),)),
    )
    page = Document(Page(exchange=exchange, body=mark + text.encode(encoding)))
    fix = PageEdits(page).fix(
        ElementChange(tag=page.all("i")[0], attributes={"id": "\N{RED APPLE}", "title": f"{word}a"})
    )
    assert fix is not None
    apple = "\N{RED APPLE}" if encoding.startswith(("utf", "gb")) else "&#127822;"
    edited = text.replace(f"title='{word}'", f"title='{word}a' id=\"{apple}\"")
    assert _applied(page, fix) == mark + edited.encode(encoding)
    added = fix.edits[0].start
    before = text[: text.index("'>x")]
    assert added.line == 1 + before.count(end)
    assert added.column == 1 + len(before.rpartition(end)[2])
    assert added.byte_column == 1 + len(before.rpartition(end)[2].encode(encoding))


@pytest.mark.parametrize(
    ("malformed", "charset", "certain"),
    [
        (b"\xff", "utf-8", True),
        (b"\x8d\x90", "windows-1252", True),
        (b"\xe2\x82 ", "utf-8", False),  # two bytes, but one replacement character
        (b"\xd8", "utf-16", False),
    ],
)
def test_malformed_bytes(malformed: bytes, charset: str, certain: bool) -> None:
    """Malformed bytes stay as they are, and a page whose bytes can be counted in two ways has no edits."""
    exchange = Exchange(
        requested="https://example.com/",
        url="https://example.com/",
        status=200,
        headers=Headers((("Content-Type", f"text/html; charset={charset}"),)),
    )
    body = b"<!doctype html>" + malformed + b"<i>x</i>"
    page = Document(Page(exchange=exchange, body=body))
    fix = PageEdits(page).fix(ElementChange(tag=page.all("i")[0], attributes={"id": "a"})) if page.all("i") else None
    assert (None if fix is None else _applied(page, fix)) == (body.replace(b"<i>", b'<i id="a">') if certain else None)


def test_viewport_keeps_other_settings() -> None:
    """Only the settings that limit zooming are removed from a viewport."""
    page = document('<meta name="viewport" content="width=device-width, viewport-fit=cover, user-scalable=no">')
    assert zoomable(page.all("meta")[0]).markup.endswith('content="width=device-width, viewport-fit=cover">')


@pytest.mark.parametrize(
    ("rest", "is_safe"),
    [
        ("", True),
        ("<style>a { color: red } [rel] { color: red }</style>", True),
        ("<script>document.links[0]</script>", True),
        ("<style>a[href$='.pdf'] { color: red }</style>", False),
        ("<style>a:not([ HREF ]) { color: red }</style>", False),
        ("<style>@media print { a::after { content: attr(href) } }</style>", False),
        ("<script>document.querySelectorAll('a[href]')</script>", False),
        ("<script>menu.getAttribute('href')</script>", False),
        ("<script>$(menu).attr('href')</script>", False),
    ],
)
def test_attributes_that_styles_or_scripts_use(rest: str, is_safe: bool) -> None:
    """A change of an attribute that styles or scripts use is for a person to check."""
    page = document(f"<!doctype html><head>{rest}</head><body><a href=' /'>Pears</a>")
    fix = PageEdits(page).fix(safe(changed(page.all("a")[0], href="/")))
    assert fix is not None
    assert fix.safe is is_safe


@pytest.mark.parametrize(
    ("selector", "is_safe"),
    [
        ("[role=button]", True),
        ("div:not([role='button'])", True),
        ('[ ROLE = "Button" ]', True),
        ("[role=main]", False),
        ("[role=MAIN]", False),
        ("[role=group]", False),
        ("[role=button i]", False),
        ("[role^=button]", False),
        ("[role=a\\62]", False),
        ("[role]", False),
    ],
)
def test_selectors_of_other_values(selector: str, is_safe: bool) -> None:
    """A selector that names the whole of another value doesn't depend on a change of the attribute."""
    page = document(
        f"<!doctype html><head><style>{selector} {{ color: red }}</style></head><body><div role=group>A</div>"
    )
    fix = PageEdits(page).fix(safe(changed(page.all("div")[0], role="main")))
    assert fix is not None
    assert fix.safe is is_safe


def test_safe_and_unfinished_changes() -> None:
    """A rule marks a change as safe, and a change with a placeholder is unfinished."""
    page = document("<img src=a.png>")
    image = page.all("img")[0]
    decorative, described = safe(changed(image, alt="")), changed(image, alt="(what it shows)")
    assert (decorative.safe, decorative.unfinished) == (True, False)
    assert (described.safe, described.unfinished) == (False, True)


@pytest.mark.parametrize(
    ("head", "edited"),
    [
        ("<head><title>", "<head><meta>\n<link><title>"),
        ("<head>\n  <title>", "<head>\n  <meta>\n  <link>\n  <title>"),
        ("<head> \r\n\r\n\t<title>", "<head>\r\n\t<meta>\r\n\t<link> \r\n\r\n\t<title>"),
        ("<head>\r<title>", "<head>\r<meta>\r<link>\r<title>"),
        ("<head>\n\n", "<head><meta>\n<link>\n\n"),
    ],
)
def test_insertion_of_first_children(head: str, edited: str) -> None:
    """Each is on a line of its own where the next element is, with its indentation and line break."""
    page = document(f"<!doctype html>{head}")
    assert page.head is not None
    assert _edited(page, ElementChange(tag=page.head, first="<meta>\n<link>")) == f"<!doctype html>{edited}"


def test_xml_pages_have_no_edits() -> None:
    """A page that browsers read as XML is not edited, because markup of HTML would make it malformed."""
    for url, headers, has in (
        ("https://pears.example/a.xhtml", (), False),
        ("https://pears.example/a.xhtml", (("Content-Type", "text/html"),), True),
        ("https://pears.example/", (("Content-Type", "application/xhtml+xml; charset=utf-8"),), False),
        ("https://pears.example/", (), True),
    ):
        exchange = Exchange(requested=url, url=url, status=200, headers=Headers(headers))
        page = Document(Page(exchange=exchange, body=b"<html xmlns='http://www.w3.org/1999/xhtml'><p>Pears</p></html>"))
        fix = PageEdits(page).fix(ElementChange(tag=page.all("p")[0], attributes={"id": "a"}))
        assert (fix is not None) == has, (url, headers)
