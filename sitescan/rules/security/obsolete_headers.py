from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity

_OBSOLETE = (
    "Expect-CT",
    "Feature-Policy",
    "P3P",
    "Public-Key-Pins",
    "Public-Key-Pins-Report-Only",
    "X-Content-Security-Policy",
    "X-WebKit-CSP",
)


def check(exchange: Exchange) -> Findings:
    """Report each obsolete header field, except X-XSS-Protection: 0, which rightly disables a faulty filter."""
    for name in _OBSOLETE:
        if name in exchange.headers:
            yield Finding(detail=name, header=name)
    filter_ = exchange.headers.get("x-xss-protection")
    if filter_ and filter_.split(";")[0].strip() != "0":
        yield Finding(detail="X-XSS-Protection", header="X-XSS-Protection")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Obsolete security headers",
    passed="Security headers are up to date",
    description=(
        "The response contains {count:# security header|# security headers} that current browsers ignore, so "
        "the protection isn't there. In old browsers, the filter behind X-XSS-Protection can even be used to "
        "attack pages."
    ),
    recommendation="Remove the obsolete headers and use their replacements.",
    how_to_fix=(
        "Use Content-Security-Policy instead of X-XSS-Protection, X-Content-Security-Policy and X-WebKit-CSP.\n"
        "Use Permissions-Policy instead of Feature-Policy.\n"
        "Expect-CT, Public-Key-Pins and P3P have no replacement.\n"
        "Remove the line that sets the header. If an application behind the server sends it:\n"
        "nginx: proxy_hide_header {header};\n"
        "Apache:\n"
        " Header unset {header}\n"
        " Header always unset {header}\n"
        "Caddy: header -{header}"
    ),
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-XSS-Protection",
        "https://owasp.org/www-project-secure-headers/",
    ),
    covers=("webhint:no-disallowed-headers",),
    examples=(
        Bad(headers=("X-XSS-Protection: 1; mode=block",)),
        Bad(headers=("Feature-Policy: camera 'none'",)),
        Bad(headers=('P3P: CP="IDC DSP"',)),
        Good(headers=("X-XSS-Protection: 0",)),
        Good(headers=("Permissions-Policy: camera=()",)),
        Good(),
    ),
)
