"""The pages of the service, scanned by the service itself."""

import time
from pathlib import Path

import pytest

from tests.own_site import NAME, own_site

pytestmark = pytest.mark.integration


def test_own_pages_score_100(tmp_path: Path) -> None:
    """The service's own pages have no issue that costs points."""
    with own_site(tmp_path, time.time()) as site:
        for path in ("/", "/docs", "/rules", "/rules/seo/title-missing", "/rules/security/csp-missing"):
            report = site.scanner.scan(site.origin + path, path="/api/v1/scan?include=evidence").json
            costly = [issue for category in report["categories"] for issue in category["issues"] if issue["share"]]
            ours = [issue for issue in costly if issue["rule"] != "links/host-not-found"]
            assert not ours, path
            assert all(category["counted"] for category in report["categories"]), path
            # A rule's page links to its sources, whose host names don't resolve in a test, which costs points.
            elsewhere = [place["snippet"] for issue in costly for place in issue["occurrences"]]
            assert all("https://" in link and NAME not in link for link in elsewhere), path
            assert bool(elsewhere) == (path.count("/") > 1), path
            scores = [category["score"] for category in report["categories"]]
            assert scores == [100, 100, 100, 100, 85 if elsewhere else 100], path
