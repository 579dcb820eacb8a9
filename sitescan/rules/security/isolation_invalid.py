from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header, shorten
from sitescan.standards.structured_fields import Bare, Malformed, Token, parse_item

_EMBEDDER = {"require-corp", "credentialless", "unsafe-none"}
_OPENER = {"same-origin", "same-origin-allow-popups", "noopener-allow-popups", "unsafe-none"}
_PREFIXES = ("cross-origin-", "origin-agent-")
_RESOURCE = {"same-origin", "same-site", "cross-origin"}


def check(exchange: Exchange) -> Findings:
    """Report unknown values; all fields but Cross-Origin-Resource-Policy are structured fields."""
    for name, known, outcome in (
        ("Cross-Origin-Opener-Policy", _OPENER, "coop-header-invalid"),
        ("Cross-Origin-Embedder-Policy", _EMBEDDER, "coep-header-invalid"),
    ):
        value = exchange.headers.get(name)
        if name in exchange.headers and _token(value) not in known:
            yield Finding(detail=f"{name}: {shorten(value)}", observatory=outcome)
    name = "Cross-Origin-Resource-Policy"
    if name in exchange.headers and exchange.headers.get(name) not in _RESOURCE:
        yield Finding(detail=f"{name}: {shorten(exchange.headers.get(name))}", observatory="corp-header-invalid")
    name = "Origin-Agent-Cluster"
    if name in exchange.headers and not isinstance(_item(exchange.headers.get(name)), bool):
        yield Finding(detail=f"{name}: {shorten(exchange.headers.get(name))}")


def _token(value: str) -> str:
    item = _item(value)
    return item.text if isinstance(item, Token) else ""


def _item(value: str) -> Bare:
    """Return the value of a field; an empty string if it is malformed."""
    try:
        return parse_item(value)
    except Malformed:
        return ""


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Cross-origin isolation headers are invalid",
    passed="Cross-origin isolation headers are valid",
    applies=lambda exchange: any(name.lower().startswith(_PREFIXES) for name, _ in exchange.headers.fields),
    description=(
        "{count:# cross-origin header has|# cross-origin headers have} a value that browsers can't parse "
        "(Cross-Origin-Opener-Policy, -Embedder-Policy or -Resource-Policy, or Origin-Agent-Cluster). Browsers act as "
        "if the header weren't there, so it doesn't change how this site is isolated from others."
    ),
    recommendation="Use one of the standard values once, without quotes.",
    how_to_fix=(
        "Write the value without quotation marks:\n"
        "Cross-Origin-Opener-Policy: same-origin (or same-origin-allow-popups, noopener-allow-popups, unsafe-none)\n"
        "Cross-Origin-Embedder-Policy: require-corp (or credentialless, unsafe-none)\n"
        "Cross-Origin-Resource-Policy: same-origin (or same-site, cross-origin)\n"
        "Origin-Agent-Cluster: ?1 (or ?0)\n" + response_header("Cross-Origin-Opener-Policy", "same-origin").text
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/browsers.html#the-headers",
        "https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header",
    ),
    covers=("observatory:coep-header-invalid", "observatory:coop-header-invalid", "observatory:corp-header-invalid"),
    examples=(
        Bad(headers=('Cross-Origin-Opener-Policy: "same-origin"',)),
        Bad(headers=("Cross-Origin-Embedder-Policy: require-cors",)),
        Bad(headers=("Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin")),
        Bad(headers=("Cross-Origin-Opener-Policy: same-origin, same-origin",)),
        Bad(headers=("Origin-Agent-Cluster: 1",)),
        Bad(headers=("Origin-Agent-Cluster: false",)),
        Good(headers=("Origin-Agent-Cluster: ?0",)),
        Good(headers=('Cross-Origin-Opener-Policy: same-origin; report-to="pears"',)),
        Good(headers=("Cross-Origin-Embedder-Policy: credentialless", "Cross-Origin-Resource-Policy: same-site")),
        Good(),
    ),
)
