"""The graph of a page's loading: the dependencies between its files."""

from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from math import ceil, inf

from attrs import define, field, frozen
from msgspec.structs import replace

from sitescan.model.load_simulation import FileFacts, SimulatedPage
from sitescan.model.page_load import LoadedFile, Loading
from sitescan.performance.network import Request, origin

#: The processing time of a desktop for 1000 bytes of a script or stylesheet, in milliseconds: the model's published
#: factors. A phone takes :attr:`Profile.processor` times as long. That of scripts includes what they do while a page
#: loads: the median of what Lighthouse has measured on 13 pages (0.2 to 6.7 ms for 1000 bytes on a phone).
SCRIPT_TIME, STYLE_TIME = 0.185, 0.12

_COSTS = {"script": SCRIPT_TIME, "stylesheet": STYLE_TIME}

#: The time of a desktop in milliseconds for parsing the beginning of a page, which goes on while stylesheets load, and
#: then for layout and painting: once, and per 1000 elements. Lighthouse has measured 24 ms for layout and painting, the
#: median of 38 pages scaled to its quiet machine, and 8 ms for parsing on the 11 of them without scripts. Its model
#: slows layout down half as much as scripts, so half of that is counted.
PARSE_TIME, LAYOUT_TIME, ELEMENTS_TIME = 8.0, 12.0, 2.0

#: The assumed size of a file of unknown size in bytes, by kind.
ASSUMED = {"script": 20_000, "stylesheet": 10_000, "image": 20_000, "font": 25_000, "frame": 20_000}

#: The size of uncompressed text, relative to its compressed size.
UNPACKED = 3.5

#: The bytes of a page as sent after which its files are requested and it can be painted: over HTTP/1.1, the rest comes
#: while these load; over HTTP/2, the page is sent before them. Browsers begin after the first window, as rendered pages
#: do, and Lantern after the whole page: with the first window, estimates of longer pages were further from Lantern's.
#: https://web.dev/articles/preload-scanner
_BEGINNING = 65_536

#: The size of the pieces in which the rest of a page comes: at least, and relative to the rest.
_PIECE, _MOST_PIECES = 16_384, 32

#: The number of images at the beginning of a page that browsers load before the layout.
_FIRST_IMAGES = 5

#: The priorities of requests: stylesheets and fonts first, then scripts that the parser waits for.
_FIRST, _EARLY, _LATE, _LAST = range(4)


_UNKNOWN = FileFacts()


@frozen
class Pieces:
    """
    The pieces in which a page comes.

    :ivar ends: the part of the page up to the end of each, from 0 to 1.
    :ivar indexes: the index of the request of each.
    """

    ends: Sequence[float]
    indexes: Sequence[int]

    def at(self, offset: float) -> int:
        """Return the index of the piece that contains what stands after a part of the page."""
        return self.indexes[min(bisect_left(self.ends, offset), len(self.indexes) - 1)]


@frozen(kw_only=True)
class Graph:
    """
    A graph of requests for a replay.

    :ivar requests: the requests; dependencies have smaller indexes, and the page follows its redirects.
    :ivar index: the index of each file, by URL.
    :ivar pieces: the pieces of the page that are included.
    :ivar paints: the indexes of the requests that must end before the first paint.
    :ivar layout: the time from there to the paint on a desktop, in milliseconds.
    :ivar assumed: the URLs of the files of unknown size.
    """

    requests: Sequence[Request]
    index: Mapping[str, int]
    pieces: Pieces
    paints: tuple[int, ...]
    layout: float
    assumed: frozenset[str] = frozenset()


def processing_time(kind: str, size: float) -> float:
    """Return the time in which a desktop processes a file of a kind, by its size in bytes, in milliseconds."""
    return size / 1000 * _COSTS.get(kind, 0.0)


def urgent_files(page: SimulatedPage) -> frozenset[str]:
    """
    Return all files except images of low priority, which are neither among the first five nor on the first screen.

    https://web.dev/articles/fetch-priority#browser-priority
    """
    images = [image for image in page.load.files if image.kind == "image"]
    first = {image.url for image in [image for image in images if image.loading is Loading.NORMAL][:_FIRST_IMAGES]}
    early = first | {candidate.url for candidate in page.load.candidates}
    late = {
        image.url
        for image in images
        if image.priority < 0 or (image.priority == 0 and not image.in_view and image.url not in early)
    }
    return frozenset(file.url for file in page.load.files) - late


