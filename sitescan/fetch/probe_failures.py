"""Recording probes that failed because of an internal error."""

from collections.abc import Awaitable, Sequence
from typing import TypeVar

from attrs import define, field
from twisted.internet.defer import CancelledError
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.model.evidence import UnexaminedPart, check_failed
from sitescan.own_reasons import is_own_reason

T = TypeVar("T")


@define(eq=False)
class ProbeFailures:
    """
    The probes that failed because of an internal error.

    A server that fails is a result, not a failure of a probe. An exception in a probe is a defect of this program: it
    is logged and reported, and doesn't end the scan. A probe for which the service had no time, or whose child was
    killed, ends it: what it would have found isn't known, and may be known at the next try.

    :ivar parts: what was not examined for that.
    """

    _log = Logger()

    parts: list[UnexaminedPart] = field(factory=list, init=False)

    async def guard(self, subject: str, probe: Awaitable[T]) -> T | None:
        """
        Return the result of a probe; ``None`` if it raised an exception.

        :param subject: what is examined, as the beginning of the sentence in the report.
        """
        try:
            return await probe
        except CancelledError:
            raise
        except Exception as problem:
            if is_own_reason(problem):
                raise
            self._log.failure("{subject} could not be checked", subject=subject)
            self.parts.append(check_failed(f"{subject} could not be checked"))
            return None

    def keep(self, subject: str, outcomes: Sequence[T | Failure]) -> list[T]:
        """
        Return the results of several probes of one kind, and log the first failure for all of them.

        :param subject: what is examined, in the plural.
        """
        failed = [outcome for outcome in outcomes if isinstance(outcome, Failure)]
        own = next((failure for failure in failed if is_own_reason(failure.value)), None)
        if own is not None:
            own.raiseException()
        if failed:
            self._log.failure(
                "{failed} of {total} {subject} could not be checked; the first failure",
                failed[0],
                failed=len(failed),
                total=len(outcomes),
                subject=subject,
            )
            self.parts.append(check_failed(f"{len(failed)} of {len(outcomes)} {subject} could not be checked"))
        return [outcome for outcome in outcomes if not isinstance(outcome, Failure)]
