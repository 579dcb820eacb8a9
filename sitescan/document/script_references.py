"""The modules that scripts import."""

from collections.abc import Iterator, Sequence
from itertools import islice

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.import_map import import_map
from sitescan.document.script_elements import inline_scripts, script_type
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
    r"import(?![\w$(.])(?:[\w$\s{},*]{1,2000}?[\s}*]from(?![\w$]))?\s*"
    r"(?:\"([^\"\s]{1,2000})\"|'([^'\s]{1,2000})')"
)


def module_specifiers(script: str, kind: str) -> Iterator[str]:
    """Iterate over the URL references and names by which a script imports modules."""
    if len(script) > _LONGEST_SCRIPT or ("import" not in script and "from" not in script):
        return
    pattern = _MODULE if kind == "module" else _DYNAMIC
    for match in islice(pattern.finditer(script), _MOST):
        yield match[1] or match[2]


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
    for tag in modules:
        for specifier in _static_imports(own_text(tag)):
            url = import_map(document).url(specifier, document.base_url).partition("#")[0]
            if url.startswith(("http:", "https:")):
                found.setdefault((id(tag), url), ImportedModule(tag=tag, url=url))
    return tuple(found.values())


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
