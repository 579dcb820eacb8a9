"""The facts in a page that determine how fast it appears: its files, their dependencies and the first screen."""

from enum import Enum

from attrs import frozen
from msgspec import Struct

from sitescan.model.outline import Place

#: The names of the largest content if no file is: text, and an image that is in the page itself.
TEXT, OWN_IMAGE = "text", "an image in the page itself"


class Loading(Enum):
    """The way in which a browser schedules a file."""

    BLOCKING = "blocking"
    """Blocks rendering until it is loaded and run: stylesheets, scripts in the head."""
    PARSER = "parser"
    """Blocks the parser, so that only the content before it is painted: a script in the body."""
    DEFERRED = "deferred"
    """Runs after the page has been parsed (``defer``, ``type=module``)."""
    ASYNC = "async"
    """Runs as soon as it is loaded."""
    NORMAL = "normal"
    """Blocks nothing: images, frames, stylesheets for other media."""
    STYLED = "styled"
    """Discovered from computed styles: fonts and backgrounds in use."""
    SCRIPTED = "scripted"
    """Requested by a script when it runs."""
    LAZY = "lazy"
    """Loaded only when it comes near the viewport."""


class LoadedFile(Struct, frozen=True, kw_only=True, gc=False):
    """
    A file that browsers load for a page.

    :ivar url: the absolute URL without fragment.
    :ivar kind: ``script``, ``stylesheet``, ``image``, ``font``, ``frame``, ``media``, or ``data`` that scripts request.
    :ivar loading: the way in which browsers schedule it.
    :ivar parent: the URL of the stylesheet that imports it, or of the script that requests it; empty if the page names
        it.
    :ivar preloaded: whether a preload hint in the head announces it.
    :ivar priority: the ``fetchpriority``: 1 for high, -1 for low, else 0.
    :ivar writes_page: whether it is a script that writes into the page as that is parsed, and can't be deferred.
    :ivar hides_text: whether text stays invisible until this font is loaded (``font-display``).
    :ivar hides_icons: whether icons do.
    :ivar in_view: whether it is a background of an element on the first screen.
    :ivar width: the maximum width of an image as shown, in CSS pixels; 0 if it is uncertain.
    :ivar ratio: its width divided by its height as shown; 0 if that is uncertain.
    :ivar position: the index of the element that names it, in document order.
    :ivar offset: the part of the page's source before that element, from 0 to 1.
    :ivar used: the share of a stylesheet's text that may apply to the page as it was sent, and of a script's code that
        has run in a browser, if it isn't nearly all; 1 if that isn't known.
    :ivar size: the size of the encoded body as the browser received it, in bytes; 0 if that isn't known.
    :ivar begins: when a browser has requested it on the network of a phone, in milliseconds after the visit has begun.
    :ivar ends: when the browser has received it; 0 if that isn't known.
    """

    url: str
    kind: str
    loading: Loading = Loading.NORMAL
    parent: str = ""
    preloaded: bool = False
    priority: int = 0
    writes_page: bool = False
    hides_text: bool = False
    hides_icons: bool = False
    in_view: bool = False
    width: int = 0
    ratio: float = 0.0
    position: int = 0
    offset: float = 0.0
    used: float = 1.0
    size: int = 0
    begins: int = 0
    ends: int = 0
    place: Place = Place()

    @property
    def hides(self) -> bool:
        """Whether something stays invisible until this font is loaded."""
        return self.hides_text or self.hides_icons


@frozen(kw_only=True)
class Candidate:
    """
    A candidate for the largest content of the first screen.

    :ivar url: the URL of the image or background, :data:`OWN_IMAGE` without one; empty for text.
    :ivar width: the width that the page sets, in CSS pixels; 0 if it sets none.
    :ivar height: the height that the page sets, likewise.
    :ivar area: the estimated area of text or a background in square CSS pixels.
    :ivar offset: the part of the page's source before its element, from 0 to 1.
    """

    url: str = ""
    width: float = 0.0
    height: float = 0.0
    area: float = 0.0
    offset: float = 0.0
    place: Place = Place()


