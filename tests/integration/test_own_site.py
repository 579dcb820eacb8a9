"""The service scanned by itself, as it is on the web."""

import time
from pathlib import Path

import pytest

from tests.own_site import own_site

pytestmark = pytest.mark.integration


def test_the_pages_of_the_service_score_100(tmp_path: Path) -> None:
    """Whoever tells others what to fix has nothing left to fix."""
    with own_site(tmp_path, time.time()) as site:
        for path in ("/", "/docs", "/rules"):
            report = site.scanner.scan(site.origin + path, path="/api/v1/scan?include=evidence").json
            costly = [issue for one in report["categories"] for issue in one["issues"] if issue["share"]]
            assert not costly
            assert [one["score"] for one in report["categories"]] == [100] * 5
