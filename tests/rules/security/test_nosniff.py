"""What a file is said to be, and whether its server lets browsers guess otherwise."""

import pytest

from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.security import nosniff_files
from sitescan.standards.http_headers import Headers

URL = "https://example.com/"
NOSNIFF = Headers((("X-Content-Type-Options", "nosniff"),))


@pytest.mark.parametrize(("file", "found"), [({}, 1), ({"nosniff": True}, 0), ({"problem": "it is too large"}, 0)])
def test_files(file: dict[str, str | bool], found: int) -> None:
    """One that was read and does not say so is reported; of one that was not read nothing is known."""
    exchange = Exchange(requested=URL, url=URL, status=200, headers=NOSNIFF)
    script = Source(url=f"{URL}a.js", body=b"let a = 1", **file)  # type: ignore[arg-type]
    document = Document(Page(exchange=exchange, body=b"<script src=a.js></script>"), scripts=(script,))
    assert len(list(nosniff_files.check(document))) == found
