"""An invalid declaration is dropped, and nothing else: https://www.w3.org/TR/css-syntax-3/#error-handling."""

import pytest

from sitescan.document.document import Document
from tests.document.pages import document, marked

DIGITS = "9" * 5000

#: Invalid declarations, after each of which the declarations that follow apply.
BROKEN = [
    'font: bold "Arial;\n',
    'font: bold Arial";\n',
    "font: bold 'Arial;\n",
    'color: "red;\n',
    "color: )",
    "color: red ]",
    "background: url(a b)",
    "font:",
    "font: /",
    "font: ''",
    "font: bold",
    "color: rgb(",
    f"z-index: {DIGITS}",
    f"margin: {DIGITS}px {DIGITS}",
    f"color: rgb({DIGITS} 0 0 / {DIGITS}%)",
    f"font-weight: {DIGITS}",
    f"font-size: 0.{DIGITS}px{DIGITS}",
    f"width: calc({DIGITS}px * {DIGITS})",
    f"line-height: {DIGITS}e{DIGITS}",
    "!important",
    ": red",
    "color",
    "@pears",
]


def _ids(value: str) -> str:
    return value[:20].replace("\n", " ")


def _check(page: Document) -> None:
    style = page.styles.of(marked(page))
    assert page.styles.problem is None
    assert style.get("background-color") == "yellow"


@pytest.mark.parametrize("broken", [broken for broken in BROKEN if "rgb(" not in broken or ")" in broken], ids=_ids)
def test_invalid_declaration_in_stylesheet(broken: str) -> None:
    """The declarations after an invalid one in its block apply."""
    _check(document(f"<style>p {{ {broken}; background-color: yellow }}</style><p id=x>Pears"))


@pytest.mark.parametrize("broken", BROKEN, ids=_ids)
def test_invalid_declaration_in_other_stylesheet(broken: str) -> None:
    """The rules of a stylesheet apply, although another stylesheet has an invalid declaration."""
    _check(document(f"<style>p {{ {broken} }}</style><style>p {{ background-color: yellow }}</style><p id=x>Pears"))


@pytest.mark.parametrize("broken", BROKEN, ids=_ids)
def test_invalid_style_attribute(broken: str) -> None:
    """The rules of stylesheets apply to an element with an invalid style attribute."""
    written = broken.replace('"', "&quot;")
    _check(document(f'<style>p {{ background-color: yellow }}</style><p id=x style="{written}">Pears'))


@pytest.mark.parametrize("media", [f"(min-width: {DIGITS}px)", f"({DIGITS})", '"', ")", "(min-width: 0.x", f"{DIGITS}"])
def test_invalid_media_query(media: str) -> None:
    """A stylesheet with an invalid media query does not apply, and other stylesheets do."""
    written = media.replace('"', "&quot;")
    page = (
        f'<style media="{written}">p {{ background-color: red }}</style>'
        f"<style>@media {media} {{ p {{ background-color: red }} }}</style>"
        "<style>p { background-color: yellow }</style><p id=x>Pears"
    )
    _check(document(page))
