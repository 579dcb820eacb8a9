"""The event handlers of a page, and their effects on the keyboard focus as far as their first statement shows them."""

from collections.abc import Mapping, Sequence

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import has_handler, runs_scripts
from sitescan.document.tree import attr
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_LONGEST = 500
_SPACE = lazy_pattern(r"\s+")
#: ``this`` is the element in a handler and in its arrow functions, but not in other functions.
_TAKES_BACK = lazy_pattern(
    r"(?:this\.focus\(\)|(?:window\.)?(?:setTimeout|requestAnimationFrame)\(\(?\w*\)?=>\{?this\.focus\(\)[^;]*)"
)
_GIVES_UP = lazy_pattern(r"(?:if\(this\.blur\))?\{?this\.blur\(\)\}?")
#: A handler that moves the focus to a sibling, or to an element by id.
_SENDS = lazy_pattern(
    r"(?:(?:window\.)?(?:setTimeout|requestAnimationFrame)\(\(?\w*\)?=>\{?)?"
    r"(?:(this\.(?:next|previous)ElementSibling)|document\.(?:getElementById\(|querySelector\(['\"]#)['\"]?([\w-]+)['\"]\))"
    r"\.focus\(\)[^;]*"
)
_SWALLOWS = lazy_pattern(r"(?:event\.preventDefault\(\)|returnfalse)")


@view
def listens_to_nothing(document: Document) -> bool:
    """
    Return whether certainly nothing in a page listens to events.

    Otherwise any element that has the focus may react to keys, which the events reach on all elements around it.
    """
    return not runs_scripts(document) and not any(map(has_handler, document.elements))


def takes_focus_back(tag: Tag) -> bool:
    """Return whether an element moves the focus back to itself whenever it loses it."""
    return any(_TAKES_BACK.fullmatch(_first(tag, name)) for name in ("onblur", "onfocusout"))


def blurs_itself(tag: Tag) -> bool:
    """Return whether an element removes the focus from itself as soon as it gets it."""
    return any(_GIVES_UP.fullmatch(_first(tag, name)) for name in ("onfocus", "onfocusin"))


def sends_focus_to(tag: Tag, by_id: Mapping[str, Sequence[Tag]]) -> Tag | None:
    """Return the element to which an element moves the focus when it loses it, or ``None``."""
    for name in ("onblur", "onfocusout"):
        match = _SENDS.fullmatch(_first(tag, name)) if name in tag.attrs else None
        if match is None:
            continue
        if match[2]:
            return next(iter(by_id.get(match[2], ())), None)
        siblings = tag.next_siblings if "next" in match[1] else tag.previous_siblings
        return next((sibling for sibling in siblings if isinstance(sibling, Tag)), None)
    return None


def cancels_keys(tag: Tag) -> bool:
    """Return whether an element cancels the default action of every key, including Tab."""
    return _SWALLOWS.fullmatch(_first(tag, "onkeydown")) is not None


def _first(tag: Tag, name: str) -> str:
    return first_statement(attr(tag, name, ""))


def first_statement(handler: str) -> str:
    """Return the first statement of a handler, which always runs, without white space; empty if it is too long."""
    return _SPACE.sub("", handler).partition(";")[0] if len(handler) <= _LONGEST else ""
