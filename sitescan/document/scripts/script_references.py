"""The modules that scripts import."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.scripts.import_map import import_map
from sitescan.document.scripts.script_elements import inline_scripts, script_type
from sitescan.document.tree import own_text
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.progress import advanced

#: The maximum number of references of a script, and the maximum length of a script that is read.
_MOST, _LONGEST_SCRIPT = 200, 500_000
_MODULE = lazy_pattern(r"(?:\bfrom|\bimport)\s*(?:\(\s*)?(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
# No leading "\bimport": a pattern that begins with a literal is searched far faster.
_DYNAMIC = lazy_pattern(r"import(?<!\wimport)\s*\(\s*(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')")
#: An import declaration with the white space and comments before it. Declarations that follow other code are left out,
#: since text in strings and templates may look like them.
_DECLARATION = lazy_pattern(
    r"[\s;]*(?:(?://[^\n]*\n|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)[\s;]*)*"
    r"import(?![\w$(.])(?:([\w$\s{},*]{1,2000}?[\s}*])from(?![\w$]))?\s*"
    r"(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')"
)
#: The bindings of the source of a module, https://tc39.es/proposal-source-phase-imports/.
_SOURCE_PHASE = lazy_pattern(r"\s*source\s+[\w$]")
#: The attributes that follow a specifier in a declaration, or in a call. ``assert`` is their former name.
_ATTRIBUTES = lazy_pattern(
    r"[\"']\s*(?:,\s*\{\s*)?[\"']?(?:with|assert)[\"']?\s*(?::\s*)?\{\s*[\"']?type[\"']?\s*:\s*[\"']([\w-]{1,50})[\"']"
    r"[\s,]*\}"
)

MODULE = "module"
"""The destination of a JavaScript module (:func:`sitescan.standards.file_types.unusable`)."""

#: The destination of a module by its type. One of an unknown type is not loaded.
#: https://html.spec.whatwg.org/multipage/webappapis.html#fetch-destination-from-module-type
_DESTINATIONS: Mapping[str, str] = MappingProxyType({"json": "json", "css": "style", "text": "text"})


@frozen
class Import:
    """
    An import of a module.

    :ivar specifier: the URL reference, or the name in the import map.
    :ivar destination: the kind of file that browsers request: :data:`MODULE`, ``json``, ``style``, ``text``, ``wasm``;
        empty if it isn't known.
    """

    specifier: str
    destination: str = MODULE


def module_imports(script: str, kind: str) -> Iterator[Import]:
    """Iterate over the imports of a script, a ``module`` or a ``classic`` one, whose specifiers are literals."""
    if len(script) > _LONGEST_SCRIPT or ("import" not in script and "from" not in script):
        return
    pattern = _MODULE if kind == "module" else _DYNAMIC
    for match in islice(pattern.finditer(script), _MOST):
        yield Import(match[1] or match[2], _by_attributes(_ATTRIBUTES.match(script, match.end() - 1)))


def _by_attributes(attributes: re.Match[str] | None) -> str:
    return _DESTINATIONS.get(attributes[1], "") if attributes is not None else MODULE


@frozen(kw_only=True)
class ImportedModule:
    """
    A module that an inline module imports statically, so that every browser loads it.

    :ivar tag: the script element.
    :ivar url: the absolute URL of the module without fragment.
    :ivar destination: the kind of file that browsers request, as of an :class:`Import`.
    """

    tag: Tag
    url: str
    destination: str = MODULE


@view
def imported_modules(document: Document) -> Sequence[ImportedModule]:
    """Return the modules that inline modules import, each by its URL or by its name in the import map."""
    modules = [
        tag for tag in inline_scripts(document) if script_type(tag) == "module" and not document.in_noscript(tag)
    ]
    found: dict[tuple[int, str], ImportedModule] = {}
    for tag in modules:
        for imported in _static_imports(own_text(tag)):
            url = import_map(document).url(imported.specifier, document.base_url).partition("#")[0]
            if url.startswith(("http:", "https:")):
                module = ImportedModule(tag=tag, url=url, destination=imported.destination)
                found.setdefault((id(tag), url), module)
    return tuple(found.values())


def _static_imports(script: str) -> Iterator[Import]:
    """Iterate over the import declarations at the beginning of a module."""
    if len(script) > _LONGEST_SCRIPT:
        return
    at = 0
    for _ in range(_MOST):
        match = _DECLARATION.match(script, at)
        if match is None:
            return
        attributes = _ATTRIBUTES.match(script, match.end() - 1)
        is_source = match[1] is not None and _SOURCE_PHASE.match(match[1]) is not None
        yield Import(match[2] or match[3], "wasm" if is_source else _by_attributes(attributes))
        at = advanced(at, match.end() if attributes is None else attributes.end())
