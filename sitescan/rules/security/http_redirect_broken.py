from attrs import evolve

from sitescan.model.answers import INCOMPLETE_CHAIN
from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Problem, Rule, Severity
from sitescan.rules.example_pages import redirecting


def check(transport: Transport) -> Findings:
    """Report a redirect from plain HTTP that ends in a certificate or TLS error."""
    plain = transport.plain
    if plain is None or plain.problem not in (Problem.CERTIFICATE, Problem.TLS) or not plain.steps:
        return
    if plain.cause != INCOMPLETE_CHAIN:
        yield Finding(url=plain.url, target=plain.final_url, reason=plain.reason)


def _leading(problem: Problem, cause: str = "") -> Transport:
    plain = redirecting("http://example.com/", "https://www.example.com/", status=None, problem=problem)
    return Transport(exchange=HOME_PAGE, plain=evolve(plain, cause=cause))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="HTTP redirects to a TLS error",
    passed="HTTP redirects lead to working TLS",
    applies=lambda transport: transport.plain is not None and transport.plain.steps,
    description=(
        "{url} redirects to {target}, but the connection there fails: {reason}. Visitors who type the address "
        "without https:// see a full-page warning instead of the site."
    ),
    recommendation="Redirect to an address with a valid certificate, or get a certificate for that name.",
    how_to_fix=(
        "certbot certonly -d example.com -d www.example.com creates one certificate for both names.\n"
        "nginx:\n"
        " server {{\n"
        " listen 80;\n"
        " server_name example.com;\n"
        " return 301 https://$host$request_uri;\n"
        " }}\n"
        "In Caddy, list both hosts in the site's address: Caddy then gets both certificates."
    ),
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS",
        "https://www.rfc-editor.org/rfc/rfc9525",
    ),
    covers=("observatory:redirection-invalid-cert",),
    examples=(
        Bad(evidence=_leading(Problem.CERTIFICATE, "issued for another host name")),
        Bad(evidence=_leading(Problem.TLS)),
        Good(evidence=_leading(Problem.CERTIFICATE, INCOMPLETE_CHAIN)),
        Good(evidence=_leading(Problem.TIMEOUT)),
        Good(evidence=Transport(exchange=_leading(Problem.TLS).exchange)),
    ),
)
