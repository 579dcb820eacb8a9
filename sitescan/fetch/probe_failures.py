"""Questions to the network that failed inside: each is logged, and said in the report."""

from collections.abc import Awaitable, Sequence
from typing import TypeVar

from attrs import define, field
from twisted.internet.defer import CancelledError
from twisted.logger import Logger
from twisted.python.failure import Failure

T = TypeVar("T")


@define(eq=False)
class ProbeFailures:
    """
    What could not be examined because our own code threw, or had no time.

    A stranger's server that fails is an answer, not a failure: what is caught here is a defect of ours,
    and it must neither end the scan nor vanish.

    :ivar sentences: what the report says of it.
    """

    _log = Logger()

    sentences: list[str] = field(factory=list, init=False)

    @property
    def any(self) -> bool:
        """Whether anything failed."""
        return bool(self.sentences)

    async def guard(self, what: str, probe: Awaitable[T]) -> T | None:
        """
        What a probe finds; ``None`` where it failed.

        :param what: what it examines, as the sentence in the report begins.
        """
        try:
            return await probe
        except CancelledError:
            raise
        except Exception:  # noqa: BLE001 - whatever it is, it costs this probe alone
            self._log.failure("{what} could not be checked", what=what)
            self._say(what)
            return None

    def keep(self, what: str, outcomes: Sequence[T | Failure]) -> list[T]:
        """
        The results among the outcomes of many alike probes; the first failure is logged for all of them.

        :param what: what they examine, in the plural.
        """
        failed = [one for one in outcomes if isinstance(one, Failure)]
        if failed:
            self._log.failure(
                "{failed} of {total} {what} could not be checked; the first failure",
                failed[0],
                failed=len(failed),
                total=len(outcomes),
                what=what,
            )
            self._say(f"{len(failed)} of {len(outcomes)} {what}")
        return [one for one in outcomes if not isinstance(one, Failure)]

    def add(self, sentence: str) -> None:
        """Something could not be examined, and whoever knows why has logged it, where that is a defect."""
        self.sentences.append(sentence)

    def _say(self, what: str) -> None:
        self.add(f"{what} could not be checked because of an internal error.")
