"""
What stylesheets say of ``display`` and ``visibility``, where it can be told without a browser.

Only rules that declare one of the two are kept. A selector or a condition that is not understood makes the
elements that it may concern undecided, never hidden and never shown.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from attrs import frozen
from bs4.element import Tag

from sitescan.document.selectors import Selector, selector
from sitescan.document.tree import attr, own_text, tokens
from sitescan.model.exchange import Sheet

#: Rules kept of a page, and comparisons of rules with elements: hostile pages would multiply the two.
_MOST_RULES = 4000
_UNDECIDED: Mapping[str, str | None] = MappingProxyType({"display": None, "visibility": None})
_LONGEST_PRELUDE = 20_000
_MOST_COMPARISONS = 60_000

_DECLARATION = re.compile(r"(?:^|;)\s*(display|visibility)\s*:\s*([^;!]*)(![^;]*)?", re.IGNORECASE)
_BRACES = re.compile(r"([{}])")
_COMMA = re.compile(r",(?![^(]*\))")
_NOISE = re.compile(r"/\*.*?(?:\*/|\Z)|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
_WIDTH = re.compile(r"\(\s*(min|max)-width\s*:\s*([0-9.]+)(px|em|rem)\s*\)")
_VIEWPORT = 1280.0


@frozen
class Declared:
    """
    A declaration that may concern an element.

    :ivar value: the value, lower case.
    :ivar rank: what decides between declarations: importance, specificity, order.
    :ivar sure: whether it concerns the element for certain.
    """

    value: str
    rank: tuple[int, int, int, int]
    sure: bool


@frozen
class _Rule:
    selector: Selector
    declarations: Sequence[tuple[str, str, bool]]
    order: int
    sure: bool


class Display:
    """The declared ``display`` and ``visibility`` of a page's elements."""

    def __init__(self, sheets: Sequence[str]) -> None:
        self._by_key: dict[str, list[_Rule]] = {}
        self._left = _MOST_COMPARISONS
        self._count = 0
        for sheet in sheets:
            self._read(sheet)

    def declared(self, tag: Tag) -> Mapping[str, str | None]:
        """
        The value that wins for each of the two properties; ``None`` where that cannot be told.

        A property that nothing declares is not among them.
        """
        found: dict[str, list[Declared]] = {}
        style = attr(tag, "style")
        if style is not None and ("display" in style.lower() or "visibility" in style.lower()):
            for name, value, important in declarations(style):
                found.setdefault(name, []).append(Declared(value, (important * 2, 1, 0, 0), True))
        for rule in self._candidates(tag):
            self._left -= rule.selector.cost
            if self._left <= 0:
                return _UNDECIDED
            matches = rule.selector.matches(tag)
            if matches is False:
                continue
            for name, value, important in rule.declarations:
                rank = (important * 2, 0, rule.selector.weight, rule.order)
                found.setdefault(name, []).append(Declared(value, rank, rule.sure and matches is True))
        return {name: _winner(group) for name, group in found.items()}

    def _candidates(self, tag: Tag) -> Iterator[_Rule]:
        if not self._by_key:
            return
        for key in (f"#{attr(tag, 'id', '')}", *(f".{name}" for name in set(attr(tag, "class", "").split()))):
            yield from self._by_key.get(key, ())
        yield from self._by_key.get(tag.name.lower(), ())
        yield from self._by_key.get("", ())

    def _read(self, sheet: str) -> None:
        """Keep a sheet's rules; at-rules are followed inwards, what cannot be judged is unsure."""
        holding: list[bool | None] = []
        rules = 0
        pending = ""
        for piece in _BRACES.split(_NOISE.sub(_quiet, sheet)):
            if piece == "{":
                outer = holding[-1] if holding else True
                # A nested rule needs the outer one too, and that is not put together here.
                own = None if rules else _condition(pending)
                holding.append(False if False in (outer, own) else None if None in (outer, own) else True)
                rules += bool(rules) or not pending.startswith("@")
            elif piece == "}":
                if holding:
                    holding.pop()
                    rules -= bool(rules)
            else:
                if holding and holding[-1] is not False and not pending.startswith("@"):
                    self._keep(pending, piece, sure=holding[-1] is True)
                pending = piece.rpartition(";")[2].strip()

    def _keep(self, prelude: str, block: str, *, sure: bool) -> None:
        declared = tuple(declarations(block))
        if not declared or self._count >= _MOST_RULES or len(prelude) > _LONGEST_PRELUDE:
            return
        for written in _COMMA.split(prelude):
            parsed = selector(written.replace("&", ""))
            if parsed is not None:
                self._count += 1
                rule = _Rule(parsed, declared, self._count, sure)
                self._by_key.setdefault(parsed.key, []).append(rule)


