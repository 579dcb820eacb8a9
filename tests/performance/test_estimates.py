"""Load estimates of whole pages."""

from collections.abc import Mapping

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sitescan.model.file_facts import Picture
from sitescan.model.load_simulation import FileFacts, SimulatedPage
from sitescan.model.outline import Place
from sitescan.model.page_load import OWN_IMAGE, TEXT, Candidate, LoadedFile, LoadEstimates, Loading, PageLoad
from sitescan.performance.estimates import simulated_load
from sitescan.performance.graph import LAYOUT_TIME, PARSE_TIME
from sitescan.performance.improvements import rules_with_gains
from sitescan.performance.network import PHONE
from tests.work import calls

URL = "https://pears.example/"
HERO = f"{URL}hero.jpg"


def file(name: str, kind: str, loading: Loading = Loading.BLOCKING, **more: object) -> LoadedFile:
    """Return a file of the page's site."""
    return LoadedFile(url=URL + name, kind=kind, loading=loading, **more)  # type: ignore[arg-type]


def page(
    *files: tuple[LoadedFile, int | None], candidates: tuple[Candidate, ...] = (), **more: object
) -> SimulatedPage:
    """Return a page that loads files of these sizes."""
    load = PageLoad(files=tuple(loaded for loaded, _ in files), candidates=candidates, elements=200)
    facts = {loaded.url: FileFacts(size=size) for loaded, size in files}
    return SimulatedPage(url=URL, size=5000, files=facts, load=load, **more)  # type: ignore[arg-type]


def estimated(facts: SimulatedPage, pictures: dict[str, Picture] | None = None) -> LoadEstimates:
    """Return the estimates of a page."""
    return simulated_load(facts, pictures or {}, (), {}).estimates


def gained(
    facts: SimulatedPage, pictures: dict[str, Picture] | None = None, savings: dict[str, dict[str, int]] | None = None
) -> Mapping[str, int]:
    """Return the gain of all fixes on a page."""
    gains = simulated_load(facts, pictures or {}, frozenset(rules_with_gains()), savings or {}).gains
    return {rule: gain.sooner for rule, gain in gains.items()}


def test_page_without_files() -> None:
    """A page without files appears with its own bytes."""
    found = estimated(page())
    assert 750 <= found.first_paint <= 900
    assert found.largest_paint == found.first_paint
    assert found.desktop_first_paint < found.first_paint / 2
    assert [link.kind for link in found.chain] == ["page"]


def test_first_content_waits_for_page_start() -> None:
    """
    The first content waits for the beginning of the page; the rest of it delays images that load beside it.

    Over HTTP/2, all of the page is sent before its files.
    """
    hero = Candidate(url=HERO, width=400, height=300, area=120_000)
    short, long = (
        evolve(page((file("hero.jpg", "image", Loading.NORMAL), 200_000), candidates=(hero,)), size=size)
        for size in (65_536, 600_000)
    )
    soon, late = estimated(short), estimated(long)
    assert late.first_paint == soon.first_paint
    assert late.largest_paint > soon.largest_paint
    html = [(link.kind, link.size) for link in late.timeline if link.url == URL]
    assert html == [("page", 65_536), ("html", 534_464)]
    assert [link.kind for link in soon.timeline] == ["page", "image"]
    whole = [link.size for link in estimated(evolve(long, multiplexed=True)).timeline if link.url == URL]
    assert whole == [600_000]


def loaded(facts: SimulatedPage, **more: object) -> SimulatedPage:
    """Return a page with other facts about its loading."""
    return evolve(facts, load=evolve(facts.load, **more))  # type: ignore[arg-type]


def test_content_waits_for_its_part_of_the_page() -> None:
    """Content after much inline data is painted once that has come, and the chain says so in one link."""
    long = evolve(page((file("a.css", "stylesheet"), 1000)), size=1_000_000)
    soon, late = estimated(long), estimated(loaded(long, content_offset=0.99))
    transfer = 990_000 / PHONE.bandwidth
    assert soon.first_paint < 1500
    assert transfer < late.first_paint < transfer + 1200
    assert late.largest_paint >= late.first_paint
    assert [(link.kind, link.begins) for link in late.first_chain[:2]] == [("page", 0), ("html", late.chain[0].ends)]
    assert late.chain[-1].kind == "html"
    assert late.chain[-1].size == pytest.approx(924_464, abs=PHONE.bandwidth * 200)
    assert [link.kind for link in late.timeline].count("html") == 1


def test_message_before_inline_data() -> None:
    """A message at the beginning is painted before the content that waits for the end of the page."""
    shell = loaded(evolve(page(), size=600_000), shell=True, message=True, content_offset=1.0)
    found = estimated(shell)
    assert found.first_paint < 1500
    assert found.largest_paint > 600_000 / PHONE.bandwidth


