"""The page's own markup with its fault mended, as a report shows it."""

from collections.abc import Iterable
from difflib import get_close_matches

from bs4.element import Tag

from sitescan.document.places import shorten
from sitescan.document.tree import attr

#: Elements without an end tag, https://html.spec.whatwg.org/multipage/syntax.html#void-elements
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
#: Attributes that are written without a value, https://html.spec.whatwg.org/multipage/indices.html#attributes-3
_BOOLEAN = frozenset(
    "allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert "
    "ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed "
    "selected".split()
)
#: Attributes that tell people which element it is.
_TELLING = frozenset("action alt class for href id name rel role src title type".split())
_MOST = 5
_LONGEST = 40
_ALIKE = 0.8


def mended(tag: Tag, content: str | None = None, /, **changed: str | None) -> str:
    """
    An element with some of its attributes changed.

    Long values are shortened, and of many attributes those that tell most are shown; ``…`` stands for the others.

    :param content: what it holds, in the report's words; its start tag alone is shown without.
    :param changed: new values by attribute, ``_`` standing for ``-``; ``None`` takes the attribute away.
    """
    changes = {name.rstrip("_").replace("_", "-"): value for name, value in changed.items()}
    kept = [name for name in tag.attrs if name not in changes]
    shown = sorted(kept, key=lambda name: name not in _TELLING)[:_MOST]
    written = []
    for name in tag.attrs:
        if name in changes:
            written.append(_attribute(name, changes.pop(name)))
        elif name in shown:
            written.append(_attribute(name, _shortened(attr(tag, name, ""))))
    written.extend(_attribute(name, value) for name, value in changes.items())
    dots = ("…",) if len(shown) < len(kept) else ()
    start = f"<{' '.join((tag.name, *filter(None, written), *dots))}>"
    return start if content is None or tag.name in _VOID else f"{start}{content}</{tag.name}>"


def labelled(tag: Tag, label: str = "(what to enter)") -> str:
    """A form field inside of a label; what is a field by its role alone is named by ARIA instead."""
    if tag.name not in ("input", "select", "textarea"):
        return mended(tag, "…", aria_label=label)
    return f"<label>{label} {mended(tag, '…', aria_label=None, aria_labelledby=None)}</label>"


def retagged(name: str, text: str) -> str:
    """A text in another element than the page's."""
    return f"<{name}>{shorten(text)}</{name}>"


def nearest(written: str, known: Iterable[str]) -> str | None:
    """Which of the known words was meant by a misspelled one; ``None`` where none is like it. It takes a while."""
    return next(iter(get_close_matches(written, known, 1, _ALIKE)), None) if len(written) <= _LONGEST else None


def _attribute(name: str, value: str | None) -> str:
    if value is None or (name in _BOOLEAN and not value):
        return name if value is not None else ""
    quote = "'" if '"' in value and "'" not in value else '"'
    return f"{name}={quote}{value.replace(quote, '&quot;')}{quote}"


def _shortened(value: str) -> str:
    collapsed = " ".join(value.split())
    return collapsed if len(collapsed) <= _LONGEST else collapsed[: _LONGEST - 1] + "…"