def _scripts_before_paint(page: SimulatedPage) -> frozenset[str]:
    """
    Return the scripts that the first paint waits for although they do not block it.

    If scripts render the page, its deferred scripts must run first, and those of its own origin that they request.
    Scripts in the body before any image are requested with the same priority as those in the head, so that browsers
    often paint after them; as in Lighthouse's model they count, unless content comes long before them. A lazy image
    counts as an image here, so that lazy loading never delays the estimate:
    https://web.dev/articles/fetch-priority#browser-priority.
    """
    files = page.load.files
    begun = max(page.load.content_offset, _BEGINNING / page.size if page.size else 1.0)
    first = min((file.position for file in files if file.kind == "image"), default=inf)
    return frozenset(
        file.url
        for file in files
        if file.kind == "script"
        and (
            (file.loading is Loading.PARSER and file.position < first and file.offset <= begun)
            or (file.loading is Loading.DEFERRED and page.load.shell)
            or (file.loading is Loading.SCRIPTED and page.load.shell and origin(file.url) == origin(page.url))
        )
    )


class PageGraphs:
    """
    The graphs of a page: of all its files, or of a subset.

    The facts about each file are computed once for all graphs.

    :ivar blocking_files: the URLs of the files that block rendering: stylesheets and scripts, and fonts that hide text.
    :ivar first_paint_files: the URLs of these and of the scripts that the content waits for. As in Lighthouse's model,
        what scripts request delays the largest content only.
    """

    def __init__(self, page: SimulatedPage) -> None:
        self._page, self._origin = page, origin(page.url)
        self._navigation, self._pieces = list(navigation_requests(page)), list(pieces_of_page(page))
        self._files = [(file, self._request(file)) for file in _in_order(page)]
        self._unknown = {file.url for file, _ in self._files if page.files.get(file.url, _UNKNOWN).size is None}
        self._awaited = _scripts_before_paint(page)
        scripted = {file.url for file in page.load.files if file.loading is Loading.SCRIPTED}
        self.blocking_files = frozenset(
            file.url for file in page.load.files if file.loading is Loading.BLOCKING or file.hides
        )
        self.first_paint_files = (self._awaited - scripted) | self.blocking_files

    def with_scripts(self, urls: Iterable[str]) -> frozenset[str]:
        """Return files with the scripts that request them, the scripts that request those, and so on."""
        parents = {file.url: file.parent for file, _ in self._files if file.loading is Loading.SCRIPTED}
        found: set[str] = set()
        for url in urls:
            while url and url not in found:
                found.add(url)
                url = parents.get(url, "")  # noqa: PLW2901 - the next one of a chain
        return frozenset(found)

    def _request(self, file: LoadedFile) -> Request:
        """Return the request of a file, without dependencies."""
        facts = self._page.files.get(file.url, _UNKNOWN)
        size = _bytes_of(file, facts)
        unpacked = 0.0 if facts.missing else size * (UNPACKED if facts.packed else 1.0)
        file_origin = origin(file.url)
        secure = file.url.startswith("https:")
        return Request(
            url=file.url,
            origin=file_origin,
            kind=file.kind,
            size=size,
            processing=processing_time(file.kind, unpacked),
            priority=_priority(file),
            redirects=facts.redirects,
            multiplexed=self._page.multiplexed if file_origin == self._origin else secure,
        )

    def graph(self, only: Container[str] | None = None, offset: float = 1.0) -> Graph:
        """
        Return a graph of the page.

        :param only: the URLs of the included files; by default all except lazy ones.
        :param offset: the part of the page that is included. The first paint waits for its own part at most.
        """
        page, building = self._page, _Building()
        for request in self._navigation:
            building.add(request, (len(building.requests) - 1,) if building.requests else ())
        root = len(self._navigation) - 1
        files = self._files if only is None else [entry for entry in self._files if entry[0].url in only]
        building.add_pieces(self._pieces, page.size, max([offset, *[file.offset for file, _ in files]]))
        for file, request in files:
            if file.loading not in (Loading.STYLED, Loading.SCRIPTED):
                building.add_named(file, request)
        styled_after = (root, *building.sheets, *building.blocking_scripts)
        for file, request in files:
            if file.loading is Loading.STYLED:
                building.index[file.url] = building.add(request, (root,) if file.preloaded else styled_after)
        for file, request in files:
            if file.loading is Loading.SCRIPTED:
                building.add_scripted(file, request, root)
        index, painted = building.index, building.pieces.at(min(offset, page.load.content_offset))
        fonts = [index[file.url] for file, _ in files if file.hides]
        scripts = [index[file.url] for file, _ in files if file.url in self._awaited]
        return Graph(
            requests=building.requests,
            index=index,
            pieces=building.pieces,
            paints=(*dict.fromkeys((painted, *styled_after, *scripts, *fonts)),),
            layout=LAYOUT_TIME
            + ELEMENTS_TIME * page.load.elements / 1000
            + processing_time("script", page.load.inline_scripts),
            assumed=frozenset(self._unknown & index.keys()),
        )


