"""Shares that grow with the magnitude of a fault, by published steps or curves (docs/score.rst)."""

from math import erfc, log, sqrt

from attrs import frozen

Steps = tuple[tuple[int, int], ...]
"""Bounds, and the per cent that more than each takes, both growing."""


def graded(steps: Steps, magnitude: float) -> int:
    """Per cent that a fault of this magnitude takes; 0 below the first bound, where its rule's own share holds."""
    return max((share for bound, share in steps if magnitude > bound), default=0)


@frozen
class Curve:
    """
    What Lighthouse takes for a time: the weight of its metric, by a log-normal curve through two published points.

    https://developer.chrome.com/docs/lighthouse/performance/performance-scoring

    :ivar weight: per cent of the score that the metric can take.
    :ivar good: milliseconds that take a tenth of it.
    :ivar median: milliseconds that take half of it.
    """

    weight: int
    good: int
    median: int

    def share(self, milliseconds: float) -> int:
        """Per cent that a time takes, rounded."""
        if milliseconds <= 0:
            return 0
        spread = log(self.median / self.good) / _TENTH
        return round(self.weight * erfc(log(self.median / milliseconds) / spread / sqrt(2)) / 2)


#: How many standard deviations above the mean a tenth of a normal distribution is.
_TENTH = 1.2815515655446004

#: First contentful paint on a phone.
FIRST_PAINT = Curve(weight=10, good=1800, median=3000)

#: Largest contentful paint on a phone.
LARGEST_PAINT = Curve(weight=25, good=2500, median=4000)
