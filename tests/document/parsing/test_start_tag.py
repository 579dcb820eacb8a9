"""Start and end tags, read from the source as parsers read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.document.parsing.parse import BUILDERS, parse
from sitescan.document.parsing.start_tag import StartTag, decode_references, read_end_tag, read_start_tag

_PIECES = st.sampled_from(
    [
        *("a", "B", "c=1", "d=x/", 'e="x>y"', "f='z\"w'", "g = h", "i=\n'j'", "k=", "=l", "m==n", "o/p", "a=2", 'q"r'),
        *("s=&amp;t", "u='&copy=1'", 'v="&copy"', "w=&notit;", "x='&lt;&#65;&#x42;'", "é=ü", "data-y='<p>'", 'z=""'),
    ]
)
_GAPS = st.sampled_from([" ", "\n", "\t ", "/", " / ", "\f", ""])


@st.composite
def tags(draw: st.DrawFn) -> str:
    """Return a start tag with anything that an author could write into it."""
    parts = draw(st.lists(st.tuples(_GAPS, _PIECES), max_size=8))
    return f"<b{draw(st.sampled_from(['', ' ', chr(10)]))}{' '.join(gap + piece for gap, piece in parts)}{draw(_GAPS)}>"


@given(tag=tags(), builder=st.sampled_from(sorted(BUILDERS)))
def test_same_values_as_parsers(tag: str, builder: str) -> None:
    """The name and the values of a tag are those of both builders."""
    html = f"<!doctype html><body>é{tag}x</b>"
    read = read_start_tag(html, html.index("<b", 16 + len("<body>") - 1))
    element = parse(html, builder).soup.find("b")
    if element is None or read is None:
        assert read is None or read.name != "b" or element is not None
        return
    assert read.name == element.name
    assert read.values == element.attrs


@given(tag=tags())
def test_attribute_ranges(tag: str) -> None:
    """Each range begins with the name and ends with the value, and only space lies between two attributes."""
    read = read_start_tag(tag, 0)
    if read is None:
        return
    at = read.name_end
    for attribute in read.attributes:
        assert not tag[at : attribute.start].strip("\t\n\f /")
        assert tag[attribute.start :].lower().startswith(attribute.name)
        assert decode_references(tag[attribute.value_start : attribute.value_end]) == attribute.value
        assert tag[attribute.value_end : attribute.end] == attribute.quote
        at = attribute.end
    assert not tag[at : read.end - 1].strip("\t\n\f /")
    assert tag[read.end - 1] == ">"


@pytest.mark.parametrize(
    "html", ["", "<", "<1>", "</p>", "<!-- -->", "<p", "<p a", "<p a='x>", '<p a= "x>', "<p a=", "p>"]
)
def test_unclosed_tag(html: str) -> None:
    """A tag without an end is not read, since browsers drop it."""
    assert read_start_tag(html, 0) is None


@pytest.mark.parametrize(
    ("html", "content", "nested"),
    [
        ("<p>x</p>y", "x", 0),
        ("<div><div>x</div><div></div></DIV\n>", "<div>x</div><div></div>", 2),
        ("<div><!-- </div> --></div>", "<!-- </div> -->", 0),
        ("<div><script>'</div>'</script></div>", "<script>'</div>'</script>", 0),
        ("<script>'<p></p>'</script>", "'<p></p>'", 0),
        ("<div title='</div>'><a title='</div>'></a></div>", "<a title='</div>'></a>", 0),
        ("<h2>a</h3>b</h2>", "a</h3>b", 0),
    ],
)
def test_end_tags(html: str, content: str, nested: int) -> None:
    """Tags inside comments, scripts and attributes are not end tags."""
    start = _tag(html)
    found = read_end_tag(html, start, 1000)
    assert found is not None
    assert (html[start.end : found[0].start()], found[1]) == (content, nested)


@pytest.mark.parametrize(
    "html", ["<p>x", "<div><div></div>", "<div><!-- </div>", "<div><script></div>", "<p><a x='</p>"]
)
def test_omitted_end_tags(html: str) -> None:
    """An end tag that the author omitted is not found."""
    assert read_end_tag(html, _tag(html), 1000) is None


def test_end_tag_search_is_limited() -> None:
    """The search for an end tag stops after a given number of characters."""
    html = f"<p>{'x' * 100}</p>"
    assert read_end_tag(html, _tag(html), 50) is None


def _tag(html: str) -> StartTag:
    tag = read_start_tag(html, 0)
    assert tag is not None
    return tag
