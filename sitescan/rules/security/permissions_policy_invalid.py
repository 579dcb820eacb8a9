from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header, shorten
from sitescan.rules.texts import fill
from sitescan.standards.structured_fields import (
    Bare,
    InnerList,
    Malformed,
    Token,
    parse_dictionary,
    parse_parameterized,
)

_IGNORED = "browsers can't parse this ({problem}) and ignore the whole header, so it doesn't turn off any feature."
_UNKNOWN = "browsers skip {member} in the list of {feature}, so the feature is turned off there."
_PARAMETER = "report-to is no feature but a parameter of one (camera=();report-to=endpoint), so nothing is reported."
_NO_ENDPOINT = "report-to of {feature} names {endpoint}, which isn't in Reporting-Endpoints, so nothing is reported."


def check(exchange: Exchange) -> Findings:
    """
    Report a value that is no dictionary, which browsers ignore.

    Otherwise report the first origin that they skip in its lists, or the first endpoint that the response lacks.
    """
    value = exchange.headers.get("permissions-policy")
    try:
        members = parse_parameterized(value)
    except Malformed as problem:
        yield Finding(value=shorten(value), effect=fill(_IGNORED, {"problem": str(problem)}))
        return
    for feature, (allowed, parameters) in members.items():
        if feature == "report-to":
            yield Finding(value=shorten(value), effect=_PARAMETER)
            return
        for member in filter(None, map(_skipped, allowed.items if isinstance(allowed, InnerList) else (allowed,))):
            names = {"feature": shorten(feature), "member": shorten(member)}
            yield Finding(value=shorten(value), effect=fill(_UNKNOWN, names))
            return
        endpoint = parameters.get("report-to")
        if isinstance(endpoint, Token) and not _knows(exchange, endpoint.text):
            names = {"feature": shorten(feature), "endpoint": shorten(endpoint.text)}
            yield Finding(value=shorten(value), effect=fill(_NO_ENDPOINT, names))
            return


def _knows(exchange: Exchange, endpoint: str) -> bool:
    """Return whether a response defines an endpoint for reports, or may do so by the older field."""
    try:
        return "report-to" in exchange.headers or endpoint in parse_dictionary(
            exchange.headers.get("reporting-endpoints")
        )
    except Malformed:
        # Another rule reports the field.
        return True


def _skipped(member: Bare) -> str:
    """Return a member that is meant as an origin but isn't one for browsers, or an empty string."""
    if isinstance(member, Token) and member.text != "self" and member.text.lower() == "self":
        return member.text
    if isinstance(member, Token):
        return member.text if "." in member.text or ":" in member.text else ""
    return f'"{member}"' if isinstance(member, str) and ":" not in member else ""


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Permissions-Policy header is invalid",
    passed="Permissions-Policy header is valid",
    applies=lambda exchange: exchange.headers.get("permissions-policy"),
    description="The page sends “Permissions-Policy: {value}”. The header doesn't do what it says: {effect}",
    recommendation="Write the header as a list of name=(...) pairs separated by commas.",
    how_to_fix=(
        'Permissions-Policy: camera=(), geolocation=(self "https://maps.example.com")\n'
        + response_header("Permissions-Policy", 'camera=(), geolocation=(self "https://maps.example.com")').text
        + "\nWrite lists in parentheses, addresses in double quotes, and self without quotes. The older syntax "
        "(camera 'none'; microphone 'none') belongs to Feature-Policy."
    ),
    sources=(
        "https://www.w3.org/TR/permissions-policy/#permissions-policy-http-header-field",
        "https://www.rfc-editor.org/rfc/rfc9651#name-parsing-a-dictionary",
    ),
    examples=(
        Bad(headers=("Permissions-Policy: geolocation=SELF",)),
        Bad(headers=("Permissions-Policy: camera=(), report-to=csp",)),
        Bad(headers=("Permissions-Policy: camera 'none'; microphone 'none'",)),
        Bad(headers=("Permissions-Policy: camera=(), geolocation=('self')",)),
        Bad(headers=("Permissions-Policy: camera=(),",)),
        Bad(headers=("Permissions-Policy: camera=() microphone=()",)),
        Bad(headers=("Permissions-Policy: geolocation=(self https://maps.example.com)",)),
        Bad(headers=('Permissions-Policy: geolocation=("self")',)),
        Bad(headers=('Permissions-Policy: geolocation="maps.example.com"',)),
        Good(headers=("Permissions-Policy: camera=none, microphone=(none), fullscreen=self",)),
        Good(headers=('Permissions-Policy: camera=(), geolocation=(self "https://maps.example.com"), fullscreen=*',)),
        Bad(headers=("Permissions-Policy: camera=(); report-to=csp",)),
        Bad(headers=("Permissions-Policy: camera=*;report-to=csp", 'Reporting-Endpoints: pears="/reports"')),
        Good(headers=("Permissions-Policy: camera=();report-to=pears", 'Reporting-Endpoints: pears="/reports"')),
        Good(headers=("Permissions-Policy: camera=();report-to=pears", "Reporting-Endpoints: pears=")),
        Good(headers=("Permissions-Policy: camera=();report-to=pears", 'Report-To: {"group": "pears"}')),
        Good(headers=("Permissions-Policy: camera=()", "Permissions-Policy: microphone=();x=1")),
        Good(),
    ),
)
