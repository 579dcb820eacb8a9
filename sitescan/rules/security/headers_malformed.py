from attrs import evolve

from sitescan.rules.authoring import HOME_PAGE, Bad, Exchange, Finding, Findings, Good, Rule, Severity, shorten


def check(exchange: Exchange) -> Findings:
    """Report header lines that browsers ignore, or parse differently from other programs."""
    for line in exchange.malformed_lines:
        yield Finding(detail=shorten(line))


def _page(*lines: str) -> Exchange:
    return evolve(HOME_PAGE, malformed_lines=lines)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Response headers are malformed",
    passed="Response headers are well-formed",
    description=(
        "{count:# line|# lines} among the response headers {count:isn't a valid header field|aren't valid header "
        "fields}. Browsers skip such a line, so it has no effect. If a proxy reads it differently, attackers may be "
        "able to make it mix up responses."
    ),
    recommendation="Send every header as a name, a colon and a value.",
    how_to_fix=(
        "A name contains only letters, digits and hyphens, directly followed by the colon: Vary: Accept. Look for "
        "the line in the server's configuration and in the application, if it writes headers itself."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9112#section-5.1",),
    examples=(
        Bad(evidence=_page("X Foo: 1")),
        Bad(evidence=_page("Strict-Transport-Security max-age=31536000", "X-Foo : 1")),
        Good(evidence=_page()),
    ),
)
