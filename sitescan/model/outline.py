"""
The outline of a page: the URLs that it refers to, from which the network part of a scan works.

Thousands of these values exist while scans run. They are not :mod:`attrs` classes but structs that the garbage
collector does not track, since they hold only texts and numbers.
"""

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen
from msgspec import Meta, Struct

from sitescan.model.linked_page import LinkedPage
from sitescan.model.rendered import SCREEN_HEIGHT, SCREEN_WIDTH


class Place(Struct, frozen=True, kw_only=True, gc=False):
    """
    The place of an element in a page.

    :ivar line: the line in the decoded source, from 1; 0 if the parser inserted the element.
    :ivar column: the column in that line, from 1; 0 if the parser inserted the element.
    :ivar snippet: the source of the start tag, shortened.
    :ivar selector: a CSS selector that matches the element; ``host >>> inner`` for one in a shadow tree,
        ``frame >>> inner`` for one in a frame.
    """

    line: int = 0
    column: int = 0
    snippet: str = ""
    selector: str = ""


class ScreenBox(Struct, frozen=True, kw_only=True, gc=False):
    """The visible part of an element on the first screen of a rendered page, in whole CSS pixels of the window."""

    x: Annotated[int, Meta(ge=0, le=SCREEN_WIDTH)]
    y: Annotated[int, Meta(ge=0, le=SCREEN_HEIGHT)]
    width: Annotated[int, Meta(ge=0, le=SCREEN_WIDTH)]
    height: Annotated[int, Meta(ge=0, le=SCREEN_HEIGHT)]


class Link(Struct, frozen=True, kw_only=True, gc=False):
    """
    A hyperlink of the page (``a``, ``area``) to an ``http`` or ``https`` URL.

    :ivar url: the absolute URL without fragment.
    :ivar fragment: the part after ``#``, percent-encoded; empty if there is none.
    :ivar href: the attribute as written, shortened.
    :ivar text: the text with white space collapsed, shortened.
    :ivar rel: the tokens of ``rel`` in lower case.
    :ivar skipped: the reason why the link is not checked, to follow "because"; empty if it is checked.
    """

    url: str
    fragment: str = ""
    href: str = ""
    text: str = ""
    rel: tuple[str, ...] = ()
    skipped: str = ""
    place: Place = Place()


class Reference(Struct, frozen=True, kw_only=True, gc=False):
    """
    A URL that a page names for another purpose than a hyperlink or its own display.

    :ivar url: the absolute URL without fragment.
    :ivar source: the name of its source, such as ``srcset``, ``og:image`` or ``JSON-LD sameAs``.
    :ivar fragment: the part of the file that the page draws, percent-encoded; empty if it is the whole file. Parts of
        the page itself are listed only if the page certainly lacks them.
    :ivar destination: the kind of file that browsers request; empty if it may be any.
    """

    url: str
    source: str
    fragment: str = ""
    destination: str = ""
    place: Place = Place()


class Resource(Struct, frozen=True, kw_only=True, gc=False):
    """
    A resource that browsers load for the page.

    :ivar url: the absolute URL without fragment.
    :ivar kind: ``script``, ``stylesheet``, ``image``, ``font``, ``frame``, ``media`` or ``icon``.
    :ivar destination: the kind of file that browsers request (:func:`sitescan.standards.file_types.unusable`); empty if
        it may be any.
    :ivar lazy: whether browsers load it only when it comes near the viewport.
    :ivar certain: whether every browser loads it; one of several candidates, or a file that only a style names, may
        never be loaded.
    :ivar width: the width at which the page shows it, in CSS pixels; 0 if the page sets none.
    :ivar height: the height, likewise.
    :ivar displayed: the maximum width at which the styles show it, in CSS pixels; 0 if it is uncertain.
    :ivar ratio: the width divided by the height at which the styles show it; 0 if it is uncertain.
    """

    url: str
    kind: str
    destination: str = ""
    lazy: bool = False
    certain: bool = True
    width: int = 0
    height: int = 0
    displayed: int = 0
    ratio: float = 0.0
    place: Place = Place()


class MediaSource(Struct, frozen=True, kw_only=True, gc=False):
    """
    A file that an ``audio`` or ``video`` element names.

    :ivar url: the absolute URL without fragment.
    :ivar start: the time at which playback starts, in seconds.
    :ivar end: the time at which playback stops; 0 if it plays to the end.
    """

    url: str
    start: float = 0
    end: float = 0


