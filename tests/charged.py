"""What judgements take of their category's points, for tests."""

from sitescan.charging import charges
from sitescan.model.report import Judgement
from sitescan.rules.catalogue import catalogue


def shares(*judgements: Judgement) -> list[int]:
    """Return the shares of judgements of one category."""
    charged = charges(judgements, catalogue().__getitem__)
    return [charged[judgement.rule].share for judgement in judgements]
