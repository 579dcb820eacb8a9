"""The texts of a control that count as its visible label."""

import pytest

from sitescan.document.document import Document
from sitescan.rules.accessibility.label_in_name import check
from sitescan.rules.rule import Good
from tests.rules.evidence import page


def found(css: str) -> int:
    """Return the number of reported controls on a page with a control whose text has these declarations."""
    html = f'<style>.t {{ {css} }}</style><button aria-label="Menu"><span class="t">Open it</span></button>'
    return sum(1 for _ in check(Document(page(Good(html)))))


@pytest.mark.parametrize(
    "css",
    [
        "display: none",
        "visibility: hidden",
        "opacity: 0",
        "color: transparent",
        "font-size: 0",
        "display: block; text-indent: -9999px",
        "position: absolute; left: -9999px",
        "position: absolute; width: 1px; height: 1px; overflow: hidden",
        "position: absolute; clip: rect(0 0 0 0)",
        "position: absolute; clip-path: inset(50%)",
        "display: block; max-height: 0; overflow: hidden",
        "display: inline-block; transform: scale(0)",
    ],
)
def test_hidden_text_is_no_label(css: str) -> None:
    """A text that CSS hides is not part of the visible label."""
    assert found(css) == 0


@pytest.mark.parametrize(
    "css",
    [
        *("", "color: red", "opacity: 1", "font-size: 2em", "position: relative; left: 1px"),
        *("clip-path: none", "display: contents; opacity: 0"),
    ],
)
def test_visible_text_is_label(css: str) -> None:
    """A text that stays visible with its styles is part of the visible label."""
    assert found(css) == 1


@pytest.mark.parametrize(
    ("name", "reported"),
    [("Open menu", 0), ("Open the menu", 0), ("Open this menu now", 0), ("Menu open", 1), ("Open it", 1)],
)
def test_visible_words_are_in_name_whatever_is_hidden(name: str, reported: int) -> None:
    """Beside text that may be visible, the visible words are compared: a name has them in their order, if at all."""
    html = f'<button aria-label="{name}">Open <span style="opacity: 0">the</span> menu</button>'
    assert sum(1 for _ in check(Document(page(Good(html))))) == reported


def test_digits_beside_hidden_text_may_be_apart_in_name() -> None:
    """A name that spells out a number contains it, also beside text that may be visible."""
    html = '<a href="/" aria-label="Call 1 2 3">123<span style="opacity: 0">Call</span></a>'
    assert not list(check(Document(page(Good(html)))))
