"""What the event handlers in attributes do to the keyboard focus, where a glance at them is enough."""

import re
from collections.abc import Mapping, Sequence

from bs4.element import Tag

from sitescan.document.tree import attr

_LONGEST = 500
_SPACE = re.compile(r"\s+")
#: ``this`` is the element in the handler itself and in an arrow function, not in a function of its own.
_TAKES_BACK = re.compile(
    r"(?:this\.focus\(\)|(?:window\.)?(?:setTimeout|requestAnimationFrame)\(\(?\w*\)?=>\{?this\.focus\(\)[^;]*)"
)
_GIVES_UP = re.compile(r"(?:if\(this\.blur\))?\{?this\.blur\(\)\}?")
#: The focus is sent to a neighbor, or to an element by its id.
_SENDS = re.compile(
    r"(?:(?:window\.)?(?:setTimeout|requestAnimationFrame)\(\(?\w*\)?=>\{?)?"
    r"(?:(this\.(?:next|previous)ElementSibling)|document\.(?:getElementById\(|querySelector\(['\"]#)['\"]?([\w-]+)['\"]\))"
    r"\.focus\(\)[^;]*"
)
_SWALLOWS = re.compile(r"(?:event\.preventDefault\(\)|returnfalse)")


def blurs_on_focus(tag: Tag) -> bool:
    """Whether an element takes the focus back whenever it loses it."""
    return any(_TAKES_BACK.fullmatch(_first(tag, name)) for name in ("onblur", "onfocusout"))


def blurs_itself(tag: Tag) -> bool:
    """Whether an element drops the focus as soon as it has it."""
    return any(_GIVES_UP.fullmatch(_first(tag, name)) for name in ("onfocus", "onfocusin"))


def sends_focus_to(tag: Tag, by_id: Mapping[str, Sequence[Tag]]) -> Tag | None:
    """The element that an element gives the focus to whenever it loses it; ``None`` where it does not."""
    for name in ("onblur", "onfocusout"):
        match = _SENDS.fullmatch(_first(tag, name)) if name in tag.attrs else None
        if match is None:
            continue
        if match[2]:
            return next(iter(by_id.get(match[2], ())), None)
        siblings = tag.next_siblings if "next" in match[1] else tag.previous_siblings
        return next((one for one in siblings if isinstance(one, Tag)), None)
    return None


def cancels_keys(tag: Tag) -> bool:
    """Whether an element keeps every key from doing what it does, the Tab key among them."""
    return _SWALLOWS.fullmatch(_first(tag, "onkeydown")) is not None


def _first(tag: Tag, name: str) -> str:
    """The first statement of a handler without white space: what runs whatever the rest does."""
    written = attr(tag, name, "")
    return _SPACE.sub("", written).partition(";")[0] if len(written) <= _LONGEST else ""
