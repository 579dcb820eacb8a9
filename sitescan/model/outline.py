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


class MediaSource(Struct, frozen=True, kw_only=True, gc=False):
    """
    A file that an ``audio`` or ``video`` element names.

    :ivar url: the absolute URL without fragment.
    :ivar start: where it begins to play, seconds.
    :ivar end: where it stops; 0 where it plays to its end.
    """

    url: str
    start: float = 0
    end: float = 0


class MediaElement(Struct, frozen=True, kw_only=True, gc=False):
    """
    An ``audio`` or ``video`` element, of which its file has something to say.

    :ivar sources: its files, those first that browsers prefer.
    :ivar autoplay: whether it plays by itself, and is not muted.
    :ivar loop: whether it begins again at its end.
    :ivar controls: whether it shows those of the browser.
    :ivar scripted: whether scripts of the page may stop or mute it.
    :ivar controllable: whether there is anything on the page by which such a script may let people do so.
    :ivar uncaptioned: whether it is a video that people perceive, without a track of captions.
    :ivar fixed_autoplay: the element so that visitors start it themselves; empty where it does not play by itself.
    :ivar fixed_captions: the element with a track of captions; empty where it needs none.
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
    An ``object`` element that people perceive and that has no accessible name.

    :ivar url: the absolute URL of its file without fragment; empty where it has none, or browsers do not load it.
    :ivar media: whether it says that its file is an image, audio or video.
    :ivar alternative: whether it holds an alternative text, which is there where its file is not.
    :ivar fixed_markup: the element with a name.
    """

    url: str = ""
    media: bool = False
    alternative: bool = False
    fixed_markup: str = ""
    place: Place = Place()


class NamedLink(Struct, frozen=True, kw_only=True, gc=False):
    """
    A link that has the accessible name of another one with another address.

    :ivar name: the name, shortened.
    :ivar url: the absolute URL without fragment, of whatever scheme.
    :ivar context: tells what is around it from what is around others, as far as that explains a link; empty where
        nothing is.
    """

    name: str
    url: str
    context: str = ""
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