def test_largest_text_in_later_part() -> None:
    """A text that stands later in the page than the first content is painted later."""
    text = Candidate(area=90_000, offset=0.9)
    found = estimated(evolve(page(candidates=(text,)), size=600_000))
    assert found.first_paint < 1500
    assert found.largest_paint_from > 0.9 * 600_000 / PHONE.bandwidth
    assert found.chain[-1].kind == "html"


def test_file_is_named_in_later_part() -> None:
    """An image after much inline data is requested when its tag has come."""
    hero = Candidate(url=HERO, width=400, height=300, area=120_000, offset=0.9)
    image = file("hero.jpg", "image", Loading.NORMAL, offset=0.9)
    found = estimated(evolve(page((image, 20_000), candidates=(hero,)), size=600_000))
    (link,) = [link for link in found.timeline if link.kind == "image"]
    assert link.begins > 0.9 * 600_000 / PHONE.bandwidth
    assert [link.kind for link in found.chain] == ["page", "html", "image"]


def test_script_long_after_content() -> None:
    """A script in the body after much inline data doesn't hold up the content before that."""
    script = file("a.js", "script", Loading.PARSER, position=9, offset=0.99)
    long = evolve(page((script, 300_000)), size=600_000)
    assert estimated(long).first_paint < 1500
    assert estimated(loaded(long, content_offset=0.99)).first_paint > 900_000 / PHONE.bandwidth


def test_measured_paints_wait_for_the_page() -> None:
    """A browser that has the whole page at once paints what stands late in it when that has come."""
    long = loaded(evolve(page(), size=600_000), rendered=True, first_at=1300.0, largest_at=1600.0)
    text = Candidate(offset=0.9, place=Place(selector="p"))
    early, late = estimated(long), estimated(loaded(long, painted=text))
    layout = LAYOUT_TIME * PHONE.processor
    assert early.first_paint == late.first_paint == pytest.approx(1300 + layout, abs=5)
    assert early.largest_paint == pytest.approx(1600 + layout, abs=5)
    assert late.largest_paint > 0.9 * 600_000 / PHONE.bandwidth
    assert late.chain[-1].kind == "html"
    assert estimated(loaded(long, content_offset=0.9, painted=text)).first_paint == late.largest_paint


def test_gain_includes_competing_images() -> None:
    """Deferring a script that images compete with gains more than the same script takes alone."""
    script, hero = (file("a.js", "script"), 200_000), Candidate(url=HERO, width=400, height=300, area=120_000)
    names = ("hero", "second", "third", "fourth")
    images = tuple((file(f"{name}.jpg", "image", Loading.NORMAL), 100_000) for name in names)
    rule = "performance/blocking-scripts"
    assert gained(page(script, *images, candidates=(hero,)))[rule] > 1.1 * gained(page(script))[rule]


def test_deferred_script_is_not_blocking() -> None:
    """Only a blocking script delays the first content, and the gain of deferring it is the difference."""
    blocking, deferred = (
        page((file("a.js", "script", loading), 300_000)) for loading in (Loading.BLOCKING, Loading.DEFERRED)
    )
    difference = estimated(blocking).first_paint - estimated(deferred).first_paint
    assert difference > 1000
    assert gained(blocking)["performance/blocking-scripts"] == difference
    assert "performance/blocking-scripts" not in gained(deferred)


def test_script_that_writes_the_page_is_not_deferred() -> None:
    """Deferring a script whose ``document.write`` then fails is no fix."""
    writing = page((replace(file("a.js", "script"), writes_page=True), 300_000))
    assert "performance/blocking-scripts" not in gained(writing)


def test_only_given_fixes_are_simulated() -> None:
    """Only the fixes of the rules that are given are simulated."""
    blocking = page((file("a.js", "script"), 300_000))
    assert not simulated_load(blocking, {}, {"performance/redirects"}, {}).gains
    assert simulated_load(blocking, {}, {"performance/blocking-scripts"}, {}).gains


def test_script_before_images_blocks_first_content() -> None:
    """A script before any image delays the first content like a script in the head; one after an image does not."""
    script = (file("a.js", "script", Loading.PARSER, position=20), 300_000)
    alone = estimated(page(script)).first_paint
    assert alone == estimated(page((file("a.js", "script"), 300_000))).first_paint
    for loading in (Loading.NORMAL, Loading.LAZY):
        above = (file("a.jpg", "image", loading, position=10), 10_000)
        below = (file("a.jpg", "image", loading, position=30), 10_000)
        assert estimated(page(above, script)).first_paint < alone - 1000
        assert estimated(page(script, below)).first_paint == alone
    assert estimated(page(script)).first_chain[-1].url.endswith("a.js")


