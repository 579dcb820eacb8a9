"""
The plugin of pytest: the fixture ``sitescan``, which checks the pages that an app returns to its tests.

pytest loads it for every run, so the checks are loaded for the first page.
"""

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from sitescan.testing.page_checker import CheckedRun, PageChecker

_RUN = pytest.StashKey["CheckedRun"]()

#: The key of what an xdist process returns to the one that has started it.
_SENT = "sitescan_reports"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("sitescan")
    group.addoption(
        "--sitescan-report",
        metavar="FORMAT:PATH",
        help="write the reports on the pages that tests have checked, such as html:FOLDER or json:FILE",
    )
    group.addoption(
        "--sitescan-baseline", metavar="FILE", help="JSON report of an earlier run; only issues that aren't in it fail"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the marker, and refuse an invalid option before the tests run."""
    config.addinivalue_line("markers", "sitescan(ignore): rules whose issues don't count in the test, a list of ids")
    option = config.getoption("--sitescan-report")
    if option or config.getoption("--sitescan-baseline"):
        _run(config)
    if option:
        from sitescan.cli.exit_codes import UsageProblem  # noqa: PLC0415 - loaded when it is needed
        from sitescan.testing.run_reports import report_file  # noqa: PLC0415

        try:
            report_file(option)
        except UsageProblem as problem:
            raise pytest.UsageError(str(problem)) from None


@pytest.fixture
def sitescan(request: pytest.FixtureRequest) -> "PageChecker":
    """
    Check a page: ``sitescan(response).assert_no("error")``.

    It takes what the test clients of Django, Flask, FastAPI, aiohttp, Klein and WebTest return, responses of httpx and
    requests, pages of Playwright, and HTML.
    """
    from sitescan.testing.page_checker import PageChecker  # noqa: PLC0415 - loaded for the first page

    markers = request.node.iter_markers("sitescan")
    left_out = tuple(rule for marker in markers for rule in marker.kwargs.get("ignore", ()))
    return PageChecker(_run(request.config), request.node.nodeid, left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Receive the reports of a process of xdist."""
    sent = getattr(node, "workeroutput", {}).get(_SENT)
    if sent:
        _run(node.config).reports.receive(sent)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the reports, or send them to the process that writes them."""
    config = session.config
    option, run = config.getoption("--sitescan-report"), config.stash.get(_RUN, None)
    if not option or run is None:
        return
    output = getattr(config, "workeroutput", None)
    if output is not None:
        output[_SENT] = run.reports.sent()
        return
    from sitescan.testing.run_reports import report_file  # noqa: PLC0415 - loaded when it is needed

    run.reports.write(*report_file(option))


def _run(config: pytest.Config) -> "CheckedRun":
    """Return the run, whose configuration is read once."""
    if _RUN not in config.stash:
        from sitescan.cli.exit_codes import UsageProblem  # noqa: PLC0415 - loaded for the first page
        from sitescan.testing.page_checker import CheckedRun  # noqa: PLC0415

        try:
            config.stash[_RUN] = CheckedRun.of_project(config.rootpath, config.getoption("--sitescan-baseline") or "")
        except UsageProblem as problem:
            raise pytest.UsageError(str(problem)) from None
    return config.stash[_RUN]
