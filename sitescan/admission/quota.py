"""How a client stands with its quota."""

from attrs import frozen


@frozen(kw_only=True)
class Ticket:
    """
    The answer to one counted request.

    :ivar allowed: whether it may go on.
    :ivar limit: requests in a window; 0 where there is no limit.
    :ivar remaining: requests that are left in the window.
    :ivar reset: end of the window, seconds since the epoch.
    """

    allowed: bool
    limit: int
    remaining: int
    reset: float