class MediaElement(Struct, frozen=True, kw_only=True, gc=False):
    """
    An ``audio`` or ``video`` element whose file a rule needs to know.

    :ivar sources: its files in the order of preference.
    :ivar autoplay: whether it plays automatically and is not muted.
    :ivar loop: whether it starts again at its end.
    :ivar controls: whether it shows the browser's controls.
    :ivar scripted: whether scripts of the page may stop or mute it.
    :ivar controllable: whether the page contains a control by which a script may let visitors stop it.
    :ivar uncaptioned: whether it is a perceivable video without a captions track.
    :ivar fixed_autoplay: the markup of the element without autoplay; empty if it does not play automatically.
    :ivar fixed_captions: the markup of the element with a captions track; empty if it needs none.
    """

    sources: tuple[MediaSource, ...]
    autoplay: bool = False
    loop: bool = False
    controls: bool = False
    scripted: bool = False
    controllable: bool = False
    uncaptioned: bool = False
    fixed_autoplay: str = ""
    fixed_captions: str = ""
    place: Place = Place()


class EmbeddedObject(Struct, frozen=True, kw_only=True, gc=False):
    """
    A perceivable ``object`` element without an accessible name.

    :ivar url: the absolute URL of its file without fragment; empty if it has none or browsers do not load it.
    :ivar media: whether its ``type`` is an image, audio or video type.
    :ivar alternative: whether it contains text that browsers show if the file can't be loaded.
    :ivar fixed_markup: the markup of the element with an accessible name.
    """

    url: str = ""
    media: bool = False
    alternative: bool = False
    fixed_markup: str = ""
    place: Place = Place()


class NamedLink(Struct, frozen=True, kw_only=True, gc=False):
    """
    A link that shares its accessible name with a link to another URL.

    :ivar name: the accessible name, shortened.
    :ivar url: the absolute URL without fragment, of any scheme.
    :ivar context: a hash of the content around the link that may explain it; empty if there is none.
    """

    name: str
    url: str
    context: str = ""
    place: Place = Place()


@frozen(kw_only=True)
class Outline:
    """
    The references of a page; each list is in document order and limited.

    URLs longer than :data:`sitescan.standards.urls.MAX_URL_LENGTH` are never requested and not listed.

    :ivar links: the hyperlinks up to the limit, including every occurrence of the same URL.
    :ivar links_left_out: the number of hyperlinks beyond the limit.
    :ivar references: the other references, as many as hyperlinks leave of the limit.
    :ivar references_left_out: the number of references beyond the limit.
    :ivar resources: the resources up to the limit, stylesheets included.
    :ivar resources_left_out: the number of resources beyond the limit.
    :ivar imports: the absolute URLs of the stylesheets that ``style`` elements import.
    :ivar canonical: the absolute canonical URL; empty if the page names none.
    :ivar noindex: whether the page asks search engines not to show it.
    :ivar upgrades: whether the page's policy makes browsers load its ``http:`` references over HTTPS.
    :ivar alternates: the absolute URL without fragment of each version in another language, with the language code of
        the first link to it.
    :ivar amp: the absolute URL without fragment of the page's AMP version; empty if it names none.
    :ivar preview: the absolute URL of the image for link previews; empty if the page names none.
    :ivar icon: the absolute URL of the first icon that the page names; empty if it names none.
    :ivar scripted: whether scripts seem to write the page's content or part of it; false if there is no renderer.
    :ivar itself: the facts that a link to this page would show.
    :ivar boxes: the elements on the first screen of a rendered page, up to a limit.
    """

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
    amp: str = ""
    preview: str = ""
    icon: str = ""
    scripted: bool = False
    itself: LinkedPage = LinkedPage()
    boxes: tuple[tuple[Place, ScreenBox], ...] = ()

    @property
    def destinations(self) -> dict[str, str]:
        """The kind of file that browsers request from each URL, without those from which it may be any."""
        named = [(reference.url, reference.destination) for reference in self.references]
        named += [(resource.url, resource.destination) for resource in reversed(self.resources)]
        return {url: destination for url, destination in named if destination}

    @property
    def stylesheets(self) -> tuple[str, ...]:
        """The distinct URLs of external stylesheets, in document order."""
        linked = (resource.url for resource in self.resources if resource.kind == "stylesheet")
        return tuple(dict.fromkeys((*linked, *self.imports)))

    @property
    def speculation_rules(self) -> tuple[str, ...]:
        """The distinct URLs of the files with speculation rules that the page's header names."""
        named = (reference.url for reference in self.references if reference.destination == "speculationrules")
        return tuple(dict.fromkeys(named))

    @property
    def scripts(self) -> tuple[str, ...]:
        """The distinct URLs of the scripts that every browser loads, in document order."""
        return tuple(
            dict.fromkeys(resource.url for resource in self.resources if resource.kind == "script" and resource.certain)
        )

    @property
    def reported_elsewhere(self) -> Iterator[str]:
        """The URLs that SEO or performance report if they are broken, so that each is charged once."""
        yield from (self.canonical.partition("#")[0], self.preview, *(url for url, _ in self.alternates))
        yield from (resource.url for resource in self.resources if resource.certain and resource.kind != "icon")
