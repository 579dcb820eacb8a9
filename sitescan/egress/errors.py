"""Why a request got no usable answer, in our words."""

from sitescan.model.answers import Problem


class Unreachable(Exception):
    """
    No answer came.

    :ivar problem: which kind of failure.
    :ivar cause: what is known beyond that (``expired``), or empty.
    """

    def __init__(self, problem: Problem, cause: str = "") -> None:
        super().__init__(f"{problem.value} ({cause})" if cause else problem.value)
        self.problem = problem
        self.cause = cause


class TooLarge(Exception):
    """
    A body is larger than it may be.

    :ivar limit: the limit in words, such as ``5 MiB after decompression``.
    """

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit
