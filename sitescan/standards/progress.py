"""A check that a loop over a text gets on."""


class NoProgress(Exception):
    """A loop over a text would stay at a position for ever."""


def advanced(before: int, after: int) -> int:
    """
    Return the position that a loop has reached in a text, so that it cannot run for ever.

    Whatever one step of it matches, a loop that takes its position from here ends.

    :param before: the position at the beginning of the step.
    :param after: the position at its end.
    :raises NoProgress: where the step did not get on.
    """
    if after <= before:
        raise NoProgress(f"nothing was read at position {before}")
    return after
