"""The client of a request and its quota."""

import math
from ipaddress import ip_address
from typing import Any

from twisted.web.iweb import IRequest

from sitescan.admission.client_address import caller
from sitescan.admission.quota import Ticket
from sitescan.configuration.settings import Settings
from sitescan.web.error_responses import ApiError


def header_values(request: Any, name: bytes) -> list[str]:
    """Return the values of a header field of a request."""
    return [value.decode("latin-1") for value in request.requestHeaders.getRawHeaders(name, [])]


def client_of(request: Any, settings: Settings) -> str:
    """Return the name under which the requests of a client are counted."""
    return caller(_peer(request), header_values(request, b"x-forwarded-for"), settings.trusted_proxy)


def is_loopback(client: str) -> bool:
    """Return whether a client is on this machine."""
    try:
        return ip_address(client).is_loopback
    except ValueError:
        return False


def is_secure(request: Any, settings: Settings) -> bool:
    """Return whether the client uses HTTPS, to this server or to a trusted proxy."""
    if request.isSecure():
        return True
    return comes_from_proxy(request, settings) and header_values(request, b"x-forwarded-proto")[-1:] == ["https"]


def comes_from_proxy(request: Any, settings: Settings) -> bool:
    """Return whether a request comes from a trusted proxy."""
    try:
        peer = ip_address(_peer(request))
    except ValueError:
        return False
    return any(peer in network for network in settings.trusted_proxy)


def _peer(request: Any) -> str:
    return getattr(request.getClientAddress(), "host", "")


def show_quota(request: IRequest, ticket: Ticket) -> None:
    """Set the header fields of the response that state the quota of the client."""
    if ticket.limit:
        request.setHeader("X-RateLimit-Limit", str(ticket.limit))
        request.setHeader("X-RateLimit-Remaining", str(ticket.remaining))
        request.setHeader("X-RateLimit-Reset", str(math.ceil(ticket.reset)))


def over_quota(request: IRequest, settings: Settings) -> ApiError:
    """Set ``Retry-After`` and return the error for a client whose quota is used up."""
    window = settings.rate_window
    per = "hour" if window == 3600 else f"{window} seconds"
    request.setHeader("Retry-After", str(window))
    details = f"Maximum {settings.rate_limit} requests per {per}. Please try again later."
    return ApiError(429, "Rate limit exceeded", details)
