"""Pages that their styles hide, which do not count as examined."""

import pytest

from sitescan import analyse
from sitescan.document.contrast.hidden_texts import hidden_texts
from sitescan.model.report import Category
from tests.document.pages import document
from tests.unexamined import sentences

TEXT = "<p>Pears are sweet</p>"


@pytest.mark.parametrize(
    ("html", "hidden", "texts", "is_page"),
    [
        (f"<style>body{{visibility:hidden}}</style>{TEXT * 6}", 6, 6, True),
        (f"<style>html{{display:none}}</style>{TEXT * 6}", 6, 6, True),
        (f"<div hidden>{TEXT * 9}</div>{TEXT}", 9, 10, True),
        (f"<div hidden>{TEXT * 8}</div>{TEXT * 2}", 8, 10, False),
        (f"<div hidden>{TEXT * 4}</div>", 4, 4, False),
        (f"<body><noscript>{TEXT * 9}</noscript><style>p {{}} </style>{TEXT * 5}", 0, 5, False),
        ("<frameset><frame></frameset>", 0, 0, False),
        (TEXT * 9, 0, 9, False),
    ],
)
def test_hidden_texts(html: str, hidden: int, texts: int, is_page: bool) -> None:
    """Hidden texts are the page only if they are nearly all of its texts."""
    found = hidden_texts(document(html))
    assert (found.hidden, found.all, found.are_the_page) == (hidden, texts, is_page)


@pytest.mark.parametrize(("style", "counted"), [("visibility: hidden", False), ("color: #000", True)])
def test_score_does_not_count(style: str, counted: bool) -> None:
    """The score of hidden texts does not count, and the report gives the reason."""
    html = f"<!doctype html><html lang=en><title>Pears</title><body style='{style}'><h1>Pears</h1>{TEXT * 9}"
    report = analyse("https://pears.example/", headers={"Content-Type": "text/html"}, body=html.encode())
    (found,) = (result for result in report.categories if result.category is Category.ACCESSIBILITY)
    assert found.counted is counted
    assert any("hide 10 of its 10 texts" in sentence for sentence in sentences(found.unexamined)) is not counted
