"""How long a server asks to be left alone."""

from datetime import datetime

from sitescan.model.answers import Answer
from sitescan.standards.http_dates import parse_http_date

_BUSY = frozenset({429, 503})


def retry_after_seconds(answer: Answer) -> float | None:
    """
    The seconds to wait for before asking again; ``None`` where an answer asks for no patience.

    A date is measured by the server's own clock, as it stands in the same answer.

    https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
    """
    if answer.status not in _BUSY:
        return None
    said = answer.headers.get("retry-after")
    if said.isascii() and said.isdigit() and len(said) < 10:
        return float(said)
    until, now = _date(said), _date(answer.headers.get("date"))
    return max(0.0, (until - now).total_seconds()) if until is not None and now is not None else None


def _date(text: str) -> datetime | None:
    date = parse_http_date(text)
    return date if date is not None and date.tzinfo is not None else None