def test_script_requests_start_after_execution() -> None:
    """Files that a script requests begin when it has run, and if the script is unknown, when all scripts have run."""
    app = (file("app.js", "script", Loading.DEFERRED), 100_000)
    route = (file("route.js", "script", Loading.SCRIPTED, parent=f"{URL}app.js"), 50_000)
    image = (file("hero.jpg", "image", Loading.SCRIPTED, parent=f"{URL}route.js"), 50_000)
    font = (file("a.woff2", "font", Loading.SCRIPTED), 10_000)
    written = page(app, route, image, font, candidates=(Candidate(url=HERO, area=120_000.0),))
    shell = evolve(written, load=evolve(written.load, shell=True, rendered=True))
    found = estimated(shell)
    times = {link.url.removeprefix(URL): link for link in found.timeline}
    assert times["app.js"].ends <= times["route.js"].begins
    assert times["route.js"].ends <= min(times["hero.jpg"].begins, times["a.woff2"].begins)
    assert found.largest == HERO
    assert found.largest_paint >= times["hero.jpg"].ends - 500
    assert (found.rendered, estimated(written).rendered) == (True, False)
    alone = page(app)
    without = estimated(evolve(alone, load=evolve(alone.load, shell=True)))
    assert without.first_paint == found.first_paint < times["route.js"].ends
    text = estimated(evolve(shell, load=evolve(shell.load, candidates=())))
    assert without.largest_paint < text.largest_paint


def test_client_rendered_page_waits_for_scripts() -> None:
    """A page that scripts write appears after they have run, and deferring them gains nothing."""
    files = ((file("a.js", "script", Loading.DEFERRED), 300_000),)
    written, shell = page(*files), page(*files)
    shell = evolve(shell, load=evolve(shell.load, shell=True))
    late, soon = estimated(shell), estimated(written)
    assert late.first_paint - soon.first_paint > 1000
    assert late.first_chain[-1].url.endswith("a.js")
    blocking = page((file("a.js", "script"), 300_000))
    assert "performance/blocking-scripts" not in gained(evolve(blocking, load=evolve(blocking.load, shell=True)))


def test_app_shell_message_precedes_content() -> None:
    """The message of an app shell waits for what blocks rendering alone, and the content for the scripts."""
    files = (
        (file("a.css", "stylesheet"), 20_000),
        (file("a.js", "script", Loading.DEFERRED), 300_000),
        (file("b.js", "script", Loading.PARSER), 100_000),
    )
    silent = page(*files)
    silent = evolve(silent, load=evolve(silent.load, shell=True))
    without, found = estimated(silent), estimated(evolve(silent, load=evolve(silent.load, message=True)))
    assert found.first_paint < without.first_paint - 1000
    assert found.first_paint == estimated(page(files[0])).first_paint
    assert [link.url.rpartition("/")[2] for link in found.first_chain] == ["", "a.css"]
    assert (found.largest_paint, found.chain) == (without.largest_paint, without.chain)


def test_page_is_parsed_while_its_stylesheets_load() -> None:
    """The parsing of a page takes time of its own only if no stylesheet is waited for."""
    work = LAYOUT_TIME * PHONE.processor
    for files, own in (((), PARSE_TIME * PHONE.processor), (((file("a.css", "stylesheet"), 100),), 0.0)):
        found = estimated(page(*files))
        came = max(link.ends for link in found.timeline)
        assert found.first_paint == pytest.approx(came + own + work, abs=6)


def test_imports_are_loaded_sequentially() -> None:
    """Imported stylesheets are loaded one after the other, and each import costs a round trip."""
    chain = [(file("a.css", "stylesheet"), 4000)]
    chain += [(file(f"{name}.css", "stylesheet", parent=f"{URL}{above}.css"), 4000) for above, name in ("ab", "bc")]
    facts = page(*chain, multiplexed=True)
    assert gained(facts)["performance/css-import"] >= 250
    assert [link.url.rpartition("/")[2] for link in estimated(facts).first_chain] == ["", "a.css", "b.css", "c.css"]


def test_stylesheets_are_requested_before_scripts() -> None:
    """A stylesheet that follows more scripts than there are connections is requested no later than they are."""
    scripts = [(file(f"{number}.js", "script"), 3000) for number in range(8)]
    facts = page(*scripts, (file("a.css", "stylesheet"), 3000))
    begins = {link.url.rpartition("/")[2]: link.begins for link in estimated(facts).timeline}
    assert begins["a.css"] == begins["0.js"] < begins["7.js"]


