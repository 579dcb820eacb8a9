"""Checks of pages in tests, and their assertions."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sitescan.cli.exit_codes import UsageProblem
from sitescan.report.formats import FORMATS
from sitescan.testing.page_checker import CheckedRun, PageChecker
from sitescan.testing.page_result import PageResult
from sitescan.testing.run_reports import RunReports, report_file
from tests.unexamined import sentences

PAGE = '<!doctype html>\n<html lang="en">\n<title>Pears</title>\n<p role="buton" tabindex=0>x</p><img src=a.png>\n'
ROLE, ALT = "accessibility/role-invalid", "accessibility/image-alt"


def checker(folder: Path, baseline: str = "", left_out: tuple[str, ...] = ()) -> PageChecker:
    """Return the fixture of a test in a project."""
    return PageChecker(CheckedRun.of_project(folder, baseline), "test_pears", left_out)


def checked(check: PageChecker, response: object, **options: Any) -> PageResult:
    """Return the result for a response that needs not be awaited."""
    result = check(response, **options)
    assert isinstance(result, PageResult)
    return result


def response(url: str = "http://localhost/pears", body: str = PAGE, **headers: str) -> SimpleNamespace:
    """Return a response of a test client."""
    return SimpleNamespace(status_code=200, headers=headers, content=body.encode(), url=url)


def failure(result: PageResult, *kinds: str) -> str:
    """Return the message of an assertion that fails."""
    with pytest.raises(AssertionError) as raised:
        result.assert_no(*kinds)
    return str(raised.value)


@pytest.mark.parametrize(
    ("kind", "rules"),
    [
        ("error", {ALT}),
        (ROLE, {ROLE}),
        ("accessibility", {ALT, ROLE}),
        ("warning", {ALT, ROLE, "seo/description-missing"}),
    ],
)
def test_issues_of_a_kind(tmp_path: Path, kind: str, rules: set[str]) -> None:
    """An assertion fails with a line for each place of an issue: page, line, column, severity, title, rule, markup."""
    message = failure(checked(checker(tmp_path), response()), kind)
    first, *lines = message.splitlines()
    assert first == f"https://localhost/pears has issues ({kind}):"
    assert {f"[{rule}]" for rule in rules} <= {word for line in lines for word in line.split()}
    if kind == "error":
        at = "https://localhost/pears:4:33"
        assert lines == [f"{at}: error: Images have no alt text [accessibility/image-alt] +15  <img src=a.png>"]


def test_no_issue_of_a_kind(tmp_path: Path) -> None:
    """An assertion about a kind that the page doesn't have passes."""
    result = checked(checker(tmp_path), response())
    result.assert_no("links", "seo/title-missing")
    assert {ALT, ROLE} <= {issue.rule for issue in result.issues}


