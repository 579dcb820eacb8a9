"""Violation reports are lost."""

import json
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.stated_policies import policies
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.structured_fields import Malformed, parse_dictionary


def check(document: Document) -> Iterator[Finding]:
    """Report header fields for reports that browsers ignore, and policies that name an endpoint of no other field."""
    headers = document.exchange.headers
    for name in ("report-to", "nel"):
        if headers.get(name) and not _is_json(headers.get(name), several=name == "report-to"):
            yield Finding(detail=f"{name}: {shorten(headers.get(name))} isn't JSON")
    endpoints = headers.get("reporting-endpoints")
    try:
        members = parse_dictionary(endpoints)
    except Malformed as problem:
        yield Finding(detail=f"reporting-endpoints: {shorten(endpoints)} ({problem})")
        return
    for name, url in members.items():
        if not isinstance(url, str):
            yield Finding(detail=f"reporting-endpoints: {shorten(name)} isn't a URL in double quotes")
        elif is_insecure(document.resolve(url) or ""):
            yield Finding(detail=f"reporting-endpoints: {shorten(name)} doesn't use HTTPS")
    # Without the newer field, or beside the older one, browsers may know the endpoint from another response.
    for group in _groups(document) if endpoints and not headers.get("report-to") else ():
        if group not in members:
            yield Finding(detail=f"content-security-policy: {shorten(group)} isn't in reporting-endpoints")


def _groups(document: Document) -> Iterator[str]:
    for policy in policies(document):
        yield from policy.directives.get("report-to", ())[:1]


def _is_json(text: str, *, several: bool) -> bool:
    """Return whether a field is one JSON object, or several of them separated by commas."""
    try:
        values = json.loads(f"[{text}]")
    except (ValueError, RecursionError):
        return False
    return all(isinstance(value, dict) for value in values) and (several or len(values) == 1)


RULE = Rule(
    id="security/reporting-invalid",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Headers for violation reports are invalid",
    description=(
        "The page sends {count:# header value|# header values} for reports that browsers ignore. Reports about blocked "
        "files or failed connections don't arrive, so you don't learn of them."
    ),
    recommendation="Correct the headers, or remove them if you don't collect reports.",
    how_to_fix=(
        'Reporting-Endpoints: csp="https://example.com/reports"\n'
        "Content-Security-Policy: default-src 'self'; report-to csp\n"
        "Each endpoint is a name, an equals sign and an HTTPS URL in double quotes. report-to names one of them. NEL "
        "and Report-To are JSON objects with double quotes:\n"
        'NEL: {{"report_to": "network", "max_age": 2592000}}'
    ),
    sources=(
        "https://www.w3.org/TR/reporting-1/#header",
        "https://www.w3.org/TR/network-error-logging/#nel-response-header",
    ),
    examples=(
        Bad(headers=("Reporting-Endpoints: csp=https://example.com/reports",)),
        Bad(headers=("Reporting-Endpoints: csp=https//example.com",)),
        Bad(headers=('Reporting-Endpoints: csp="http://example.com/reports"',)),
        Bad(
            headers=(
                'Reporting-Endpoints: default="/reports"',
                "Content-Security-Policy: default-src 'self'; report-to csp",
            )
        ),
        Bad(headers=("NEL: {report_to: network, max_age: 2592000}",)),
        Bad(headers=('NEL: {"report_to": "network"}, {}',)),
        Bad(headers=("Report-To: network",)),
        Bad(headers=("Report-To: 1",)),
        Bad(headers=("Report-To: " + "[" * 30_000,)),
        Good(
            headers=(
                'Reporting-Endpoints: default="/reports", csp="https://example.com/reports";x=1',
                "Content-Security-Policy: default-src 'self'; report-to csp",
                'Report-To: {"group": "network", "max_age": 1, "endpoints": []}, {"max_age": 1, "endpoints": []}',
                'NEL: {"report_to": "network", "max_age": 2592000}',
            )
        ),
        Good(headers=("Content-Security-Policy: default-src 'self'; report-to csp",)),
        Good(),
    ),
)
