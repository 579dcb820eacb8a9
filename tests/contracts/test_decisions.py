"""Decisions about behavior that the specification leaves open."""

import json

import pytest

from tests.contracts.services import GOOD, JSON, InMemory, Service

SCAN = "/api/v1/scan"


def _remaining(service: Service) -> int:
    return int(service.ask("POST", SCAN, b"{}", JSON).headers["x-ratelimit-remaining"])


class TestTheRequest:
    """Requests: their quota, their clients, and the content that is accepted."""

    def test_requests_that_use_quota(self, service: Service) -> None:
        """Every POST request to the scan path uses quota, with any result."""
        assert service.scan(service.site + "/").status == 200
        assert service.scan("nonsense").status == 400
        assert service.scan(service.site + "/circle").status == 500
        assert service.ask("POST", SCAN, b"x", {"Content-Type": "text/plain"}).status == 400
        assert _remaining(service) == 0

    @pytest.mark.parametrize(
        ("method", "path"), [("OPTIONS", SCAN), ("GET", SCAN), ("GET", "/api/v1/rules"), ("POST", "/api/v1/other")]
    )
    def test_requests_that_use_no_quota(self, service: Service, method: str, path: str) -> None:
        """Preflights, other methods and other paths use no quota."""
        service.ask(method, path)
        assert _remaining(service) == 4

    def test_window_is_fixed(self) -> None:
        """A window opens with the first request, lasts an hour, and is not extended by a refusal."""
        service = InMemory()
        service.clock.advance(1000.5)
        first = service.ask("POST", SCAN, b"{}", JSON)
        assert first.headers["x-ratelimit-reset"] == "4601"
        service.clock.advance(3599)
        for _ in range(5):
            answer = service.ask("POST", SCAN, b"{}", JSON)
        assert answer.status == 429
        assert answer.headers["x-ratelimit-reset"] == "4601"
        service.clock.advance(1)
        again = service.ask("POST", SCAN, b"{}", JSON)
        assert again.status == 400
        assert again.headers["x-ratelimit-remaining"] == "4"
        assert again.headers["x-ratelimit-reset"] == "8201"

    def test_order_of_checks(self, service: Service) -> None:
        """Checks are made in order: rate limit, content type, body size and syntax, fields, URL."""
        wrong_type = {"Content-Type": "text/plain"}
        everything_wrong = b'{"url": "%s"' % (b"x" * 17000)
        assert "Content-Type" in service.ask("POST", SCAN, everything_wrong, wrong_type).json["details"]
        assert "larger" in service.ask("POST", SCAN, everything_wrong, JSON).json["details"]
        assert "JSON object" in service.ask("POST", SCAN, b'{"url": "x"', JSON).json["details"]
        assert "string" in service.ask("POST", SCAN, b'{"url": 1}', JSON).json["details"]
        assert service.ask("POST", SCAN, b'{"url": "x"}', JSON).json["error"] == "Invalid URL"
        assert service.ask("POST", SCAN, everything_wrong, wrong_type).status == 429

    def test_client_behind_proxies(self, service: Service) -> None:
        """Behind a trusted proxy, the client is the rightmost hop that is not trusted, whichever hops precede it."""
        for forged in range(5):
            service.ask("POST", SCAN, b"{}", {**JSON, "X-Forwarded-For": f"198.51.100.{forged}, 203.0.113.77"})
        same = {**JSON, "X-Forwarded-For": "203.0.113.77, 127.0.0.9"}
        assert service.ask("POST", SCAN, b"{}", same).status == 429
        other = {**JSON, "X-Forwarded-For": "203.0.113.78"}
        assert service.ask("POST", SCAN, b"{}", other).status == 400

    def test_ipv6_clients_are_counted_by_network(self, service: Service) -> None:
        """IPv6 clients are counted by their /64 network, and IPv4-mapped addresses as IPv4."""
        for host in range(5):
            service.ask("POST", SCAN, b"{}", {**JSON, "X-Forwarded-For": f"2001:db8:1:2::{host}"})
        inside = {**JSON, "X-Forwarded-For": "2001:db8:1:2:ffff::1"}
        assert service.ask("POST", SCAN, b"{}", inside).status == 429
        another_network = {**JSON, "X-Forwarded-For": "2001:db8:1:3::1"}
        assert service.ask("POST", SCAN, b"{}", another_network).status == 400
        mapped = {**JSON, "X-Forwarded-For": "::ffff:192.0.2.200"}
        service.ask("POST", SCAN, b"{}", mapped)
        plain = {**JSON, "X-Forwarded-For": "192.0.2.200"}
        assert service.ask("POST", SCAN, b"{}", plain).headers["x-ratelimit-remaining"] == "3"

    @pytest.mark.parametrize(
        "content_type",
        [
            "application/json",
            "application/json; charset=utf-8",
            "Application/JSON;charset=UTF-8",
            "application/json; v=1",
        ],
    )
    def test_accepted_content_types(self, service: Service, content_type: str) -> None:
        """A content type may have parameters, and a charset if it is utf-8."""
        body = json.dumps({"url": service.site + "/"}).encode()
        assert service.ask("POST", SCAN, body, {"Content-Type": content_type}).status == 200

    @pytest.mark.parametrize(
        "content_type",
        ["text/json", "application/json; charset=latin1", "application/x-www-form-urlencoded", "", "json", "\xff"],
    )
    def test_refused_content_types(self, service: Service, content_type: str) -> None:
        """Any other content type is refused before the body is read."""
        answer = service.ask("POST", SCAN, b'{"url": "x"}', {"Content-Type": content_type})
        assert answer.status == 400
        assert answer.json["error"] == "Invalid request body"

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"null",
            b'"https://example.com/"',
            b'["https://example.com/"]',
            b"{}",
            b'{"url": null}',
            b'{"url": true}',
            b'{"url": ["https://example.com/"]}',
            b'{"url": ""}',
            b'{"url": "https://example.com/", "url": "https://example.org/"}',
            b'{"url": "https://example.com/", "depth": NaN}',
            b'{"url": "https://example.com/", "depth": Infinity}',
            b'\xef\xbb\xbf{"url": "https://example.com/"}',
            '{"url": "https://example.com/"}'.encode("utf-16"),
            b'{"url": "https://example.com/\xff"}',
            b'{"url": "https://example.com/\\ud800"}',
            b'{"url": "https://example.com/\\udfff"}',
            b'{"url": "https://example.com/' + b"x" * 2048 + b'"}',
            b"[" * 16000,
            b'{"url": ' + b"9" * 9000 + b"}",
            b'{"url": "https://example.com/"} x',
            b"url=https://example.com/",
        ],
        ids=lambda body: repr(body[:40]),
    )
    def test_refused_bodies(self, service: Service, body: bytes) -> None:
        """A body that is invalid is refused with a sentence of explanation."""
        answer = service.ask("POST", SCAN, body, JSON)
        assert answer.status == 400
        assert answer.json["error"] == "Invalid request body"
        assert answer.json["details"].endswith(".")

    def test_body_of_16_kib(self, service: Service) -> None:
        """A body of 16 KiB is accepted, and one byte more is not."""
        start = b'{"url": "%s/", "note": "' % service.site.encode()
        longest = start + b"x" * (16 * 1024 - len(start) - 2) + b'"}'
        assert service.ask("POST", SCAN, longest, JSON).status == 200
        assert service.ask("POST", SCAN, longest + b" ", JSON).status == 400

    def test_extra_fields_are_ignored(self, service: Service) -> None:
        """Unknown fields in a body are ignored, since clients of a later version may send more."""
        body = json.dumps({"url": service.site + "/", "depth": 3, "nested": {"url": "x"}}).encode()
        assert service.ask("POST", SCAN, body, JSON).status == 200

    @pytest.mark.parametrize(
        "url",
        [
            "example.com",
            "//example.com/",
            "/path",
            "ftp://example.com/",
            "file:///etc/passwd",
            "javascript:alert(1)",
            "http:example.com",
            "http:///example.com",
            "http://",
            "http://exa mple.com/",
            "http://example.com/a b",
            " http://example.com/",
            "http://example.com/\n",
            "http://exam\tple.com/",
            "http:\\\\example.com\\",
            "http://user@example.com/",
            "http://user:secret@example.com/",
            "http://example.com:99999/",
            "http://example.com:x/",
            "http://[::1/",
            "http://a..b/",
            "http://exa\u0000mple.com/",
        ],
    )
    def test_refused_urls(self, service: Service, url: str) -> None:
        """An invalid URL is refused, not repaired."""
        answer = service.scan(url)
        assert answer.status == 400
        assert answer.json["error"] == "Invalid URL"
        assert answer.json["details"].endswith(".")

    def test_fragment_is_accepted(self, service: Service) -> None:
        """A fragment is accepted, and is in the report as submitted."""
        answer = service.scan(service.site + "/#part")
        assert answer.status == 200
        assert answer.json["url"] == service.site + "/#part"


