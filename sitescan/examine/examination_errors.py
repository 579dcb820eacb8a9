"""Reasons why a page was not examined."""


class NotExamined(Exception):
    """
    A job of a child was not completed.

    :ivar reason: a sentence for the owner of the page.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


TOO_HEAVY = "The page needs more time or memory to examine than a scan allows."
BUSY = "The server was too busy to examine the page in time; try again in a moment."
BROKEN = "The page could not be examined because of an internal error."
