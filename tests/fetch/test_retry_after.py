"""The time in the Retry-After field of a busy server's response."""

import pytest

from sitescan.fetch.retry_after import retry_after_seconds
from sitescan.model.answers import Answer
from sitescan.standards.http_headers import Headers

_DATE = ("Date", "Fri, 20 Nov 2026 18:00:00 GMT")


@pytest.mark.parametrize(
    ("status", "fields", "seconds"),
    [
        (429, (("Retry-After", "3"),), 3),
        (503, (("retry-after", "120"),), 120),
        (429, (("Retry-After", "Fri, 20 Nov 2026 18:00:05 GMT"), _DATE), 5),
        (429, (("Retry-After", "Fri, 20 Nov 2026 17:59:00 GMT"), _DATE), 0),
        (429, (("Retry-After", "Fri, 20 Nov 2026 18:00:05 GMT"),), None),
        (429, (), None),
        (429, (("Retry-After", "-1"),), None),
        (429, (("Retry-After", "soon"), _DATE), None),
        (429, (("Retry-After", "9" * 400),), None),
        (429, (("Retry-After", "٣"),), None),
        (429, (("Retry-After", "Fri, 20 Nov 2026 18:00:05 +99999999"), _DATE), None),
        (429, (("Retry-After", "Fri, 20 Nov 2026 18:00:05 GMT"), ("Date", "Fri, 31 Dec 9999 23:59:59 -1200")), None),
        (429, (("Retry-After", "Fri, 20 Nov 2026 18:00:05 GMT"), ("Date", "Mon, 1 Jan " + "9" * 5000)), None),
        (200, (("Retry-After", "3"),), None),
        (404, (("Retry-After", "3"),), None),
    ],
)
def test_retry_after(status: int, fields: tuple[tuple[str, str], ...], seconds: float | None) -> None:
    """Retry-After is a number of seconds or a date by the server's clock, and any other value is ignored."""
    assert retry_after_seconds(Answer(url="http://a.example/", status=status, headers=Headers(fields))) == seconds
