"""The sizes and times of files in the texts of the load estimate."""

from attrs import evolve

from sitescan.model.outline import Place
from sitescan.model.page_load import ChainLink
from sitescan.model.rendered import PHONE_HEIGHT, PHONE_WIDTH
from sitescan.rules.catalogue import catalogue
from sitescan.rules.example_estimates import appearing
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge

RULE = catalogue()["performance/load-estimate"]


def test_sizes_are_measured_or_marked() -> None:
    """The size of a file is measured, marked as assumed, or called unknown."""
    links = [
        ChainLink(url=f"https://example.com/{name}", kind="image", size=size, begins=0, ends=9, assumed=assumed)
        for name, size, assumed in (("a", 0, False), ("b", 20_000, False), ("c", 20_000, True), ("d", 0, True))
    ]
    judged = judge(RULE, evolve(appearing(), chain=(), timeline=tuple(links)))
    assert judged is not None
    assert [at.facts["detail"] for at in judged.occurrences] == [
        f"{text}, 0 to 9 ms"
        for text in (
            "a: image, 0 bytes",
            "b: image, 20,000 bytes",
            "c: image, 20,000 bytes assumed",
            "d: image, size unknown",
        )
    ]


def test_range_of_text_times_is_explained() -> None:
    """Two times of a text and those of an image are explained; a single time is not."""
    ranged = appearing(first=900, largest=3000, largest_from=900)
    explained = {
        name: [text for text in ("replace text", "delay this image") if text in issues([judged])[0].description]
        for name, estimates in (
            ("text", ranged),
            ("image", evolve(ranged, largest="https://example.com/pear.jpg")),
            ("one time", appearing(first=900)),
            ("one time as shown", appearing(first=900, largest=1320, largest_from=1260)),
        )
        if (judged := judge(RULE, estimates)) is not None
    }
    assert explained == {
        "text": ["replace text"],
        "image": ["delay this image"],
        "one time": [],
        "one time as shown": [],
    }


def test_work_of_scripts_is_told() -> None:
    """The time for which scripts keep a phone busy is told from half a second on, and costs nothing."""
    told = {}
    for milliseconds in (490, 500, 1240):
        judged = judge(RULE, evolve(appearing(), script_work=milliseconds))
        assert judged is not None
        (issue,) = issues([judged])
        assert issue.share == 0
        told[milliseconds] = [text for text in ("busy", "busy for about 1.2 s") if text in issue.description]
    assert told == {490: [], 500: ["busy"], 1240: ["busy", "busy for about 1.2 s"]}


def test_measured_content_names_screen() -> None:
    """The largest content of a rendered page is that of a phone's screen, on which the page was loaded."""
    judged = judge(RULE, evolve(appearing(first=900), painted=Place(selector="h1")))
    assert judged is not None
    assert f"measured on a screen of {PHONE_WIDTH} by {PHONE_HEIGHT} px" in issues([judged])[0].description
