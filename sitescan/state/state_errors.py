"""The exception of the shared state."""


class StateUnavailable(Exception):
    """The shared state is unavailable. The message gives the reason, for the log."""

    is_own = True
