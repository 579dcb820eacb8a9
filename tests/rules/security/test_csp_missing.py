"""The notes beside the suggested content security policy."""

import pytest

from sitescan.document.document import Document
from sitescan.model.exchange import Source
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.rules.rule import Bad
from sitescan.rules.security.csp_missing import RULE
from tests.rules.evidence import page


@pytest.mark.parametrize(
    ("html", "sheets", "expected"),
    [
        ('<link rel="stylesheet" href="/a.css">', (), "stylesheets"),
        ('<link rel="stylesheet" href="/a.css">', (("https://example.com/a.css", "p{top:0}"),), ""),
        ('<link rel="alternate stylesheet" title="Dark" href="/a.css">', (), ""),
        ('<script type="module" src="/a.js"></script>', (), "module scripts"),
        ('<script src="/a.js"></script>', (), ""),
        ('<button onclick="go()">Go</button>', (), "script-src-attr lists"),
        ("".join(f'<p onclick="go({number})">' for number in range(13)), (), "13 inline event handlers"),
        ("".join(f'<iframe src="javascript:go({number})"></iframe>' for number in range(12)), (), ""),
        (
            "".join(f'<iframe src="javascript:go({number})"></iframe>' for number in range(13)),
            (),
            "1 javascript: address ",
        ),
        ('<a href="javascript:go(1)">Go</a>', (), "1 javascript: address "),
        ('<a href="javascript:void(0);">Go</a><a href="javascript:;">Go</a><a href="javascript:">Go</a>', (), ""),
    ],
)
def test_notes(html: str, sheets: tuple[tuple[str, str], ...], expected: str) -> None:
    """The notes name parts that the policy may lack, and changes that the page needs first."""
    sources = [Source(url=url, body=text.encode()) for url, text in sheets]
    judgement = judge(RULE, Document(page(Bad(html)), sources))
    assert judgement is not None
    how_to_fix = issues([judgement])[0].how_to_fix
    notes = (
        "stylesheets",
        "module scripts",
        "script-src-attr lists",
        "13 inline event handlers",
        "1 javascript: link won't",
    )
    for note in notes:
        assert (note in how_to_fix) is (note == expected)
