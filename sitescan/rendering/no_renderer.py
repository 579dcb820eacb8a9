"""The renderer of a service that examines pages as they are sent."""

from typing import Any

from twisted.internet.defer import Deferred, fail, succeed
from zope.interface import implementer

from sitescan.concurrency.deadline import Deadline
from sitescan.interfaces import IRenderer
from sitescan.model.exchange import Page
from sitescan.model.outline import Outline
from sitescan.model.rendered import Rendered
from sitescan.rendering.rendering_errors import BROKEN, NotRendered


@implementer(IRenderer)
class NoRenderer:
    """Renders no page."""

    def start(self) -> Deferred[None]:
        """Return a Deferred that has fired (:meth:`sitescan.interfaces.IRenderer.start`)."""
        return succeed(None)

    def stop(self) -> Deferred[None]:
        """There is nothing to end (:meth:`sitescan.interfaces.IRenderer.stop`)."""
        return succeed(None)

    def renders(self, outline: Outline) -> bool:
        """Return ``False`` (:meth:`sitescan.interfaces.IRenderer.renders`)."""
        return False

    def render(self, session: Any, page: Page, client: str, deadline: Deadline) -> Deferred[Rendered]:
        """Fail (:meth:`sitescan.interfaces.IRenderer.render`)."""
        return fail(NotRendered(BROKEN))
