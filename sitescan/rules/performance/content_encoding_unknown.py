from attrs import evolve

from sitescan.rules.authoring import HOME_PAGE, Bad, Exchange, Finding, Findings, Good, Headers, Rule, Severity, shorten
from sitescan.standards.content_codings import CODINGS, content_codings


def check(exchange: Exchange) -> Findings:
    """Report a field with a coding that doesn't exist, which browsers ignore, or that is none besides another one."""
    value = exchange.headers.get("Content-Encoding")
    codings = content_codings(value)
    if not CODINGS.issuperset(codings):
        yield _finding(value, _AS_SENT)
    elif "identity" in codings and len(set(codings)) > 1:
        yield _finding(value, _STILL_CODED).of_severity(Severity.ERROR)


_AS_SENT = (
    "Browsers show the page as it was sent. Other programs, such as feed readers, crawlers and proxies, may refuse it."
)
#: https://source.chromium.org/chromium/chromium/src/+/main:net/url_request/url_request_http_job.cc (SetUpSourceStream)
_STILL_CODED = (
    "\u201cidentity\u201d stands for no compression. Chrome and other browsers that are based on Chromium don't "
    "decompress such a response, and show unreadable characters in place of the page."
)


def _finding(value: str, effect: str) -> Finding:
    return Finding(detail=f"Content-Encoding: {shorten(value)}", value=shorten(value), effect=effect)


def _page(value: str) -> Exchange:
    return evolve(HOME_PAGE, headers=Headers((("Content-Type", "text/html"), ("Content-Encoding", value))))


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.ERROR),
    title="Content-Encoding names no coding",
    passed="Content-Encoding names known codings",
    applies=lambda exchange: exchange.headers.get("Content-Encoding"),
    description=(
        "The response says that it is compressed with \u201c{value}\u201d, which is no valid list of content "
        "codings. {effect}"
    ),
    recommendation="Remove the Content-Encoding header, or name the compression that is used.",
    how_to_fix=(
        "The character encoding belongs to the type: Content-Type: text/html; charset=utf-8. Content-Encoding is only "
        "for compression: gzip, br or zstd. On Amazon S3, clear the object's Content-Encoding metadata if it says "
        "aws-chunked, and upload the file again."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-8.4",
        "https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding",
    ),
    examples=(
        Bad(evidence=_page("utf-8")),
        Bad(evidence=_page("aws-chunked")),
        Bad(evidence=_page("gzip, none")),
        Bad(evidence=_page("gzip, identity")),
        Bad(evidence=_page("Identity, br")),
        Good(evidence=_page("gzip")),
        Good(evidence=_page("gzip, br")),
        Good(evidence=_page("zstd")),
        Good(evidence=_page("identity")),
        Good(evidence=_page("")),
    ),
)
