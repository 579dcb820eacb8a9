"""What each fix changes in a page's load, so that its gain can be simulated."""

from collections.abc import Callable, Container, Iterator, Mapping

from attrs import evolve, frozen
from msgspec.structs import replace

from sitescan.model.load_simulation import FileFacts, PageFacts
from sitescan.model.page_load import Candidate, LoadedFile, Loading

#: What compression leaves of a text.
_COMPRESSED = 0.3

Change = Callable[[PageFacts, Candidate], PageFacts]

#: The rules about the bytes of images, which know how many each one could do without.
IMAGE_RULES = ("performance/large-images", "performance/legacy-images", "performance/image-oversized")


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


def _deferred(page: PageFacts, _: Candidate) -> PageFacts:
    """Scripts in the head no longer block."""

    def change(file: LoadedFile) -> LoadedFile:
        blocks = file.kind == "script" and file.loading is Loading.BLOCKING
        return replace(file, loading=Loading.DEFERRED) if blocks else file

    return _files(page, change)


def _flat(page: PageFacts, _: Candidate) -> PageFacts:
    """Imported stylesheets are linked from the page."""
    return _files(page, lambda file: replace(file, parent=""))


def _compressed(page: PageFacts, _: Candidate) -> PageFacts:
    """Scripts and stylesheets come compressed."""

    def change(file: LoadedFile, facts: FileFacts) -> FileFacts:
        if file.kind not in ("script", "stylesheet") or facts.packed or facts.size is None:
            return facts
        return replace(facts, size=int(facts.size * _COMPRESSED), packed=True)

    return _sizes(page, change)


def with_smaller_images(page: PageFacts, savings: Mapping[str, int]) -> PageFacts:
    """
    Images without the bytes that they could do without.

    :param savings: these bytes, by URL.
    """
    return _sizes(page, lambda file, facts: _without(facts, savings.get(file.url, 0)))


def _without(facts: FileFacts, saved: int) -> FileFacts:
    return facts if facts.size is None else replace(facts, size=max(0, facts.size - saved))


def _hinted(page: PageFacts, largest: Candidate) -> PageFacts:
    """The largest image is preloaded with high priority, and not lazy."""

    def change(file: LoadedFile) -> LoadedFile:
        if not largest.url or file.url != largest.url:
            return file
        loading = Loading.NORMAL if file.loading is Loading.LAZY else file.loading
        return replace(file, preloaded=True, priority=1, loading=loading)

    return _files(page, change)


def _hinted_hero(page: PageFacts, largest: Candidate) -> PageFacts:
    """Likewise, where that is the image that the rule names."""
    return _hinted(page, largest) if largest.url == page.load.hero else page


def _shown_fonts(page: PageFacts, _: Candidate) -> PageFacts:
    """Text is shown before its font has come."""
    return _files(page, lambda file: replace(file, hides_text=False))


def _direct(page: PageFacts, _: Candidate) -> PageFacts:
    """The page is reached after one redirect at most."""
    return evolve(page, redirects=page.redirects[:1])


def _prompt(page: PageFacts, _: Candidate) -> PageFacts:
    """The server answers at once."""
    return evolve(page, server=0.0)


def _multiplexed(page: PageFacts, _: Candidate) -> PageFacts:
    """The page's server speaks HTTP/2."""
    return evolve(page, multiplexed=True)


FIXES: tuple[Fix, ...] = (
    Fix(rules=("performance/blocking-scripts",), change=_deferred),
    Fix(rules=("performance/css-import", "performance/css-import-chain"), change=_flat),
    Fix(rules=("performance/text-uncompressed",), change=_compressed),
    Fix(rules=("performance/hero-priority",), change=_hinted_hero),
    Fix(rules=("performance/lazy-first-image",), change=_hinted),
    Fix(rules=("performance/font-display",), change=_shown_fonts),
    Fix(rules=("performance/redirects",), change=_direct),
    Fix(rules=("performance/response-slow",), change=_prompt),
    Fix(rules=("performance/http1-only",), change=_multiplexed),
)


def rules_with_gains() -> Iterator[str]:
    """The ids of the rules whose gain is simulated."""
    for fix in FIXES:
        yield from fix.rules
    yield from IMAGE_RULES


def fixed_pages(
    page: PageFacts, largest: Candidate, asked_for: Container[str], savings: Mapping[str, Mapping[str, int]]
) -> Iterator[tuple[tuple[str, ...], PageFacts]]:
    """
    The page with each fix made that changes it, and the ids of the rules that ask for it.

    :param asked_for: the ids of the rules whose fixes are made.
    :param savings: the bytes that images could do without, by the rule that says so and by URL.
    """
    for fix in FIXES:
        if not any(rule in asked_for for rule in fix.rules):
            continue
        fixed = fix.change(page, largest)
        if fixed != page:
            yield fix.rules, fixed
    for rule in IMAGE_RULES:
        fixed = with_smaller_images(page, savings.get(rule, {})) if rule in asked_for else page
        if fixed != page:
            yield (rule,), fixed
