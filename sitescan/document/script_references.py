"""The files that modules and import maps load."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.script_elements import inline_scripts, script_type
from sitescan.document.tree import attr, own_text
from sitescan.document.views import view
from sitescan.standards.progress import advanced

#: The maximum number of references of an import map or script, and the maximum length of a script that is read.
_MOST, _LONGEST_SCRIPT = 200, 500_000
_MODULE = re.compile(r"(?:\bfrom|\bimport)\s*(?:\(\s*)?(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
# No leading "\bimport": a pattern that begins with a literal is searched far faster.
_DYNAMIC = re.compile(r"import(?<!\wimport)\s*\(\s*(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
#: An import declaration with the white space and comments before it. Declarations that follow other code are left out,
#: since text in strings and templates may look like them.
_DECLARATION = re.compile(
    r"[\s;]*(?:(?://[^\n]*\n|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)[\s;]*)*"
    r"import(?![\w$(.])(?:[\w$\s{},*]{1,2000}?[\s}*]from(?![\w$]))?\s*"
    r"(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')"
)
_ADDRESS = re.compile(r"\.{0,2}/|[a-z][a-z0-9+.-]{0,20}:", re.IGNORECASE)


def is_address(specifier: str) -> bool:
    """Return whether a specifier is a URL, and not a name that needs an import map."""
    return _ADDRESS.match(specifier) is not None


def module_references(script: str, kind: str) -> Iterator[str]:
    """Iterate over the URLs that a script imports, without bare specifiers, which need an import map."""
    if len(script) > _LONGEST_SCRIPT or ("import" not in script and "from" not in script):
        return
    pattern = _MODULE if kind == "module" else _DYNAMIC
    for match in islice(pattern.finditer(script), _MOST):
        reference = match[1] or match[2]
        if is_address(reference):
            yield reference


def mapped_references(text: str) -> Iterator[str]:
    """Iterate over the URLs in an import map: https://html.spec.whatwg.org/multipage/webappapis.html#import-maps."""
    data = _import_map(text)
    scopes = data.get("scopes")
    tables: list[Any] = [data.get("imports")]
    tables += list(scopes.values())[:_MOST] if isinstance(scopes, dict) else []
    values = (value for table in tables if isinstance(table, dict) for value in table.values())
    yield from islice((value for value in values if isinstance(value, str) and is_address(value)), _MOST)


@frozen(kw_only=True)
class ImportedModule:
    """
    A module that an inline module imports statically, so that every browser loads it.

    :ivar tag: the script element.
    :ivar url: the absolute URL of the module without fragment.
    """

    tag: Tag
    url: str


@view
def imported_modules(document: Document) -> Sequence[ImportedModule]:
    """Return the modules that inline modules import, each by its URL or by its name in the import map."""
    modules = [
        tag for tag in inline_scripts(document) if script_type(tag) == "module" and not document.in_noscript(tag)
    ]
    found: dict[tuple[int, str], ImportedModule] = {}
    names = _mapped(document, "imports") if modules else {}
    for tag in modules:
        for specifier in _static_imports(own_text(tag)):
            address = _address(names, specifier)
            url = (document.resolve(address) or "").partition("#")[0] if is_address(address) else ""
            if url.startswith(("http:", "https:")):
                found.setdefault((id(tag), url), ImportedModule(tag=tag, url=url))
    return tuple(found.values())


def _address(names: Mapping[str, str], specifier: str) -> str:
    """Return the address of a module by an import map: that of its name, or of the longest folder that it is in."""
    if specifier in names:
        return names[specifier]
    at = specifier.rfind("/")
    while at >= 0:
        folder = names.get(specifier[: at + 1])
        if folder is not None:
            return folder + specifier[at + 1 :]
        at = specifier.rfind("/", 0, at)
    return specifier


def mapped_integrity(document: Document) -> Mapping[str, str]:
    """Return the ``integrity`` of modules that the import map of a page names, by their absolute URLs."""
    named = _mapped(document, "integrity")
    return {url: value for reference, value in named.items() if (url := document.resolve(reference)) is not None}


def _mapped(document: Document, member: str) -> dict[str, str]:
    """Return a table of the import maps of a page; the first entry of each key counts."""
    table: dict[str, str] = {}
    for tag in document.all("script"):
        if attr(tag, "type", "").strip().lower() == "importmap" and "src" not in tag.attrs:
            entries = _import_map(own_text(tag)).get(member)
            for key, value in islice(entries.items(), _MOST) if isinstance(entries, dict) else ():
                if isinstance(value, str):
                    table.setdefault(key, value)
    return table


def _import_map(text: str) -> Mapping[str, Any]:
    """Return the object in an import map; an empty one if it is not valid."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _static_imports(script: str) -> Iterator[str]:
    """Iterate over the specifiers of the import declarations at the beginning of a module."""
    if len(script) > _LONGEST_SCRIPT:
        return
    at = 0
    for _ in range(_MOST):
        match = _DECLARATION.match(script, at)
        if match is None:
            return
        yield match[1] or match[2]
        at = advanced(at, match.end())
