"""Shares that grow with the magnitude of a fault, by published steps (docs/score.rst)."""

Steps = tuple[tuple[int, int], ...]
"""Bounds, and the per cent that more than each takes, both growing."""


def graded(steps: Steps, magnitude: float) -> int:
    """Per cent that a fault of this magnitude takes; 0 below the first bound, where its rule's own share holds."""
    return max((share for bound, share in steps if magnitude > bound), default=0)
