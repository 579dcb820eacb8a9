"""Content negotiation: the format of a report that a client requests."""

from collections.abc import Sequence

from sitescan.report.formats import FORMATS, Format
from sitescan.web.wire import InvalidBody

_BY_MEDIA_TYPE = {
    report_format.media_type: report_format for report_format in FORMATS.values() if report_format.negotiated
}
_JSON = FORMATS["json"]


def chosen_format(named: Sequence[bytes], accept: Sequence[str]) -> Format:
    """
    Return the format that ``?format=`` names, or else the one that ``Accept`` prefers, or else JSON.

    :param named: the values of ``format`` in the query.
    :param accept: the values of the ``Accept`` header field.
    :raises InvalidBody: if the query names an unknown format.
    """
    if named:
        name = named[0].decode("utf-8", "replace")
        if name not in FORMATS:
            raise InvalidBody(f"The format must be one of {', '.join(FORMATS)}.")
        return FORMATS[name]
    return preferred(", ".join(accept))


def preferred(accept: str) -> Format:
    """
    Return the format that an ``Accept`` header field prefers; JSON if it has no preference.

    https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
    """
    best, chosen = 0.0, _JSON
    for entry in accept.split(","):
        media_type, *parameters = (part.strip().lower() for part in entry.split(";"))
        form, quality = _BY_MEDIA_TYPE.get(media_type, _JSON if media_type in ("*/*", "application/*") else None), 1.0
        for parameter in parameters:
            if parameter.startswith("q="):
                quality = _quality(parameter[2:])
        if form is not None and quality > best:
            best, chosen = quality, form
    return chosen


def _quality(value: str) -> float:
    digits = value.replace(".", "", 1)
    return float(value) if len(value) <= 5 and digits.isascii() and digits.isdigit() else 0.0
