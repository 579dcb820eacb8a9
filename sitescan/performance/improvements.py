"""The changes that the rules advise, and their effects on a page's loading, to simulate what following them gains."""

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial

from attrs import evolve, frozen
from msgspec.structs import replace

from sitescan.model.load_simulation import FileFacts, SimulatedPage
from sitescan.model.page_load import Candidate, LoadedFile, Loading

#: The size of compressed text, relative to its uncompressed size.
_COMPRESSED = 0.3

#: The rules about the size of images, which compute the savings for each image.
LARGE_IMAGES = "performance/large-images"
IMAGE_RULES = (LARGE_IMAGES, "performance/legacy-images", "performance/image-oversized")

#: The maximum size in bytes, compressed, of the rules that a page may contain itself: more delays its own content.
#: https://web.dev/articles/extract-critical-css
_MOST_INLINED = 50_000


def _files(page: SimulatedPage, change: Callable[[LoadedFile], LoadedFile]) -> SimulatedPage:
    load = evolve(page.load, files=tuple(map(change, page.load.files)))
    return evolve(page, load=load)


def _sizes(page: SimulatedPage, change: Callable[[LoadedFile, FileFacts], FileFacts]) -> SimulatedPage:
    kinds = {file.url: file for file in page.load.files}
    return evolve(
        page, files={url: change(kinds[url], facts) if url in kinds else facts for url, facts in page.files.items()}
    )


