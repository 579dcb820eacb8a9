"""Links of a page that share their name, and the contexts of the links."""

import pytest

from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.model.outline import NamedLink
from tests.document.pages import document
from tests.work import calls

_A, _B = "<a href=/a>More</a>", "<a href=/b>more</a>"


def found(html: str) -> list[NamedLink]:
    """Return the links of a page that share their name."""
    return list(links_named_alike(document(html)))


def test_names() -> None:
    """Names are compared without case, and an address that is repeated is listed once."""
    links = found(f"{_A}{_B}{_A}<a href=/c>Less</a><a href=/c#d>Less</a><a href=#e>Top</a><a href=#f>Top</a>")
    assert [(link.name, link.url) for link in links] == [
        ("More", "https://example.com/a"),
        ("more", "https://example.com/b"),
    ]
    assert [link.place.column for link in links] == [1, 20]


def test_any_scheme() -> None:
    """An address that can't be requested is listed, too."""
    links = found("<a href=/mail>Mail</a><a href=mailto:pear@example.com>Mail</a>")
    assert [link.url for link in links] == ["https://example.com/mail", "mailto:pear@example.com"]


@pytest.mark.parametrize(
    ("html", "alike"),
    [
        (f"<p>{_A} or {_B}", True),
        (f"<p>{_A}<p>{_B}", False),
        (f"<p>See {_A}.<p>See {_B.replace('more', 'More')}.", True),
        (f"<p>Pears: {_A}<p>Apples: {_B}", False),
        (f"<ul><li>{_A} {_B}</ul>", True),
        (f"<ul><li>{_A}<li>{_B}</ul>", False),
        (f"<ul><li><p>{_A} or {_B}</ul>", True),
        (f"<table><tr><td>{_A}<td>{_B}</table>", False),
        (f"<h2>Pears</h2><p>{_A}</p><h2>Apples</h2><p>{_B.replace('more', 'More')}</p>", False),
        (f"<p>{_A} or {_B.replace('<a', '<a title=Apples')}", False),
        (f"<p>{_A} or {_B.replace('<a', '<a aria-describedby=x')}", False),
    ],
)
def test_contexts(html: str, alike: bool) -> None:
    """Two links have one context only if nothing around them distinguishes them."""
    first, second = found(html)
    assert first.context
    assert second.context
    assert (first.context == second.context) is alike


def test_no_context() -> None:
    """A link in a group without a meaning has no context."""
    assert [link.context for link in found(f"<div>{_A} {_B}</div>")] == ["", ""]


def test_limits() -> None:
    """At most ten links of one name, and a hundred links of all names, are listed."""
    assert len(found("".join(f"<a href=/{number}>More</a>" for number in range(100)))) == 10
    names = "".join(f"<a href=/a{number}>{number}</a><a href=/b{number}>{number}</a>" for number in range(100))
    assert len(found(names)) == 100


def test_one_long_paragraph() -> None:
    """The work for links in one paragraph grows in proportion to their number."""
    small, large = (
        document("<p>" + "".join(f"<a href=/{number % 2}>More</a> pears " for number in range(size)))
        for size in (200, 400)
    )
    assert calls(lambda: links_named_alike(large)) < 2.5 * calls(lambda: links_named_alike(small))
