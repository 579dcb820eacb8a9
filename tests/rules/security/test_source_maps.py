"""Source maps that the response of a script names."""

from sitescan.document.document import Document
from sitescan.model.exchange import Source
from sitescan.rules.rule import Example
from sitescan.rules.security.source_map_named import check
from tests.rules.evidence import page

URL = "https://example.com/a.js"


def test_header() -> None:
    """A map counts in the SourceMap header field as well, unless it is inside the field."""
    example = Example(True, f'<script src="{URL}"></script>')
    found = [
        [finding.facts["detail"] for finding in check(Document(page(example), scripts=[script]))]
        for script in (
            Source(url=URL, body=b"let pears", source_map="/a.js.map"),
            Source(url=URL, body=b"let pears", source_map="data:application/json,{}"),
            Source(url=URL, body=b"let pears"),
        )
    ]
    assert found == [["map /a.js.map"], [], []]
