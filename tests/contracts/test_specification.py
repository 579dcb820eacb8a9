"""The contract, row by row, by the sections of the specification."""

import re
import time

import pytest

from tests.contracts.services import JSON, InMemory, Service

CATEGORIES = ["seo", "accessibility", "performance", "security", "links"]
LABELS = ["SEO", "Accessibility", "Performance", "Security", "Links"]


def test_1_1_report_is_in_response(service: Service) -> None:
    """The response to a scan request is the report, without polling."""
    answer = service.scan(service.site + "/")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json["overallScore"] >= 0


def test_1_4_no_authentication(service: Service) -> None:
    """A scan needs no authentication."""
    answer = service.ask("POST", "/api/v1/scan", b'{"url": "%s/"}' % service.site.encode(), JSON)
    assert answer.status == 200
    assert "www-authenticate" not in answer.headers


def test_2_report_fields(service: Service) -> None:
    """The report has exactly the fields of the contract, in its order."""
    report = service.scan(service.site + "/").json
    assert list(report) == ["url", "scannedAt", "overallScore", "categories", "meta"]
    assert report["url"] == service.site + "/"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", report["scannedAt"])
    assert isinstance(report["overallScore"], int)
    assert 0 <= report["overallScore"] <= 100


def test_2_categories(service: Service) -> None:
    """A report has five categories with labels, in the order of the specification."""
    categories = service.scan(service.site + "/").json["categories"]
    assert [category["category"] for category in categories] == CATEGORIES
    assert [category["label"] for category in categories] == LABELS
    for category in categories:
        assert list(category) == ["category", "label", "score", "issues"]
        assert isinstance(category["score"], int)
        assert 0 <= category["score"] <= 100


def test_2_issues(service: Service) -> None:
    """Each issue has a severity, a title, a description and instructions for fixing it."""
    categories = service.scan(service.site + "/").json["categories"]
    issues = [issue for category in categories for issue in category["issues"]]
    assert issues
    for issue in issues:
        assert list(issue) == ["severity", "title", "description", "recommendation", "howToFix"]
        assert issue["severity"] in {"error", "warning", "info"}
        assert all(isinstance(text, str) and text for text in issue.values())


def test_2_meta(service: Service) -> None:
    """The metadata of a report is three whole numbers about the fetch."""
    meta = service.scan(service.site + "/").json["meta"]
    assert list(meta) == ["fetchTimeMs", "pageSize", "statusCode"]
    assert all(isinstance(value, int) for value in meta.values())
    assert meta["statusCode"] == 200
    assert meta["pageSize"] > 0


def test_2_how_to_fix_holds_literal_tags(service: Service) -> None:
    """Markup in texts is literal, not escaped."""
    categories = service.scan(service.site + "/").json["categories"]
    fixes = [issue["howToFix"] for category in categories for issue in category["issues"]]
    assert any("<" in fix for fix in fixes)
    assert not any("&lt;" in fix for fix in fixes)


@pytest.mark.parametrize("path", ["/api/v1/scan", "/api/v1/rules", "/api/v1/nothing"])
def test_4_cross_origin_headers(service: Service, path: str) -> None:
    """Preflight responses allow any origin."""
    answer = service.ask("OPTIONS", path)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["access-control-allow-methods"] == "POST, OPTIONS"
    assert answer.headers["access-control-allow-headers"] == "Content-Type"
    assert answer.headers["access-control-max-age"] == "86400"


def test_7_200(service: Service) -> None:
    """A completed scan has the status 200."""
    assert service.scan(service.site + "/").status == 200


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"url": 3}', b'{"url": "ftp://example.com/"}'])
def test_7_400(service: Service, body: bytes) -> None:
    """An invalid URL or body has the status 400."""
    answer = service.ask("POST", "/api/v1/scan", body, JSON)
    assert answer.status == 400
    assert list(answer.json) == ["error", "details"]
    assert all(isinstance(text, str) and text for text in answer.json.values())


def test_7_429(service: Service) -> None:
    """The sixth request within an hour has the status 429."""
    for _ in range(5):
        assert service.ask("POST", "/api/v1/scan", b"{}", JSON).status == 400
    answer = service.ask("POST", "/api/v1/scan", b"{}", JSON)
    assert answer.status == 429
    assert answer.headers["retry-after"] == "3600"


def test_7_500(service: Service) -> None:
    """A scan of a page that redirects for ever has the status 500."""
    answer = service.scan(service.site + "/circle")
    assert answer.status == 500
    assert list(answer.json) == ["error", "details"]


def test_8_url_length(service: Service) -> None:
    """A URL of 2048 characters is accepted, and one of 2049 is not."""
    longest = service.site + "/?" + "x" * (2048 - len(service.site) - 2)
    assert service.scan(longest + "x").status == 400
    assert service.scan(longest).status in {200, 400}
    assert "2048" not in service.scan(longest).json.get("details", "")


def test_8_rate_limit_headers(service: Service) -> None:
    """Each response contains the limit, the remaining requests and the end of the window."""
    before = time.time()
    for remaining in (4, 3, 2, 1, 0, 0):
        answer = service.ask("POST", "/api/v1/scan", b"{}", JSON)
        assert answer.headers["x-ratelimit-limit"] == "5"
        assert answer.headers["x-ratelimit-remaining"] == str(remaining)
        reset = int(answer.headers["x-ratelimit-reset"])
        if not isinstance(service, InMemory):
            assert before + 3590 <= reset <= time.time() + 3601


def test_9_version_is_in_path(service: Service) -> None:
    """Paths without the version, or with another version, do not exist."""
    assert service.scan(service.site + "/", path="/api/v2/scan").status == 404
    assert service.scan(service.site + "/", path="/scan").status == 404
