"""Ids that labels and descriptions name."""

from sitescan.document.document import Document
from sitescan.model.report import Judgement
from sitescan.rules.accessibility.reference_lost import RULE
from sitescan.rules.judge import judge
from sitescan.rules.rule import Bad
from tests.rules.evidence import page


def _judged(html: str) -> Judgement | None:
    return judge(RULE, Document(page(Bad(html)), ()))


def test_a_space_before_an_id() -> None:
    """It is part of the id for a label; the fix keeps the label with the field that is meant."""
    judgement = _judged('<label for=" mail">Email</label><input id="mail" aria-label="Email">')
    assert judgement is not None
    assert judgement.occurrences[0].facts["fixed_markup"] == '<label for="mail">…</label>'
    assert _judged('<label for=" mail">Email</label><input id=" mail">') is None
    assert _judged('<p aria-describedby=" a ">Pears</p><p id="a">Nashi</p>') is None
