"""The format ``junit``: a test suite for each category and a test case for each issue."""

from collections.abc import Sequence
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from sitescan.model.report import CategoryResult, Issue, Report, Severity
from sitescan.report.json_format import timestamp
from sitescan.report.visible_text import one_line, visible
from sitescan.report.wording import detail, position, score_text, selector, shown_issues, snippet

_LISTED = 20


def junit(reports: Sequence[Report]) -> str:
    """
    Return JUnit XML with a suite for each category of each page.

    Errors and warnings are failures; suggestions pass with their text as output; parts that could not be examined are
    skipped tests. A category without issues has one test case that passes.

    https://github.com/testmoapp/junitxml
    """
    root = Element("testsuites", name="sitescan")
    for report in reports:
        for result in report.categories:
            _suite(root, report, result)
    for name in ("tests", "failures", "skipped"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, report: Report, result: CategoryResult) -> None:
    name = f"{result.category.label}: {one_line(report.url)}"
    when = timestamp(report.scanned_at).removesuffix("Z")
    suite = SubElement(root, "testsuite", name=name, timestamp=when, errors="0")
    properties = SubElement(suite, "properties")
    SubElement(properties, "property", name="score", value=score_text(result))
    issues = shown_issues(result)
    for issue in issues:
        _case(suite, report, issue)
    for number, part in enumerate(result.unexamined, 1):
        case = SubElement(suite, "testcase", name=f"Not examined ({number})", classname=result.category.value)
        SubElement(case, "skipped", message=one_line(part.sentence))
    if not issues and not result.unexamined:
        SubElement(suite, "testcase", name="No issues", classname=result.category.value)
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))


def _case(suite: Element, report: Report, issue: Issue) -> None:
    case = SubElement(suite, "testcase", name=one_line(issue.title), classname=issue.rule.replace("/", "."))
    if "://" not in report.url:
        case.set("file", one_line(report.url))
    lines = [issue.summary or issue.description, *_places(issue), issue.recommendation, issue.how_to_fix]
    text = "\n".join(visible(line) for line in lines)
    if issue.severity is Severity.INFO:
        SubElement(case, "system-out").text = text
    else:
        SubElement(case, "failure", type=issue.severity.value, message=one_line(issue.title)).text = text


def _places(issue: Issue) -> list[str]:
    shown = [
        " ".join(
            part
            for part in (position(occurrence) or selector(occurrence), snippet(occurrence), detail(occurrence))
            if part
        )
        for occurrence in issue.occurrences[:_LISTED]
    ]
    return [line for line in shown if line]
