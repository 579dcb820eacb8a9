"""Structured data contains an expired date."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import items
from sitescan.document.structured_data.vocabulary import is_a
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ENDS = (
    ("JobPosting", "validThrough", "https://developers.google.com/search/docs/appearance/structured-data/job-posting"),
    (
        "Offer",
        "priceValidUntil",
        "https://developers.google.com/search/docs/appearance/structured-data/merchant-listing",
    ),
)
_DATE = re.compile(r"\s*([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?![0-9])")
#: A day ends everywhere on earth 12 hours after it has ended in UTC.
_LONGEST_DAY = timedelta(hours=36)


def check(document: Document) -> Iterator[Finding]:
    """Report job postings and prices that ended before the day of the scan, wherever on earth."""
    now = datetime.fromtimestamp(document.exchange.fetched_at, UTC)
    reported: set[tuple[int, str]] = set()
    for item in items(document):
        for kind, name, source in _ENDS:
            if not item.ours or not any(is_a(one, kind) for one in item.types):
                continue
            written = item.properties.get(name, [])
            ends = [_day(value) for value in written if isinstance(value, str)]
            known = [end for end in ends if end is not None]
            if not known or max(known) + _LONGEST_DAY >= now or (id(item.properties), name) in reported:
                continue
            reported.add((id(item.properties), name))
            yield Finding(item.tag, detail=f"{item.path}: {name} {shorten(str(written[0]))}", source=source)


def _day(written: str) -> datetime | None:
    match = _DATE.match(written)
    if match is None:
        return None
    try:
        return datetime(int(match[1]), int(match[2]), int(match[3]), tzinfo=UTC)
    except ValueError:
        return None


def _ld(content: str) -> str:
    return f'<script type="application/ld+json">{{"@context": "https://schema.org", {content}}}</script>'


RULE = Rule(
    id="seo/schema-expired",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Structured data contains an expired date",
    description=(
        "{count:# date in the structured data says|# dates in the structured data say} that a job posting or a price "
        "has expired. Google removes expired jobs and may not show expired prices."
    ),
    recommendation="Update the date, or remove what has expired from the page.",
    how_to_fix=(
        "If the offer is still valid, write a date in the future, or omit the property, which is optional. If a job is "
        "filled, remove it, or let its page answer with status 404 or 410. The rules are at {source}"
    ),
    sources=(
        "https://developers.google.com/search/docs/appearance/structured-data/job-posting#remove-a-job-posting",
        "https://developers.google.com/search/docs/appearance/structured-data/merchant-listing",
    ),
    examples=(
        Bad(_ld('"@type": "JobPosting", "title": "Gardener", "validThrough": "1969-03-31"')),
        Bad(_ld('"@type": "Product", "offers": {"@type": "Offer", "price": "19.90", "priceValidUntil": "19691229"}')),
        Good(_ld('"@type": "JobPosting", "title": "Gardener", "validThrough": "2999-03-31T12:00"')),
        Good(_ld('"@type": "JobPosting", "title": "Gardener", "validThrough": "1969-12-31"')),
        Good(_ld('"@type": "JobPosting", "title": "Gardener", "validThrough": "1969-02-30"')),
        Good(_ld('"@type": "Offer", "price": "19.90", "priceValidUntil": ["1969-01-01", "2999-01-01"]')),
        Good(_ld('"@type": "OpeningHoursSpecification", "validThrough": "1969-03-31"')),
    ),
)
