"""Tells whether a failure lies in this program or its machine, or in what it scans."""


def is_own_reason(problem: BaseException | None) -> bool:
    """
    Return whether something failed because the service was busy, broke, was killed, or ran out of its own time.

    Such a reason says nothing about the page. So it never becomes a part of a report: the scan fails, is not recorded,
    and may succeed if it is tried again. The exceptions that are raised for one have an attribute ``is_own``.
    """
    return bool(getattr(problem, "is_own", False))