def _quiet(match: re.Match[str]) -> str:
    """A comment or string without what would be taken for braces."""
    written = match.group()
    return "" if written.startswith("/*") or any(sign in written for sign in "{};") else written


def declarations(block: str) -> Iterator[tuple[str, str, bool]]:
    """The declarations of the two properties in a block: name, value, whether important."""
    for match in _DECLARATION.finditer(block):
        if value := match[2].strip().lower():
            yield match[1].lower(), value, match[3] is not None


def _winner(group: Sequence[Declared]) -> str | None:
    sure = [declared for declared in group if declared.sure]
    best = max(sure, key=lambda declared: declared.rank) if sure else None
    for declared in group:
        if not declared.sure and (best is None or (declared.rank > best.rank and declared.value != best.value)):
            return None
    return best.value if best is not None else None


def _condition(prelude: str) -> bool | None:
    """Whether what stands in a block holds: on a screen of 1280 px, at rest."""
    lowered = prelude.lower()
    if not lowered.startswith("@"):
        return True
    if lowered.startswith("@media"):
        return media(lowered[len("@media") :])
    return None if lowered.startswith(("@supports", "@layer", "@container", "@scope", "@starting-style")) else False


def media(query: str) -> bool | None:
    """Whether a media query list holds on a screen of 1280 px; ``None`` where it is not understood."""
    if len(query) > _LONGEST_PRELUDE:
        return None
    answers = [_query(part.strip()) for part in query.lower().split(",")]
    if True in answers:
        return True
    return None if None in answers else False


def _query(query: str) -> bool | None:
    answers: list[bool | None] = []
    for part in re.split(r"\s+and\s+", query.removeprefix("only ").strip()):
        if part in ("", "all", "screen"):
            answers.append(True)
        elif part in ("print", "speech", "tv", "handheld", "projection", "aural", "embossed", "braille", "tty"):
            answers.append(False)
        elif match := _WIDTH.fullmatch(part):
            width = float(match[2]) * (1 if match[3] == "px" else 16) if match[2].count(".") < 2 else 0.0
            answers.append(width <= _VIEWPORT if match[1] == "min" else width >= _VIEWPORT)
        else:
            answers.append(None)
    if False in answers:
        return False
    return None if None in answers else True


def written_sheets(
    elements: Iterable[Tag], resolve: Callable[[str], str | None], sheets: Mapping[str, Sheet]
) -> Iterator[str]:
    """The texts of a page's stylesheets in their order, those left out that do not apply or could not be had."""
    for element in elements:
        if element.name == "style":
            text = own_text(element)
        elif element.name == "link" and "stylesheet" in (rel := tokens(element, "rel")) and "alternate" not in rel:
            sheet = sheets.get(resolve(attr(element, "href", "")) or "")
            text = sheet.body.decode("utf-8", "replace") if sheet is not None and not sheet.problem else ""
        else:
            continue
        condition = attr(element, "media", "").strip()
        if text and "disabled" not in element.attrs:
            yield f"@media {condition} {{{text}}}" if condition else text
