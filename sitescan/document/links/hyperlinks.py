"""The hyperlinks of a page, of every scheme."""

import re
from collections.abc import Sequence
from functools import cached_property

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import HTML, attr
from sitescan.document.views import view
from sitescan.standards.urls import host_of

_NAVIGATES = re.compile(r"location(\.href)?\s{0,9}=[^=]|location\.(assign|replace)\(|window\.open\(")
_READ = 2000
_INERT_TYPES = ("application/json", "application/ld+json", "importmap", "speculationrules", "text/template", "text/x-")

#: What names or describes an element, and says nothing about what it does.
_NAMING = frozenset(
    "aria-label aria-labelledby aria-describedby aria-description aria-details aria-roledescription aria-current "
    "aria-braillelabel aria-brailleroledescription".split()
)


# With slots, attrs finds cached properties by __getattr__, and Python then looks up every attribute the long way.
@frozen(kw_only=True, slots=False)
class Hyperlink:
    """
    An ``a`` or ``area`` that has an ``href``.

    :ivar tag: the element.
    :ivar href: the attribute as written.
    :ivar url: the absolute URL of any scheme, or ``None`` where it is no URL.
    """

    tag: Tag
    href: str
    url: str | None

    @cached_property
    def scheme(self) -> str:
        """The scheme of its URL, lower case; empty where it is no URL."""
        return self.url.partition(":")[0] if self.url is not None else ""

    @cached_property
    def host(self) -> str:
        """The host of its URL; empty where it has none."""
        return host_of(self.url or "")


@view
def hyperlinks(document: Document) -> Sequence[Hyperlink]:
    """The hyperlinks of a page, in document order."""
    found: list[Hyperlink] = []
    for tag in document.all("a", "area"):
        href = attr(tag, "href")
        if href is not None and tag.namespace == HTML:
            found.append(Hyperlink(tag=tag, href=href, url=document.resolve(href)))
    return tuple(found)


@view
def runs_scripts(document: Document) -> bool:
    """Whether the page has scripts, which may add to it what the source does not show."""
    return any(
        not attr(script, "type", "").strip().lower().startswith(_INERT_TYPES) for script in document.all("script")
    )


def has_handler(tag: Tag) -> bool:
    """Whether an element runs a script itself."""
    return any(name.startswith("on") for name in tag.attrs)


def scripted(tag: Tag) -> bool:
    """Whether an element shows signs that a script acts on it: hooks, states, a role; what it is called is none."""
    return any(
        name in ("id", "class", "role", "tabindex")
        or name.startswith(("on", "data-", "aria-", "@", ":", "v-", "x-", "ng-"))
        for name in tag.attrs
        if name not in _NAMING
    )


def by_script(anchor: Tag) -> bool:
    """Whether a link leads to another page, but only by a script."""
    href = attr(anchor, "href", "").strip()
    scheme = "".join(href[:40].split()).partition(":")[0].lower()
    if href and scheme != "javascript" and href != "#":
        return False
    script = attr(anchor, "onclick", "")[:_READ] + " " + (href[:_READ] if scheme == "javascript" else "")
    return _NAVIGATES.search(script) is not None
