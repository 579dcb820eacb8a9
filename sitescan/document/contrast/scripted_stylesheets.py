"""Stylesheets that scripts add to a page, so that its colors are unknown without a browser."""

from sitescan.document.css.external_stylesheets import declares_fonts_alone
from sitescan.document.document import Document
from sitescan.document.scripts.script_elements import is_script, script_text
from sitescan.document.tree import HTML
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_LONGEST = 200_000
#: A call that writes to the page itself, not to another window or a frame.
_WRITTEN = lazy_pattern(r"(?<![\w$.)\]])(?:window\.)?document\.write(?:ln)?\(")
_CREATED = lazy_pattern(r"\bcreateElement\(\s{0,9}[\"']link[\"']")
#: The address of a stylesheet, or of a service for fonts.
_ADDRESS = lazy_pattern(r"[\"'=]([^\"'=\s<>]{1,500}\.css|https?://fonts\.[\w.]{1,60}/css2?)\b")


@view
def adds_stylesheets(document: Document) -> bool:
    """
    Return whether a script adds a stylesheet that isn't only for fonts.

    Libraries that create links on demand are passed over: only scripts in the page say which stylesheet they load.
    """
    if document.is_rendered:
        return False
    for tag in document.all("script"):
        if tag.namespace != HTML or not is_script(tag):
            continue
        script = script_text(document, tag)
        if len(script) > _LONGEST or "stylesheet" not in script:
            continue
        adds = _WRITTEN.search(script) or ("src" not in tag.attrs and _CREATED.search(script))
        # Names of chunks that a script loads on demand have no slash.
        if adds and any("/" in url and not declares_fonts_alone(url) for url in _ADDRESS.findall(script)):
            return True
    return False
