"""The state of a client's quota."""

from attrs import frozen


@frozen(kw_only=True)
class Ticket:
    """
    The answer of a token table to one request.

    :ivar allowed: whether the request is within the quota.
    :ivar limit: the number of requests per window, or 0 if there is no limit.
    :ivar remaining: the number of requests that are left in the window.
    :ivar reset: the end of the window in seconds since the epoch.
    """

    allowed: bool
    limit: int
    remaining: int
    reset: float
