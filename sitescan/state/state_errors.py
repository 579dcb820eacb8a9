"""What the shared state fails with."""


class StateAway(Exception):
    """The shared state does not answer; the message says why, for the log of the operator."""
