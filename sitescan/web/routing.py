"""The resource that dispatches requests to the API or to the web site."""

from typing import Any

from sitescan.web.api import Api
from sitescan.web.pages import Pages


class WholeSite:
    """
    Dispatches the paths of the API to the API, and all others to the pages.

    :class:`sitescan.web.server_limits.RootResource` calls it like a resource.
    """

    def __init__(self, api: Api, pages: Pages) -> None:
        self._api: Any = api.app.resource()
        self._pages: Any = pages.app.resource()

    def render(self, request: Any) -> Any:
        """Render a request."""
        path: bytes = request.path
        ours = path in (b"/openapi.json", b"/api") or path.startswith(b"/api/")
        return (self._api if ours else self._pages).render(request)
