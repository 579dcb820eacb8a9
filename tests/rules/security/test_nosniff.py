"""The rule about files that are served without nosniff."""

import pytest

from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.security import nosniff_files
from sitescan.standards.http_headers import Headers

URL = "https://example.com/"
NOSNIFF = Headers((("X-Content-Type-Options", "nosniff"),))


@pytest.mark.parametrize(("file", "found"), [({}, 1), ({"nosniff": True}, 0), ({"problem": "it is too large"}, 0)])
def test_files(file: dict[str, str | bool], found: int) -> None:
    """A file that was read and has no nosniff header is reported; a file that was not read is not."""
    exchange = Exchange(requested=URL, url=URL, status=200, headers=NOSNIFF)
    script = Source(url=f"{URL}a.js", body=b"let a = 1", **file)  # type: ignore[arg-type]
    document = Document(Page(exchange=exchange, body=b"<script src=a.js></script>"), scripts=(script,))
    assert len(list(nosniff_files.check(document))) == found
