"""The scripts that scripts in the page insert into it, which a scan without a browser doesn't see."""

from collections.abc import Sequence

from sitescan.document.document import Document
from sitescan.document.scripts.script_elements import inline_scripts
from sitescan.document.tree import own_text
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_LONGEST = 200_000
_ELEMENT = lazy_pattern(r"[\"']script[\"']")
#: The absolute address of a script, which may be completed by what is added to its query.
_ADDRESS = lazy_pattern(r"[\"']((?:https?:)?//[^\"'\s<>\\]{1,500}\.js(?:\?[^\"'\s<>\\]{0,500})?)[\"']")


@view
def injected_scripts(document: Document) -> Sequence[str]:
    """
    Return the addresses of the scripts that inline scripts insert, without their queries; none of a rendered page.

    Those of tag managers and statistics are written like that. They load further scripts, which the page doesn't name.
    """
    if document.is_rendered:
        return ()
    found: dict[str, None] = {}
    for tag in inline_scripts(document):
        script = own_text(tag)
        if len(script) <= _LONGEST and "createElement(" in script and _ELEMENT.search(script):
            found.update(dict.fromkeys(address.partition("?")[0] for address in _ADDRESS.findall(script)))
    return tuple(found)
