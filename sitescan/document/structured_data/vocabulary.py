"""
The types and properties of Schema.org, and the properties that each type may have.

``tools/update_schema_org.py`` generates the table ``standards/data/schema_org.json`` from the vocabulary at
https://schema.org/. Like the vocabulary, it is under the Creative Commons Attribution-ShareAlike License 3.0,
https://creativecommons.org/licenses/by-sa/3.0/. Nothing is fetched at run time.
"""

from collections.abc import Mapping
from functools import cache

import msgspec
from attrs import frozen

from sitescan.standards.data_files import data_bytes

_ACTION_SUFFIXES = ("-input", "-output")
#: Properties in Google's documentation that Schema.org does not define.
_GOOGLES = frozenset({"interactionCount", "query-input", "xPath"})


@frozen(kw_only=True)
class Vocabulary:
    """
    The vocabulary's table.

    :ivar types: the direct supertypes of each type.
    :ivar properties: for each property, the types that have it and the types of value that it expects.
    :ivar members: the members of each enumeration.
    """

    types: Mapping[str, tuple[str, ...]]
    properties: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    members: Mapping[str, tuple[str, ...]]

    def known(self, name: str) -> bool:
        """Return whether a property exists, or is the input or output of an action's property."""
        bare = name.rpartition("-")[0] if name.endswith(_ACTION_SUFFIXES) else name
        return bare in self.properties or name in _GOOGLES

    def has(self, types: tuple[str, ...], name: str) -> bool:
        """Return whether one of these types has a property; inputs and outputs of actions belong to all types."""
        if name not in self.properties:
            return self.known(name)
        domain = self.properties[name][0]
        return any(not _kinds(kind).isdisjoint(domain) for kind in types)

    def kinds(self, name: str) -> tuple[str, ...]:
        """Return the types of value that a property expects; empty for an unknown property."""
        return self.properties[name][1] if name in self.properties else ()


@cache
def vocabulary() -> Vocabulary:
    """Return the table, read once in the process."""
    return msgspec.json.decode(data_bytes("schema_org.json"), type=Vocabulary)


def is_a(kind: str, *ancestors: str) -> bool:
    """Return whether a type is one of these types or a subtype."""
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
    """Return a type and all its supertypes; unknown names are not cached."""
    return _ancestry(kind) if kind in vocabulary().types else frozenset({kind})
