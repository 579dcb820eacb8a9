"""What identifies an occurrence of an issue from one report to the next."""

import hashlib

from sitescan.model.report import Issue, Occurrence
from sitescan.report.wording import detail, snippet


def fingerprint(page: str, issue: Issue, occurrence: Occurrence) -> str:
    """Return a hash of the rule, the page and the element, which stays the same if lines move."""
    selector = occurrence.place.selector if occurrence.place is not None else ""
    parts = (issue.rule, page, selector, snippet(occurrence), detail(occurrence))
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]
