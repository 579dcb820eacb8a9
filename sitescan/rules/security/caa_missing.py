from sitescan.model.transport_answers import NameRecords
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity


def check(records: NameRecords) -> Findings:
    """Report a site over HTTPS without any CAA record, from the host up to the root."""
    if records.exchange.secure and records.caa is False:
        yield Finding(site=records.site)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="No CAA record limits who may issue certificates",
    passed="CAA records limit who may issue certificates",
    applies=lambda records: records.exchange.secure,
    needs=lambda records: records.caa is not None,
    description=(
        "The domain {site} has no CAA record, so any certificate authority may issue certificates for it. If a record "
        "names yours, all others must refuse, and a mistake of one of them can't harm your visitors."
    ),
    recommendation="Add a CAA record that names your certificate authority.",
    how_to_fix=(
        'In the DNS zone, for Let\'s Encrypt: {site}. CAA 0 issue "letsencrypt.org"\n'
        "Name every authority that you use, including those of a CDN or a mail provider, because others can't renew "
        "certificates after that. Each authority's documentation says which name it has."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc8659", "https://letsencrypt.org/docs/caa/"),
    examples=(
        Bad(evidence=NameRecords(exchange=HOME_PAGE, site="example.com", caa=False)),
        Good(evidence=NameRecords(exchange=HOME_PAGE, site="example.com", caa=True)),
        Good(evidence=NameRecords(exchange=HOME_PAGE, site="example.com", caa=None)),
    ),
)
