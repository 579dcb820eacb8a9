"""Any site may read the page as its visitors see it, from a sandboxed frame."""

from collections.abc import Iterator

from sitescan.model.answers import Sharing
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.http_headers import Headers


def check(sharing: Sharing) -> Iterator[Finding]:
    """Report the origin null, allowed with credentials; a server that allows every origin has its rule."""
    answers = [one for one in (sharing.answer, sharing.preflight) if one is not None]
    if any(headers.get("access-control-allow-origin") == sharing.origin for headers in answers):
        return
    if any(map(_allows, [*answers, *([] if sharing.to_null is None else [sharing.to_null])])):
        yield Finding()


def _allows(headers: Headers) -> bool:
    """https://fetch.spec.whatwg.org/#cors-check."""
    allowed = headers.get("access-control-allow-origin")
    return allowed == "null" and headers.get("access-control-allow-credentials") == "true"


_PAGE = Exchange(requested="https://example.com/", url="https://example.com/", status=200)


def _answering(allowed: str, credentials: str = "true", *, always: bool = False, stranger: str = "") -> Sharing:
    headers = Headers((("Access-Control-Allow-Origin", allowed), ("Access-Control-Allow-Credentials", credentials)))
    answer = Headers((("Access-Control-Allow-Origin", stranger),)) if stranger else Headers()
    return Sharing(
        exchange=_PAGE, origin="https://stranger.example", answer=headers if always else answer, to_null=headers
    )


RULE = Rule(
    id="security/cors-null",
    reads=Sharing,
    check=check,
    severity=Severity.ERROR,
    share=25,
    title="Sandboxed frames may read the page with visitors' cookies",
    description=(
        "The server allows the origin null to read the page with the visitor's cookies (Access-Control-Allow-Origin: "
        "null together with Access-Control-Allow-Credentials: true). Every site can put a script into a sandboxed "
        "frame, whose origin is null, and read there what only a logged-in visitor may."
    ),
    recommendation="Remove null from the origins that the server allows.",
    how_to_fix=(
        "Allow origins by name, with their scheme: Access-Control-Allow-Origin: https://app.example.com, and send "
        "Vary: Origin. For local tests, serve the page from http://localhost instead of opening the file, whose "
        "origin is null. Public data needs no credentials: send Access-Control-Allow-Origin: * alone."
    ),
    sources=(
        "https://fetch.spec.whatwg.org/#cors-check",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Access-Control-Allow-Origin#null",
    ),
    examples=(
        Bad(evidence=_answering("null")),
        Bad(evidence=_answering("null", always=True)),
        Good(evidence=_answering("null", credentials="false")),
        Good(evidence=_answering("null", stranger="https://stranger.example")),
        Good(evidence=_answering("https://app.example.com")),
        Good(evidence=Sharing(exchange=_PAGE, origin="https://stranger.example")),
    ),
)
