"""DNS answers aren't signed."""

from sitescan.model.transport_answers import NameRecords
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity


def check(records: NameRecords) -> Findings:
    """Report a zone for which its parent has no DS record."""
    if records.signed is False:
        yield Finding(site=records.site)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="DNS answers for the domain aren't signed",
    passed="DNS answers for the domain are signed",
    needs=lambda records: records.signed is not None,
    description=(
        "The domain {site} doesn't use DNSSEC: it has no DS record. Resolvers can't distinguish forged answers from "
        "yours, and a forged answer leads visitors to another server. With HTTPS, they see a warning there."
    ),
    recommendation="Turn on DNSSEC where the domain's DNS is hosted, and add its DS record at the registrar.",
    how_to_fix=(
        "Most DNS providers have a switch that signs the zone and shows the DS record. If the registrar is another "
        "company, enter that record there. Check with: dig +short DS {site}\n"
        "Remove the DS record before you change the DNS provider, or the domain can't be reached meanwhile."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9364", "https://www.icann.org/dnssec"),
    examples=(
        Bad(evidence=NameRecords(exchange=HOME_PAGE, site="example.com", signed=False)),
        Good(evidence=NameRecords(exchange=HOME_PAGE, site="example.com", signed=True)),
        Good(evidence=NameRecords(exchange=HOME_PAGE, site="example.com", signed=None)),
    ),
)
