"""The two tree builders, which make the same tree with the same positions."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from bs4.element import PageElement, Tag
from hypothesis import given, settings
from hypothesis import strategies as st

from sitescan.document.parsing.encoding import decode
from sitescan.document.parsing.parse import MAX_DEPTH, MAX_ROOT_TAGS, parse
from sitescan.document.tree import source_position

#: Markup that is hard to parse: each shape of the tree-construction algorithm at least once.
HARD = {
    "empty": "",
    "text only": "pears",
    "implied": "<p>a<p>b<table>x<tr><td>1<td>2<tr><th>3</table>c",
    "misnested": "<b>1<i>2</b>3</i>4<p>5</b>6",
    "adoption": "<a href=1>x<div>y<a href=2>z</div>w",
    "nested adoption": "<b><em><i><p>x</b>y</em>z</i>",
    "noah's ark": "<b class=x>" * 8 + "1</p><p>2",
    "noah's ark, other attributes": "<b class=x><b class=y>" * 4 + "1</p><p>2",
    "foster parenting": "<table>a<b>b<tr>c<td>d</b></table>e",
    "foster formatting": "<table><b><tr><td>x</b></td></tr>y</table>z",
    "select": "<select><option>a<option>b<optgroup><option>c</select>",
    "form in table": "<table><form><tr><td><input name=a></form></table>",
    "svg": "<svg viewbox='0 0 1 1' xlink:href=#a><foreignobject><p>x<math><mi>y</svg>z",
    "math": "<math definitionurl=x><annotation-xml encoding=text/html><p>x</annotation-xml></math>",
    "svg title": "<svg><title><b>x</b></title></svg><title>y</title>",
    "script": "<script>if (a < b) '<p>' <!-- <script> --></script>x",
    "style": "<style>p::after { content: '</p>' }</style>x",
    "textarea": "<textarea>\n\n<b>x</textarea>y",
    "pre": "<pre>\n\nx</pre>",
    "plaintext": "<p>a<plaintext>b</plaintext><p>c",
    "noscript in head": "<head><noscript><link rel=stylesheet href=x><p>y</noscript>",
    "head ended early": "<head><title>a</title><div>b</div><meta name=c><title>d</title>",
    "frameset": "<frameset cols=1,2><frame src=a><frame src=b></frameset><noframes>x</noframes>",
    "body attributes": "<body a=1><p>x<body b=2 a=3><html lang=en>",
    "comments": "<!-- a --><!doctype html><!-- b --><html><!-- c --></html><!-- d -->",
    "comment endings": "<!-->a<!--->b<!---->c<!--d--!>e<!--f",
    "bogus comments": "a<!x>b</ y>c<!>d</>e",
    "doctype, legacy": '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/xhtml1-strict.dtd">x',
    "entities": "&amp;&ampx;&notit;&#x41;&#0;&#x80;&#xD800;&#x110000;&AMP&copy=1<a href='?a&copy=1&copy;'>",
    "attributes": "<p a=1 A=2 b='x>y' c=\"z'w\" d=e/ =f g==h i<j k\"l>m",
    "duplicate attributes": "<p id=a id=b class=' x  y ' class=z>",
    "null": "a\x00b<p c\x00d='e\x00f'>g",
    "line ends": "a\r\nb\rc\nd<p\r\ne=f>\r\ng",
    "void with end tags": "<br></br><p></p></p><hr/>x<input></input>",
    "unclosed everything": "<div><p><b><a href='x'><!-- y",
    "unclosed tag": "<p><a href='x",
    "dl": "<dl><dt>a<dd>b<dt>c<dd>d<div>e<dt>f",
    "buttons": "<button>a<button>b<p>c</button>d",
    "headings": "<h1>a<h2>b</h1>c<h3>d",
    "lists": "<ul><li>a<ul><li>b</ul><li>c<div><li>d</ul>",
    "caption": "<table><caption>a<td>b<caption>c<col><colgroup><col><tbody><td>d",
    "marquee": "<marquee>a<b>b</marquee>c",
    "after body": "<body>a</body>b<p>c</html>d<script>e</script>",
    "image": "<image src=x>",
    "astral": "\N{GRINNING FACE}<p \N{GRINNING FACE}=1>\N{GRINNING FACE}",
}

#: Markup for which html5lib 1.1 (2020) is behind the standard, and the correct tree, as depth and name. html5lib does
#: not know ``template``, still expands ``isindex``, nests ``rtc``, takes no markup in a ``select``
#: (https://github.com/whatwg/html/pull/10548), does not leave ``math`` and ``svg`` at ``</p>``, and forgets in a table
#: what it is fostering.
NEWER = {
    "<template><tr><td>x<template>y</template></template><p>z": "1html 2head 3template 4tr 5td 6template 2body 3p",
    "<isindex prompt=x>": "1html 2head 2body 3isindex",
    "<table><p><dd>": "1html 2head 2body 3p 3dd 3table",
    "<math></p>x": "1html 2head 2body 3math 3p",
    "<ruby>a<rt>b<rp>c<rtc>d<rt>e</ruby>": "1html 2head 2body 3ruby 4rt 4rp 4rtc 5rt",
    "<select><button><b>a</b></button><option>b": "1html 2head 2body 3select 4button 5b 4option",
}

MARKUP = st.lists(
    st.sampled_from(
        [
            *("<p>", "</p>", "<b>", "</b>", "<i class=x>", "</i>", "<a href=y>", "</a>"),
            *("<div>", "</div>", "<title>", "</title>"),
            *("<ul>", "<li>", "</ul>", "<h1>", "</h1>", "<form>", "</form>", "<button>", "x", " ", "&amp;", "<!--c-->"),
            *("<br>", "<hr>", "<span>", "</span>", "<dl>", "<dd>", "<nobr>", "</body>"),
        ]
    ),
    max_size=30,
).map("".join)


def nodes(soup: BeautifulSoup) -> Iterator[PageElement]:
    """Iterate over the nodes of a tree in document order."""
    node = soup.next_element
    while node is not None:
        yield node
        node = node.next_element


def shape(soup: BeautifulSoup) -> list[Any]:
    """
    Return the properties that two trees must share: depth, kind, names, attributes, text.

    Attributes are in order, except those with a namespace, which html5lib puts last.
    """
    made: list[Any] = []
    for node in nodes(soup):
        depth = sum(1 for _ in node.parents)
        if isinstance(node, Tag):
            attributes = sorted(node.attrs.items(), key=lambda item: ":" in item[0] or item[0] == "xmlns")
            made.append((depth, node.name, node.namespace, attributes))
        else:
            made.append((depth, type(node).__name__, str(node)))
    return made


@pytest.mark.parametrize("markup", HARD.values(), ids=HARD.keys())
def test_hard_cases(markup: str) -> None:
    """The fast builder makes the tree of the reference from hard markup."""
    text = decode(markup.encode(), "text/html; charset=utf-8").text
    assert shape(parse(text, "turbohtml").soup) == shape(parse(text, "html5lib").soup)


@pytest.mark.parametrize(("markup", "tree"), NEWER.items())
def test_newer_than_reference(markup: str, tree: str) -> None:
    """The fast builder follows the standard where the reference is out of date."""
    found = [f"{entry[0]}{entry[1]}" for entry in shape(parse(markup, "turbohtml").soup) if len(entry) == 4]
    assert " ".join(found) == tree


@pytest.mark.parametrize("builder", ["turbohtml", "html5lib"])
def test_texts_have_no_dict(builder: str) -> None:
    """Texts have no dictionary, which would take much memory, since half of a page's nodes are texts."""
    soup = parse("<title>Pears</title><p>Ripe <b>pears</b>\n<textarea>Pears</textarea>", builder).soup
    texts = [node for node in nodes(soup) if not isinstance(node, Tag)]
    assert [str(text) for text in texts] == ["Pears", "Ripe ", "pears", "\n", "Pears"]
    assert not any(vars(text) for text in texts)
    area = soup.find("textarea")
    assert isinstance(area, Tag)
    assert area.get_text() == "Pears"


