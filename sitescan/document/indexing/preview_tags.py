"""Suggested Open Graph tags, from the metadata of the page."""

from collections.abc import Iterable

from sitescan.document.document import Document
from sitescan.document.element_markup import escaped
from sitescan.document.indexing.canonical import canonicals
from sitescan.document.language.text_measure import width

#: The widths of titles and descriptions in link previews, in columns.
_TITLE, _DESCRIPTION = 70, 200


def preview_tags(document: Document, names: Iterable[str]) -> str:
    """Return tags for these properties, one per line, with placeholders in parentheses for unknown values."""
    contents = {
        "og:title": _shortened(document.title, _TITLE) or "(what the page is about)",
        "og:type": "website",
        "og:url": _address(document),
        "og:description": _shortened(document.meta("description") or "", _DESCRIPTION) or "(the page in one sentence)",
        "og:image": "(full URL of an image of 1200 x 630 px)",
    }
    return "\n".join(f'<meta property="{name}" content="{_quoted(contents[name])}">' for name in names)


def _address(document: Document) -> str:
    canonical = next((relation.href for relation in canonicals(document)), "")
    return (document.resolve(canonical) if canonical else None) or document.url


def _shortened(text: str, columns: int) -> str:
    """Return a text that fits: its first sentences, or its first words with an ellipsis."""
    words = text.split()
    kept = words[:columns]
    while kept and width(" ".join(kept)) > columns:
        kept.pop()
    if kept == words:
        return " ".join(words)
    sentences, end, _ = " ".join([*kept, ""]).rpartition(". ")
    return sentences + end.rstrip() or " ".join(kept) + "…" * bool(kept)


def _quoted(text: str) -> str:
    return escaped(text[:300]).replace('"', "&quot;")
