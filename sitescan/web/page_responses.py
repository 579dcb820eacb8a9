"""The responses of pages and files, with security headers and compression."""

import gzip
from http import HTTPStatus
from typing import Any

from twisted.web.iweb import IRequest

from sitescan.web.clients import header_values
from sitescan.web.static_files import StaticFile

HTML = "text/html; charset=utf-8"
TEXT = "text/plain; charset=utf-8"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)

#: The header fields of every page and file.
_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)

_HSTS = "max-age=63072000; includeSubDomains"
_YEAR = "public, max-age=31536000, immutable"
LINKS = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc", </.well-known/api-catalog>; rel="api-catalog"'

#: The size in bytes below which a body is not compressed.
_SMALL = 512


def send_page(
    request: Any,
    body: bytes,
    *,
    status: int = 200,
    secure: bool = False,
    cache: str = "no-store",
    screenshots: bool = False,
) -> bytes:
    """
    Send a page.

    :param screenshots: whether the page may show the screenshot of a rendered page.
    """
    policy = _POLICY.replace("img-src 'self'", "img-src 'self' data:") if screenshots else _POLICY
    request.setHeader("Content-Security-Policy", policy)
    request.setHeader("Link", LINKS)
    return send(request, body, HTML, status=status, secure=secure, cache=cache)


def send_file(request: Any, file: StaticFile, *, secure: bool) -> bytes:
    """Send a static file; clients may cache it forever, since its path changes with its content."""
    return send(request, file.body, file.content_type, zipped=file.zipped, secure=secure, cache=_YEAR)


def send(
    request: Any,
    body: bytes,
    content_type: str,
    *,
    status: int = 200,
    zipped: bytes | None = None,
    secure: bool = False,
    cache: str = "public, max-age=3600",
) -> bytes:
    """
    Send the body of a response outside of the API.

    :param zipped: the compressed body.
    :param secure: whether the client uses HTTPS.
    """
    request.setResponseCode(status, HTTPStatus(status).phrase.encode())
    for name, value in _HEADERS:
        request.setHeader(name, value)
    if secure:
        request.setHeader("Strict-Transport-Security", _HSTS)
    request.setHeader("Content-Type", content_type)
    request.setHeader("Cache-Control", cache)
    if len(body) >= _SMALL and not content_type.startswith("image/png"):
        request.setHeader("Vary", "Accept-Encoding")
        if accepts_gzip(request):
            request.setHeader("Content-Encoding", "gzip")
            body = gzip.compress(body, 6, mtime=0) if zipped is None else zipped
    request.setHeader("Content-Length", str(len(body)))
    return body


def accepts_gzip(request: IRequest) -> bool:
    """Return whether ``Accept-Encoding`` allows gzip."""
    for value in header_values(request, b"accept-encoding"):
        for entry in value.lower().split(","):
            name, *parameters = (part.strip() for part in entry.split(";"))
            if name in ("gzip", "*"):
                return not any(parameter.startswith("q=") and not parameter[2:].strip("0.") for parameter in parameters)
    return False
