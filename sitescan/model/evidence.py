"""The base class of evidence that is collected from several URLs, and the evidence of parts that were not examined."""

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


@frozen(kw_only=True)
class Unexamined(PlacedEvidence):
    """
    The parts of a page that could not be examined.

    :ivar reasons: one sentence for each part.
    """

    reasons: tuple[str, ...] = ()
