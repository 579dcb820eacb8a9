"""
What a page refers to: the part of a parsed page that the network stations work from.

There are thousands of these while scans are under way. So they are not :mod:`attrs` classes but what the garbage
collector need not look at: they hold texts and numbers alone.
"""

from attrs import frozen
from msgspec import Struct

from sitescan.model.linked_page import LinkedPage


class Place(Struct, frozen=True, kw_only=True, gc=False):
    """
    Where something is in a page.

    :ivar line: line in the decoded source, from 1; 0 where the parser made the element itself.
    :ivar column: column in that line, from 1; 0 likewise.
    :ivar snippet: the start tag as it is written, shortened.
    :ivar selector: a CSS selector that finds the element.
    """

    line: int = 0
    column: int = 0
    snippet: str = ""
    selector: str = ""


class Link(Struct, frozen=True, kw_only=True, gc=False):
    """
    A hyperlink of the page (``a``, ``area``) that leads to ``http`` or ``https``.

    :ivar url: the absolute URL without fragment.
    :ivar fragment: the part after ``#``, percent-encoded; empty where there is none.
    :ivar href: the attribute as written, shortened.
    :ivar text: its text, white space collapsed, shortened.
    :ivar rel: the tokens of ``rel``, lower case.
    :ivar internal: whether it stays on the page's host.
    :ivar skipped: why it is not asked, in words that follow "because"; empty where it is.
    """

    url: str
    fragment: str = ""
    href: str = ""
    text: str = ""
    rel: tuple[str, ...] = ()
    internal: bool = False
    skipped: str = ""
    place: Place = Place()


class Reference(Struct, frozen=True, kw_only=True, gc=False):
    """
    An address that a page names other than by a hyperlink or for its own display.

    :ivar url: the absolute URL without fragment.
    :ivar source: where it stands, in words: ``srcset``, ``og:image``, ``JSON-LD sameAs``.
    """

    url: str
    source: str
    place: Place = Place()


class Resource(Struct, frozen=True, kw_only=True, gc=False):
    """
    Something that a browser loads for the page.

    :ivar url: the absolute URL without fragment.
    :ivar kind: ``script``, ``stylesheet``, ``image``, ``font``, ``frame``, ``media`` or ``icon``.
    :ivar lazy: whether a browser loads it only once it is about to be seen.
    :ivar certain: whether every browser loads it: one of several candidates, or what only a style
        names, may never be.
    :ivar width: the width that the page says it is shown at, CSS pixels; 0 where it does not say.
    :ivar height: likewise.
    :ivar displayed: the widest that it is surely shown, CSS pixels, once the styles are known; 0 where it is not sure.
    """

    url: str
    kind: str
    lazy: bool = False
    certain: bool = True
    width: int = 0
    height: int = 0
    displayed: int = 0
    place: Place = Place()


@frozen(kw_only=True)
class Outline:
    """
    A page's references, each list in document order and capped.

    URLs longer than :data:`sitescan.standards.urls.MAX_URL_LENGTH` are asked by nobody and not listed.

    :ivar base_url: what relative URLs are relative to.
    :ivar links: at most as many as were asked for; every one of a URL's occurrences is listed.
    :ivar links_left_out: hyperlinks past that cap.
    :ivar references: likewise, as many as hyperlinks leave room for.
    :ivar references_left_out: references past the cap.
    :ivar resources: likewise; stylesheets among them.
    :ivar resources_left_out: resources past the cap.
    :ivar imports: the absolute URLs of the stylesheets that style elements import.
    :ivar canonical: the absolute URL of the canonical link, or empty.
    :ivar noindex: whether the page asks search engines not to show it.
    :ivar upgrades: whether browsers load the page's ``http:`` references over HTTPS, as its policy says.
    :ivar alternates: the absolute URLs of its versions in other languages, each once, without fragment, and
        the code that the first link to each gives it.
    :ivar preview: the absolute URL of the picture for previews, or empty.
    :ivar icon: the absolute URL of the first icon that the page names, or empty.
    :ivar itself: the page, as one that leads here would find it.
    """

    base_url: str
    links: tuple[Link, ...] = ()
    links_left_out: int = 0
    references: tuple[Reference, ...] = ()
    references_left_out: int = 0
    resources: tuple[Resource, ...] = ()
    resources_left_out: int = 0
    imports: tuple[str, ...] = ()
    canonical: str = ""
    noindex: bool = False
    upgrades: bool = False
    alternates: tuple[tuple[str, str], ...] = ()
    preview: str = ""
    icon: str = ""
    itself: LinkedPage = LinkedPage()

    @property
    def stylesheets(self) -> tuple[str, ...]:
        """The URLs of external stylesheets, each once, in document order."""
        linked = (resource.url for resource in self.resources if resource.kind == "stylesheet")
        return tuple(dict.fromkeys((*linked, *self.imports)))

    @property
    def scripts(self) -> tuple[str, ...]:
        """The URLs of scripts that every browser loads, each once, in document order."""
        return tuple(dict.fromkeys(one.url for one in self.resources if one.kind == "script" and one.certain))
