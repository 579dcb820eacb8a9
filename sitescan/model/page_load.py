"""What decides when a page appears: its files, how they hold each other up, and what fills the first screen."""

from enum import Enum

from attrs import frozen
from msgspec import Struct

from sitescan.model.outline import Place

#: What the largest content is, in words, where it has no URL.
TEXT = "text"


class Loading(Enum):
    """How a browser treats a file while it builds the page."""

    BLOCKING = "blocking"
    """Nothing is painted before it has come (and run): stylesheets, scripts in the head."""
    PARSER = "parser"
    """What follows it in the page waits for it, what precedes it is painted: a script in the body."""
    DEFERRED = "deferred"
    """It runs once the page has been read (``defer``, ``type=module``)."""
    ASYNC = "async"
    """It runs as soon as it is there."""
    NORMAL = "normal"
    """Images, frames, stylesheets for other media."""
    STYLED = "styled"
    """A browser learns of it from computed styles: fonts and backgrounds in use."""
    LAZY = "lazy"
    """It is loaded only once it is about to be seen."""


class LoadedFile(Struct, frozen=True, kw_only=True, gc=False):
    """
    A file that browsers load for the page.

    :ivar url: absolute, without fragment.
    :ivar kind: ``script``, ``stylesheet``, ``image``, ``font``, ``frame`` or ``media``.
    :ivar parent: the URL of the stylesheet that imports it; empty where the page names it.
    :ivar preloaded: whether a hint in the head makes it known with the page.
    :ivar priority: what ``fetchpriority`` says: 1 for high, -1 for low, else 0.
    :ivar hides_text: whether text stays invisible until this font is there (``font-display``).
    :ivar width: the widest that an image is shown, CSS pixels; 0 where that is not sure.
    :ivar position: which of the page's elements names it, from 0.
    """

    url: str
    kind: str
    loading: Loading = Loading.NORMAL
    parent: str = ""
    preloaded: bool = False
    priority: int = 0
    hides_text: bool = False
    width: int = 0
    position: int = 0
    place: Place = Place()


@frozen(kw_only=True)
class Candidate:
    """
    Something of the first screen that may be its largest content.

    :ivar url: of the image or background; empty for text.
    :ivar width: the width it is shown at, as far as the page says, CSS pixels; 0 where it does not.
    :ivar height: likewise.
    :ivar area: of text and backgrounds, an estimate in CSS pixels.
    """

    url: str = ""
    width: float = 0.0
    height: float = 0.0
    area: float = 0.0
    place: Place = Place()


@frozen(kw_only=True)
class PageLoad:
    """
    What a page says of its own loading.

    :ivar files: in document order; what stylesheets bring comes last. Capped.
    :ivar left_out: files past the cap.
    :ivar capped: whether there are more than were looked at, so that it is at least so many.
    :ivar candidates: what may be the largest content of the first screen, in document order.
    :ivar hero: the first large image or background of the first screen; empty where none is surely large.
    :ivar inline_scripts: bytes of scripts in the page itself.
    :ivar elements: how many elements the page has.
    :ivar shell: whether scripts write its content, so that nothing is painted before they have run.
    """

    files: tuple[LoadedFile, ...] = ()
    left_out: int = 0
    capped: bool = False
    candidates: tuple[Candidate, ...] = ()
    hero: str = ""
    inline_scripts: int = 0
    elements: int = 0
    shell: bool = False


@frozen(kw_only=True)
class ChainLink:
    """
    A file of the critical chain.

    :ivar assumed: whether its size isn't known, so that this one is the assumption for its kind.
    :ivar begins: when it is requested, milliseconds after the visit begins.
    :ivar ends: when it has come, and run where it is a script.
    """

    url: str
    kind: str
    size: int
    begins: int
    ends: int
    assumed: bool = False


@frozen(kw_only=True)
class LoadEstimates:
    """
    What the simulation of a page's load says: estimates for a phone on slow 4G, never measurements.

    :ivar first_paint: when the first content appears, milliseconds.
    :ivar largest_paint: when the largest content of the first screen appears, milliseconds.
    :ivar largest_paint_from: the lower end, where it can't be told which content is the largest, or whether what
        still loads replaces a text that is; else the same.
    :ivar desktop_first_paint: the first content on the desktop profile.
    :ivar desktop_largest_paint: likewise.
    :ivar largest: what the largest content is, in words.
    :ivar chain: the files that decide the largest content, in the order of their end.
    :ivar first_chain: likewise for the first content.
    :ivar timeline: every file that was simulated.
    :ivar weight: bytes of all files whose size is known, the page and its icon among them.
    :ivar unknown: how many files have no known size and were counted by an assumption.
    :ivar left_out: how many files were not simulated, being too many.
    :ivar capped: whether it is at least so many.
    """

    first_paint: int = 0
    largest_paint: int = 0
    largest_paint_from: int = 0
    desktop_first_paint: int = 0
    desktop_largest_paint: int = 0
    largest: str = ""
    chain: tuple[ChainLink, ...] = ()
    first_chain: tuple[ChainLink, ...] = ()
    timeline: tuple[ChainLink, ...] = ()
    weight: int = 0
    unknown: int = 0
    left_out: int = 0
    capped: bool = False

    def place(self, at: object) -> Place | None:
        """The place of something in the page."""
        return at if isinstance(at, Place) else None
