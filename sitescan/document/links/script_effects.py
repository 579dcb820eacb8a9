"""Whether the scripts of a page may change what its links do."""

import re

from sitescan.document.document import Document
from sitescan.document.loading.script_elements import is_script, script_text
from sitescan.document.tree import HTML, attr
from sitescan.document.views import view

#: What a script cannot do without to add an element or an id, to hear a click or to read the fragment, or to load
#: or run what does.
_ACTS = re.compile(
    r"createElement|cloneNode|innerHTML|outerHTML|insertAdjacent|createContextualFragment|DOMParser|document\.write"
    r"|setAttribute|\.id\b|attachShadow|append|replaceWith|addEventListener|attachEvent|\.on[a-z]|onhashchange|\bhash\b"
    r"|\$|jQuery|\bimport\b|\beval\b|\bFunction\b|XMLHttpRequest|\bfetch\b|\.src\b|\]\s?=|\.then\b"
)
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
        if ("src" in tag.attrs and not text) or len(text) > _LONGEST or _ACTS.search(text):
            return True
    return any(_ACTS.search(attr(tag, "onload", "")) for tag in document.all("body"))