def test_blocking_script_of_low_priority_still_blocks() -> None:
    """Styled images are found after a script that blocks rendering, whatever its priority is."""
    hero = Candidate(url=HERO, area=200_000)
    late = [
        estimated(page((script, 200_000), (file("hero.jpg", "image", Loading.STYLED), 9000), candidates=(hero,)))
        for script in (file("a.js", "script"), file("a.js", "script", priority=-1))
    ]
    assert late[0].largest_paint_from == late[1].largest_paint_from


def test_competing_images_delay_largest_text() -> None:
    """The largest text appears later if images compete with it for bandwidth."""
    alone = page((file("a.css", "stylesheet"), 60_000))
    files = [(file(f"{number}.jpg", "image", Loading.NORMAL), 300_000) for number in range(4)]
    crowded = page((file("a.css", "stylesheet"), 60_000), *files)
    assert estimated(alone).largest_paint == estimated(alone).first_paint
    assert estimated(crowded).first_paint == estimated(alone).first_paint
    assert estimated(crowded).largest_paint > estimated(crowded).first_paint


def test_background_image_is_largest_content() -> None:
    """A background image can be the largest content, found late through its stylesheet and shown when complete."""
    files = (
        (file("a.css", "stylesheet"), 20_000),
        (file("hero.jpg", "image", Loading.STYLED), 1_350_000),
    )
    facts = page(*files, candidates=(Candidate(area=20_000), Candidate(url=HERO, area=300_000)))
    pictures = {HERO: Picture(format="JPEG", width=2000, height=1200)}
    found = estimated(facts, pictures)
    assert found.largest == HERO
    assert found.largest_paint > 6500
    gains = gained(facts, pictures, {"performance/large-images": {HERO: 1_000_000}})
    assert gains["performance/large-images"] > 4000
    assert found.weight == 1_375_000
    assert found.chain[-1].url == HERO


def test_background_is_requested_after_images() -> None:
    """A background is requested late and not urgently, so that a preload gains more the more images there are."""
    hero = Candidate(url=HERO, area=300_000)
    rule = "performance/hero-priority"
    sheet, background = (file("a.css", "stylesheet"), 60_000), (file("hero.jpg", "image", Loading.STYLED), 100_000)
    images = tuple((file(f"{number}.jpg", "image", Loading.NORMAL), 50_000) for number in range(3))
    few, many = (page(sheet, *some, background, candidates=(hero,), multiplexed=True) for some in ((), images))
    gains = [gained(evolve(facts, load=evolve(facts.load, hero=HERO))).get(rule, 0) for facts in (few, many)]
    assert gains[1] > gains[0] + 200


def test_gain_of_smaller_images_matches_rule() -> None:
    """The gain of smaller images is that of the images that the rule names."""
    files = [(file(f"{number}.jpg", "image", Loading.NORMAL), 300_000) for number in range(4)]
    candidates = (Candidate(url=f"{URL}0.jpg", area=300_000),)
    rules = ("performance/legacy-images", "performance/image-oversized")
    single, all_of_them = ({f"{URL}{number}.jpg": 200_000 for number in range(count, 4)} for count in (3, 0))
    found = gained(page(*files, candidates=candidates), None, dict(zip(rules, (single, all_of_them), strict=True)))
    assert 0 < found[rules[0]] < found[rules[1]]
    assert "performance/large-images" not in found


def test_early_files_are_not_in_chain() -> None:
    """Files that came long before the file that they wait for are not in the chain."""
    files = [(file("a.css", "stylesheet"), 60_000), *((file(f"{number}.js", "script"), 0) for number in range(3))]
    assert [link.url.rpartition("/")[2] for link in estimated(page(*files)).first_chain] == ["", "a.css"]


def test_similar_candidates_give_range() -> None:
    """Two candidates of similar size give a range of times."""
    files = ((file("hero.jpg", "image", Loading.NORMAL), 500_000),)
    found = estimated(page(*files, candidates=(Candidate(area=190_000), Candidate(url=HERO, area=200_000))))
    assert found.largest_paint_from == found.first_paint < found.largest_paint


def painted(first: float, largest: float) -> SimulatedPage:
    """Return an app whose content a browser has painted, with the files that it has received before."""
    script = replace(file("app.js", "script", Loading.DEFERRED), begins=600, ends=1500)
    route = replace(file("route.js", "script", Loading.SCRIPTED), parent=script.url, begins=1500, ends=4200)
    late = replace(file("late.js", "script", Loading.SCRIPTED), parent=script.url, begins=1500, ends=9000)
    facts = page((script, 90_000), (route, 300_000), (late, 300_000))
    return evolve(facts, load=evolve(facts.load, shell=True, rendered=True, first_at=first, largest_at=largest))


