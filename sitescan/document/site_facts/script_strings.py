"""The names and addresses in the scripts of a page, by which they change it and lead to other pages."""

from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import partial

from sitescan.document.content_cache import CACHE
from sitescan.document.document import Document
from sitescan.document.scripts.script_elements import is_script, script_file, script_reference
from sitescan.document.tree import attr, own_text
from sitescan.model.exchange import Source
from sitescan.standards.lazy_pattern import lazy_pattern

_WORD = lazy_pattern(r"[\w-]+")

#: Strings without white space that begin as a path or a URL, or end as the name of a page; without their fragments.
_ADDRESS = lazy_pattern(
    r"[\"'`]((?:/|https?://)[^\"'`\s<>\\#]{0,500}"
    r"|[^\"'`\s<>\\:?#]{1,500}\.(?:x?html?|php|aspx?|jsp)(?:\?[^\"'`\s<>\\#]{0,500})?)[\"'`#]"
)

#: The memory of a word in a set, in bytes, and the maximum length of a script that is searched.
_COST, _LONGEST = 120, 2_000_000


def script_words(document: Document) -> AbstractSet[str] | None:
    """
    Return the words in the scripts of a page, in its data blocks, and in its attributes for scripts.

    :return: ``None`` if not all scripts were read.
    """
    if _unread(document):
        return None
    found = set(_strings(document, "words", _words))
    for name, elements in document.by_attribute.items():
        if name.startswith(("data-", "on")):
            found.update(word for element in elements for word in _WORD.findall(attr(element, name, "")))
    return found


def script_addresses(document: Document) -> AbstractSet[str]:
    """Return the strings in the scripts of a page that look like references to pages."""
    return _strings(document, "addresses", _addresses)


def _words(script: str) -> AbstractSet[str]:
    return frozenset(_WORD.findall(script))


def _addresses(script: str) -> AbstractSet[str]:
    return frozenset(_ADDRESS.findall(script.replace("\\/", "/")))


def _unread(document: Document) -> bool:
    for tag in document.all("script"):
        file = script_file(document, tag)
        if script_reference(tag) is not None and is_script(tag) and (file is None or not file.known):
            return True
    return any(len(script.body) > _LONGEST for script in document.scripts.values())


def _strings(document: Document, kind: str, find: Callable[[str], AbstractSet[str]]) -> AbstractSet[str]:
    return frozenset().union(*_found(document, kind, find))


def _found(document: Document, kind: str, find: Callable[[str], AbstractSet[str]]) -> Iterator[AbstractSet[str]]:
    for tag in document.all("script"):
        if script_reference(tag) is None:
            yield find(own_text(tag))
    for script in document.scripts.values():
        if len(script.body) <= _LONGEST:
            read = partial(_in_file, script, find)
            yield CACHE.get(f"{kind} of scripts", script.digest, read, lambda strings: _COST * (len(strings) + 1))


def _in_file(script: Source, find: Callable[[str], AbstractSet[str]]) -> AbstractSet[str]:
    return find(script.body.decode("utf-8", "replace"))
