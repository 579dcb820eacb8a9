"""How long a server asks to be left alone."""

from datetime import datetime
from email.utils import parsedate_to_datetime

from sitescan.model.answers import Answer

_BUSY = frozenset({429, 503})


def asked_patience(answer: Answer) -> float | None:
    """
    The seconds that an answer asks to wait for; ``None`` where it asks for none.

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
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return date if date.tzinfo is not None else None
