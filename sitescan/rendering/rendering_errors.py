"""Reasons why pages are not rendered."""


class RendererUnavailable(Exception):
    """
    The system can't run the browser.

    The message is a sentence for the operator that says what to do.
    """


class NotRendered(Exception):
    """
    A page was not rendered.

    :ivar reason: a sentence for the owner of the page.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def is_own(self) -> bool:
        """Whether the reason lies in this program or its machine, so that it says nothing about the page."""
        return self.reason in (BUSY, BROKEN)


TOO_HEAVY = "The page needs more time or memory to render than a scan allows."
UNFINISHED = "The page did not finish loading: the browser waited for something that never happened."
REPLACED = "The page's scripts replaced it by another document."
CRASHED = "The page makes the browser crash."
BUSY = "The server was too busy to render the page in time; try again in a moment."
BROKEN = "The browser failed while it rendered the page; try again in a moment."
