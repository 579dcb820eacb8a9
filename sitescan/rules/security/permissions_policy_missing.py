from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header

_SETTING = response_header(
    "Permissions-Policy",
    "camera=(), microphone=(), geolocation=()",
    advice="Remove a feature from the list if a page of the site uses it.",
)


def check(exchange: Exchange) -> Findings:
    """Report a page on HTTPS without the header field; over plain HTTP these features are disabled anyway."""
    if exchange.secure and "permissions-policy" not in exchange.headers:
        yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Permissions-Policy header is missing",
    passed="Permissions-Policy header is set",
    applies=lambda exchange: exchange.secure,
    description=(
        "The response has no Permissions-Policy header. Every script on the page, including an injected one, can "
        "ask for the camera, the microphone and the location."
    ),
    recommendation="Turn off the features that the page doesn't use.",
    how_to_fix=(f"Permissions-Policy: {_SETTING.value}\n" + _SETTING.text),
    setting=_SETTING,
    sources=(
        "https://www.w3.org/TR/permissions-policy/",
        "https://owasp.org/www-project-secure-headers/",
    ),
    examples=(
        Bad(),
        Good(headers=("Permissions-Policy: camera=()",)),
        Good(url="http://example.com/"),
    ),
)