@pytest.mark.parametrize("kinds", [(), ("errors",), ("error", "accessibility/image-altt")])
def test_unknown_kinds(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    """A misspelled kind is an error, and passes no test."""
    with pytest.raises(UsageProblem):
        checked(checker(tmp_path), response()).assert_no(*kinds)


def test_scores(tmp_path: Path) -> None:
    """An assertion about scores fails with the score and the issues of the category that cost points."""
    result = checked(checker(tmp_path), response())
    result.assert_score(accessibility=50, overall=50)
    with pytest.raises(AssertionError) as raised:
        result.assert_score(accessibility=100)
    _, failed, *lines = str(raised.value).splitlines()
    assert failed.startswith("min accessibility=100: the score is ")
    assert any(ALT in line for line in lines)
    assert not any("[seo/" in line for line in lines)
    with pytest.raises(AssertionError, match=r"min-score 100: the score is \d"):
        result.assert_score(overall=100)
    with pytest.raises(UsageProblem, match="'pears' is not one of"):
        result.assert_score(pears=100)


@pytest.mark.parametrize("by", ["argument", "marker", "file"])
def test_rules_that_are_left_out(tmp_path: Path, by: str) -> None:
    """A rule is left out by an argument, by a marker, and by the configuration of the project."""
    if by == "file":
        (tmp_path / "sitescan.toml").write_text(f'[[ignore]]\nrule = "{ALT}"\nreason = "old"\n')
    check = checker(tmp_path, left_out=(ALT,) if by == "marker" else ())
    result = checked(check, response(), ignore=[ALT] if by == "argument" else ())
    result.assert_no("error", ALT)
    assert ROLE in failure(result, "accessibility")
    with pytest.raises(UsageProblem, match="unknown rule"):
        checked(check, response(), ignore=["accessibility/image-altt"])


def test_baseline(tmp_path: Path) -> None:
    """With a baseline, only issues that it doesn't have fail."""
    first = checker(tmp_path)
    checked(first, response())
    path = tmp_path / "baseline.json"
    path.write_text(FORMATS["json"].write(first.run.reports.chosen))
    check = checker(tmp_path, str(path))
    checked(check, response()).assert_no("info")
    assert ALT in failure(checked(check, response(body=PAGE + "<img src=b.png>")), "error")
    with pytest.raises(UsageProblem, match="not a JSON report"):
        checker(tmp_path, __file__)


@pytest.mark.parametrize(
    ("html", "fragment", "reported"),
    [
        ("<p role=buton>x", None, {ROLE}),
        (b"<p role=buton>x", None, {ROLE}),
        ("<p role=buton>x", False, {ROLE, "seo/title-missing"}),
        ("<!doctype html><p role=buton>x", None, {ROLE, "seo/title-missing"}),
        ("<!doctype html><p role=buton>x", True, {ROLE}),
    ],
)
def test_html(tmp_path: Path, html: str | bytes, fragment: bool | None, reported: set[str]) -> None:
    """HTML is a page or a part of one by its tags, unless the test says it, and is named after the test."""
    result = checked(checker(tmp_path), html, fragment=fragment)
    found = {issue.rule for issue in result.issues}
    assert found & {ROLE, "seo/title-missing"} == reported
    assert result.report.url == "test_pears"


def test_header(tmp_path: Path) -> None:
    """The header of a response is judged, and that of HTML is not known."""
    rule = "security/referrer-policy-unsafe"
    sent = checked(checker(tmp_path), response(**{"Referrer-Policy": "unsafe-url"}))
    assert rule in failure(sent, "security")
    checked(checker(tmp_path), PAGE).assert_no("security")


def test_styles_of_the_client(tmp_path: Path) -> None:
    """A stylesheet that the client gives is read."""
    page = PAGE.replace("<title>", "<link rel=stylesheet href=/a.css><title>").replace("x</p>", "Ripe pears</p>")
    styled = SimpleNamespace(get=lambda _: SimpleNamespace(status_code=200, content=b"p { color: #999 }"))
    without = checked(checker(tmp_path), response(body=page))
    assert "accessibility/contrast" in failure(
        checked(checker(tmp_path), response(body=page), client=styled), "warning"
    )
    assert any(
        "a.css (it was not provided)" in line
        for result in without.report.categories
        for line in sentences(result.unexamined)
    )


def test_address_of_the_site(tmp_path: Path) -> None:
    """The configuration can say the address of the site in place of that of the client."""
    (tmp_path / "sitescan.toml").write_text('base = "https://pears.example/"\n')
    assert checked(checker(tmp_path), response()).report.url == "https://pears.example/pears"


@pytest.mark.parametrize("body", [PAGE, PAGE.encode()])
def test_awaited_body(tmp_path: Path, body: str | bytes) -> None:
    """A body that has to be awaited makes a result that has to be awaited; one that was read before does not."""

    async def read() -> str | bytes:
        return body

    pending = response()
    pending.content = read

    async def test() -> PageResult:
        result = checker(tmp_path)(pending)
        assert isinstance(result, Awaitable)
        return await result

    assert ALT in failure(asyncio.run(test()), "error")
    assert ALT in failure(checked(checker(tmp_path), pending, body=body), "error")


def test_reports_of_a_run(tmp_path: Path) -> None:
    """A run reports each pattern of URLs once, in the order of URLs, those of its processes together."""
    one, other = (checker(tmp_path) for _ in range(2))
    for check, paths in ((one, ("pears/2", "figs", "figs")), (other, ("pears/10", "apples/1"))):
        for path in paths:
            checked(check, response(f"http://localhost/{path}"))
    whole = RunReports()
    for check in (one, other):
        whole.receive(check.run.reports.sent())
    assert [report.url.rpartition("localhost/")[2] for report in whole.chosen] == ["apples/1", "figs", "pears/10"]
    whole.write("html", tmp_path / "reports" / "index.html")
    assert (tmp_path / "reports" / "index.html").read_text().count("https://localhost/figs")


@pytest.mark.parametrize(
    ("option", "path"),
    [("html:out", "out/index.html"), ("junit:out", "out/report.junit"), ("json:out/a.json", "out/a.json")],
)
def test_report_file(option: str, path: str) -> None:
    """A path without a suffix is a folder."""
    assert report_file(option) == (option.partition(":")[0], Path(path))


@pytest.mark.parametrize("option", ["html", "html:", "pears:out", ""])
def test_invalid_report_file(option: str) -> None:
    """Another option is refused."""
    with pytest.raises(UsageProblem, match="sitescan-report"):
        report_file(option)
