"""Which app answers a path."""

from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.python.failure import Failure
from twisted.web.server import NOT_DONE_YET

from sitescan.web.api import Api
from sitescan.web.pages import Pages


class WholeSite:
    """
    The API where its paths are, pages everywhere else.

    It renders as a resource does (:class:`sitescan.web.server_limits.RootResource`).
    """

    def __init__(self, api: Api, pages: Pages) -> None:
        self._scans = api
        self._api: Any = api.app.resource()
        self._pages: Any = pages.app.resource()

    def render(self, request: Any) -> Any:
        """Render a request."""
        path: bytes = request.path
        if path == b"/api/v1/scan" and request.method == b"POST":
            return self._scan(request)
        ours = path in (b"/openapi.json", b"/api") or path.startswith(b"/api/")
        return (self._api if ours else self._pages).render(request)

    def _scan(self, request: Any) -> Any:
        """
        Call the handler of scans, as Klein would.

        A client that is over its quota may ask thousands of times a second, and finding the one handler takes Klein
        and Werkzeug nearly as long as all the rest of a refusal.
        """
        is_gone = False

        def gone(_: Failure) -> None:
            nonlocal is_gone
            is_gone = True
            answer.cancel()

        def failed(failure: Failure) -> bytes | None:
            if is_gone and failure.check(CancelledError):
                return None
            refusal: bytes = self._scans.failed(request, failure)
            return refusal

        def finish(body: bytes | None) -> None:
            if body is not None and not is_gone:
                request.write(body)
                request.finish()

        answer: Deferred[Any] = Deferred.fromCoroutine(self._scans.scan(request))
        request.notifyFinish().addErrback(gone)
        answer.addErrback(failed).addCallback(finish)
        return NOT_DONE_YET
