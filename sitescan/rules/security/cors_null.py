from sitescan.model.transport_answers import Sharing
from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Headers, Rule, Severity


def check(sharing: Sharing) -> Findings:
    """Report an allowed null origin with credentials; a server that allows every origin has its own rule."""
    answers = [headers for headers in (sharing.answer, sharing.preflight) if headers is not None]
    if any(headers.get("access-control-allow-origin") == sharing.origin for headers in answers):
        return
    if any(map(_allows, [*answers, *([] if sharing.to_null is None else [sharing.to_null])])):
        yield Finding()


def _allows(headers: Headers) -> bool:
    """Return whether the CORS check passes for the null origin, https://fetch.spec.whatwg.org/#cors-check."""
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
    check=check,
    severity=Severity.ERROR,
    share=25,
    title="CORS allows the null origin with credentials",
    passed="CORS withholds credentials from the null origin",
    applies=lambda sharing: (
        sharing.answer is None or sharing.answer.get("access-control-allow-origin") != sharing.origin
    ),
    description=(
        "The server lets the origin null read the page with the visitor's cookies (Access-Control-Allow-Origin: null "
        "together with Access-Control-Allow-Credentials: true). Scripts in sandboxed frames have this origin. Any "
        "site can use such a frame to read what only a logged-in visitor should see."
    ),
    recommendation="Remove null from the origins that the server allows.",
    how_to_fix=(
        "Allow origins by name, including the scheme: Access-Control-Allow-Origin: https://app.example.com, together "
        "with Vary: Origin. For local tests, serve the page from http://localhost instead of opening the file, which "
        "has the origin null. Public data needs no credentials: send only Access-Control-Allow-Origin: *."
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