class TestTheAnswers:
    """Responses: bodies, statuses, headers."""

    def test_429_body(self, service: Service) -> None:
        """The body of a 429 response has exactly the contract's words."""
        for _ in range(5):
            service.ask("POST", SCAN, b"{}", JSON)
        answer = service.ask("POST", SCAN, b"{}", JSON)
        assert answer.json == {
            "error": "Rate limit exceeded",
            "details": "Maximum 5 requests per hour. Please try again later.",
        }
        assert list(answer.json) == ["error", "details"]
        assert answer.headers["retry-after"] == "3600"
        assert answer.headers["x-ratelimit-remaining"] == "0"

    @pytest.mark.parametrize("path", ["/paper.pdf", "/data.json"])
    def test_response_is_not_html(self, service: Service, path: str) -> None:
        """A response other than HTML is not scanned."""
        answer = service.scan(service.site + path)
        assert answer.status == 400
        assert answer.json["error"] == "Not a web page"

    @pytest.mark.parametrize(
        ("path", "words"),
        [("/circle", "loop"), ("/large", "larger than 5 MiB")],
    )
    def test_500_body(self, service: Service, path: str, words: str) -> None:
        """A failed scan is answered with the reason, in words that a site owner understands."""
        answer = service.scan(service.site + path)
        assert answer.status == 500
        assert answer.json["error"] == "Scan failed"
        assert words in answer.json["details"]

    @pytest.mark.parametrize(
        ("path", "words"),
        [
            ("/name", "not found"),
            ("/refused", "refused"),
            ("/slow", "timed out after 15 s"),
            ("/expired", "certificate is not valid: expired"),
            ("/redirects", "too many redirects"),
            ("/malformed", "malformed"),
            ("/heavy", "more time or memory"),
            ("/busy", "busy"),
        ],
    )
    def test_500_details(self, path: str, words: str) -> None:
        """Each cause of a failed scan has its own sentence."""
        answer = InMemory().scan("http://site.example" + path)
        assert answer.status == 500
        assert answer.json["error"] == "Scan failed"
        assert words in answer.json["details"]

    def test_500_hides_internal_details(self, failures: object) -> None:
        """A defect is logged, and nothing of it is in the response."""
        answer = InMemory().scan("http://site.example/defect")
        assert failures.take()  # type: ignore[attr-defined]  # the fixture of tests/conftest.py
        assert answer.status == 500
        assert answer.json["error"] == "Scan failed"
        assert not any(word in answer.body for word in (b"secret", b"10.1.2.3", b"Traceback", b"Error("))

    def test_encoded_path(self, service: Service) -> None:
        """A path may be percent-encoded."""
        assert service.ask("GET", "/api/v1/%72ules").status == 200

    @pytest.mark.parametrize("path", ["/", "/api", "/api/v1", "/api/v1/scan/", "/api//v1/scan", "/api/v1/Scan", "/%ff"])
    def test_404(self, service: Service, path: str) -> None:
        """Unknown paths are answered with an error in JSON."""
        answer = service.ask("POST", path, b"{}", JSON)
        assert answer.status == 404
        assert list(answer.json) == ["error", "details"]

    @pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH", "TRACE", "FOO"])
    def test_405(self, service: Service, method: str) -> None:
        """Other methods are answered with an error in JSON, and with the methods that are allowed."""
        answer = service.ask(method, SCAN)
        assert answer.status == 405
        assert answer.headers["allow"] == "OPTIONS, POST"
        assert list(answer.json) == ["error", "details"]

    def test_405_for_head(self, service: Service) -> None:
        """HEAD is refused for a path without GET."""
        answer = service.ask("HEAD", SCAN)
        assert answer.status == 405
        assert answer.body == b""

    def test_options(self, service: Service) -> None:
        """OPTIONS is answered with the status 204 and an empty body."""
        answer = service.ask("OPTIONS", SCAN, None, {"Origin": "https://example.com"})
        assert answer.status == 204
        assert answer.body == b""

    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [
            ("POST", SCAN, b"{}"),
            ("GET", SCAN, None),
            ("GET", "/api/v1/nothing", None),
            ("GET", "/api/v1/rules", None),
            ("OPTIONS", SCAN, None),
        ],
    )
    def test_cors_on_every_response(self, service: Service, method: str, path: str, body: bytes | None) -> None:
        """Every response allows any origin, and exposes the headers of the rate limit."""
        answer = service.ask(method, path, body, JSON)
        assert answer.headers["access-control-allow-origin"] == "*"
        exposed = answer.headers["access-control-expose-headers"]
        for name in ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"):
            assert name in exposed

    def test_cors_on_429(self, service: Service) -> None:
        """A 429 response exposes Retry-After to any origin."""
        for _ in range(6):
            answer = service.ask("POST", SCAN, b"{}", JSON)
        assert answer.status == 429
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "Retry-After" in answer.headers["access-control-expose-headers"]

    def test_url_is_as_submitted(self, service: Service) -> None:
        """The URL in a report is the submitted one, not a normalized one."""
        submitted = service.site.replace("http", "HTTP") + "/?q=%7e"
        assert service.scan(submitted).json["url"] == submitted

    def test_extra_fields_only_on_demand(self, service: Service) -> None:
        """The evidence adds rules and places to a report."""
        report = service.scan(service.site + "/", path=SCAN + "?include=evidence").json
        assert report["scoringVersion"]
        issue = next(issue for category in report["categories"] for issue in category["issues"])
        assert list(issue)[:5] == ["severity", "title", "description", "recommendation", "howToFix"]
        assert {"rule", "share", "count", "occurrences"} <= set(issue)

    def test_no_server_header(self, service: Service) -> None:
        """No Server header reveals which versions run."""
        assert "server" not in service.ask("GET", "/").headers
        assert "server" not in service.ask("POST", SCAN, b"{}", JSON).headers

    @pytest.mark.parametrize("host", ["a..b", "x" * 70, "exa mple", "[::", "é"])
    def test_malformed_host_header(self, service: Service, host: str) -> None:
        """A Host header that cannot be parsed does not fail the request."""
        answer = service.ask("GET", SCAN, None, {"Host": host})
        assert answer.status in {400, 405}

    def test_rules(self, service: Service) -> None:
        """The list of rules contains the id, category, severity, texts and sources of each rule."""
        rules = service.ask("GET", "/api/v1/rules").json["rules"]
        assert len(rules) >= 50
        names = {"id", "category", "severity", "title", "recommendation", "howToFix", "covers", "sources"}
        assert all(names <= set(rule) for rule in rules)
        assert [rule["id"] for rule in rules] == sorted(rule["id"] for rule in rules)
        on_sites = {rule["id"]: rule["onSites"] for rule in rules}
        assert "{target}" in on_sites["links/broken"]["description"]
        assert on_sites["seo/title-missing"] is None


