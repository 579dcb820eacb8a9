"""Import maps: what modules the names in scripts stand for."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any

from attrs import field, frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.scripts.script_elements import script_reference
from sitescan.document.tree import attr, own_text
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import resolve

#: The maximum number of entries of the import maps of a page.
_MOST = 500
_ADDRESS = lazy_pattern(r"\.{0,2}/|[a-z][a-z0-9+.-]{0,20}:", re.IGNORECASE)

#: The absolute URL of a module by its name, its absolute URL, or the folder that it is in; empty if it is blocked.
_Table = Mapping[str, str]


@frozen(kw_only=True)
class ImportMap:
    """
    What a page's import maps say: https://html.spec.whatwg.org/multipage/webappapis.html#import-maps.

    :ivar imports: the absolute URL of a module by its name or its own URL; that of a folder by a key with a slash at
        its end. An address that browsers ignore is an empty string.
    :ivar scopes: such tables for the scripts at a URL, or below one that ends with a slash; the longest come first.
    :ivar integrity: the integrity metadata of modules by their absolute URLs.
    """

    imports: _Table = field(factory=dict)
    scopes: Mapping[str, _Table] = field(factory=dict)
    integrity: Mapping[str, str] = field(factory=dict)

    def url(self, specifier: str, base: str) -> str:
        """
        Return the absolute URL of a module that a script imports; an empty string if browsers load nothing.

        https://html.spec.whatwg.org/multipage/webappapis.html#resolve-a-module-specifier

        :param base: the URL of the script's file, or the base URL of the page for an inline script.
        """
        address = (resolve(base, specifier) or "") if is_address(specifier) else ""
        for prefix, table in self.scopes.items():
            if base == prefix or (prefix.endswith("/") and base.startswith(prefix)):
                mapped = _match(table, address or specifier)
                if mapped is not None:
                    return mapped
        mapped = _match(self.imports, address or specifier)
        return address if mapped is None else mapped


def is_address(specifier: str) -> bool:
    """Return whether a specifier is a URL, and not a name that needs an import map."""
    return _ADDRESS.match(specifier) is not None


def is_import_map(tag: Tag) -> bool:
    """Return whether a script element contains an import map."""
    return attr(tag, "type", "").strip().lower() == "importmap" and not script_reference(tag)


@view
def import_map(document: Document) -> ImportMap:
    """Return what the import maps of a page say."""
    return merged_import_map(document.all("script"), document.base_url)


def merged_import_map(scripts: Iterable[Tag], base: str) -> ImportMap:
    """Return what the import maps among some scripts say; the first entry of each key counts."""
    maps = [_object(own_text(tag)) for tag in scripts if is_import_map(tag)]
    imports: dict[str, str] = {}
    for key, value in islice(_members(maps, "imports"), _MOST):
        imports.setdefault(_key(key, base), _address(key, value, base))
    scopes: dict[str, dict[str, str]] = {}
    scoped = ((prefix, entry) for prefix, table in _members(maps, "scopes") for entry in _entries(table))
    for prefix, (key, value) in islice(scoped, _MOST):
        scopes.setdefault(resolve(base, prefix) or "", {}).setdefault(_key(key, base), _address(key, value, base))
    integrity: dict[str, str] = {}
    for reference, value in islice(_members(maps, "integrity"), _MOST):
        if isinstance(value, str) and (url := resolve(base, reference)):
            integrity.setdefault(url, value)
    longest_first = {prefix: scopes[prefix] for prefix in sorted(scopes, reverse=True) if prefix}
    return ImportMap(imports=imports, scopes=longest_first, integrity=integrity)


def mapped_references(text: str) -> Iterator[str]:
    """Iterate over the URL references that an import map names modules by."""
    data = _object(text)
    tables = [data.get("imports"), *(table for _, table in _members([data], "scopes"))]
    values = (value for table in tables for _, value in _entries(table))
    yield from islice((value for value in values if isinstance(value, str) and is_address(value)), _MOST)


def _match(table: _Table, name: str) -> str | None:
    """Return the URL of a module in a table: its own, or that in the longest folder; ``None`` if it has none."""
    if name in table:
        return table[name]
    folder = max((key for key in table if key.endswith("/") and name.startswith(key)), key=len, default="")
    if not folder:
        return None
    url = resolve(table[folder], name[len(folder) :]) if table[folder] else None
    return url if url is not None and url.startswith(table[folder]) else ""


def _key(specifier: str, base: str) -> str:
    return (resolve(base, specifier) or "") if is_address(specifier) else specifier


def _address(key: str, value: Any, base: str) -> str:
    url = resolve(base, value) if isinstance(value, str) and is_address(value) else None
    return url if url is not None and (url.endswith("/") or not key.endswith("/")) else ""


def _members(maps: Iterable[Mapping[str, Any]], name: str) -> Iterator[tuple[str, Any]]:
    """Iterate over what the objects of a name in some maps contain."""
    return chain.from_iterable(_entries(data.get(name)) for data in maps)


def _entries(table: Any) -> Iterable[tuple[str, Any]]:
    """Return what a JSON object contains; nothing if it isn't one."""
    return table.items() if isinstance(table, dict) else ()


def _object(text: str) -> Mapping[str, Any]:
    """Return the object in an import map; an empty one if it is not valid."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}
