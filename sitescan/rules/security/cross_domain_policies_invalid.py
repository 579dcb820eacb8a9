from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header, shorten

#: The values that Adobe's Cross Domain Policy File Specification knows.
_KNOWN = frozenset({"all", "by-content-type", "by-ftp-filename", "master-only", "none", "none-this-response"})
_SETTING = response_header("X-Permitted-Cross-Domain-Policies", "none")


def check(exchange: Exchange) -> Findings:
    """Report a value that no reader of the header field knows; most sites rightly don't send the field."""
    for value in exchange.headers.all("x-permitted-cross-domain-policies"):
        if value.strip() and value.strip().lower() not in _KNOWN:
            yield Finding(detail=f"X-Permitted-Cross-Domain-Policies: {shorten(value.strip())}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="X-Permitted-Cross-Domain-Policies is invalid",
    passed="X-Permitted-Cross-Domain-Policies is valid",
    applies=lambda exchange: exchange.headers.get("x-permitted-cross-domain-policies"),
    description=(
        "The response has {count:# X-Permitted-Cross-Domain-Policies header|# X-Permitted-Cross-Domain-Policies "
        "headers} with a value that its specification doesn't define. Programs such as Adobe Acrobat don't learn from "
        "it which sites may read your files."
    ),
    recommendation="Send the value none, or remove the header, which browsers ignore.",
    how_to_fix=_SETTING.text,
    setting=_SETTING,
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Permitted-Cross-Domain-Policies",
        "https://owasp.org/www-project-secure-headers/#x-permitted-cross-domain-policies",
    ),
    examples=(
        Bad(headers=("X-Permitted-Cross-Domain-Policies: no",)),
        Bad(headers=("X-Permitted-Cross-Domain-Policies: none; master-only",)),
        Good(headers=("X-Permitted-Cross-Domain-Policies: None",)),
        Good(headers=("X-Permitted-Cross-Domain-Policies: ",)),
        Good(),
    ),
)
