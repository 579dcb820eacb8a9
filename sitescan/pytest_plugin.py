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
    group.addoption("--sitescan-report", metavar="FORMAT:PATH", help="write reports: html:FOLDER, json:FILE, ...")
    group.addoption("--sitescan-baseline", metavar="FILE", help="JSON report of an earlier run; only new issues fail")


def pytest_configure(config: pytest.Config) -> None:
    """Add the marker, and refuse an invalid option before the tests run."""
    config.addinivalue_line("markers", "sitescan(ignore): rules whose issues don't count in the test, a list of ids")
    if config.getoption("--sitescan-report") or config.getoption("--sitescan-baseline"):
        _run(config)


@pytest.fixture
def sitescan(request: pytest.FixtureRequest) -> "PageChecker":
    """Check the page of a response, a page of Playwright, or HTML: ``sitescan(response).assert_no("error")``."""
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
    run = session.config.stash.get(_RUN, None)
    if run is None or run.report is None:
        return
    output = getattr(session.config, "workeroutput", None)
    if output is None:
        run.reports.write(*run.report)
    else:
        output[_SENT] = run.reports.sent()


def _run(config: pytest.Config) -> "CheckedRun":
    """Return the run, whose configuration is read once."""
    if _RUN not in config.stash:
        from sitescan.cli.exit_codes import UsageProblem  # noqa: PLC0415 - loaded for the first page
        from sitescan.testing.page_checker import CheckedRun  # noqa: PLC0415

        options = (config.getoption(f"--sitescan-{name}") or "" for name in ("baseline", "report"))
        try:
            config.stash[_RUN] = CheckedRun.of_project(config.rootpath, *options)
        except UsageProblem as problem:
            raise pytest.UsageError(str(problem)) from None
    return config.stash[_RUN]
