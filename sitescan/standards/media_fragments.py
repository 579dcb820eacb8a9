"""
The part of a recording that the fragment of its URL names.

https://www.w3.org/TR/media-frags/#naming-time
"""

import re

_CLOCK = re.compile(r"(?:(?:([0-9]{1,4}):)?([0-5][0-9]):)?([0-9]{1,9}(?:\.[0-9]{0,9})?)")


def temporal(fragment: str) -> tuple[float, float]:
    """
    Where a recording begins to play and where it stops, seconds; 0 where it stops at its end.

    A fragment that says nothing of it, or nothing that can be understood, leaves it whole.
    """
    said = [value for name, _, value in (one.partition("=") for one in fragment.split("&")) if name == "t"]
    start, comma, end = said[-1].removeprefix("npt:").partition(",") if said else ("", "", "")
    begins, stops = _seconds(start or "0"), _seconds(end) if comma else 0.0
    if begins is None or stops is None or (comma and begins >= stops):
        return 0.0, 0.0
    return begins, stops


def _seconds(text: str) -> float | None:
    """A time as seconds, ``mm:ss`` or ``hh:mm:ss``."""
    match = _CLOCK.fullmatch(text)
    return int(match[1] or 0) * 3600 + int(match[2] or 0) * 60 + float(match[3]) if match is not None else None
