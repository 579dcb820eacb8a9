"""The waiting time in ``Retry-After`` fields."""

from datetime import datetime

from sitescan.egress.host_backoff import BUSY
from sitescan.model.answers import Answer
from sitescan.standards.http_dates import parse_http_date


def retry_after_seconds(answer: Answer) -> float | None:
    """
    Return the seconds to wait before the next request; ``None`` if an answer names no waiting time.

    A date is compared with the ``Date`` field of the same answer, because the server's clock may be wrong.

    https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
    """
    if answer.status not in BUSY:
        return None
    value = answer.headers.get("retry-after")
    if value.isascii() and value.isdigit() and len(value) < 10:
        return float(value)
    until, now = _date(value), _date(answer.headers.get("date"))
    return max(0.0, (until - now).total_seconds()) if until is not None and now is not None else None


def _date(text: str) -> datetime | None:
    date = parse_http_date(text)
    return date if date is not None and date.tzinfo is not None else None
