"""Dates in ``Set-Cookie``, parsed as browsers do."""

import re
from datetime import UTC, datetime

from sitescan.standards.lazy_pattern import lazy_pattern

_TOKEN = lazy_pattern(r"[^\x09\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+")
_TIME = lazy_pattern(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)", re.ASCII)
_DAY = lazy_pattern(r"(\d{1,2})(?:\D|$)", re.ASCII)
_YEAR = lazy_pattern(r"(\d{2,4})(?:\D|$)", re.ASCII)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def parse_cookie_date(text: str) -> datetime | None:
    """
    Return the date of an ``Expires`` attribute in UTC, or ``None`` if it is invalid.

    Weekday, time zone and punctuation are ignored, the parts may be in any order, and a year of two digits is between
    1970 and 2069.

    https://www.rfc-editor.org/rfc/rfc6265#section-5.1.1
    """
    time: tuple[int, int, int] | None = None
    day = month = year = None
    for token in _TOKEN.findall(text):
        if time is None and (match := _TIME.match(token)):
            time = (int(match[1]), int(match[2]), int(match[3]))
        elif day is None and (match := _DAY.match(token)):
            day = int(match[1])
        elif month is None and token[:3].lower() in _MONTHS:
            month = _MONTHS.index(token[:3].lower()) + 1
        elif year is None and (match := _YEAR.match(token)):
            year = int(match[1])
    if time is None or day is None or month is None or year is None:
        return None
    if year < 100:
        year += 1900 if year >= 70 else 2000
    if year < 1601:
        return None
    try:
        return datetime(year, month, day, *time, tzinfo=UTC)
    except ValueError:
        return None