@define(eq=False)
class _Building:
    """
    A graph under construction.

    :ivar pieces: the pieces of the page that are included.
    :ivar sheets: the indexes of the render-blocking stylesheets so far.
    :ivar scripts: the indexes of the scripts so far that delay later scripts.
    :ivar blocking_scripts: the indexes of those that block rendering.
    """

    requests: list[Request] = field(factory=list)
    index: dict[str, int] = field(factory=dict)
    pieces: Pieces = Pieces((), ())
    sheets: list[int] = field(factory=list)
    scripts: list[int] = field(factory=list)
    blocking_scripts: list[int] = field(factory=list)

    def add(self, request: Request, after: tuple[int, ...], waits: tuple[int, ...] = ()) -> int:
        """Add a request and return its index."""
        self.requests.append(replace(request, after=after, waits=waits))
        return len(self.requests) - 1

    def add_pieces(self, pieces: Iterable[Request], size: int, offset: float) -> None:
        """
        Add the pieces of a page up to an offset, after its beginning, which is the last request so far.

        :param size: the size of the page.
        """
        came, indexes = [self.requests[-1].size], [len(self.requests) - 1]
        for piece in pieces:
            if came[-1] >= offset * size:
                break
            came.append(came[-1] + piece.size)
            indexes.append(self.add(piece, (indexes[-1],)))
        self.pieces = Pieces([end / (size or 1) for end in came], indexes)

    def add_named(self, file: LoadedFile, request: Request) -> None:
        """Add a file that the page references; a script waits for preceding stylesheets and scripts."""
        imported = file.parent in self.index and not file.preloaded
        after = (self.index[file.parent] if imported else self.pieces.at(file.offset),)
        script = file.kind == "script" and file.loading in (Loading.BLOCKING, Loading.PARSER)
        added = self.add(request, after, (*self.sheets, *self.scripts[-1:]) if script else ())
        if script:
            self.scripts.append(added)
            if file.loading is Loading.BLOCKING:
                self.blocking_scripts.append(added)
        elif file.kind == "stylesheet" and file.loading is Loading.BLOCKING:
            self.sheets.append(added)
        self.index[file.url] = added

    def add_scripted(self, file: LoadedFile, request: Request, root: int) -> None:
        """Add a file that a script requests when it runs; if it isn't known which one, after all scripts so far."""
        known = self.index.get(file.parent)
        scripts = tuple(number for number, earlier in enumerate(self.requests) if earlier.kind == "script")
        self.index[file.url] = self.add(request, (known,) if known is not None else scripts or (root,))


def navigation_requests(page: SimulatedPage, beginning: int = _BEGINNING) -> Iterator[Request]:
    """
    Iterate over the requests of the redirects and of the beginning of the page.

    :param beginning: the bytes of a page over HTTP/1.1 after which files are requested.
    """
    for url in page.redirects:
        yield Request(url=url, origin=origin(url), kind="redirect", size=300, priority=_FIRST)
    yield Request(
        url=page.url,
        origin=origin(page.url),
        kind="page",
        size=page.size if page.multiplexed else min(page.size, beginning),
        priority=_FIRST,
        server=page.server,
        multiplexed=page.multiplexed,
    )


def pieces_of_page(page: SimulatedPage, beginning: int = _BEGINNING) -> Iterator[Request]:
    """Iterate over the pieces that follow the beginning of a page, of which as many bytes have come."""
    *_, first = navigation_requests(page, beginning)
    rest = page.size - first.size
    size = max(_PIECE, ceil(rest / _MOST_PIECES))
    for start in range(0, rest, size):
        yield replace(first, kind="html", size=min(size, rest - start), server=0.0, continues=True)


def _in_order(page: SimulatedPage) -> Iterator[LoadedFile]:
    """Iterate over the files that are loaded, in their order, in which stylesheets precede their imports."""
    for file in page.load.files:
        facts = page.files.get(file.url, _UNKNOWN)
        if file.loading is not Loading.LAZY and not facts.unreachable and file.url != page.url:
            yield file


def _bytes_of(file: LoadedFile, facts: FileFacts) -> int:
    """Return the size of a file in bytes, assumed if it is unknown; for a missing file, the size of its error page."""
    if facts.missing:
        return facts.size or 0
    return facts.size if facts.size is not None else ASSUMED.get(file.kind, 0)


def _priority(file: LoadedFile) -> int:
    """
    Return the priority of a file, https://web.dev/articles/fetch-priority#browser-priority.

    Backgrounds are requested as images that may be off the screen.
    """
    if file.priority:
        return _EARLY if file.priority > 0 else _LAST
    early = file.loading in (Loading.BLOCKING, Loading.SCRIPTED)
    if file.kind == "font" or (early and file.kind == "stylesheet"):
        return _FIRST
    if file.loading is Loading.PARSER or (early and file.kind != "image"):
        return _EARLY
    return _LAST if file.loading in (Loading.ASYNC, Loading.DEFERRED) else _LATE
