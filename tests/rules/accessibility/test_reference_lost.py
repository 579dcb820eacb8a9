"""References of labels and descriptions to ids."""

from sitescan.document.document import Document
from sitescan.model.report import Judgement
from sitescan.rules.accessibility.reference_lost import RULE
from sitescan.rules.judge import judge
from sitescan.rules.rule import Bad
from tests.rules.evidence import page


def _judged(html: str) -> Judgement | None:
    return judge(RULE, Document(page(Bad(html)), ()))


def test_space_before_id() -> None:
    """A space before an id is part of it in a label, not in aria-describedby; the fix removes the space."""
    judgement = _judged('<label for=" mail">Email</label><input id="mail" aria-label="Email">')
    assert judgement is not None
    assert judgement.occurrences[0].facts["fixed_markup"] == '<label for="mail">…</label>'
    assert _judged('<label for=" mail">Email</label><input id=" mail">') is None
    assert _judged('<p aria-describedby=" a ">Pears</p><p id="a">Nashi</p>') is None
