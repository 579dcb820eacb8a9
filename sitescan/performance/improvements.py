"""The effects of advice on a page's loading, to simulate what following it gains."""

from collections.abc import Callable, Container, Iterator, Mapping

from attrs import evolve
from msgspec.structs import replace

from sitescan.model.load_simulation import FileFacts, PageFacts
from sitescan.model.page_load import Candidate, LoadedFile, Loading

#: The size of compressed text, relative to its uncompressed size.
_COMPRESSED = 0.3

#: The rules about the size of images, which compute the savings for each image.
IMAGE_RULES = ("performance/large-images", "performance/legacy-images", "performance/image-oversized")


def _files(page: PageFacts, change: Callable[[LoadedFile], LoadedFile]) -> PageFacts:
    load = evolve(page.load, files=tuple(map(change, page.load.files)))
    return evolve(page, load=load)


def _sizes(page: PageFacts, change: Callable[[LoadedFile, FileFacts], FileFacts]) -> PageFacts:
    kinds = {file.url: file for file in page.load.files}
    return evolve(
        page, files={url: change(kinds[url], facts) if url in kinds else facts for url, facts in page.files.items()}
    )


def _deferred(page: PageFacts, _: Candidate) -> PageFacts:
    """Defer the scripts in the head."""

    def change(file: LoadedFile) -> LoadedFile:
        blocks = file.kind == "script" and file.loading is Loading.BLOCKING
        return replace(file, loading=Loading.DEFERRED) if blocks else file

    return _files(page, change)


def _flat(page: PageFacts, _: Candidate) -> PageFacts:
    """Link imported stylesheets from the page."""
    return _files(page, lambda file: replace(file, parent=""))


def _compressed(page: PageFacts, _: Candidate) -> PageFacts:
    """Compress scripts and stylesheets."""

    def change(file: LoadedFile, facts: FileFacts) -> FileFacts:
        if file.kind not in ("script", "stylesheet") or facts.packed or facts.size is None:
            return facts
        return replace(facts, size=int(facts.size * _COMPRESSED), packed=True)

    return _sizes(page, change)


def with_smaller_images(page: PageFacts, savings: Mapping[str, int]) -> PageFacts:
    """
    Return a page with smaller images.

    :param savings: the saved bytes, by URL.
    """
    return _sizes(page, lambda file, facts: _without(facts, savings.get(file.url, 0)))


def _without(facts: FileFacts, saved: int) -> FileFacts:
    return facts if facts.size is None else replace(facts, size=max(0, facts.size - saved))


def _hinted(page: PageFacts, largest: Candidate) -> PageFacts:
    """Preload the largest image with high priority, and not lazily."""

    def change(file: LoadedFile) -> LoadedFile:
        if not largest.url or file.url != largest.url:
            return file
        loading = Loading.NORMAL if file.loading is Loading.LAZY else file.loading
        return replace(file, preloaded=True, priority=1, loading=loading)

    return _files(page, change)


def _hinted_hero(page: PageFacts, largest: Candidate) -> PageFacts:
    """Preload the largest image if it is the image that the rule reports."""
    return _hinted(page, largest) if largest.url == page.load.hero else page


def _shown_fonts(page: PageFacts, _: Candidate) -> PageFacts:
    """Display text before its font is loaded."""
    return _files(page, lambda file: replace(file, hides_text=False))


def _direct(page: PageFacts, _: Candidate) -> PageFacts:
    """Reduce the redirects to one."""
    return evolve(page, redirects=page.redirects[:1])


def _without_response_time(page: PageFacts, _: Candidate) -> PageFacts:
    """Remove the response time of the server."""
    return evolve(page, server=0.0)


def _multiplexed(page: PageFacts, _: Candidate) -> PageFacts:
    """Serve the page over HTTP/2."""
    return evolve(page, multiplexed=True)


#: The effect of what rules advise, by the ids of the rules that report its gain.
IMPROVEMENTS: Mapping[tuple[str, ...], Callable[[PageFacts, Candidate], PageFacts]] = {
    ("performance/blocking-scripts",): _deferred,
    ("performance/css-import",): _flat,
    ("performance/text-uncompressed",): _compressed,
    ("performance/hero-priority",): _hinted_hero,
    ("performance/lazy-first-image",): _hinted,
    ("performance/font-display",): _shown_fonts,
    ("performance/redirects",): _direct,
    ("performance/response-slow",): _without_response_time,
    ("performance/http1-only",): _multiplexed,
}


def rules_with_gains() -> Iterator[str]:
    """Iterate over the ids of the rules whose gain is simulated."""
    for rules in IMPROVEMENTS:
        yield from rules
    yield from IMAGE_RULES


def improved_pages(
    page: PageFacts, largest: Candidate, rule_ids: Container[str], savings: Mapping[str, Mapping[str, int]]
) -> Iterator[tuple[tuple[str, ...], PageFacts]]:
    """
    Iterate over the pages with each effective improvement, with the ids of the rules that advise it.

    :param rule_ids: the ids of the rules whose advice is followed.
    :param savings: the bytes that images could save, by the id of the rule that computed them and by URL.
    """
    for rules, improve in IMPROVEMENTS.items():
        if not any(rule in rule_ids for rule in rules):
            continue
        improved = improve(page, largest)
        if improved != page:
            yield rules, improved
    for rule in IMAGE_RULES:
        improved = with_smaller_images(page, savings.get(rule, {})) if rule in rule_ids else page
        if improved != page:
            yield (rule,), improved
