"""The known JavaScript libraries among the scripts of a page."""

from collections.abc import Iterable, Iterator, Sequence

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.scripts.script_elements import is_script, script_text
from sitescan.document.scripts.script_references import MODULE, imported_modules
from sitescan.document.security.js_libraries import Library, libraries_in, library_at
from sitescan.document.tree import attr
from sitescan.document.views import view


@view
def libraries(document: Document) -> Sequence[tuple[Tag, Library]]:
    """
    Return the listed libraries that a page runs, each with its script element.

    A version in a script's comments takes precedence over the version in its URL. A script may contain
    several libraries.
    """
    return tuple(_libraries(document))


def _libraries(document: Document) -> Iterator[tuple[Tag, Library]]:
    for tag in document.all("script"):
        if not is_script(tag):
            continue
        yield from ((tag, library) for library in _of_file(attr(tag, "src", "").strip(), script_text(document, tag)))
    for module in imported_modules(document):
        if module.destination != MODULE:
            continue
        file = document.scripts.get(module.url)
        text = file.body.decode("utf-8", "replace") if file is not None else ""
        yield from ((module.tag, library) for library in _of_file(module.url, text))


def _of_file(url: str, text: str) -> Iterable[Library]:
    found = {library.name: library for library in libraries_in(text)}
    named = library_at(url)
    if named is not None:
        found.setdefault(named.name, named)
    return found.values()
