"""Parts of pages that were not examined, as tests read them."""

from collections.abc import Iterable

from sitescan.model.evidence import ScoreEffect, UnexaminedPart


def sentences(parts: Iterable[UnexaminedPart]) -> list[str]:
    """Return what the report says of them."""
    return [part.sentence for part in parts]


def are_uncounted(parts: Iterable[UnexaminedPart]) -> bool:
    """Return whether without them a score can't raise the overall score."""
    return any(part.effect is ScoreEffect.UNCOUNTED for part in parts)


def are_upper_bound(parts: Iterable[UnexaminedPart]) -> bool:
    """Return whether without them a score is an upper bound that counts all the same."""
    return any(part.effect is ScoreEffect.UPPER_BOUND for part in parts)
