"""What each fix changes in a page's load, so that its gain can be simulated."""

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve, frozen

from sitescan.model.file_facts import Picture
from sitescan.model.page_load import Candidate, LoadedFile, Loading
from sitescan.performance.graph import FileFacts, PageFacts

#: What compression leaves of a text.
_COMPRESSED = 0.3

#: Bytes for each pixel of a photograph in a modern format.
_GOOD_IMAGE = 0.12

#: The widest that an image is shown on the phone, in its own pixels.
_WIDEST = 412 * 1.75

Change = Callable[[PageFacts, Candidate, Mapping[str, Picture]], PageFacts]


@frozen(kw_only=True)
class Fix:
    """
    A fix that rules ask for.

    :ivar rules: the ids of the rules that name its gain.
    :ivar change: the page once it is made.
    """

    rules: tuple[str, ...]
    change: Change


def _files(page: PageFacts, change: Callable[[LoadedFile], LoadedFile]) -> PageFacts:
    load = evolve(page.load, files=tuple(map(change, page.load.files)))
    return evolve(page, load=load)


def _sizes(page: PageFacts, change: Callable[[LoadedFile, FileFacts], FileFacts]) -> PageFacts:
    kinds = {one.url: one for one in page.load.files}
    return evolve(
        page, files={url: change(kinds[url], facts) if url in kinds else facts for url, facts in page.files.items()}
    )


def _deferred(page: PageFacts, _: Candidate, __: Mapping[str, Picture]) -> PageFacts:
    """Scripts in the head no longer block."""

    def change(file: LoadedFile) -> LoadedFile:
        blocks = file.kind == "script" and file.loading is Loading.BLOCKING
        return evolve(file, loading=Loading.DEFERRED) if blocks else file

    return _files(page, change)


def _flat(page: PageFacts, _: Candidate, __: Mapping[str, Picture]) -> PageFacts:
    """Imported stylesheets are linked from the page."""
    return _files(page, lambda file: evolve(file, parent=""))


def _compressed(page: PageFacts, _: Candidate, __: Mapping[str, Picture]) -> PageFacts:
    """Scripts and stylesheets come compressed."""

    def change(file: LoadedFile, facts: FileFacts) -> FileFacts:
        if file.kind not in ("script", "stylesheet") or facts.packed or facts.size is None:
            return facts
        return evolve(facts, size=int(facts.size * _COMPRESSED), packed=True)

    return _sizes(page, change)


def _small_images(page: PageFacts, _: Candidate, pictures: Mapping[str, Picture]) -> PageFacts:
    """Images come at the size they are shown at, in a modern format."""

    def change(file: LoadedFile, facts: FileFacts) -> FileFacts:
        picture = pictures.get(file.url)
        if file.kind != "image" or facts.size is None or picture is None or not picture.pixels:
            return facts
        scale = min(1.0, _WIDEST / picture.width)
        return evolve(facts, size=min(facts.size, int(picture.pixels * scale * scale * _GOOD_IMAGE)))

    return _sizes(page, change)


def _hinted(page: PageFacts, largest: Candidate, _: Mapping[str, Picture]) -> PageFacts:
    """The largest image is preloaded with high priority, and not lazy."""

    def change(file: LoadedFile) -> LoadedFile:
        if not largest.url or file.url != largest.url:
            return file
        loading = Loading.NORMAL if file.loading is Loading.LAZY else file.loading
        return evolve(file, preloaded=True, priority=1, loading=loading)

    return _files(page, change)


def _shown_fonts(page: PageFacts, _: Candidate, __: Mapping[str, Picture]) -> PageFacts:
    """Text is shown before its font has come."""
    return _files(page, lambda file: evolve(file, hides_text=False))


def _direct(page: PageFacts, _: Candidate, __: Mapping[str, Picture]) -> PageFacts:
    """The page is reached after one redirect at most."""
    return evolve(page, redirects=page.redirects[:1])


def _prompt(page: PageFacts, _: Candidate, __: Mapping[str, Picture]) -> PageFacts:
    """The server answers at once."""
    return evolve(page, server=0.0)


def _multiplexed(page: PageFacts, _: Candidate, __: Mapping[str, Picture]) -> PageFacts:
    """The page's server speaks HTTP/2."""
    return evolve(page, multiplexed=True)


FIXES: tuple[Fix, ...] = (
    Fix(rules=("performance/blocking-scripts",), change=_deferred),
    Fix(rules=("performance/css-import", "performance/css-import-chain"), change=_flat),
    Fix(rules=("performance/text-uncompressed",), change=_compressed),
    Fix(
        rules=("performance/large-images", "performance/legacy-images", "performance/image-oversized"),
        change=_small_images,
    ),
    Fix(rules=("performance/hero-priority", "performance/lazy-first-image"), change=_hinted),
    Fix(rules=("performance/font-display",), change=_shown_fonts),
    Fix(rules=("performance/redirects",), change=_direct),
    Fix(rules=("performance/response-slow", "performance/response-very-slow"), change=_prompt),
    Fix(rules=("performance/http1-only",), change=_multiplexed),
)


def rules_with_gains() -> Iterator[str]:
    """The ids of the rules whose gain is simulated."""
    for fix in FIXES:
        yield from fix.rules
