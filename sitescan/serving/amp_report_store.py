"""The reports of the parent: asked for by a server process, and given by the parent."""

from typing import Any

from attrs import frozen
from twisted.internet.defer import CancelledError, Deferred
from twisted.protocols import amp
from zope.interface import implementer

from sitescan.interfaces import IReportStore
from sitescan.serving.amp_commands import Get, Lease, Put, Release


@implementer(IReportStore)
@frozen(kw_only=True)
class AmpReportStore:
    """
    Reports that the parent keeps. Where it is gone, no report is known and none is kept.

    :ivar parent: the connection to it, an :class:`twisted.protocols.amp.AMP`.
    """

    parent: Any

    def get(self, key: str) -> Deferred[bytes | None]:
        """A report (:meth:`sitescan.interfaces.IReportStore.get`)."""
        asked = self._ask(Get, {"report": None}, key=key)
        return Deferred.fromCoroutine(asked).addCallback(lambda answer: answer["report"])

    def put(self, key: str, report: bytes) -> Deferred[None]:
        """Keep a report (:meth:`sitescan.interfaces.IReportStore.put`)."""
        return Deferred.fromCoroutine(self._ask(Put, {}, key=key, report=report)).addCallback(lambda _: None)

    def lease(self, key: str, holder: str) -> Deferred[bool]:
        """Be the one who makes a report (:meth:`sitescan.interfaces.IReportStore.lease`)."""
        asked = self._ask(Lease, {"taken": True}, key=key, holder=holder)
        return Deferred.fromCoroutine(asked).addCallback(lambda answer: answer["taken"])

    def release(self, key: str, holder: str) -> Deferred[None]:
        """Leave it to others (:meth:`sitescan.interfaces.IReportStore.release`)."""
        return Deferred.fromCoroutine(self._ask(Release, {}, key=key, holder=holder)).addCallback(lambda _: None)

    async def _ask(self, command: type[amp.Command], while_away: dict[str, Any], **arguments: Any) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = await self.parent.callRemote(command, **arguments)
        except CancelledError:
            raise
        except Exception:  # noqa: BLE001 - the parent is gone, or is not what it should be
            return while_away
        return answer


class ReportStoreLocator(amp.CommandLocator):
    """Answers for the reports of the parent."""

    def __init__(self, reports: IReportStore) -> None:
        self._reports = reports

    @Get.responder
    def _get(self, key: str) -> Deferred[dict[str, Any]]:
        return self._reports.get(key).addCallback(lambda report: {"report": report})

    @Put.responder
    def _put(self, key: str, report: bytes) -> Deferred[dict[str, Any]]:
        return self._reports.put(key, report).addCallback(lambda _: {})

    @Lease.responder
    def _lease(self, key: str, holder: str) -> Deferred[dict[str, Any]]:
        return self._reports.lease(key, holder).addCallback(lambda taken: {"taken": taken})

    @Release.responder
    def _release(self, key: str, holder: str) -> Deferred[dict[str, Any]]:
        return self._reports.release(key, holder).addCallback(lambda _: {})
