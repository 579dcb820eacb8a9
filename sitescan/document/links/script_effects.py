"""Whether the scripts of a page may change what its links do."""

import re

from sitescan.document.document import Document
from sitescan.document.script_elements import is_script, script_text
from sitescan.document.tree import HTML, attr
from sitescan.document.views import view

#: What a script cannot do without to add an element or an id, to hear a click or to read the fragment, or to load
#: or run what does.
_NAMES = (
    *("createElement", "cloneNode", "innerHTML", "outerHTML", "insertAdjacent", "createContextualFragment"),
    *("DOMParser", "document.write", "setAttribute", "attachShadow", "append", "replaceWith", "addEventListener"),
    *("attachEvent", "onhashchange", "$", "jQuery", "XMLHttpRequest"),
)
#: The same as whole words, by what each of them holds: a part of a text is found several times as fast as a pattern.
_WORDS = {
    ".id": re.compile(r"\.id\b"),
    ".on": re.compile(r"\.on[a-z]"),
    ".src": re.compile(r"\.src\b"),
    ".then": re.compile(r"\.then\b"),
    "]": re.compile(r"\]\s?="),
    **{word: re.compile(rf"\b{word}\b") for word in ("Function", "eval", "fetch", "hash", "import")},
}
_LONGEST = 200_000


@view
def scripts_may_act(document: Document) -> bool:
    """
    Whether scripts may add parts to a page or act on its links.

    Surely not where there are none, and where none of them, all being read, names any of the ways to do so: a few
    lines that set a class or count a visit.
    """
    for tag in document.all("script"):
        if tag.namespace != HTML or not is_script(tag):
            continue
        text = script_text(document, tag)
        if ("src" in tag.attrs and not text) or len(text) > _LONGEST or _acts(text):
            return True
    return any(_acts(attr(tag, "onload", "")) for tag in document.all("body"))


def _acts(script: str) -> bool:
    """Whether a script names any of the ways to act on a page."""
    return any(name in script for name in _NAMES) or any(
        part in script and pattern.search(script) for part, pattern in _WORDS.items()
    )
