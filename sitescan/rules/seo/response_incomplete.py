from attrs import evolve

from sitescan.rules.authoring import HOME_PAGE, Bad, Exchange, Finding, Findings, Good, Rule, Severity


def check(exchange: Exchange) -> Findings:
    """Report a response that was interrupted."""
    if exchange.truncated:
        yield Finding(cause=exchange.truncated, size=exchange.size)


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.ERROR,
    title="Response is interrupted before its end",
    passed="The whole page arrives",
    description=(
        "Only the first {size:# byte|# bytes} of the page arrived: {cause}. Browsers show the beginning, and load no "
        "file that the rest names. Search engines may not list the page."
    ),
    recommendation="Find out why the server, or a proxy before it, doesn't send the whole page.",
    how_to_fix=(
        "Look into the error log of the server at the time of the scan: a program that crashes or runs too long ends "
        "its response early. A Content-Length that is larger than the page looks the same: let the web server set it, "
        "after everything that shortens or compresses the page. Behind nginx, check "
        "proxy_read_timeout and the space for proxy_temp_path. What depends on the rest of the page was not checked."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9112#section-8",
        "https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_read_timeout",
    ),
    examples=(
        Bad(evidence=evolve(HOME_PAGE, truncated="the connection was closed before the response was complete")),
        Bad(evidence=evolve(HOME_PAGE, truncated="its gzip coding is cut short")),
        Good(evidence=HOME_PAGE),
    ),
)
