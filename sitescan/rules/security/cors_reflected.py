from sitescan.model.transport_answers import Sharing
from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Headers, Rule, Severity


def check(sharing: Sharing) -> Findings:
    """Report an allowed origin with credentials that was invented for the request."""
    responses = {"the page": sharing.answer, "a preflight request": sharing.preflight}
    for request, headers in responses.items():
        if headers is not None and _allows(headers, sharing.origin):
            yield Finding(detail=f"in the response to {request}", origin=sharing.origin)


def _allows(headers: Headers, origin: str) -> bool:
    """Return whether the CORS check passes for an origin, https://fetch.spec.whatwg.org/#cors-check."""
    allowed = headers.get("access-control-allow-origin")
    return allowed == origin and headers.get("access-control-allow-credentials") == "true"


_PAGE = Exchange(requested="https://example.com/", url="https://example.com/", status=200)


def _answering(allowed: str, credentials: str = "true", *, preflight: bool = False) -> Sharing:
    headers = Headers((("Access-Control-Allow-Origin", allowed), ("Access-Control-Allow-Credentials", credentials)))
    none = Headers()
    origin = "https://stranger.example"
    return Sharing(
        exchange=_PAGE, origin=origin, preflight=headers if preflight else none, answer=none if preflight else headers
    )


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=25,
    title="CORS allows any origin with credentials",
    passed="CORS withholds credentials from unknown origins",
    description=(
        "The server allowed {origin}, a made-up site, to read the page with the visitor's cookies. It returns any "
        "origin in Access-Control-Allow-Origin, together with Access-Control-Allow-Credentials: true. Any site that "
        "a logged-in visitor opens can read and send what only that visitor should."
    ),
    recommendation="Allow only the origins that need access, or remove the credentials header.",
    how_to_fix=(
        "Compare Origin with a list before you return it, and send Vary: Origin.\n"
        "nginx, in the http block:\n"
        " map $http_origin $allowed_origin {{\n"
        ' default "";\n'
        " https://app.example.com $http_origin;\n"
        " }}\n"
        "nginx, in the server block: add_header Access-Control-Allow-Origin $allowed_origin always;\n"
        "In nginx, repeat the line in each location that has its own add_header lines, because such a location "
        "inherits none.\n"
        "Apache:\n"
        ' SetEnvIf Origin "^https://app\\.example\\.com$" ALLOWED_ORIGIN=$0\n'
        ' Header always set Access-Control-Allow-Origin "%{{ALLOWED_ORIGIN}}e" env=ALLOWED_ORIGIN\n'
        "Caddy:\n"
        " @app header Origin https://app.example.com\n"
        " header @app Access-Control-Allow-Origin https://app.example.com\n"
        "Public data needs no credentials: send only Access-Control-Allow-Origin: *."
    ),
    sources=(
        "https://fetch.spec.whatwg.org/#cors-protocol-and-credentials",
        "https://cheatsheetseries.owasp.org/cheatsheets/HTML5_Security_Cheat_Sheet.html#cross-origin-resource-sharing",
    ),
    covers=("observatory:cross-origin-resource-sharing-implemented-with-universal-access",),
    examples=(
        Bad(evidence=_answering("https://stranger.example")),
        Bad(evidence=_answering("https://stranger.example", preflight=True)),
        Good(evidence=_answering("*")),
        Good(evidence=_answering("https://app.example.com")),
        Good(evidence=_answering("https://stranger.example", "false")),
        Good(evidence=_answering("https://stranger.example, https://stranger.example")),
        Good(evidence=Sharing(exchange=_PAGE, origin="https://stranger.example")),
    ),
)
