"""The base class of evidence that is collected from several URLs, and the evidence of parts that were not examined."""

from enum import Enum

from attrs import frozen

from sitescan.model.outline import EmbeddedObject, Link, MediaElement, NamedLink, Place, Reference, Resource


class PlacedEvidence:
    """Evidence whose items know their places in the page."""

    @property
    def complete(self) -> bool:
        """Whether all of it was read or answered."""
        return True

    def place(self, at: object) -> Place | None:
        """Return the place of an item of the page, such as a link or a resource; ``None`` for anything else."""
        return (
            at.place
            if isinstance(at, EmbeddedObject | Link | MediaElement | NamedLink | Reference | Resource)
            else at
            if isinstance(at, Place)
            else None
        )


class ScoreEffect(Enum):
    """What a missing part does to a score: an uncounted one is an upper bound that only lowers the overall score."""

    NONE = "none"
    UPPER_BOUND = "upper-bound"
    UNCOUNTED = "uncounted"


_CLAUSES = {
    ScoreEffect.NONE: "",
    ScoreEffect.UPPER_BOUND: ", so the score is at most what is shown",
    ScoreEffect.UNCOUNTED: ", and this score can't raise the overall score",
}


@frozen
class UnexaminedPart:
    """
    A part of a category that could not be examined.

    :ivar key: names the kind of part; published, so that it never changes (docs/api.rst lists them).
    :ivar text: says what was not examined, without a full stop.
    :ivar effect: what it does to the score of the category.
    :ivar rules: the ids of the rules that it leaves out, if it is these alone.
    :ivar end: what follows in the sentence: the cause, or a full stop.
    :ivar hides_content: whether the page's content is among it, so that rules that find nothing there say nothing.
    """

    key: str
    text: str
    effect: ScoreEffect = ScoreEffect.NONE
    rules: tuple[str, ...] = ()
    end: str = "."
    hides_content: bool = False

    @property
    def sentence(self) -> str:
        """What was not examined, and what that does to the score."""
        return f"{self.text}{_CLAUSES[self.effect]}{self.end}"


def check_failed(text: str, *rules: str) -> UnexaminedPart:
    """Return what was not examined because of an internal error, whose cost is unknown."""
    return UnexaminedPart("check-failed", f"{text} because of an internal error", ScoreEffect.UNCOUNTED, rules)


@frozen(kw_only=True)
class Unexamined(PlacedEvidence):
    """The parts of a page that could not be examined."""

    parts: tuple[UnexaminedPart, ...] = ()
