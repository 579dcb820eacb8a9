from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.server_configuration import NOSNIFF


def check(exchange: Exchange) -> Findings:
    """Report a missing header field, or one whose first value is not nosniff."""
    if not exchange.headers.nosniff:
        value = exchange.headers.get("x-content-type-options")
        yield Finding(detail=f"X-Content-Type-Options: {shorten(value)}" if value else "")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="X-Content-Type-Options header is missing",
    passed="X-Content-Type-Options header is set",
    description=(
        "The response isn't sent with X-Content-Type-Options: nosniff. Browsers may then guess the type of a "
        "file from its content, and run an uploaded image or text file as a script or a page."
    ),
    recommendation="Send X-Content-Type-Options: nosniff with every response.",
    how_to_fix=(
        "X-Content-Type-Options: nosniff\n"
        + NOSNIFF.text
        + "\nFirst check that scripts and stylesheets are sent with the correct Content-Type."
    ),
    setting=NOSNIFF,
    sources=(
        "https://fetch.spec.whatwg.org/#x-content-type-options-header",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Content-Type-Options",
    ),
    covers=(
        "observatory:x-content-type-options-header-invalid",
        "observatory:x-content-type-options-not-implemented",
        "webhint:x-content-type-options",
    ),
    examples=(
        Bad(),
        Bad(headers=("X-Content-Type-Options: sniff",)),
        Bad(headers=("X-Content-Type-Options: no-sniff, nosniff",)),
        Good(headers=("X-Content-Type-Options: NoSniff",)),
        Good(headers=("X-Content-Type-Options: nosniff", "X-Content-Type-Options: nosniff")),
    ),
)
