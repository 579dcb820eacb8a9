"""Dates in header fields."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

#: All forms that there are have less than 40 characters.
_LONGEST = 100


def parse_http_date(text: str) -> datetime | None:
    """
    The point in time that a field names, or ``None`` where it names none.

    Strangers write what they like: zones of a million hours and years that no calendar has.

    https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
    """
    try:
        date = parsedate_to_datetime(text[:_LONGEST])
        if date.tzinfo is not None:
            # Its year can be one that has no counterpart in UTC, or in seconds since 1970.
            date.astimezone(UTC).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return date