def _deferred(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Defer the scripts in the head that can be."""

    def change(file: LoadedFile) -> LoadedFile:
        blocks = file.kind == "script" and file.loading is Loading.BLOCKING
        return replace(file, loading=Loading.DEFERRED) if blocks and not file.writes_page else file

    return _files(page, change)


def _flat(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Link imported stylesheets from the page."""
    return _files(page, lambda file: replace(file, parent=""))


def _compressed(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Compress scripts and stylesheets."""

    def change(file: LoadedFile, facts: FileFacts) -> FileFacts:
        if file.kind not in ("script", "stylesheet") or facts.packed or facts.size is None:
            return facts
        return replace(facts, size=int(facts.size * _COMPRESSED), packed=True)

    return _sizes(page, change)


def _smaller(page: SimulatedPage, savings: Mapping[str, int]) -> SimulatedPage:
    """Send smaller images."""
    return _sizes(page, lambda file, facts: _without(facts, savings.get(file.url, 0)))


def _without(facts: FileFacts, saved: int) -> FileFacts:
    return facts if facts.size is None else replace(facts, size=max(0, facts.size - saved))


def used_size(page: SimulatedPage, file: LoadedFile) -> int | None:
    """
    Return the size as sent of the rules of a stylesheet that may apply to the page.

    :return: ``None`` if the file blocks nothing, is no stylesheet, or isn't known.
    """
    size = page.files.get(file.url, FileFacts()).size
    blocks = file.kind == "stylesheet" and file.loading is Loading.BLOCKING
    return round(size * file.used) if blocks and size is not None else None


def _inlined(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Put the rules that the page uses into the page, and load its stylesheets where they block nothing."""
    used = {file.url: size for file in page.load.files if (size := used_size(page, file)) is not None}
    compressed = sum(size if page.files[url].packed else size * _COMPRESSED for url, size in used.items())
    # The content of an app shell is painted once scripts have written it, and needs other rules.
    if compressed > _MOST_INLINED or page.load.shell:
        return page

    def change(file: LoadedFile) -> LoadedFile:
        return replace(file, loading=Loading.NORMAL, priority=-1) if file.url in used else file

    return evolve(_files(page, change), size=page.size + sum(used.values()))


def _split(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Send the code of scripts that runs while the page loads; browsers load the rest when it is needed."""

    def change(file: LoadedFile, facts: FileFacts) -> FileFacts:
        if file.kind != "script" or facts.size is None:
            return facts
        return replace(facts, size=round(facts.size * file.used))

    return _sizes(page, change)


def _hinted(page: SimulatedPage, largest: Candidate) -> SimulatedPage:
    """Preload the largest image with high priority, and not lazily."""

    def change(file: LoadedFile) -> LoadedFile:
        if not largest.url or file.url != largest.url:
            return file
        loading = Loading.NORMAL if file.loading is Loading.LAZY else file.loading
        return replace(file, preloaded=True, priority=1, loading=loading)

    return _files(page, change)


def _hinted_hero(page: SimulatedPage, largest: Candidate) -> SimulatedPage:
    """Preload the largest image if it is the image that the rule reports."""
    return _hinted(page, largest) if largest.url == page.load.hero else page


def _shown_fonts(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Display text before its font is loaded."""
    return _files(page, lambda file: replace(file, hides_text=False))


def _direct(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Reduce the redirects to one."""
    return evolve(page, redirects=page.redirects[:1])


def _without_response_time(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Remove the response time of the server."""
    return evolve(page, server=0.0)


def _multiplexed(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Serve the page over HTTP/2."""
    return evolve(page, multiplexed=True)


def _compressed_page(page: SimulatedPage, _: Candidate) -> SimulatedPage:
    """Compress the page itself."""
    return evolve(page, size=int(page.size * _COMPRESSED))


#: The rule about the stylesheets for which the first content waits. It is reported if its change gains enough.
STYLESHEETS = "performance/blocking-stylesheets"

#: The effect of what each rule advises, by its id.
IMPROVEMENTS: Mapping[str, Callable[[SimulatedPage, Candidate], SimulatedPage]] = {
    "performance/blocking-scripts": _deferred,
    STYLESHEETS: _inlined,
    "performance/css-import": _flat,
    "performance/js-unused": _split,
    "performance/text-uncompressed": _compressed,
    "performance/compression-missing": _compressed_page,
    "performance/hero-priority": _hinted_hero,
    "performance/lazy-first-image": _hinted,
    "performance/font-display": _shown_fonts,
    "performance/redirects": _direct,
    "performance/response-slow": _without_response_time,
    "performance/http1-only": _multiplexed,
}


#: Rules whose advice is the same setting, by the rule that comes first.
_SAME = {"performance/compression-missing": "performance/text-uncompressed"}


def rules_with_gains() -> Iterator[str]:
    """Iterate over the ids of the rules whose gain is simulated."""
    yield from IMPROVEMENTS
    yield from IMAGE_RULES


@frozen
class Improvement:
    """
    One thing to do.

    :ivar rules: the ids of the rules that advise it.
    :ivar apply: returns the page with it.
    """

    rules: tuple[str, ...]
    apply: Callable[[SimulatedPage], SimulatedPage]


def improvements(
    page: SimulatedPage, largest: Candidate, found: Container[str], savings: Mapping[str, Mapping[str, int]]
) -> Iterator[Improvement]:
    """
    Iterate over what can be done about a page's loading, each with an effect of its own.

    What several rules advise about images is one thing to do.

    :param largest: the largest content.
    :param found: the ids of the rules that have found something.
    :param savings: the bytes that images could save, by the id of the rule that computed them and by URL.
    """
    together: dict[str, tuple[str, ...]] = {}
    for rule, improve in IMPROVEMENTS.items():
        if rule in found and improve(page, largest) != page:
            together[_SAME.get(rule, rule)] = (*together.get(_SAME.get(rule, rule), ()), rule)
    for rules in together.values():
        yield of_rules(rules, largest, savings)
    rules = tuple(rule for rule in IMAGE_RULES if rule in found and any(savings.get(rule, {}).values()))
    most: dict[str, int] = {}
    for rule in rules:
        for url, saved in savings[rule].items():
            most[url] = max(saved, most.get(url, 0))
    if rules and _smaller(page, most) != page:
        yield Improvement(rules, partial(_smaller, savings=most))


def of_rules(rules: tuple[str, ...], largest: Candidate, savings: Mapping[str, Mapping[str, int]]) -> Improvement:
    """Return what some rules advise, as one thing to do."""

    def apply(page: SimulatedPage) -> SimulatedPage:
        for rule in rules:
            improve = IMPROVEMENTS.get(rule)
            page = improve(page, largest) if improve is not None else _smaller(page, savings.get(rule, {}))
        return page

    return Improvement(rules, apply)
