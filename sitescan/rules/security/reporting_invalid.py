"""Violation reports are lost."""

import json
from collections.abc import Iterator, Mapping

from sitescan.document.stated_policies import policies
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.integrity_policy import parse_integrity_policy
from sitescan.standards.structured_fields import Malformed, parse_dictionary


def check(document: Document) -> Findings:
    """Report header fields for reports that browsers ignore, and policies that name an endpoint of no other field."""
    headers = document.exchange.headers
    if is_insecure(document.url):
        for name in filter(headers.__contains__, ("reporting-endpoints", "report-to", "nel")):
            yield Finding(detail=f"{name}: browsers ignore it on a page over plain HTTP")
        return
    yield from _older_fields(headers.get("report-to"), headers.get("nel"))
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
    for field, endpoint in _named(document) if endpoints and not headers.get("report-to") else ():
        if endpoint not in members:
            yield Finding(detail=f"{field}: {shorten(endpoint)} isn't in reporting-endpoints")


def _named(document: Document) -> Iterator[tuple[str, str]]:
    """Iterate over the endpoints that policies name, each with the header field."""
    for policy in policies(document):
        yield from (("content-security-policy", name) for name in policy.directives.get("report-to", ())[:1])
    for field in ("integrity-policy", "integrity-policy-report-only"):
        written = parse_integrity_policy(document.exchange.headers.get(field))
        yield from ((field, name) for name in written.endpoints)


def _older_fields(report_to: str, nel: str) -> Findings:
    """Report JSON that is none, and a policy for network errors (NEL) that is incomplete or names no group."""
    groups = _objects(report_to)
    if groups is None:
        yield Finding(detail=f"report-to: {shorten(report_to)} isn't JSON")
    for group in groups or ():
        if insecure := next(filter(is_insecure, _urls(group)), ""):
            yield Finding(detail=f"report-to: {shorten(insecure)} doesn't use HTTPS")
    found = _objects(nel)
    if found is None or len(found) > 1:
        yield Finding(detail=f"nel: {shorten(nel)} isn't JSON")
        return
    for policy in found:
        named, age = policy.get("report_to"), policy.get("max_age")
        if not isinstance(age, int) or age < 0:
            yield Finding(detail="nel: no max_age in seconds")
        elif not isinstance(named, str):
            # Without a lifetime, the field ends an earlier policy and needs no group.
            yield from (Finding(detail="nel: no report_to"),) if age else ()
        elif groups and all(group.get("group", "default") != named for group in groups):
            yield Finding(detail=f"nel: {shorten(named)} isn't in report-to")


def _urls(group: Mapping[str, object]) -> Iterator[str]:
    """Return the URLs of the endpoints of a group."""
    endpoints = group.get("endpoints")
    for endpoint in endpoints if isinstance(endpoints, list) else ():
        url = endpoint.get("url") if isinstance(endpoint, dict) else None
        if isinstance(url, str):
            yield url


def _objects(text: str) -> list[dict[str, object]] | None:
    """Return the JSON objects of a field, separated by commas, or ``None`` if it has anything else."""
    try:
        values = json.loads(f"[{text}]")
    except (ValueError, RecursionError):
        return None
    return values if all(isinstance(value, dict) for value in values) else None


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Headers for violation reports are invalid",
    passed="Headers for violation reports are valid",
    applies=lambda document: any(map(document.exchange.headers.get, ("reporting-endpoints", "report-to", "nel"))),
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
        Bad(
            headers=(
                'Reporting-Endpoints: default="/reports"',
                "Integrity-Policy: blocked-destinations=(script), endpoints=(default pears)",
            )
        ),
        Good(
            headers=(
                'Reporting-Endpoints: default="/reports"',
                "Integrity-Policy: blocked-destinations=(script), endpoints=(default)",
            )
        ),
        Bad(headers=("NEL: {report_to: network, max_age: 2592000}",)),
        Bad(headers=('NEL: {"report_to": "network"}, {}',)),
        Bad(headers=('NEL: {"report_to": "network"}',)),
        Bad(headers=('NEL: {"report_to": "network", "max_age": "1 day"}',)),
        Bad(headers=('NEL: {"max_age": 2592000}',)),
        Bad(
            headers=(
                'Report-To: {"group": "pears", "max_age": 1, "endpoints": []}',
                'NEL: {"report_to": "network", "max_age": 2592000}',
            )
        ),
        Bad(headers=("Report-To: network",)),
        Bad(headers=('Report-To: {"max_age": 1, "endpoints": [{"url": "http://example.com/reports"}]}',)),
        Good(headers=('Report-To: {"max_age": 1, "endpoints": [{"url": "https://example.com/reports"}, 1]}',)),
        Bad(headers=('Report-To: {"max_age": 1, "endpoints": []}',), url="http://example.com/"),
        Bad(headers=('Reporting-Endpoints: default="/reports"',), url="http://example.com/"),
        Good(headers=('Reporting-Endpoints: default="/reports"',), url="http://localhost/"),
        Good(url="http://example.com/"),
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
        Good(headers=('Report-To: {"max_age": 1, "endpoints": []}', 'NEL: {"report_to": "default", "max_age": 1}')),
        Good(headers=('NEL: {"max_age": 0}',)),
        Good(headers=("Content-Security-Policy: default-src 'self'; report-to csp",)),
        Good(),
    ),
)
