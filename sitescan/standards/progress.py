"""A guard against endless loops over a text."""


class NoProgress(Exception):
    """Raised when a loop over a text would stay at its position for ever."""


def advanced(before: int, after: int) -> int:
    """
    Return the new position of a loop over a text, ensuring that the loop ends.

    :param before: the position at the beginning of the step.
    :param after: the position at its end.
    :raises NoProgress: if the step did not advance.
    """
    if after <= before:
        raise NoProgress(f"nothing was read at position {before}")
    return after
