"""Detection of scripts that may change what the links of a page do."""

from sitescan.document.document import Document
from sitescan.document.scripts.script_elements import is_script, script_text
from sitescan.document.tree import HTML, attr
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

#: Names, one of which a script needs to add an element or an id, to handle clicks, to read the fragment, or to
#: load or run other scripts.
_NAMES = (
    *("createElement", "cloneNode", "innerHTML", "outerHTML", "insertAdjacent", "createContextualFragment"),
    *("DOMParser", "document.write", "setAttribute", "attachShadow", "append", "replaceWith", "addEventListener"),
    *("attachEvent", "onhashchange", "$", "jQuery", "XMLHttpRequest"),
)
#: Names that must be whole words, by a substring of them: substrings are found several times as fast as patterns.
_WORDS = {
    ".id": lazy_pattern(r"\.id\b"),
    ".on": lazy_pattern(r"\.on[a-z]"),
    ".src": lazy_pattern(r"\.src\b"),
    ".then": lazy_pattern(r"\.then\b"),
    "]": lazy_pattern(r"\]\s?="),
    **{word: lazy_pattern(rf"\b{word}\b") for word in ("Function", "eval", "fetch", "hash", "import")},
}
_LONGEST = 200_000


@view
def scripts_may_act(document: Document) -> bool:
    """
    Return whether scripts may add parts to a page or act on its links.

    False if there are no scripts, or if all scripts were read and contain none of the required names, such as a few
    lines that set a class or count a visit.
    """
    for tag in document.all("script"):
        if tag.namespace != HTML or not is_script(tag):
            continue
        text = script_text(document, tag)
        if ("src" in tag.attrs and not text) or len(text) > _LONGEST or _may_act(text):
            return True
    return any(_may_act(attr(tag, "onload", "")) for tag in document.all("body"))


def parts_may_come(document: Document) -> bool:
    """Return whether the source may lack parts of the page that scripts, a framework or an interrupted response add."""
    return bool(document.bindings or document.exchange.truncated) or scripts_may_act(document)


def _may_act(script: str) -> bool:
    """Return whether a script contains any of the names."""
    return any(name in script for name in _NAMES) or any(
        part in script and pattern.search(script) for part, pattern in _WORDS.items()
    )
