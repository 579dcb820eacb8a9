"""The hyperlinks of a page, of every scheme."""

from collections.abc import Sequence
from functools import cached_property

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import HTML, attr
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import host_of

_NAVIGATES = lazy_pattern(r"location(\.href)?\s{0,9}=[^=]|location\.(assign|replace)\(|window\.open\(")
_READ = 2000
_INERT_TYPES = ("application/json", "application/ld+json", "importmap", "speculationrules", "text/template", "text/x-")

#: Attributes that name or describe an element and are no sign of a script.
_NAMING = frozenset(
    "aria-label aria-labelledby aria-describedby aria-description aria-details aria-roledescription aria-current "
    "aria-braillelabel aria-brailleroledescription".split()
)


# With slots, attrs implements cached properties by __getattr__, which slows down every attribute access.
@frozen(kw_only=True, slots=False)
class Hyperlink:
    """
    An ``a`` or ``area`` element with an ``href`` attribute.

    :ivar tag: the element.
    :ivar href: the attribute as written.
    :ivar url: the absolute URL of any scheme, or ``None`` if it is invalid.
    """

    tag: Tag
    href: str
    url: str | None

    @cached_property
    def scheme(self) -> str:
        """The scheme of the URL in lower case, or an empty string if the URL is invalid."""
        return self.url.partition(":")[0] if self.url is not None else ""

    @cached_property
    def host(self) -> str:
        """The host of the URL, or an empty string if it has none."""
        return host_of(self.url or "")


def own_fragment(document: Document, link: Tag) -> str | None:
    """Return the fragment of the page itself that a link leads to, percent-encoded; ``None`` if it leads elsewhere."""
    href = attr(link, "href", "").strip()
    if href.startswith("#") and not any("href" in base.attrs for base in document.all("base")):
        return href[1:]
    page, mark, fragment = (document.resolve(href) or "").partition("#")
    return fragment if mark and page == document.url.partition("#")[0] else None


@view
def hyperlinks(document: Document) -> Sequence[Hyperlink]:
    """Return the hyperlinks of a page, in document order, without those whose URL a framework writes."""
    found: list[Hyperlink] = []
    for tag in document.all("a", "area"):
        href = attr(tag, "href")
        if href is not None and tag.namespace == HTML and not document.bindings.writes(tag, "href"):
            found.append(Hyperlink(tag=tag, href=href, url=document.resolve(href)))
    return tuple(found)


@view
def runs_scripts(document: Document) -> bool:
    """Return whether the page has scripts, which may add content that is not in the source."""
    return any(
        not attr(script, "type", "").strip().lower().startswith(_INERT_TYPES) for script in document.all("script")
    )


def has_handler(tag: Tag) -> bool:
    """Return whether an element has an event handler attribute."""
    return any(name.startswith("on") for name in tag.attrs)


def scripted(tag: Tag) -> bool:
    """Return whether attributes suggest that a script acts on an element: hooks, states or a role, but not names."""
    return any(
        name in ("id", "class", "role", "tabindex")
        or name.startswith(("on", "data-", "aria-", "@", ":", "v-", "x-", "ng-"))
        for name in tag.attrs
        if name not in _NAMING
    )


def by_script(anchor: Tag) -> bool:
    """Return whether a link navigates to another page only by a script."""
    href = attr(anchor, "href", "").strip()
    scheme = "".join(href[:40].split()).partition(":")[0].lower()
    if href and scheme != "javascript" and href != "#":
        return False
    script = attr(anchor, "onclick", "")[:_READ] + " " + (href[:_READ] if scheme == "javascript" else "")
    return _NAVIGATES.search(script) is not None
