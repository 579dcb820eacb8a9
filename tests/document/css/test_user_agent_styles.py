"""Elements of one name and class share their style, unless their attributes give them different ones."""

import pytest

from sitescan.document.css.user_agent_styles import defaults, depends_on_name_only, hints
from sitescan.document.tree import HTML, make_element
from tests.document.pages import document

_NAMES = (
    "a area b body button details dialog div embed font h1 hr html img input marquee optgroup option select summary "
    "table td th tr video"
).split()
_ATTRIBUTES = (
    "background bgcolor class color data-x dir face hidden href id lang multiple nowrap open popover role size style "
    "text title type width"
).split()


@pytest.mark.parametrize("name", _NAMES)
def test_unrelated_attributes_do_not_affect_style(name: str) -> None:
    """If the style of an element depends on its name alone, it is the style of the element without attributes."""
    bare = make_element(name, HTML, {})
    linked = make_element(name, HTML, {"href": "/"})
    for attribute in _ATTRIBUTES:
        for value in ("", "2", "red", "hidden"):
            tag = make_element(name, HTML, {attribute: value})
            like = linked if attribute == "href" else bare
            if depends_on_name_only(tag):
                assert defaults(tag) is defaults(like), (attribute, value)
                assert hints(tag, "green") == hints(like, "green"), (attribute, value)


@pytest.mark.parametrize(
    "html",
    [
        "<style>[data-x] { color: red }</style><p>1<p data-x id=x>2",
        "<style>div p { color: red }</style><p>1<div><p id=x>2</div>",
        "<style>#x { color: red }</style><p>1<p id=x>2",
        "<style>p + p { color: red }</style><p>1<p id=x>2",
        "<style>.a { color: red }</style><p class=b>1<p class='b a' id=x>2",
        "<style>:link { color: red }</style><a>1</a><a href=/ id=x>2</a>",
        "<p>1<p style='color: red' id=x>2",
        "<b>1</b><font color=red id=x>2</font>",
    ],
)
def test_different_attributes_do_not_share_style(html: str) -> None:
    """Elements with different attributes do not share a style, with an id or without."""
    for written in (html, html.replace(" id=x", "", 1) if "#x" not in html else html):
        found = document(written)
        first, second = found.all("p", "a", "b", "font")[:2]
        assert found.styles.of(first).color != found.styles.of(second).color


def test_equal_elements_share_style() -> None:
    """The title of an element does not affect its style; its class does."""
    found = document("<style>.a { color: red }</style><p class=a>1<p class=a title=2>2<p>3")
    first, second, third = map(found.styles.of, found.all("p"))
    assert first is second
    assert first is not third
