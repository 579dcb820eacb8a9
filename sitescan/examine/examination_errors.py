"""Reasons why a page was not examined."""


class NotExamined(Exception):
    """
    A job of a child was not completed.

    :ivar reason: a sentence for the owner of the page.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def is_own(self) -> bool:
        """Whether the reason lies in this program or its machine, so that it says nothing about the page."""
        return self.reason in (BUSY, LOST, BROKEN, NOT_STARTED)


TOO_HEAVY = "The page needs more time or memory to examine than a scan allows."
BUSY = "The server was too busy to examine the page in time; try again in a moment."
LOST = "The process that examined the page was ended; try again in a moment."
BROKEN = "The page could not be examined because of an internal error."
NOT_STARTED = "The process that examines pages could not be started; the log says why."
