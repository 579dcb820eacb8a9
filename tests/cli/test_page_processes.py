"""Processes that work on pages."""

from sitescan.cli.page_processes import in_processes


def test_results_that_nobody_takes() -> None:
    """Processes that are sending large results end when nobody takes more of them, and nothing waits for ever."""
    results = in_processes(bytes, [5_000_000] * 40)
    assert len(next(results)) == 5_000_000
    del results
