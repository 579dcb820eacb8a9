"""The known references of well-known stylesheets that a scan could not read."""

import re
from collections.abc import Iterator, Mapping

from sitescan.document.document import Document
from sitescan.document.security.page_loads import Load, page_loads
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import split_url

#: The references of the stylesheets of a host, with their directives; those of a font service load its fonts.
_KNOWN: Mapping[str, tuple[tuple[str, str], ...]] = {
    # https://developers.google.com/fonts/docs/technical_considerations
    "fonts.googleapis.com": (("font-src", "https://fonts.gstatic.com/"),),
    # https://bunny.net/fonts/
    "fonts.bunny.net": (("font-src", "https://fonts.bunny.net/"),),
    # https://helpx.adobe.com/fonts/using/content-security-policy.html
    "use.typekit.net": (("font-src", "https://use.typekit.net/"), ("style-src-elem", "https://p.typekit.net/")),
}
#: Icon fonts, whose stylesheets load fonts from the same folder.
_ICON_FONT = lazy_pattern(r"font-?awesome|bootstrap-icons|ionicons|materialdesignicons|line-?awesome", re.IGNORECASE)


def well_known_loads(document: Document) -> Iterator[Load]:
    """Iterate over the references of stylesheets of well-known services that could not be read."""
    for load in page_loads(document):
        if load.directive != "style-src-elem" or not load.url.startswith("http"):
            continue
        sheet = document.sheets.get(load.url.partition("#")[0])
        if sheet is not None and sheet.known:
            continue
        parts = split_url(load.url)
        for directive, url in _KNOWN.get(parts.hostname or "", ()):
            yield Load(directive, url, certain=False)
        if _ICON_FONT.search(parts.path):
            yield Load("font-src", load.url, certain=False)
