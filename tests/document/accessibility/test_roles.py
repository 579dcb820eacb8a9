"""Roles of elements."""

import pytest

from tests.document.pages import document, marked

CASES = [
    ("<a id=x href=/>", "link"),
    ("<a id=x>", "generic"),
    ("<img id=x>", "img"),
    ("<img id=x alt=''>", "none"),
    ("<img id=x alt='' tabindex=0>", "img"),
    ("<img id=x alt='' aria-hidden=true>", "none"),
    ("<div id=x role=image>", "img"),
    ("<div id=x role='nonsense button link'>", "button"),
    ("<nav id=x role=presentation>", "none"),
    ("<nav id=x role=none aria-label=a>", "navigation"),
    ("<button id=x role=none>", "button"),
    ("<button id=x role=none disabled>", "none"),
    ("<header id=x>", "banner"),
    ("<main><header id=x>", "generic"),
    ("<section id=x>", "generic"),
    ("<section id=x aria-label=a>", "region"),
    ("<aside id=x>", "complementary"),
    ("<article><aside id=x>", "generic"),
    ("<ul><li id=x>", "listitem"),
    ("<ul role=none><li id=x>", "generic"),
    ("<div><li id=x>", "generic"),
    ("<table><tr><td id=x>", "cell"),
    ("<table role=grid><tr><td id=x>", "gridcell"),
    ("<table role=none><tr><td id=x>", "generic"),
    ("<table><tr><th id=x><th>", "columnheader"),
    ("<table><tr><th id=x><td>", "rowheader"),
    ("<table><tr><th id=x scope=row><th>", "rowheader"),
    ("<input id=x>", "textbox"),
    ("<input id=x type=nonsense>", "textbox"),
    ("<input id=x list=a>", "combobox"),
    ("<input id=x type=password>", ""),
    ("<select id=x>", "combobox"),
    ("<select id=x size=3>", "listbox"),
    ("<svg id=x>", "graphics-document"),
    ("<math id=x>", "math"),
    ("<my-element id=x>", ""),
]


@pytest.mark.parametrize(("html", "expected"), CASES)
def test_roles(html: str, expected: str) -> None:
    """Roles are those of HTML-AAM and ARIA."""
    page = document(html)
    assert page.accessible.role(marked(page)) == expected
