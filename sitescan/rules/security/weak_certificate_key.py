from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import over_tls

_SHORTEST = {"RSA": 2048, "DSA": 2048, "EC": 224}


def check(transport: Transport) -> Findings:
    """Report a key shorter than certificate authorities may sign."""
    tls = transport.exchange.tls
    kind, _, bits = (tls.key if tls is not None else "").partition(" ")
    if kind in _SHORTEST and bits.isdecimal() and int(bits) < _SHORTEST[kind]:
        yield Finding(key=f"{kind}, {bits} bits")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="TLS certificate key is too short",
    passed="TLS certificate key is long enough",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: (tls := transport.exchange.tls) and tls.key,
    description=(
        "The certificate's key ({key}) is too short. Anyone who computes the private key can impersonate this "
        "site. Certificate authorities haven't been allowed to sign such keys for years."
    ),
    recommendation="Create a new key and get a new certificate for it.",
    how_to_fix=(
        "certbot renew --force-renewal --key-type ecdsa creates an EC 256 key. Without certbot: openssl req -new "
        "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out request.csr"
    ),
    sources=("https://cabforum.org/working-groups/server/baseline-requirements/", "https://ssl-config.mozilla.org/"),
    examples=(
        Bad(evidence=over_tls(key="RSA 1024")),
        Good(evidence=over_tls(key="RSA 2048")),
        Good(evidence=over_tls(key="EC 256")),
        Good(evidence=over_tls(key="Ed25519 256")),
        Good(evidence=over_tls(key="")),
    ),
)
