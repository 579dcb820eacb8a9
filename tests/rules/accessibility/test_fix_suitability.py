"""Fixes that fit the element that they are shown for."""

import re

import pytest

from sitescan.document.document import Document
from sitescan.model.report import Issue
from sitescan.rules.accessibility import aria_value_invalid, contrast, focus_without_role, link_in_text, link_vague
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.rules.rule import Bad, Rule
from tests.rules.evidence import page


def _issue(rule: Rule[Document], html: str) -> Issue:
    judgement = judge(rule, Document(page(Bad(html)), ()))
    assert judgement is not None
    (issue,) = issues([judgement])
    return issue


def test_only_link_targets_leave_tab_order() -> None:
    """A focusable element leaves the tab order only if a link leads to its id; any other element becomes a button."""
    stop = '<a href="#">Top</a><span tabindex="0">Open</span>'
    assert '<span tabindex="0" role="button">…</span>' in _issue(focus_without_role.RULE, stop).how_to_fix
    target = '<a href="#a">Pears</a><div id="a" tabindex="0">Open</div>'
    assert '<div id="a" tabindex="-1">…</div>' in _issue(focus_without_role.RULE, target).how_to_fix


def test_unnamed_element_does_not_become_button() -> None:
    """An element without a name or with a form field inside does not become a button."""
    thumb = '<div class="thumb" tabindex="0"></div>'
    assert '<div class="thumb" tabindex="-1">…</div>' in _issue(focus_without_role.RULE, thumb).how_to_fix
    tags = '<div class="tags" tabindex="0">Pears <input aria-label="Tag"></div>'
    assert '<div class="tags" tabindex="-1">…</div>' in _issue(focus_without_role.RULE, tags).how_to_fix


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ('role="slider" aria-valuenow="off"', 'role="slider" aria-valuenow="0"'),
        ('role="slider" aria-valuenow="on"', 'role="slider" aria-valuenow="1"'),
        ('role="slider" aria-valuenow="low"', 'role="slider" aria-valuenow="0"'),
        ('role="checkbox" aria-checked="checked"', 'role="checkbox" aria-checked="true"'),
        ('role="checkbox" aria-checked="sometimes"', 'role="checkbox" aria-checked="false"'),
        ('role="button" aria-expanded="sometimes"', 'role="button"'),
        ('role="button" aria-expanded="no"', 'role="button" aria-expanded="false"'),
    ],
)
def test_required_attribute_keeps_value(wrong: str, right: str) -> None:
    """An attribute that the role requires gets a valid value instead of being removed."""
    shown = _issue(aria_value_invalid.RULE, f"<div {wrong}>Pears</div>").how_to_fix
    assert f"<div {right}>" in shown


@pytest.mark.parametrize(
    ("start", "selector"),
    [
        ("<p>", "p a"),
        ('<p class="lead">', "p a"),
        ("<pre>", "pre a"),
        ("<div>", "div a:not(nav a)"),
        ("<li>", "li a:not(nav a)"),
        ('<div class="text"><ul><li>', "div.text li a"),
        ('<div class="md:flex note big">', "div.note a"),
        ('<section class="w-1/2">', "section a:not(nav a)"),
    ],
)
def test_underline_selector_is_specific(start: str, selector: str) -> None:
    """The suggested CSS selector matches the link and as few other links as possible."""
    style = "<style>a { text-decoration: none; color: #039 }</style>"
    fix = _issue(link_in_text.RULE, f'{style}{start}Read more about <a href="/">pears</a> here.').how_to_fix
    assert f": {selector} {{ text-decoration: underline; }}" in fix


def test_underline_selector_contains_class() -> None:
    """The suggested selector contains the class of the link, because a selector without it has a lower specificity."""
    style = "<style>a.more { text-decoration: none; color: #039 }</style>"
    html = f'{style}<p>Read more about <a class="more" href="/">pears</a> here.'
    assert ": p a.more { text-decoration: underline; }" in _issue(link_in_text.RULE, html).how_to_fix


@pytest.mark.parametrize(
    "style",
    [
        "color:#999",
        "color:rgb(0 0 0/.3)",
        "color:#333;opacity:.5",
        "color:#333;opacity:.2",
        "background:#888;color:#aaa",
    ],
)
def test_suggested_color_has_enough_contrast(style: str) -> None:
    """The suggested color has enough contrast at the text's opacity, or at the opacity suggested with it."""
    shown = _issue(contrast.RULE, f"<p style='{style}'>Pears").how_to_fix
    found = re.search(r"((?:background-)?color: #[0-9a-f]{6})( with an opacity of 1)?", shown)
    assert found is not None
    changed = f"{style};{found[1]}{';opacity:1' if found[2] else ''}"
    assert not list(contrast.check(Document(page(Bad(f"<p style='{changed}'>Pears")), ())))


def test_trailing_dots_and_arrows_are_removed() -> None:
    """The suggested text leaves out the dots and arrows at the end of a vague text."""
    shown = _issue(link_vague.RULE, "<a href=/a>Read more... »</a>").how_to_fix
    assert ">Read more: (what the page is about)<" in shown
