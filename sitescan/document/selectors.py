"""Selectors of the common kinds: type, class, id and attribute, joined by descendant and child combinators."""

import re
from collections.abc import Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.tree import ancestors, attr

_NAME = r"(?:[\w-]|[^\x00-\x7f]|\\[^\n])+"
_COMPOUND = re.compile(rf"(\*|{_NAME})?((?:[.#]{_NAME}|\[[^\]]*\]|::?{_NAME}(?:\([^()]*\))?)*)")
_SIMPLE = re.compile(rf"[.#]{_NAME}|\[[^\]]*\]|::?{_NAME}(?:\([^()]*\))?")
_ATTRIBUTE = re.compile(rf"\[\s*({_NAME})\s*(?:(=|~=|\^=)\s*(?:\"([^\"]*)\"|'([^']*)'|({_NAME}))\s*)?\]")
_STEP = re.compile(r"\s*([>+~])\s*|\s+")

#: States that no element is in before anybody acts, and boxes that are no elements.
_AT_REST = frozenset(
    "active after backdrop before -moz-focus-inner -webkit-scrollbar first-letter first-line focus focus-visible "
    "focus-within fullscreen hover marker placeholder selection target visited".split()
)


@frozen
class _Compound:
    name: str
    ids: Sequence[str]
    classes: Sequence[str]
    attributes: Sequence[tuple[str, str, str]]
    sure: bool
    direct: bool

    def matches(self, tag: Tag) -> bool | None:
        """Whether it matches; ``None`` where a part that is not understood decides."""
        if self.name and tag.name.lower() != self.name:
            return False
        if self.ids and any(attr(tag, "id") != identifier for identifier in self.ids):
            return False
        if self.classes and not set(attr(tag, "class", "").split()).issuperset(self.classes):
            return False
        if not all(_has(tag, *condition) for condition in self.attributes):
            return False
        return True if self.sure else None


@frozen
class Selector:
    """
    One selector.

    :ivar key: what an element must have for it: ``#id``, ``.class``, a name, or nothing.
    :ivar weight: its specificity as one number.
    """

    compounds: Sequence[_Compound]
    key: str
    weight: int

    @property
    def cost(self) -> int:
        """How much a comparison costs, by the ancestors that it may look at."""
        return 1 + 8 * (len(self.compounds) - 1)

    def matches(self, tag: Tag) -> bool | None:
        """Whether it matches an element; ``None`` where it cannot be told."""
        *outer, last = self.compounds
        answer = last.matches(tag)
        if answer is False or not outer:
            return answer
        sure = answer is True
        chain = list(ancestors(tag))
        reached, direct = {-1}, last.direct
        for compound in reversed(outer):
            places = {at + 1 for at in reached} if direct else range(min(reached) + 1, len(chain))
            found: set[int] = set()
            for at in places:
                matches = compound.matches(chain[at]) if at < len(chain) else False
                if matches is not False:
                    found.add(at)
                    sure = sure and matches is True
            if not found:
                return False
            reached, direct = found, compound.direct
        return True if sure else None


def selector(written: str) -> Selector | None:
    """
    A selector from its text; ``None`` where it can match nothing on a page at rest, or is none.

    Parts that are not understood stay in as parts that cannot be told.
    """
    compounds: list[_Compound] = []
    at, direct, sure = 0, False, True
    written = written.strip()
    while at < len(written):
        match = _COMPOUND.match(written, at)
        if match is None or match.end() == at:
            return None
        compound = _compound(match, sure=sure, direct=direct)
        if compound is None:
            return None
        compounds.append(compound)
        step = _STEP.match(written, match.end())
        at = step.end() if step else match.end()
        direct = bool(step and step[1] == ">")
        sure = not (step and step[1] in ("+", "~"))
        if not sure:
            # The sibling is left out of the chain: it decides, and is not looked at.
            compounds.pop()
    if not compounds:
        return None
    last = compounds[-1]
    key = f"#{last.ids[0]}" if last.ids else f".{last.classes[0]}" if last.classes else last.name
    weight = sum(
        len(part.ids) * 1_000_000 + (len(part.classes) + len(part.attributes)) * 1000 + bool(part.name)
        for part in compounds
    )
    return Selector(tuple(compounds), key, weight)


def _compound(match: re.Match[str], *, sure: bool, direct: bool) -> _Compound | None:
    ids: list[str] = []
    classes: list[str] = []
    attributes: list[tuple[str, str, str]] = []
    root = False
    for part in _SIMPLE.findall(match[2] or ""):
        if part[0] == "#":
            ids.append(_plain(part[1:]))
        elif part[0] == ".":
            classes.append(_plain(part[1:]))
        elif found := _ATTRIBUTE.fullmatch(part):
            attributes.append((found[1].lower(), found[2] or "", found[3] or found[4] or found[5] or ""))
        elif part.lstrip(":").lower() in _AT_REST:
            return None
        elif part == ":root":
            root = True
        else:
            sure = False
    name = "" if match[1] in (None, "*") else match[1].lower()
    if root:
        name = name or "html"
    return _Compound(name, tuple(ids), tuple(classes), tuple(attributes), sure, direct)


def _has(tag: Tag, name: str, how: str, value: str) -> bool:
    actual = attr(tag, name)
    if actual is None or not how:
        return actual is not None
    if how == "=":
        return actual == value
    return value in actual.split() if how == "~=" else bool(value) and actual.startswith(value)


def _plain(name: str) -> str:
    """A name without its escapes; hexadecimal ones are left as they are, and match nothing."""
    return re.sub(r"\\([^0-9a-fA-F])", r"\1", name)
