"""What is said beside the policy that is suggested."""

import pytest

from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.rules.rule import Bad
from sitescan.rules.security.csp_missing import RULE
from tests.rules.evidence import evidence


@pytest.mark.parametrize(
    ("html", "sheets", "said"),
    [
        ('<link rel="stylesheet" href="/a.css">', (), "stylesheets"),
        ('<link rel="stylesheet" href="/a.css">', (("https://example.com/a.css", "p{top:0}"),), ""),
        ('<button onclick="go()">Go</button>', (), "script-src-attr lists"),
    ],
)
def test_notes(html: str, sheets: tuple[tuple[str, str], ...], said: str) -> None:
    """What the policy may lack, or makes necessary first."""
    judgement = judge(RULE, evidence(RULE, Bad(html, sheets=sheets)))
    assert judgement is not None
    how_to_fix = issues([judgement])[0].how_to_fix
    for note in ("stylesheets", "script-src-attr lists"):
        assert (note in how_to_fix) is (note == said)
