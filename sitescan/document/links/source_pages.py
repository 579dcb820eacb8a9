"""Pages that a site is built from, so that their addresses are not yet those of the site."""

from sitescan.document.document import Document
from sitescan.document.template_marks import names_mark
from sitescan.document.tree import attr
from sitescan.standards.lazy_pattern import lazy_pattern

#: Addresses that a build replaces: names of variables, and scripts in languages that browsers don't run.
_BUILT = lazy_pattern(r"%[A-Z][A-Z_]+%|\.(?:[jt]sx|m?ts|vue|svelte)$")


def is_source(document: Document) -> bool:
    """Return whether a page is what a site is built from, as its addresses show."""
    written = (attr(tag, name) for tag in document.elements for name in ("href", "src", "action") if tag.has_attr(name))
    return any(url is not None and (_BUILT.search(url) or names_mark(url)) for url in written)