def test_measured_paints() -> None:
    """What a browser has painted is when it did so, and the chain has the files that it had received by then."""
    found = estimated(painted(1600, 4300))
    layout = LAYOUT_TIME * PHONE.processor
    assert found.measured
    assert found.first_paint == pytest.approx(1600 + layout, abs=10)
    assert found.largest_paint == found.largest_paint_from == pytest.approx(4300 + layout, abs=10)
    names = [[link.url.rpartition("/")[2] for link in chain] for chain in (found.first_chain, found.chain)]
    assert names == [["", "app.js"], ["", "app.js", "route.js"]]
    assert found.chain[-1].ends == 4200
    assert {link.ends for link in found.timeline} >= {1500, 4200, 9000}
    assert found.desktop_first_paint < found.first_paint / 2


def test_page_that_requests_itself() -> None:
    """A page that a script requests once more, such as for a cache, has not come later for that."""
    again = LoadedFile(url=URL, kind="data", loading=Loading.SCRIPTED, begins=2000, ends=2500)
    found = estimated(loaded(evolve(page(), size=100_000), files=(again,), rendered=True, first_at=900.0))
    assert max(link.ends for link in found.timeline) < 2000


def test_fixes_of_measured_page() -> None:
    """A fix makes content appear sooner than a browser has painted it by what the simulation says."""
    measured = painted(1600, 4300)
    simulated = evolve(measured, load=evolve(measured.load, first_at=0, largest_at=0))
    rule = "performance/text-uncompressed"
    (own, other) = (simulated_load(facts, {}, {rule}, {}) for facts in (measured, simulated))
    gain, same = own.gains[rule], other.gains[rule]
    assert gain.sooner == same.sooner
    saved = other.estimates.first_paint - same.first_paint
    assert own.estimates.first_paint - gain.first_paint == pytest.approx(saved, abs=20)


@pytest.mark.parametrize(
    ("url", "largest"), [(HERO, HERO), (f"{URL}icon.png", f"{URL}icon.png"), ("", TEXT), (OWN_IMAGE, OWN_IMAGE)]
)
def test_measured_content_is_largest(url: str, largest: str) -> None:
    """What a browser has measured is the largest content, however large other candidates may be."""
    candidates = (Candidate(area=190_000), Candidate(url=HERO, area=200_000, place=Place(selector="img")))
    files = [(file(name, "image", Loading.NORMAL), size) for name, size in (("hero.jpg", 500_000), ("icon.png", 9000))]
    measured = Candidate(url=url, place=Place(selector="main > *"))
    found = estimated(loaded(page(*files, candidates=candidates), painted=measured))
    assert (found.painted, found.largest) == (measured.place, largest)
    assert (found.chain[-1].url == url) == url.startswith(URL)


@pytest.mark.parametrize(
    ("candidate", "known", "picture", "largest"),
    [
        (Candidate(url=HERO), FileFacts(size=90_000), Picture(format="JPEG", width=800, height=600), True),
        (Candidate(url=HERO, width=400), FileFacts(size=90_000), Picture(format="JPEG", width=800, height=600), True),
        (Candidate(url=HERO, height=300), FileFacts(size=90_000), Picture(format="JPEG", width=800, height=600), True),
        # Shown no larger than its own pixels.
        (Candidate(url=HERO, area=300_000), FileFacts(size=90_000), Picture(format="JPEG", width=90, height=90), False),
        (
            Candidate(url=HERO, width=400, height=300, area=300_000),
            FileFacts(size=90_000),
            Picture(format="JPEG", width=800, height=600),
            True,
        ),
        (Candidate(url=HERO, width=400, height=300), FileFacts(size=90_000), Picture(format="SVG"), False),
        (Candidate(url=HERO, area=300_000), FileFacts(), None, True),
        # So few bytes are a color rather than a picture.
        (Candidate(url=HERO, area=300_000), FileFacts(size=900), None, False),
        (Candidate(url=HERO, area=300_000), FileFacts(size=90_000, missing=True), None, False),
        (Candidate(url=HERO, area=300_000), FileFacts(size=90_000, unreachable=True), None, False),
        (Candidate(url=HERO, area=300_000), None, None, False),
    ],
)
def test_image_or_text_is_largest_content(
    candidate: Candidate, known: FileFacts | None, picture: Picture | None, largest: bool
) -> None:
    """An image is the largest content if it exists, is a picture, and is shown larger than the text."""
    facts = page((file("hero.jpg", "image", Loading.NORMAL), 0), candidates=(Candidate(area=50_000), candidate))
    facts = evolve(facts, files={} if known is None else {HERO: known})
    found = estimated(facts, {} if picture is None else {HERO: picture})
    assert (found.largest == HERO) is largest


