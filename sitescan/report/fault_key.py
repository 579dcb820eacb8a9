"""The key of a fault: what its places have in common that one change of a template mends."""

import re
from typing import NamedTuple

from sitescan.standards.lazy_pattern import lazy_pattern

#: What differs between places of one template: the ids of elements and their numbers.
_OF_ONE_PLACE = lazy_pattern(r"#[\w-]+|:nth-of-type\([0-9]+\)")

#: An attribute with its value, which ends with the markup if that was shortened.
_ATTRIBUTE = lazy_pattern(r"""(?<=[\s"'/])([^\s"'<>/=]+)\s*=\s*("[^"]*"?|'[^']*'?|[^\s"'>]+)""")

#: The attributes whose values come from the template, apart from their numbers. Those of others are URLs and texts.
_OF_TEMPLATE = frozenset({"class", "for", "http-equiv", "id", "method", "name", "property", "rel", "role", "type"})

#: The steps of a relative URL towards the root, whose number differs between the folders of pages.
_UPWARDS = lazy_pattern(r"""(?<=["'=])(?:\.\.?/)+""")

#: Two colors, as rules about contrast name them.
_COLORS = lazy_pattern(r"#[0-9a-f]{6} on #[0-9a-f]{6}")

_NUMBERS = lazy_pattern(r"[0-9]+")
_TAG = lazy_pattern(r"<[^<>]*>?")
_URL = lazy_pattern(r"""(?:https?:)?//[^\s"'<>]+""")


class FaultKey(NamedTuple):
    """
    A rule, and where and on what it finds a fault.

    :ivar path: the selector of the element without ids and numbers.
    :ivar markup: the markup with its URLs, numbers and texts masked, or the colors that are at fault.
    """

    rule: str
    path: str
    markup: str

    @property
    def by_colors(self) -> bool:
        """Whether the fault is in colors, wherever elements have them."""
        return _COLORS.fullmatch(self.markup) is not None


def fault_key(rule: str, selector: str, markup: str, detail: str = "") -> FaultKey:
    """
    Return the key of a place at fault; pages of one template have it in common, whatever their content is.

    Places whose colors are at fault are one wherever they are, because a stylesheet sets the colors.

    :param detail: what is said about the place.
    """
    if colors := _COLORS.search(detail):
        return FaultKey(rule, "", colors[0])
    return FaultKey(rule, _OF_ONE_PLACE.sub("", selector), masked(markup))


def same_anywhere(markup: str) -> str:
    """Return markup that is the same for pages in different folders, apart from URLs that name one of them."""
    return _UPWARDS.sub("", markup)


def masked(markup: str) -> str:
    """Return markup with ``*`` for each URL, number, text, and value of an attribute that content may have set."""
    if not _TAG.search(markup):
        return _NUMBERS.sub("*", _URL.sub("*", markup))
    return _in_tags(markup)


def masked_fact(fact: str | int | float) -> str:
    """Return what is said about a place without its URLs and the texts in markup; numbers of the fault remain."""
    text = str(fact)
    return _in_tags(text) if _TAG.search(text) else _URL.sub("*", text)


def _in_tags(markup: str) -> str:
    """Return the tags of markup with masked values, and ``*`` for the texts between them."""
    made, at = [], 0
    for tag in _TAG.finditer(markup):
        made += [_masked_text(markup[at : tag.start()]), _ATTRIBUTE.sub(_masked_value, tag[0])]
        at = tag.end()
    return "".join((*made, _masked_text(markup[at:])))


def _masked_text(text: str) -> str:
    return "*" if text.strip() else ""


def _masked_value(attribute: re.Match[str]) -> str:
    name, value = attribute[1].lower(), attribute[2]
    return f"{name}={_NUMBERS.sub('*', value)}" if name in _OF_TEMPLATE else f"{name}=*"