class TestRealScans:
    """Scans that need a real fetch."""

    @pytest.fixture
    def real(self, installed_service: object) -> Service:
        """Return the installed service with a new client."""
        service: Service = installed_service()  # type: ignore[operator]  # a factory of clients
        return service

    def test_page_size_is_uncompressed(self, real: Service) -> None:
        """The page size is that of the uncompressed page."""
        assert real.scan(real.site + "/zipped").json["meta"]["pageSize"] == len(GOOD)
        assert real.scan(real.site + "/").json["meta"]["pageSize"] == len(GOOD)

    def test_status_of_final_response(self, real: Service) -> None:
        """The status in a report is that of the final response, also after a redirect or for a missing page."""
        assert real.scan(real.site + "/moved").json["meta"]["statusCode"] == 200
        missing = real.scan(real.site + "/missing")
        assert missing.status == 200
        assert missing.json["meta"]["statusCode"] == 404

    def test_redirect_to_internal_address(self, real: Service) -> None:
        """A redirect to an internal address is refused, and the response does not contain the address."""
        answer = real.scan(real.site + "/inside")
        assert answer.status == 400
        assert answer.json["error"] == "Invalid URL"
        assert "10.0.0.1" not in answer.json["details"]

    @pytest.mark.parametrize(
        "url", ["http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest/", "http://0/"]
    )
    def test_non_public_addresses(self, real: Service, url: str) -> None:
        """A URL whose address is not public is refused."""
        answer = real.scan(url)
        assert answer.status == 400
        assert answer.json["error"] == "Invalid URL"

    def test_same_page_same_report(self, real: Service) -> None:
        """Two scans of the same bytes give equal reports, except for times."""
        first, second = (real.scan(real.site + "/", path=SCAN + "?include=evidence").json for _ in range(2))
        for report in (first, second):
            del report["scannedAt"]
            del report["meta"]["fetchTimeMs"]
        assert first == second

    def test_order_of_issues(self, real: Service) -> None:
        """Issues are sorted by severity, then by share, then by rule id."""
        report = real.scan(real.site + "/", path=SCAN + "?include=evidence").json
        order = {"error": 0, "warning": 1, "info": 2}
        for category in report["categories"]:
            keys = [(order[issue["severity"]], -issue["share"], issue["rule"]) for issue in category["issues"]]
            assert keys == sorted(keys)

    def test_scores_follow_from_shares(self, real: Service) -> None:
        """The scores follow from the shares in the evidence."""
        report = real.scan(real.site + "/", path=SCAN + "?include=evidence").json
        scores = []
        for category in report["categories"]:
            left, whole = 100, 1
            for issue in category["issues"]:
                left, whole = left * (100 - issue["share"]), whole * 100
            assert category["score"] == left // whole
            scores += [category["score"]] if category["counted"] else []
        assert report["overallScore"] == (2 * sum(scores) + len(scores)) // (2 * len(scores))