def test_long_chain_is_truncated() -> None:
    """A chain of many files is cut at its beginning."""
    chain = [file("0.css", "stylesheet")]
    chain += [file(f"{n}.css", "stylesheet", parent=f"{URL}{n - 1}.css") for n in range(1, 20)]
    found = estimated(page(*((sheet, 5000) for sheet in chain))).first_chain
    assert [link.url for link in found] == [sheet.url for sheet in chain[-len(found) :]]
    assert len(found) < len(chain)


def test_time_of_text_is_range() -> None:
    """The time of a text is a range: from the first content to the arrival of all files but late images."""
    text, late = Candidate(area=200_000), file("late.js", "script", Loading.DEFERRED)
    few, many = ([(file(f"{n}.jpg", "image", Loading.NORMAL), 60_000) for n in range(count)] for count in (5, 9))
    alone = estimated(page(candidates=(text,)))
    assert alone.largest_paint_from == alone.largest_paint == alone.first_paint
    scripted = estimated(page((late, 200_000), candidates=(text,)))
    assert scripted.largest_paint_from == scripted.first_paint == alone.first_paint
    assert scripted.largest_paint >= scripted.first_paint + 200_000 / PHONE.bandwidth
    assert estimated(page(*few, candidates=(text,))).largest_paint > alone.first_paint + 200_000 / PHONE.bandwidth
    # The first five are requested before the sixth, which may be below the first screen.
    last = [link.ends for link in estimated(page(*many, candidates=(text,))).timeline if link.kind == "image"]
    assert estimated(page(*many, candidates=(text,))).largest_paint < max(last)


def test_image_may_wait_for_later_files() -> None:
    """Scripts that are loaded after the largest image may delay it; images of low priority do not."""
    image, late = file("hero.jpg", "image", Loading.NORMAL), file("late.js", "script", Loading.DEFERRED)
    hero = Candidate(url=HERO, area=200_000)
    found = estimated(page((image, 100_000), (late, 400_000), candidates=(hero,)))
    ends = max(link.ends for link in found.timeline)
    assert found.largest_paint == pytest.approx(ends + LAYOUT_TIME * PHONE.processor, abs=10)
    last = file("late.jpg", "image", Loading.NORMAL, priority=-1)
    alone = estimated(page((image, 100_000), (last, 400_000), candidates=(hero,)))
    assert alone.largest_paint < max(link.ends for link in alone.timeline)


def test_largest_image_does_not_wait_for_following_images() -> None:
    """The largest image does not wait for images that follow it, but may share the connection with them."""
    image, other = (file(name, "image", Loading.NORMAL) for name in ("hero.jpg", "other.jpg"))
    hero = Candidate(url=HERO, area=200_000)
    follows = estimated(page((image, 100_000), (other, 400_000), candidates=(hero,)))
    precedes = estimated(page((other, 400_000), (image, 100_000), candidates=(hero,)))
    assert estimated(page((image, 100_000), candidates=(hero,))).largest_paint < follows.largest_paint
    assert follows.largest_paint < max(link.ends for link in follows.timeline)
    assert precedes.largest_paint > max(link.ends for link in precedes.timeline)


def test_background_in_view_may_delay_the_largest_text() -> None:
    """A background on the first screen is loaded before the largest content, and one below it may not be."""
    image, text = file("ornament.png", "image", Loading.STYLED), Candidate(area=200_000)
    below, seen = (
        estimated(page((replace(image, in_view=in_view), 100_000), candidates=(text,))) for in_view in (False, True)
    )
    ends = max(link.ends for link in seen.timeline)
    assert below.largest_paint < ends < seen.largest_paint
    assert below.largest_paint_from == seen.largest_paint_from


def test_text_is_laid_out_after_the_last_script() -> None:
    """Text that a late script may change is painted after its layout, which takes longer with more elements."""
    late = file("late.js", "script", Loading.DEFERRED)
    small = page((late, 200_000), candidates=(Candidate(area=200_000),))
    large = evolve(small, load=evolve(small.load, elements=20_000))
    ends = max(link.ends for link in estimated(small).timeline)
    assert estimated(small).largest_paint > ends + LAYOUT_TIME * PHONE.processor - 10
    assert estimated(large).largest_paint > estimated(small).largest_paint


def test_work_of_scripts() -> None:
    """Scripts keep a phone busy by the bytes that run, as unpacked, those in the page included."""
    script = file("a.js", "script", Loading.DEFERRED)
    plain = estimated(page((script, 1_000_000)))
    assert 600 < plain.script_work < 900
    half = estimated(page((replace(script, used=0.5), 1_000_000)))
    assert half.script_work == pytest.approx(plain.script_work / 2, abs=10)
    lazy = estimated(page((replace(script, loading=Loading.LAZY), 1_000_000)))
    assert lazy.script_work == 0
    own = estimated(loaded(page(), inline_scripts=1_000_000))
    assert own.script_work == plain.script_work
    packed = page((script, 1_000_000))
    packed = evolve(packed, files={script.url: FileFacts(size=200_000, packed=True)})
    assert estimated(packed).script_work == pytest.approx(0.7 * plain.script_work, abs=10)


