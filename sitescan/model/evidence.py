"""What the evidence of rules has in common, and the evidence that something could not be examined."""

from attrs import frozen

from sitescan.model.outline import EmbeddedObject, Link, MediaElement, NamedLink, Place, Reference, Resource


class PlacedEvidence:
    """Evidence that knows the place of whatever it handed out."""

    def place(self, at: object) -> Place | None:
        """The place of a link, a resource or a player of the page."""
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
    What could not be examined.

    :ivar reasons: one sentence each.
    """

    reasons: tuple[str, ...] = ()
