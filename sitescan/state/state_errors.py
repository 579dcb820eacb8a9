"""The exception of the shared state."""


class StateAway(Exception):
    """The shared state is unavailable. The message gives the reason, for the log."""
