"""The graph of a page's load: which file is known after which, and what waits for it."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from attrs import frozen
from msgspec.structs import replace

from sitescan.model.load_simulation import FileFacts, PageFacts
from sitescan.model.page_load import LoadedFile, Loading
from sitescan.performance.network import Request, origin

#: What a desktop's processor needs for a thousand bytes of a script or stylesheet as it runs or reads them: the one
#: published factor of the model, milliseconds. A phone takes :attr:`Profile.processor` times as long.
SCRIPT_TIME, STYLE_TIME = 0.06, 0.12

_COSTS = {"script": SCRIPT_TIME, "stylesheet": STYLE_TIME}

#: What it needs to lay out and paint a page: once, and for a thousand elements.
LAYOUT_TIME, ELEMENTS_TIME = 4.0, 2.0

#: The bytes that a file of unknown size is taken to have, by its kind.
ASSUMED = {"script": 20_000, "stylesheet": 10_000, "image": 20_000, "font": 25_000, "frame": 20_000}

#: How much larger a compressed text is once it is unpacked.
UNPACKED = 3.5

#: The first images of a page, which browsers load before they know where it shows them.
_FIRST_IMAGES = 5

#: When a browser sends a request that is known: stylesheets, fonts and blocking scripts first.
_FIRST, _EARLY, _LATE, _LAST = range(4)


_UNKNOWN = FileFacts()


@frozen(kw_only=True)
class Graph:
    """
    A graph to be replayed.

    :ivar requests: every dependency has a smaller index than what depends on it; the page is the last redirect.
    :ivar index: the index of each file, by URL.
    :ivar paints: the indexes that must have ended before anything is painted.
    :ivar layout: milliseconds from there to the paint, on a desktop.
    :ivar assumed: the URLs of the files whose size is not known.
    """

    requests: Sequence[Request]
    index: Mapping[str, int]
    paints: tuple[int, ...]
    layout: float
    assumed: frozenset[str] = frozenset()


def graph(page: PageFacts, *, only: frozenset[str] | None = None) -> Graph:
    """
    The graph of a page.

    :param only: the URLs of the files that are in it; all but lazy ones where none are named.
    """
    return _Builder(page, only).built()


def first_paint_files(page: PageFacts) -> frozenset[str]:
    """What nothing is painted without: blocking stylesheets and scripts, and fonts that hide the text."""
    return _scripts_before_paint(page) | frozenset(
        one.url for one in page.load.files if one.loading is Loading.BLOCKING or (one.kind == "font" and one.hides_text)
    )


def prompt_files(page: PageFacts) -> frozenset[str]:
    """
    All files but images of low priority: those that are neither among the first five nor on the first screen.

    https://web.dev/articles/fetch-priority#browser-priority
    """
    images = [one for one in page.load.files if one.kind == "image"]
    first = {one.url for one in [one for one in images if one.loading is Loading.NORMAL][:_FIRST_IMAGES]}
    early = first | {one.url for one in page.load.candidates}
    late = {one.url for one in images if one.priority < 0 or (one.priority == 0 and one.url not in early)}
    return frozenset(one.url for one in page.load.files) - late


def _scripts_before_paint(page: PageFacts) -> frozenset[str]:
    """
    Scripts that painting waits for, although they don't block it.

    Where scripts write the page, those that it names have to run first; what these load in turn is not known.
    Scripts in the body that come before any image are requested as urgently as those in the head, so that browsers
    often paint after them; as in Lighthouse's model they count. A lazy image counts as one, so that to make it lazy
    never makes the page later: https://web.dev/articles/fetch-priority#browser-priority.
    """
    files = page.load.files
    first = min((one.position for one in files if one.kind == "image"), default=inf)
    return frozenset(
        one.url
        for one in files
        if one.kind == "script"
        and (
            (one.loading is Loading.PARSER and one.position < first)
            or (one.loading is Loading.DEFERRED and page.load.shell)
        )
    )


class _Builder:
    def __init__(self, page: PageFacts, only: frozenset[str] | None) -> None:
        self._page, self._origin = page, origin(page.url)
        self._requests: list[Request] = []
        self._index: dict[str, int] = {}
        self._files = list(_in_order(page, only))

    def built(self) -> Graph:
        page = self._page
        for url in page.redirects:
            self._add(Request(url=url, kind="redirect", size=300, after=self._last(), priority=_FIRST))
        document = Request(
            url=page.url,
            kind="page",
            size=page.size,
            after=self._last(),
            priority=_FIRST,
            server=page.server,
            multiplexed=page.multiplexed,
        )
        root = self._add(document)
        sheets: list[int] = []
        scripts: list[int] = []
        for file in self._files:
            if file.loading is not Loading.STYLED:
                self._index[file.url] = self._add(self._request(file, root, sheets, scripts))
        styled_after = (root, *sheets, *(one for one in scripts if self._blocks(one)))
        for file in self._files:
            if file.loading is Loading.STYLED:
                after = (root,) if file.preloaded else styled_after
                self._index[file.url] = self._add(self._plain(file, after))
        fonts = [self._index[one.url] for one in self._files if one.kind == "font" and one.hides_text]
        awaited = _scripts_before_paint(page)
        scripts_before_paint = [self._index[one.url] for one in self._files if one.url in awaited]
        return Graph(
            requests=self._requests,
            index=self._index,
            paints=(*styled_after, *scripts_before_paint, *fonts),
            layout=LAYOUT_TIME
            + ELEMENTS_TIME * page.load.elements / 1000
            + page.load.inline_scripts / 1000 * SCRIPT_TIME,
            assumed=frozenset(one.url for one in self._files if page.files.get(one.url, _UNKNOWN).size is None),
        )

    def _last(self) -> tuple[int, ...]:
        return (len(self._requests) - 1,) if self._requests else ()

    def _add(self, request: Request) -> int:
        self._requests.append(request)
        return len(self._requests) - 1

    def _blocks(self, index: int) -> bool:
        return self._requests[index].priority == _FIRST

    def _request(self, file: LoadedFile, root: int, sheets: list[int], scripts: list[int]) -> Request:
        """A file that the page itself names; scripts wait for the stylesheets before them and for each other."""
        after = (root,)
        if file.parent in self._index and not file.preloaded:
            after = (self._index[file.parent],)
        request = self._plain(file, after)
        here = len(self._requests)
        if file.kind == "stylesheet" and file.loading is Loading.BLOCKING:
            sheets.append(here)
        elif file.kind == "script" and file.loading in (Loading.BLOCKING, Loading.PARSER):
            request = replace(request, waits=(*sheets, *scripts[-1:]))
            scripts.append(here)
        return request

    def _plain(self, file: LoadedFile, after: tuple[int, ...]) -> Request:
        facts = self._page.files.get(file.url, _UNKNOWN)
        size = _bytes_of(file, facts)
        unpacked = 0.0 if facts.missing else size * (UNPACKED if facts.packed else 1.0) / 1000
        cost = _COSTS.get(file.kind, 0.0)
        secure = file.url.startswith("https:")
        own = origin(file.url) == self._origin
        return Request(
            url=file.url,
            kind=file.kind,
            size=size,
            after=after,
            processing=unpacked * cost,
            priority=_priority(file),
            redirects=facts.redirects,
            multiplexed=self._page.multiplexed if own else secure,
        )


def _in_order(page: PageFacts, only: frozenset[str] | None) -> Iterator[LoadedFile]:
    """The files that are loaded, those that import others first, whatever the order in which they are listed."""
    for file in page.load.files:
        facts = page.files.get(file.url, _UNKNOWN)
        loaded = file.loading is not Loading.LAZY and not facts.unreachable
        if loaded and file.url != page.url and (only is None or file.url in only):
            yield file


def _bytes_of(file: LoadedFile, facts: FileFacts) -> int:
    """The bytes of a file, assumed where they are not known; for one that is missing, what its error page has."""
    if facts.missing:
        return facts.size or 0
    return facts.size if facts.size is not None else ASSUMED.get(file.kind, 0)


def _priority(file: LoadedFile) -> int:
    """https://web.dev/articles/fetch-priority#browser-priority."""
    if file.priority:
        return _EARLY if file.priority > 0 else _LAST
    if file.loading is Loading.BLOCKING or file.kind == "font":
        return _FIRST
    if file.loading in (Loading.PARSER, Loading.STYLED):
        return _EARLY
    return _LAST if file.loading in (Loading.ASYNC, Loading.DEFERRED) else _LATE
