"""What the fixture ``sitescan`` calls: a page of a test becomes its report."""

import argparse
import time
from collections.abc import Awaitable, Iterable
from pathlib import Path

from attrs import evolve, field, frozen

from sitescan.cli.baseline import Baseline, read_baseline
from sitescan.cli.configuration import Configuration, Ignored, configuration
from sitescan.cli.local_pages import HERE
from sitescan.cli.rule_explanation import check_rule
from sitescan.document.fragment_elements import is_whole_page
from sitescan.document.parsing.encoding import encode
from sitescan.local.offline import analyse, analyse_fragment
from sitescan.standards.urls import origin_of
from sitescan.testing.page_result import PageResult
from sitescan.testing.received_page import ReceivedPage, body_of, received_page
from sitescan.testing.run_reports import RunReports, report_file


@frozen
class CheckedRun:
    """
    A test run whose pages are checked.

    :ivar configured: the configuration of the project.
    :ivar baseline: the issues that it has already; ``None`` if there is no baseline.
    :ivar report: the format and the file of its report; ``None`` if there is none.
    :ivar reports: the reports so far.
    """

    configured: Configuration
    baseline: Baseline | None = None
    report: tuple[str, Path] | None = None
    reports: RunReports = field(factory=RunReports)

    @classmethod
    def of_project(cls, folder: Path, baseline: str = "", report: str = "") -> "CheckedRun":
        """
        Return a run by the configuration file in a folder.

        :param baseline: the file of the baseline; empty if there is none.
        :param report: the format and the path of its report; empty if there is none.
        :raises UsageProblem: if a file can't be read or is invalid.
        """
        configured = configuration(argparse.Namespace(config=None, targets=[HERE]), folder)
        known = read_baseline(baseline) if baseline else None
        return cls(configured, known, report_file(report) if report else None)


@frozen
class PageChecker:
    """
    Checks the pages of a test.

    :ivar run: the test run.
    :ivar name: the name of the test, by which reports on HTML without a URL are known.
    :ivar left_out: the ids of rules whose issues don't count in the test.
    """

    run: CheckedRun = field(repr=False)
    name: str
    left_out: tuple[str, ...] = ()

    def __call__(
        self,
        response: object,
        *,
        body: bytes | str | None = None,
        client: object = None,
        ignore: Iterable[str] = (),
        fragment: bool | None = None,
    ) -> PageResult | Awaitable[PageResult]:
        """
        Return the result for a page; of a response whose body has to be awaited, it has to be awaited, too.

        :param response: what a test client returns, a page of Playwright, or HTML.
        :param body: the body of the response, if it was read before.
        :param client: what can give the stylesheets and scripts of the page, by ``client.get(URL)``.
        :param ignore: the ids of rules whose issues don't count.
        :param fragment: whether it is a part of a page; by default, HTML is one that has no tag of a whole page, and a
            response is none.
        :raises TypeError: if it is no response and no HTML.
        :raises sitescan.cli.exit_codes.UsageProblem: if there is no such rule.
        """
        __tracebackhide__ = True
        left_out = (*self.left_out, *ignore)
        for rule in left_out:
            check_rule(rule)
        if isinstance(response, bytes | str):
            text = response.decode("utf-8", "replace") if isinstance(response, bytes) else response
            page = ReceivedPage(body=encode(text))
            return self._result(page, left_out, fragment=not is_whole_page(text) if fragment is None else fragment)
        found = body_of(response) if body is None else body

        def of_body(received: bytes | str) -> PageResult:
            page = received_page(response, encode(received) if isinstance(received, str) else received, client)
            return self._result(page, left_out, fragment=bool(fragment))

        async def later(awaited: Awaitable[bytes | str]) -> PageResult:
            return of_body(await awaited)

        return later(found) if isinstance(found, Awaitable) else of_body(found)

    def _result(self, page: ReceivedPage, left_out: Iterable[str], *, fragment: bool) -> PageResult:
        configured = self.run.configured
        parser, now = configured.settings.parser, time.time()
        url, base = page.url, configured.base
        if base:
            url = origin_of(base) + url[len(origin_of(url)) :]
        if fragment:
            report = analyse_fragment(page.body, url, scanned_at=now, parser=parser, fixes=0)
        else:
            report = analyse(
                *(url, page.status, page.headers, page.body), files=page.file, scanned_at=now, parser=parser
            )
        if page.asked == HERE:
            report = evolve(report, url=self.name)
        self.run.reports.add(report)
        ignored = tuple(Ignored(rule=rule, reason="the test leaves it out") for rule in left_out)
        return PageResult(report, evolve(configured, ignored=configured.ignored + ignored), self.run.baseline)