@given(MARKUP)
@settings(deadline=None)
def test_arbitrary_tags(markup: str) -> None:
    """The fast builder makes the tree of the reference from tags in any order."""
    assert shape(parse(markup, "turbohtml").soup) == shape(parse(markup, "html5lib").soup)


def test_saved_pages(shared: Callable[[str], Path]) -> None:
    """The fast builder makes the tree of the reference from saved pages, with elements at the same positions."""
    for path in sorted(shared("corpus/pages").glob("*.html")):
        text = decode(path.read_bytes(), "text/html").text
        fast, reference = parse(text, "turbohtml").soup, parse(text, "html5lib").soup
        assert shape(fast) == shape(reference), path.name
        positions = [[source_position(tag) for tag in soup.find_all(True)] for soup in (fast, reference)]
        assert positions[0] == positions[1], path.name


def test_positions() -> None:
    """Lines count from 1 and columns from 0, and elements that the parser inserted have no position."""
    soup = parse("<!doctype html>\n<p>é<b\nid=x>y", "turbohtml").soup
    found = {tag.name: source_position(tag) for tag in soup.find_all(True)}
    assert found == {"html": None, "head": None, "body": None, "p": (2, 0), "b": (2, 4)}


@pytest.mark.parametrize("builder", ["turbohtml", "html5lib"])
def test_tokens_are_kept_as_written(builder: str) -> None:
    """Attributes with several tokens are kept as written."""
    tag = parse("<a class=' x  y' rel='a b' headers='c  d' accesskey='e f'>", builder).soup.a
    assert tag is not None
    assert tag.attrs == {"class": " x  y", "rel": "a b", "headers": "c  d", "accesskey": "e f"}


