"""
The vocabulary of Schema.org: which types and properties there are, and which belong together.

The table ``standards/data/schema_org.json`` is made by ``tools/update_schema_org.py`` from the vocabulary at
https://schema.org/ and, like it, is under the Creative Commons Attribution-ShareAlike License 3.0,
https://creativecommons.org/licenses/by-sa/3.0/. Nothing is fetched for it.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from attrs import frozen

_ACTION_SUFFIXES = ("-input", "-output")
#: What Google's documentation has and Schema.org has not.
_GOOGLES = frozenset({"interactionCount", "query-input", "xPath"})


@frozen(kw_only=True)
class Vocabulary:
    """
    The table.

    :ivar types: each type and the types that it is a kind of.
    :ivar properties: each property, the types that have it and the kinds of value that it takes.
    :ivar members: the values of each enumeration.
    """

    types: Mapping[str, tuple[str, ...]]
    properties: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    members: Mapping[str, tuple[str, ...]]

    def known(self, name: str) -> bool:
        """Whether there is such a property, or such an action's input or output."""
        bare = name.rpartition("-")[0] if name.endswith(_ACTION_SUFFIXES) else name
        return bare in self.properties or name in _GOOGLES

    def has(self, types: tuple[str, ...], name: str) -> bool:
        """Whether one of these types has a property; an action's input or output belongs to all."""
        if name not in self.properties:
            return self.known(name)
        domain = self.properties[name][0]
        return any(not _kinds(kind).isdisjoint(domain) for kind in types)

    def kinds(self, name: str) -> tuple[str, ...]:
        """The kinds of value that a property takes; empty where it is not known."""
        return self.properties[name][1] if name in self.properties else ()


@cache
def vocabulary() -> Vocabulary:
    """The table, read once for the life of the process."""
    return msgspec.json.decode(
        files("sitescan.standards").joinpath("data/schema_org.json").read_bytes(), type=Vocabulary
    )


def is_a(kind: str, *ancestors: str) -> bool:
    """Whether a type is one of these, or a kind of one."""
    return not _kinds(kind).isdisjoint(ancestors)


@cache
def _ancestry(kind: str) -> frozenset[str]:
    found, waiting = {kind}, [kind]
    while waiting:
        for parent in vocabulary().types[waiting.pop()]:
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return frozenset(found)


def _kinds(kind: str) -> frozenset[str]:
    """A type and all that it is a kind of; strangers' names are not remembered."""
    return _ancestry(kind) if kind in vocabulary().types else frozenset({kind})
