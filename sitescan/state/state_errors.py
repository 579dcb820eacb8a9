"""The exception of the shared state."""


class StateAway(Exception):
    """The shared state is unavailable. The message is for the log."""