@pytest.mark.parametrize("builder", ["turbohtml", "html5lib"])
def test_depth_limit(builder: str) -> None:
    """Elements that are nested too deeply become siblings, and the tree is marked as flattened."""
    parsed = parse("<div>" * 1000 + "x", builder)
    assert parsed.flattened
    depths = [sum(1 for _ in tag.parents) for tag in parsed.soup.find_all("div")]
    assert len(depths) == 1000
    assert max(depths) == MAX_DEPTH
    assert not parse("<div>" * 100, builder).flattened


@pytest.mark.parametrize("builder", ["turbohtml", "html5lib"])
@pytest.mark.parametrize(
    ("limit", "most", "page"), [("MAX_ELEMENTS", 40, "<p>x" * 100), ("MAX_ATTRIBUTES", 300, "<p title=pear>x" * 100)]
)
def test_size_limit(builder: str, limit: str, most: int, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Elements and attributes are read up to a limit, and the tree is marked as cut."""
    monkeypatch.setattr(f"sitescan.document.parsing.parse.{limit}", most)
    parsed = parse(page, builder)
    assert parsed.cut
    assert 30 < len(parsed.soup.find_all("p")) < 80
    assert not parse(page[:100], builder).cut


@pytest.mark.parametrize("builder", ["turbohtml", "html5lib"])
def test_root_attribute_limit(builder: str) -> None:
    """Attributes of repeated root tags are added up to a limit, and the tree is marked as cut beyond it."""
    few = parse("<body a=1><p>Pears<BODY b=2>", builder)
    assert not few.cut
    assert set(few.soup.body.attrs) == {"a", "b"}  # type: ignore[union-attr]
    many = parse("".join(f"<html a{number}>" for number in range(50_000)), builder)
    assert many.cut
    assert len(many.soup.html.attrs) == MAX_ROOT_TAGS  # type: ignore[union-attr]


@pytest.mark.parametrize("builder", ["turbohtml", "html5lib"])
def test_elements_have_beautiful_soup_attributes(builder: str) -> None:
    """Elements have all that the constructor of Beautiful Soup sets, but store only their own values."""
    (element,) = parse("<p class=pear>Pears", builder).soup.find_all("p")
    made = Tag(name="p", namespace=element.namespace, interesting_string_types=element.interesting_string_types)
    its_own = {"attrs", "contents", *(name for name in vars(made) if "_element" in name)}
    its_own |= {"parent", "next_sibling", "previous_sibling"}
    assert {name: getattr(element, name) for name in vars(made) if name not in its_own} == {
        name: value for name, value in vars(made).items() if name not in its_own
    }
    assert all(hasattr(element, name) for name in its_own)
    assert not vars(element)
    assert str(element) == '<p class="pear">Pears</p>'


def test_copy_of_selected_option_is_left_out() -> None:
    """What a customizable select shows of its selected option is not written twice; elsewhere, nothing is a copy."""
    option = "<option><img src=a.png id=a>Pears</option>"
    soup = parse(f"<select><button><selectedcontent></selectedcontent></button>{option}</select>").soup
    assert len(soup.find_all("img")) == 1
    assert parse("<selectedcontent><b>Pears</b></selectedcontent>").soup.b is not None


def test_selected_option_is_not_copied() -> None:
    """A customizable select shows a copy of its option that is no part of the page; its name is kept everywhere."""
    text = (
        "<select><button><SelectedContent class='<selectedcontent>'></selectedcontent></button>"
        "<option selected>Pear <b id=a>tree</b></select><!-- <selectedContent> --><p>&lt;selectedcontent <xmp>"
        "</selectedcontenT></xmp>"
    )
    soup = parse(text).soup
    assert [tag["id"] for tag in soup.find_all("b")] == ["a"]
    assert [tag["class"] for tag in soup.find_all("selectedcontent")] == ["<selectedcontent>"]
    assert [str(tag.string) for tag in soup.find_all("xmp")] == ["</selectedcontenT>"]
    assert [str(node) for node in soup.find_all(string=re.compile("selectedContent"))] == [" <selectedContent> "]


def test_copies_of_options_take_no_memory() -> None:
    """The number of elements that show the selected option doesn't multiply the option."""
    shown, option = "<selectedcontent></selectedcontent>" * 300, "<span>a</span>" * 3000
    parsed = parse(f"<select><button>{shown}</button><option selected>{option}</select>")
    assert len(parsed.soup.find_all("span")) == 3000
