"""The one place that decides whether a failure lies in this program or its machine, or in what it scans."""

from sitescan.admission.concurrency_gate import Busy
from sitescan.egress.request_errors import Unreachable
from sitescan.examine.examination_errors import NotExamined
from sitescan.model.answers import Problem
from sitescan.rendering.rendering_errors import NotRendered
from sitescan.state.state_errors import StateUnavailable


def is_own_reason(problem: BaseException) -> bool:
    """
    Return whether a scan failed because the service was busy, broke, was killed, or ran out of its own time.

    Such a reason says nothing about the page. So it never becomes a part of a report: the scan fails, is not recorded,
    and may succeed if it is tried again.
    """
    if isinstance(problem, NotExamined | NotRendered):
        return problem.is_own
    if isinstance(problem, Unreachable):
        return problem.problem is Problem.OVERLOADED
    return isinstance(problem, Busy | StateUnavailable)
