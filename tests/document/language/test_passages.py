"""Suggested languages of elements."""

import pytest

from sitescan.document.language.passages import with_language
from tests.document.pages import document


@pytest.mark.parametrize(
    ("html", "is_safe"),
    [
        ("<html lang=en_US><p>Pears</p>", True),
        ("<html lang=en_US><style>p { color: red }</style><p style='color: red'>Pears</p>", True),
        ("<html lang=zh_CN><p>Pears</p>", False),
        ("<html lang=en_US><style>:LANG(en) { color: red }</style><p>Pears</p>", False),
        ("<html lang=en_US><p style='hyphens: auto'>Pears</p>", False),
        ("<html lang=de_DE><p><q>Pears</q></p>", False),
        ("<html><p>Pears</p>", False),
    ],
)
def test_safe_languages(html: str, is_safe: bool) -> None:
    """Another spelling of the language is safe unless the text may be displayed in another way with it."""
    page = document(f"<!doctype html>{html}")
    assert page.html is not None
    assert with_language(page, page.html).safe is is_safe
