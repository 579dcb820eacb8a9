"""What ``import sitescan`` offers."""

import time

import pytest

import sitescan
from sitescan.configuration.settings import Settings
from sitescan.errors import ScanFailed
from sitescan.model.report import Report
from sitescan.report.formats import FORMATS


def test_names() -> None:
    """The types that the functions take, return and raise can be imported, and anything else can't."""
    assert (sitescan.Report, sitescan.ScanFailed, sitescan.Settings) == (Report, ScanFailed, Settings)
    assert sitescan.FORMATS is FORMATS
    assert all(getattr(sitescan, name) for name in vars(sitescan)["__all__"])
    with pytest.raises(AttributeError, match="pears"):
        sitescan.pears  # type: ignore[attr-defined]  # noqa: B018 - reading it is the test


def test_text_is_refused() -> None:
    """A body that is text is refused with a sentence: only the caller knows how it was encoded."""
    with pytest.raises(TypeError, match="body: must be bytes, not str"):
        sitescan.analyse("https://pears.example/", body="<p>Pears")  # type: ignore[arg-type]


def test_time_of_analysis() -> None:
    """A page is analysed now, unless the caller says when it was fetched."""
    before = time.time()
    assert before <= sitescan.analyse("https://pears.example/", body=b"<p>Pears").scanned_at <= time.time()
    assert sitescan.analyse("https://pears.example/", body=b"<p>Pears", scanned_at=9.0).scanned_at == 9.0
