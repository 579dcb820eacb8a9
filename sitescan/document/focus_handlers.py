"""What the event handlers in attributes do to the keyboard focus, where a glance at them is enough."""

import re

from bs4.element import Tag

from sitescan.document.tree import attr

_LONGEST = 500
_SPACE = re.compile(r"\s+")
#: ``this`` is the element in the handler itself and in an arrow function, not in a function of its own.
_TAKES_BACK = re.compile(
    r"(?:this\.focus\(\)|(?:window\.)?(?:setTimeout|requestAnimationFrame)\(\(?\w*\)?=>\{?this\.focus\(\)[^;]*)"
)
_GIVES_UP = re.compile(r"(?:if\(this\.blur\))?\{?this\.blur\(\)\}?")
_SWALLOWS = re.compile(r"(?:event\.preventDefault\(\)|returnfalse)")


def takes_back(tag: Tag) -> bool:
    """Whether an element takes the focus back whenever it loses it."""
    return any(_TAKES_BACK.fullmatch(_first(tag, name)) for name in ("onblur", "onfocusout"))


def gives_up(tag: Tag) -> bool:
    """Whether an element drops the focus as soon as it has it."""
    return any(_GIVES_UP.fullmatch(_first(tag, name)) for name in ("onfocus", "onfocusin"))


def swallows_keys(tag: Tag) -> bool:
    """Whether an element keeps every key from doing what it does, the Tab key among them."""
    return _SWALLOWS.fullmatch(_first(tag, "onkeydown")) is not None


def _first(tag: Tag, name: str) -> str:
    """The first statement of a handler without white space: what runs whatever the rest does."""
    written = attr(tag, name, "")
    return _SPACE.sub("", written).partition(";")[0] if len(written) <= _LONGEST else ""
