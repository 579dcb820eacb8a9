"""Dates in header fields."""

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

#: The maximum length; all valid formats have less than 40 characters.
_LONGEST = 100


def parse_http_date(text: str) -> datetime | None:
    """
    Return the date of a field value, or ``None`` if it is invalid.

    Untrusted values include time zones of a million hours and years out of any range.

    https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
    """
    try:
        date = parsedate_to_datetime(text[:_LONGEST])
        if date.tzinfo is not None:
            # The date may be out of range in UTC, or in seconds since 1970.
            date.astimezone(UTC).timestamp()
    except (ValueError, TypeError, OverflowError, IndexError):
        return None
    return date
