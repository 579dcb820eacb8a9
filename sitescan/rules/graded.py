"""Shares that grow with the magnitude of a fault, by published steps or curves (docs/score.rst)."""

from math import erfc, log, sqrt

from attrs import frozen

Steps = tuple[tuple[int, int], ...]
"""Bounds, and the share of a magnitude above each bound in per cent, both in ascending order."""


def graded(steps: Steps, magnitude: float) -> int:
    """Return the share of a fault of this magnitude in per cent; 0 up to the first bound."""
    return max((share for bound, share in steps if magnitude > bound), default=0)


@frozen
class Curve:
    """
    A log-normal curve through two published points, by which Lighthouse scores a time.

    https://developer.chrome.com/docs/lighthouse/performance/performance-scoring

    :ivar weight: the largest share, in per cent of the score.
    :ivar good: the time that costs a tenth of it, milliseconds.
    :ivar median: the time that costs half of it, milliseconds.
    """

    weight: int
    good: int
    median: int

    def share(self, milliseconds: float) -> int:
        """Return the share of a time in per cent, rounded."""
        if milliseconds <= 0:
            return 0
        spread = log(self.median / self.good) / _TENTH
        return round(self.weight * erfc(log(self.median / milliseconds) / spread / sqrt(2)) / 2)


#: The number of standard deviations above the mean at which a tenth of a normal distribution begins.
_TENTH = 1.2815515655446004

#: First Contentful Paint on a phone.
FIRST_PAINT = Curve(weight=10, good=1800, median=3000)

#: Largest Contentful Paint on a phone.
LARGEST_PAINT = Curve(weight=25, good=2500, median=4000)