def test_content_waits_for_work_of_scripts() -> None:
    """Content appears after a script that blocks it has done its work, of which the report says how long it takes."""
    without, blocked = (estimated(page((file("a", kind, Loading.BLOCKING), 500_000))) for kind in ("media", "script"))
    assert blocked.script_work > 300
    waited = max(link.ends for link in without.timeline) + blocked.script_work
    assert blocked.first_paint == pytest.approx(waited + LAYOUT_TIME * PHONE.processor, abs=20)


def test_first_paint_waits_for_icons() -> None:
    """A font of icons holds up the first paint as in Lighthouse's model, and showing text early doesn't change that."""
    font = file("a.woff2", "font", Loading.STYLED, hides_icons=True)
    icons, swapped = (estimated(page((each, 80_000))) for each in (font, replace(font, hides_icons=False)))
    assert icons.first_paint >= swapped.first_paint + 300
    assert "performance/font-display" not in gained(page((font, 80_000)))


def test_hidden_text_appears_after_three_seconds() -> None:
    """A font hides text for three seconds at most."""
    font = file("a.woff2", "font", Loading.STYLED, hides_text=True)
    small, huge = (estimated(page((font, size))) for size in (20_000, 3_000_000))
    shown = estimated(page((replace(font, hides_text=False), 3_000_000)))
    assert shown.first_paint < small.first_paint < huge.first_paint <= shown.first_paint + 3000
    assert gained(page((font, 3_000_000)))["performance/font-display"] > 2000


def test_slow_server_and_redirects_delay_content() -> None:
    """A slow server and redirects delay all content."""
    plain = estimated(page())
    assert estimated(page(server=700.0)).first_paint - plain.first_paint == 700
    chained = page(redirects=("http://pears.example/", "https://www.pears.example/"))
    assert estimated(chained).first_paint - plain.first_paint >= 600
    assert gained(chained)["performance/redirects"] > 0


def test_missing_and_unreachable_files() -> None:
    """A missing file costs a round trip, an unreachable one nothing; an unknown size is assumed and counted."""
    facts = page((file("a.css", "stylesheet"), None))
    unknown = estimated(facts)
    assert unknown.unknown == 1
    gone = estimated(evolve(facts, files={URL + "a.css": FileFacts(missing=True)}))
    unreachable = estimated(evolve(facts, files={URL + "a.css": FileFacts(unreachable=True)}))
    assert unreachable.first_paint < gone.first_paint <= unknown.first_paint
    assert gone.weight == unreachable.weight == 5000


def test_assumed_size_is_marked() -> None:
    """An assumed size is marked in the timeline."""
    known, silent = (file("a.css", "stylesheet"), 0), (file("b.css", "stylesheet"), None)
    found = estimated(page(known, silent))
    assert [(link.size, link.assumed) for link in found.timeline] == [(5000, False), (0, False), (10_000, True)]


def test_bytes_of_error_page_are_counted() -> None:
    """A missing file costs the bytes of its error page if they are known, and adds nothing to the weight."""
    facts = page((file("a.css", "stylesheet"), None))
    for size, counted in ((None, 0), (0, 0), (90_000, 90_000)):
        gone = estimated(evolve(facts, files={URL + "a.css": FileFacts(missing=True, size=size)}))
        assert [link.size for link in gone.timeline if link.url == URL + "a.css"] == [counted]
        assert gone.unknown == 0
        assert gone.weight == 5000


def test_lazy_image_is_not_loaded() -> None:
    """A lazy image does not add to the weight."""
    assert estimated(page((file("a.jpg", "image", Loading.LAZY), 3_000_000))).weight == 5000


LOADINGS = st.sampled_from([Loading.BLOCKING, Loading.PARSER, Loading.DEFERRED, Loading.NORMAL, Loading.STYLED])
KINDS = st.sampled_from(["script", "stylesheet", "image", "font"])
FILES = st.lists(st.tuples(KINDS, LOADINGS, st.integers(0, 500_000)), max_size=20)


@settings(max_examples=40, deadline=None)
@given(FILES, st.integers(0, 1_000_000))
def test_more_html_is_never_faster(drawn: list[tuple[str, Loading, int]], more: int) -> None:
    """
    A page with more HTML appears no sooner than with less, except by one round trip at most.

    A connection that has carried more has a larger window for the next file.
    """
    files = [(file(str(number), kind, loading), size) for number, (kind, loading, size) in enumerate(drawn)]
    facts = page(*files)
    small, large = estimated(facts), estimated(evolve(facts, size=facts.size + more))
    assert small.first_paint <= large.first_paint + PHONE.round_trip
    assert small == estimated(facts)


NAMES = st.sampled_from([f"{URL}{number}" for number in range(6)] + ["", URL, "https://other.example/0"])
HOSTILE = st.lists(
    st.builds(
        LoadedFile,
        url=NAMES.filter(bool),
        kind=st.sampled_from(["script", "stylesheet", "image", "font", "frame", "media", "pear"]),
        loading=st.sampled_from(Loading),
        parent=NAMES,
        preloaded=st.booleans(),
        priority=st.integers(-9, 9),
        hides_text=st.booleans(),
    ),
    max_size=12,
)
SIZES = st.one_of(st.none(), st.integers(0, 100), st.integers(0, 10**15))


@settings(max_examples=150, deadline=None)
@given(HOSTILE, st.lists(SIZES, min_size=6, max_size=6), st.booleans(), st.sampled_from([0.0, 800.0, 10_000.0]))
def test_absurd_pages_have_estimate(
    files: list[LoadedFile], sizes: list[int | None], shell: bool, server: float
) -> None:
    """Circular imports, unknown parents and absurd sizes give an estimate; the largest content is never first."""
    known = {f"{URL}{number}": FileFacts(size=size) for number, size in enumerate(sizes)}
    load = PageLoad(files=tuple(files), candidates=(Candidate(area=10.0), Candidate(url=f"{URL}0")), shell=shell)
    facts = SimulatedPage(url=URL, size=5000, files=known, load=load, server=server)
    found = estimated(facts)
    assert 0 < found.first_paint <= found.largest_paint_from <= found.largest_paint
    assert all(gain > 0 for gain in gained(facts).values())


def test_work_is_linear() -> None:
    """The work of a simulation grows in proportion to the number of files."""
    fewer, more = (
        page(*((file(f"{number}.jpg", "image", Loading.NORMAL), 20_000) for number in range(count)))
        for count in (150, 300)
    )
    # Fill the cache of origins.
    gained(more)
    assert calls(lambda: gained(more)) < 2.2 * calls(lambda: gained(fewer))


@given(st.lists(st.integers(10_000, 400_000), min_size=1, max_size=6), st.integers(100_000, 900_000))
@settings(max_examples=30)
def test_chain_ends_with_largest_content(sizes: list[int], hero: int) -> None:
    """The last file of the chain is the largest content, and ends when the content appears."""
    candidate = Candidate(url=HERO, width=400, height=800, area=320_000)
    images = [(file(f"{number}.jpg", "image", Loading.NORMAL), size) for number, size in enumerate(sizes)]
    found = estimated(page((file("hero.jpg", "image", Loading.NORMAL), hero), *images, candidates=(candidate,)))
    assert found.chain[-1].url == HERO == found.largest
    assert abs(found.chain[-1].ends - found.largest_paint_from) <= 10


def test_chain_of_early_image() -> None:
    """The chain of an image that is loaded before the stylesheet is that of the first content."""
    candidate = Candidate(url=HERO, width=400, height=800, area=320_000)
    files = (file("a.css", "stylesheet"), 500_000), (file("hero.jpg", "image", Loading.NORMAL), 3000)
    found = estimated(page(*files, candidates=(candidate,)))
    assert found.largest == HERO
    assert found.chain == found.first_chain
    assert [link.url.rpartition("/")[2] for link in found.chain] == ["", "a.css"]


def test_bytes_of_scripts_that_compression_saves() -> None:
    """Compression lowers the weight of the scripts, and that of stylesheets is no part of it."""
    facts = page((file("a.js", "script"), 900_000), (file("a.css", "stylesheet"), 500_000))
    gain = simulated_load(facts, {}, frozenset({"performance/text-uncompressed"}), {}).gains[
        "performance/text-uncompressed"
    ]
    assert gain.saved_scripts == 630_000
    assert gain.saved == 980_000


def test_code_that_does_not_run_delays_content() -> None:
    """Without the code that doesn't run, content appears as with a script of the size of the rest."""
    files = {used: page((file("a.js", "script", used=used), 400_000)) for used in (1.0, 0.25)}
    small = page((file("a.js", "script"), 100_000))
    sooner = estimated(files[1.0]).first_paint - estimated(small).first_paint
    assert sooner > 500
    assert gained(files[0.25])["performance/js-unused"] == pytest.approx(sooner, abs=10)
    assert "performance/js-unused" not in gained(files[1.0])
