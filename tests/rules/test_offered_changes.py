"""Changes that visitors would notice: a person checks them, and they keep the look where they can."""

import pytest

from sitescan.document.accessibility.first_heading import first_heading
from sitescan.document.change import ElementChange
from sitescan.document.document import SourceDocument
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.edits.page_patch import byte_edits
from sitescan.model.exchange import Exchange, Page
from sitescan.rules.catalogue import catalogue
from sitescan.standards.unified_diff import EditedLines
from tests.document.pages import document

_IMAGES = "<p>Pears" * 400 + "".join(f'<img src="{name}.png" alt="" width="600" height="400">' for name in "abc")
_OG_TITLE = '<meta property="og:title" content="Pears">\n'
_OG_TYPE_AND_URL = (
    '<meta property="og:type" content="website">\n<meta property="og:url" content="https://example.com/">'
)
_HEAD = "<!doctype html><html lang=en><head>"


def _change(rule: str, html: str) -> ElementChange:
    """Return the change of the first finding of a rule."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    page = SourceDocument(Page(exchange=exchange, body=html.encode()))
    found = next(iter(catalogue()[rule].check(page)))
    assert isinstance(found.change, ElementChange)
    return found.change


@pytest.mark.parametrize(
    ("rule", "html", "is_safe"),
    [
        ("seo/viewport", f"{_HEAD}</head><p>Pears", False),
        ("seo/viewport", f"{_HEAD}<meta name=viewport content='width=device-width;initial-scale=1'></head>", False),
        ("seo/charset-missing", f"{_HEAD}</head><p>Pears", True),
        ("seo/charset-missing", f"{_HEAD}</head><p>Pears \N{PEAR}", False),
        ("accessibility/heading-empty", f"{_HEAD}</head><h2></h2><p>Pears", False),
        ("accessibility/skip-link-broken", f"{_HEAD}</head><a href=#a>Skip to content</a><main>Pears</main>", False),
        ("links/mailto-invalid", f"{_HEAD}</head><a href=mailto://a@example.com>Mail</a>", False),
        ("links/tel-invalid", f"{_HEAD}</head><a href='tel:+49(0)30123'>Call</a>", False),
        ("performance/lazy-missing", f"{_HEAD}</head>{_IMAGES}", False),
        (
            "accessibility/viewport-zoom",
            f"{_HEAD}<meta name=viewport content='initial-scale=1, minimum-scale=1, user-scalable=no'>",
            True,
        ),
        (
            "accessibility/viewport-zoom",
            f"{_HEAD}<meta name=viewport content='width=device-width, initial-scale=1, user-scalable=no'>",
            False,
        ),
        ("accessibility/viewport-zoom", f"{_HEAD}<meta name=viewport content='user-scalable=no'>", False),
    ],
)
def test_noticed_changes(rule: str, html: str, is_safe: bool) -> None:
    """A change is safe only if no visitor sees, requests or reaches anything else than before."""
    assert _change(rule, html).safe is is_safe


@pytest.mark.parametrize(
    ("rule", "html", "attributes"),
    [
        ("accessibility/heading-order", f"{_HEAD}</head><h1>Fruit</h1><h4>Pears</h4>", {"aria-level": "2"}),
        ("accessibility/h1-missing", f"{_HEAD}</head><h2>Fruit</h2><h3>Pears</h3>", {"aria-level": "1"}),
        ("seo/h1-missing", f"{_HEAD}</head><h2>Fruit</h2><h3>Pears</h3>", {"aria-level": "1"}),
        ("accessibility/field-label", f"{_HEAD}</head><input>", {"aria-label": "(what to enter)"}),
        ("accessibility/select-name", f"{_HEAD}</head><select></select>", {"aria-label": "(what to choose)"}),
        ("links/target-empty", f"{_HEAD}</head><a href='#'>Pears</a>", {"href": "(where it leads)"}),
    ],
)
def test_look_is_kept(rule: str, html: str, attributes: dict[str, str]) -> None:
    """Attributes that only assistive technology reads are enough, and nothing around the element moves."""
    change = _change(rule, html)
    assert not change.is_structural
    assert {name: value for name, value in change.attributes.items() if value is not None} == attributes


@pytest.mark.parametrize(
    ("rule", "html", "written"),
    [
        ("seo/canonical-missing", f"{_HEAD}</head><p>Pears", '<link rel="canonical" href="https://example.com/">'),
        (
            "seo/open-graph-incomplete",
            f"{_HEAD}<title>Pears</title><meta property=og:title content=Pears></head><p>Pears",
            _OG_TYPE_AND_URL,
        ),
        (
            "seo/open-graph-incomplete",
            f"{_HEAD}<title>Pears</title></head><p>Pears",
            _OG_TITLE + _OG_TYPE_AND_URL,
        ),
    ],
)
def test_added_tags(rule: str, html: str, written: str) -> None:
    """Tags that a text prints are added to the head on request."""
    change = _change(rule, html)
    assert (change.first, change.safe) == (written, False)


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("WordPress 6.4.2", "WordPress"),
        ("mkdocs-1.6.1, mkdocs-material-9.5.18", "mkdocs, mkdocs-material"),
        ("Docutils 0.21: https://docutils.example/", "Docutils: https://docutils.example/"),
        ("Pears CMS v2.0.0-beta.3", "Pears CMS"),
    ],
)
def test_version_of_generator(written: str, left: str) -> None:
    """The version of a generator is removed, and its name stays; nobody sees either."""
    change = _change("security/version-disclosure", f'{_HEAD}<meta name=generator content="{written}"></head>')
    assert (change.attributes, change.safe) == ({"content": left}, True)


def test_generator_without_name() -> None:
    """A generator that is only a version is removed."""
    assert _change("security/version-disclosure", f"{_HEAD}<meta name=generator content=6.4.2></head>").removed


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<nav><h2>Menu</h2></nav><h3>Season</h3><h2>Pears</h2><h2>Apples</h2>", "Pears"),
        ("<aside><h2>Menu</h2></aside>", ""),
        ("<h2> </h2>", ""),
    ],
    ids=("highest", "beside", "empty"),
)
def test_heading_of_page(html: str, found: str) -> None:
    """The first of the highest headings of the content names the page, and no heading of a menu or without words."""
    change = first_heading(document(f"<title>Fruit</title>{html}"))
    assert (change.tag.get_text() if change is not None and change.tag is not None else "") == found


@pytest.mark.parametrize(
    ("title", "html", "name", "markup"),
    [
        ("Fruit", "<header>A</header><main>Pears</main>", "main", "<main><h1>Fruit</h1>"),
        ("Fruit", "<header>A</header><p>Pears</p>", "p", "<h1>Fruit</h1>"),
        ("", "<main>Pears</main>", "", ""),
        ("Fruit " * 40, "<main>Pears</main>", "", ""),
        ("Fruit", "<header>A</header>", "", ""),
    ],
    ids=("main", "outside", "no-title", "long-title", "no-content"),
)
def test_heading_from_title(title: str, html: str, name: str, markup: str) -> None:
    """A page without headings gets the words of its title as a heading, before its content."""
    change = first_heading(document(f"<title>{title}</title>{html}"))
    if change is None or change.tag is None:
        assert not name
    else:
        assert (change.tag.name, change.before or f"<main>{change.first}", change.safe) == (
            name,
            markup,
            False,
        )


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("\ufeff<title>Pears</title>", "\ufeff<!DOCTYPE html>\n<title>Pears</title>"),
        ('\n<!doctype HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>Pears', "<!DOCTYPE html><p>Pears"),
        ('<!-- Pears --><!doctype HTML PUBLIC "-//W3C//DTD HTML 3.2//EN"><p>Pears', None),
    ],
    ids=("missing", "outdated", "after a comment"),
)
def test_doctype(html: str, written: str | None) -> None:
    """The first line gets a doctype, or another one, on request: without quirks mode, sizes may differ."""
    page = document(html)
    (found,) = catalogue()["seo/doctype-missing"].check(page.source)
    fix = PageEdits(page).fix(found.change) if found.change is not None else None
    assert written == (None if fix is None else EditedLines(html.encode()).edited(byte_edits(fix)).body.decode())
    assert fix is None or not fix.safe
