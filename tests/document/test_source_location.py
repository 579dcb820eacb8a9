"""Selectors that lead to one element."""

import pytest

from sitescan.document.source_location import spelled_out
from sitescan.model.outline import Place
from tests.document.pages import document


@pytest.mark.parametrize(
    "html",
    [
        "<p>A<p>B<div><p>C</div>",
        "<p id=a>A<p id=a>B<div id=b><p>C<p>D</div>",
        "<ul><li><a href=/>A</a><a href=/>B</a><li><a href=/>C</a></ul>" * 3,
        "<div><div><div><div><div><div><b>A</b></div></div></div></div></div></div>" * 2,
        "<my-card><p>A</my-card><my-card><p>B</my-card>",
        "<svg><g><path /><path /></g></svg><svg><g><path /></g></svg>",
        "<p id='1a'>A<p id='a b'>B<p id=''>C",
        "<table><tr><td>A<td>B<tr><td>C</table><table><tr><td>D</table>",
        "<html><head><title>A</title><meta name=a><meta name=b></head><body><p>A",
    ],
)
def test_selector_finds_exactly_its_element(html: str) -> None:
    """Every element is found by its selector, and no other one is."""
    page = document(f"<!doctype html>{html}")
    for element in page.elements:
        place = page.place(element)
        assert isinstance(place, Place)
        assert page.soup.select(place.selector) == [element]


def test_ids_in_quirks_mode() -> None:
    """In quirks mode, ids that differ only in case are not used in selectors."""
    page = document("<p id=Pear>A<p id=pear>B")
    selectors = [place.selector for tag in page.all("p") if (place := page.place(tag)) is not None]
    assert selectors == ["body > p:nth-of-type(1)", "body > p:nth-of-type(2)"]


def test_colon_in_name_is_escaped() -> None:
    """A colon in a name is escaped in the selector."""
    page = document("<!doctype html><o:p>A</o:p>")
    place = page.place(page.all("o:p")[0])
    assert place is not None
    assert place.selector == r"body > o\3a p"


def test_selector_length_is_limited() -> None:
    """The selector of a deeply nested element has a limited length."""
    page = document("<!doctype html>" + "<div>" * 400)
    place = page.place(page.elements[-1])
    assert place is not None
    assert len(place.selector) < 1000


def test_invisible_characters_are_replaced() -> None:
    """An invisible character in a quotation is replaced by its code point."""
    assert spelled_out("\ufeffUser-agent:  *") == "[U+FEFF]User-agent: *"
    assert spelled_out("e\u200bn") == "e[U+200B]n"
    assert spelled_out("Äpfel und 梨") == "Äpfel und 梨"
