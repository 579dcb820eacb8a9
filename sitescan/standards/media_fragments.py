"""
The time range in the fragment of a media URL.

https://www.w3.org/TR/media-frags/#naming-time
"""

from sitescan.standards.lazy_pattern import lazy_pattern

_CLOCK = lazy_pattern(r"(?:(?:([0-9]{1,4}):)?([0-5][0-9]):)?([0-9]{1,9}(?:\.[0-9]{0,9})?)")


def temporal(fragment: str) -> tuple[float, float]:
    """
    Return the start and end of the time range in seconds; an end of 0 is the end of the recording.

    A fragment without a valid range selects the whole recording.
    """
    values = [
        value for name, _, value in (parameter.partition("=") for parameter in fragment.split("&")) if name == "t"
    ]
    start, comma, end = values[-1].removeprefix("npt:").partition(",") if values else ("", "", "")
    start_time, end_time = _seconds(start or "0"), _seconds(end) if comma else 0.0
    if start_time is None or end_time is None or (comma and start_time >= end_time):
        return 0.0, 0.0
    return start_time, end_time


def _seconds(text: str) -> float | None:
    """Return the seconds of a time such as ``90``, ``mm:ss`` or ``hh:mm:ss``, or ``None`` if it is invalid."""
    match = _CLOCK.fullmatch(text)
    return int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + float(match[3]) if match is not None else None
