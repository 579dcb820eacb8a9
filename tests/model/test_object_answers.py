"""The content type of an object, as browsers show it."""

import pytest

from sitescan.model.answers import Answer
from sitescan.model.media_answers import ObjectAnswers
from sitescan.model.outline import EmbeddedObject
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/pear"


@pytest.mark.parametrize(
    ("status", "fields", "kind"),
    [
        (200, {"Content-Type": "Image/PNG; a=b"}, "image/png"),
        (200, {"Content-Type": "image/png", "X-Frame-Options": "DENY"}, "image/png"),
        (200, {"Content-Type": "image/png", "Cross-Origin-Resource-Policy": "same-origin"}, ""),
        (200, {"Content-Type": "video/mp4", "X-Frame-Options": "DENY"}, ""),
        (200, {"Content-Type": "video/mp4", "Content-Security-Policy": "frame-ancestors 'none'"}, ""),
        (200, {"Content-Type": "video/mp4"}, "video/mp4"),
        (204, {"Content-Type": "image/png"}, ""),
        (404, {"Content-Type": "image/png"}, ""),
        (200, {}, ""),
    ],
)
def test_content_type(status: int, fields: dict[str, str], kind: str) -> None:
    """The content type is empty for an error and for a file that other pages may not show."""
    answer = Answer(url=_URL, status=status, headers=Headers(tuple(fields.items())))
    embedded = EmbeddedObject(url=_URL)
    assert ObjectAnswers(objects=(embedded,), answers={_URL: answer}).content_type(embedded) == kind
    assert ObjectAnswers(objects=(embedded,)).content_type(embedded) == ""
