from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, shorten

#: Header fields with a single value, and the outcome of the Observatory for a repeated one.
_SINGLE = {
    "X-Content-Type-Options": "x-content-type-options-header-invalid",
    "X-Frame-Options": "x-frame-options-header-invalid",
    "Strict-Transport-Security": "",
}


def check(exchange: Exchange) -> Findings:
    """Report single-value header fields with several values; frame-ancestors makes browsers ignore X-Frame-Options."""
    for name, outcome in _SINGLE.items():
        values = [part.strip() for part in exchange.headers.get(name).split(",")]
        unread = name == "X-Frame-Options" and "frame-ancestors" in exchange.headers.get("content-security-policy")
        if len(values) > 1 and not unread:
            lines = len(exchange.headers.all(name))
            sent = f"sent {lines} times" if lines > 1 else "in one header"
            detail = f"{name}: {shorten(', '.join(values))}, {sent}"
            yield Finding(detail=detail, header=name, observatory=outcome)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Security headers have more than one value",
    passed="Security headers have one value each",
    description=(
        "{count:# security header has|# security headers have} more than one value, although only one is allowed. "
        "Often the application and the web server both add the header. Once one of the two changes, the values "
        "contradict each other, and browsers may ignore the header."
    ),
    recommendation="Send each security header from one place only.",
    how_to_fix=(
        "Send it either from the application or from the server. To remove the application's copy:\n"
        "nginx: proxy_hide_header {header};\n"
        "Apache: Header unset {header}\n"
        "Caddy:\n"
        " reverse_proxy 127.0.0.1:8080 {{\n"
        " header_down -{header}\n"
        " }}\n"
        'In Apache, use "Header always set" once instead of add or append.'
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-5.3",
        "https://www.rfc-editor.org/rfc/rfc6797#section-8.1",
    ),
    covers=("observatory:x-content-type-options-header-invalid", "observatory:x-frame-options-header-invalid"),
    examples=(
        Bad(headers=("X-Content-Type-Options: nosniff", "X-Content-Type-Options: nosniff")),
        Bad(headers=("X-Frame-Options: DENY, DENY",)),
        Bad(headers=("Strict-Transport-Security: max-age=1", "Strict-Transport-Security: max-age=2")),
        Good(headers=("X-Content-Type-Options: nosniff", "X-Frame-Options: DENY")),
        Good(headers=("X-Frame-Options: DENY, DENY", "Content-Security-Policy: frame-ancestors 'none'")),
        Good(),
    ),
)