@frozen(kw_only=True)
class PageLoad:
    """
    The facts in a page about its loading.

    :ivar files: the files in document order, those of stylesheets last, up to a limit.
    :ivar left_out: the number of files beyond the limit.
    :ivar capped: whether counting stopped, so that ``left_out`` is a lower bound.
    :ivar candidates: the candidates for the largest content of the first screen, in document order.
    :ivar hero: the URL of the first large image or background of the first screen; empty if none is certainly large.
    :ivar inline_scripts: the size of the scripts in the page itself, in bytes.
    :ivar elements: the number of elements.
    :ivar shell: whether scripts write the content, which is not painted before they run.
    :ivar message: whether a text such as “Loading…” is painted before.
    :ivar message_offset: the part of the page's source before what is shown first, be it such a message; from 0 to 1.
    :ivar content_offset: the part of the page's source before its first content, or before the end of the scripts that
        write it.
    :ivar rendered: whether the files that scripts request are known.
    :ivar painted: the largest content as a browser has measured it; ``None`` if none has. Its offset isn't less than
        that of the first content.
    :ivar first_at: the time of the first contentful paint as a browser has measured it on the network of a phone, in
        milliseconds; 0 if none has.
    :ivar largest_at: the time of the largest one.
    """

    files: tuple[LoadedFile, ...] = ()
    left_out: int = 0
    capped: bool = False
    candidates: tuple[Candidate, ...] = ()
    hero: str = ""
    inline_scripts: int = 0
    elements: int = 0
    shell: bool = False
    message: bool = False
    message_offset: float = 0.0
    content_offset: float = 0.0
    rendered: bool = False
    painted: Candidate | None = None
    first_at: float = 0.0
    largest_at: float = 0.0

    @property
    def first_offset(self) -> float:
        """The part of the page's source before what is painted first: a message, or content."""
        return self.message_offset if self.message else self.content_offset


@frozen(kw_only=True)
class ChainLink:
    """
    A file of the critical chain.

    :ivar size: its size in bytes.
    :ivar begins: the time of its request, in milliseconds since the start of the visit.
    :ivar ends: the time at which it is loaded and, if it is a script, has run.
    :ivar assumed: whether its size is unknown and ``size`` is an assumption for its kind.
    """

    url: str
    kind: str
    size: int
    begins: int
    ends: int
    assumed: bool = False


@frozen(kw_only=True)
class LoadGain:
    """
    What one or several fixes gain in the simulated load of a page.

    :ivar sooner: the time by which content appears sooner, in milliseconds.
    :ivar first_paint: :attr:`LoadEstimates.first_paint` with the fixes.
    :ivar largest_paint: :attr:`LoadEstimates.largest_paint_from` with the fixes.
    :ivar saved: the bytes that the page and its files then have less.
    :ivar saved_scripts: the bytes that its scripts then have less.
    """

    sooner: int
    first_paint: int
    largest_paint: int
    saved: int = 0
    saved_scripts: int = 0


@frozen(kw_only=True)
class LoadStep:
    """
    A step of the plan by which content appears soonest.

    :ivar rules: the ids of the rules whose advice it follows.
    :ivar gain: what it and the steps before it gain together.
    """

    rules: tuple[str, ...]
    gain: LoadGain


@frozen(kw_only=True)
class BlockingStylesheet:
    """
    A stylesheet for which the first content waits.

    :ivar size: its size in bytes as sent.
    :ivar used: the bytes of it, as sent, that may apply to the page.
    """

    url: str
    size: int
    used: int


@frozen(kw_only=True)
class LoadEstimates:
    """
    The estimates of a simulated page load on a phone with slow 4G; they are never measurements.

    :ivar first_paint: the time at which the first content appears, in milliseconds.
    :ivar largest_paint: the time at which the largest content of the first screen appears, in milliseconds.
    :ivar largest_paint_from: the lower bound of ``largest_paint`` if the largest content is uncertain or files that are
        still loading may replace its text; else the same.
    :ivar desktop_first_paint: ``first_paint`` on the desktop profile.
    :ivar desktop_largest_paint: ``largest_paint`` on the desktop profile.
    :ivar largest: the URL of the largest content, or :data:`TEXT` or :data:`OWN_IMAGE`.
    :ivar chain: the files that determine the largest content, in the order in which they end.
    :ivar first_chain: the files that determine the first content, likewise.
    :ivar timeline: every file that was simulated.
    :ivar weight: the size of all files of known size in bytes, including the page and its icon.
    :ivar script_work: the time for which scripts keep the processor of a phone busy, in milliseconds, from their bytes:
        of those that have run in a rendered page, else of all that are loaded.
    :ivar unknown: the number of files whose size is unknown and was assumed.
    :ivar left_out: the number of files that were not simulated because there were too many.
    :ivar capped: whether ``left_out`` is a lower bound.
    :ivar rendered: whether the files that scripts request were simulated, too.
    :ivar measured: whether a browser has painted the page on the simulated network.
    :ivar stylesheets: the stylesheets for which the first content waits, if it appears noticeably sooner without them.
    :ivar painted: the element that is the largest content if a browser has measured it; ``None`` if it is estimated.
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
    script_work: int = 0
    unknown: int = 0
    left_out: int = 0
    capped: bool = False
    rendered: bool = False
    measured: bool = False
    stylesheets: tuple[BlockingStylesheet, ...] = ()
    painted: Place | None = None

    @property
    def complete(self) -> bool:
        """Whether every file was simulated with its own size."""
        return not (self.unknown or self.left_out)

    def place(self, at: object) -> Place | None:
        """Return a place of the page; ``None`` for anything else."""
        return at if isinstance(at, Place) else None
