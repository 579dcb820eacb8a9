"""The CPU limit for the examination of local pages."""

from pathlib import Path

import pytest

from sitescan.cli.configuration import Configuration
from sitescan.cli.cpu_limit import CpuTimeExceeded, cpu_limit
from sitescan.cli.exit_codes import ExitCode
from sitescan.cli.local_pages import LocalPage
from sitescan.cli.targets import TargetFailed, local_report
from sitescan.configuration.settings import Settings


def _endless() -> None:
    while True:
        try:
            sum(range(1000))
        except Exception:  # noqa: BLE001
            continue


def test_endless_work_is_interrupted() -> None:
    """Endless work is interrupted, even if it handles ordinary exceptions."""
    with pytest.raises(CpuTimeExceeded), cpu_limit(0.05):
        _endless()


def test_work_within_the_limit() -> None:
    """Work after the block is not limited."""
    with cpu_limit(0.05):
        pass
    for _ in range(2000):
        sum(range(1000))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Hypothesis listens to the collector
def test_page_exceeds_limit(tmp_path: Path) -> None:
    """The command fails and reports that the page took too much processor time."""
    page = tmp_path / "index.html"
    page.write_text("<p>Pears " * 50_000)
    configured = Configuration(targets=(str(page),), settings=Settings(examine_seconds=0.05))
    with pytest.raises(TargetFailed, match=r"took more than 0\.05 s of processor time") as failed:
        local_report("a.html", LocalPage(page, tmp_path), configured, 0.0)
    assert failed.value.code is ExitCode.UNREACHABLE
