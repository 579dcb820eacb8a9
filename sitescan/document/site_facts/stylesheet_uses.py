"""The style rules that a page may use, by which a site finds the rules that none of its pages uses."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from attrs import frozen

from sitescan.document.content_cache import CACHE
from sitescan.document.css.applicable_rules import present_names
from sitescan.document.css.style_block import LazyStyleBlock, PreludeTooLong
from sitescan.document.css.stylesheet_content import fetched_content
from sitescan.document.document import Document
from sitescan.document.loading.app_shell import is_scripted
from sitescan.document.site_facts.script_strings import script_words
from sitescan.model.exchange import Source
from sitescan.model.site_facts import StylesheetUse
from sitescan.standards.css.stylesheet_items import all_items
from sitescan.standards.urls import host_of

#: The maximum numbers of stylesheets of a page, and of rules of a stylesheet, whose uses are kept.
_MOST, _MOST_RULES = 10, 10_000

#: The fewest characters of a part of a name that scripts complete, and the memory of a rule or a name in bytes.
_SHORTEST_PART, _COST = 3, 500


@frozen
class _Needs:
    """
    What the rules of a stylesheet need to match anything.

    :ivar rules: the classes and ids that each selector of a rule needs; ``None`` for a rule of which they aren't known.
    :ivar words: the words in a script by which it may add a class or an id, for each of them.
    """

    rules: Sequence[Sequence[Sequence[str]] | None]
    words: Mapping[str, AbstractSet[str]]


def stylesheet_uses(document: Document) -> tuple[StylesheetUse, ...]:
    """
    Return what a page may use of the stylesheets of its host.

    A rule may be used if the page has the classes and ids that one of its selectors needs in its HTML, or if scripts
    name them, in whole or in part. Nothing is known of a page that scripts write, or whose scripts were not all read.
    """
    host = host_of(document.url)
    sheets = [sheet for sheet in document.sheets.values() if host_of(sheet.url) == host and not sheet.gone]
    if not sheets:
        return ()
    present, words = present_names(document), None
    if document.complete and not document.quirks and not is_scripted(document):
        words = script_words(document)
    found = []
    for number, sheet in enumerate(sheets):
        needs = CACHE.get(f"needs {sheet.content_type}", sheet.digest, partial(_needs, sheet), _cost)
        known = sheet.known and number < _MOST and len(needs.rules) <= _MOST_RULES
        used = _used(needs, present, words) if known and words is not None else b""
        found.append(StylesheetUse(url=sheet.url, digest=sheet.digest, rules=len(needs.rules), used=used))
    return tuple(found)


def _used(needs: _Needs, present: AbstractSet[str], words: AbstractSet[str]) -> bytes:
    """Return a bit for each rule that may be used."""
    named = (name for name, parts in needs.words.items() if not parts.isdisjoint(words))
    known = frozenset((*present, *named))
    used = 0
    for at, needed in enumerate(needs.rules):
        if needed is None or any(map(known.issuperset, needed)):
            used |= 1 << at
    return used.to_bytes(len(needs.rules) // 8 + 1)


def _needs(sheet: Source) -> _Needs:
    rules = [
        _without_states(item) for item in all_items(fetched_content(sheet).items) if isinstance(item, LazyStyleBlock)
    ]
    names = {name for needed in rules for selector in needed or () for name in selector}
    return _Needs(rules, {name: frozenset(_naming(name[1:])) for name in names})


def _without_states(block: LazyStyleBlock) -> Sequence[Sequence[str]] | None:
    """Return the classes and ids that each selector of a rule needs, without the states that any page may be in."""
    try:
        needed = block.needed_names()
    except (PreludeTooLong, RecursionError):
        return None
    # A rule in another one may match where the outer one doesn't.
    if needed is None or not block.plain:
        return None
    return [[name for name in names if name[0] != ":"] for names in needed]


def _naming(name: str) -> Iterator[str]:
    """Yield a name, and the parts of it that a script may complete: ``btn-`` and ``-large`` of ``btn-large``."""
    yield name
    for at, character in enumerate(name):
        if character in "-_":
            yield from (part for part in (name[: at + 1], name[at:]) if len(part) >= _SHORTEST_PART)


def _cost(needs: _Needs) -> int:
    return _COST * (1 + len(needs.rules) + len(needs.words))
