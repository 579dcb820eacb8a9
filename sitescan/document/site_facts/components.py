"""The components of a page that a template gives to each of its pages."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.structured_data.items import items
from sitescan.document.tree import attr
from sitescan.model.site_facts import BREADCRUMBS, REGIONS
from sitescan.standards.lazy_pattern import lazy_pattern

_BREADCRUMBS = lazy_pattern("bread-?crumb", re.I)

#: The type of breadcrumbs, and the maximum length of the name of a type.
_LIST, _LONGEST = "BreadcrumbList", 40

#: The maximum number of components.
_MOST = 20


def components(document: Document) -> tuple[str, ...]:
    """Return the landmark regions of a page, its breadcrumbs, and the types of its structured data, sorted."""
    return tuple(sorted(set(_components(document)))[:_MOST])


def _components(document: Document) -> Iterator[str]:
    yield from (role for role in REGIONS if document.accessible.of_role(role))
    for item in items(document):
        if item.parent is None and item.ours and item.types and not item.reference:
            yield BREADCRUMBS if item.name == _LIST else item.name[:_LONGEST]
    for element in document.having("aria-label", "class", "id"):
        names = (attr(element, name, "") for name in ("aria-label", "class", "id"))
        if any(map(_BREADCRUMBS.search, names)):
            yield BREADCRUMBS
            break
