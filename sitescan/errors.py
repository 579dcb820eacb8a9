"""The exceptions of ``import sitescan``."""

from sitescan.rendering.rendering_errors import RendererUnavailable

__all__ = ["RendererUnavailable", "ScanFailed"]


class ScanFailed(Exception):
    """
    A page could not be scanned.

    :ivar error: the short text of the API's error response: ``Invalid URL``, ``Not a web page`` or ``Scan failed``.
    :ivar details: one or two sentences that say why.
    :ivar is_own: whether the reason lies in this program or its machine, so that another try may succeed.
    """

    def __init__(self, error: str, details: str, *, is_own: bool = False) -> None:
        super().__init__(f"{error}: {details}")
        self.is_own = is_own
        self.error = error
        self.details = details
