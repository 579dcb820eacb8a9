"""
The place of each rule in what to do first, and who does it (docs/score.rst, "What to do first").

What visitors meet decides: what doesn't work comes before late content, that before people who are shut out, that
before what searches need, and that before what protects against attacks.
"""

from enum import Enum

from sitescan.model.exchange import Exchange
from sitescan.model.transport_answers import NameRecords, Protocols, Sharing, Transport
from sitescan.report.combined_fixes import PICTURES
from sitescan.rules.catalogue import catalogue


class Priority(Enum):
    """What visitors meet, the gravest first."""

    BROKEN = "what doesn't work"
    LATE = "content that appears late"
    SHUT_OUT = "people who are shut out"
    SEARCHES = "what searches and visitors need"
    PROTECTION = "what protects against attacks"

    @property
    def rank(self) -> int:
        """The place in the order: 0 for what comes first."""
        return _RANKS[self]


_RANKS = {priority: rank for rank, priority in enumerate(Priority)}


class Actor(Enum):
    """Where a change is made, and so who makes it."""

    PAGE = "in the page"
    SERVER = "on the server"
    TEXTS = "in the texts"
    PICTURES = "in the pictures"


#: Links, forms and files that don't work, pages that searches don't show, certificates, and what is disclosed already.
_BROKEN = frozenset(
    """
    accessibility/form-without-submit
    links/broken links/certificate-invalid links/form-broken links/host-not-found links/local-address links/malformed
    links/redirect-loop links/reference-broken links/server-error links/soft-404 links/staging-host
    performance/broken-images performance/broken-resources performance/frames-broken performance/media-invalid
    performance/script-errors
    security/certificate-chain security/certificate-expiry security/csp-blocks-page security/error-disclosed
    security/file-exposed security/http-redirect-broken security/mixed-content-active security/not-https
    security/php-code-shown security/secret-exposed security/sri-mismatch
    seo/canonical-noindex seo/content-placeholder seo/http-status seo/noindex seo/noindex-from-scripts
    seo/robots-blocked seo/robots-noindex seo/robots-unavailable seo/soft-404
    """.split()
)

_PRIORITIES = {"accessibility": Priority.SHUT_OUT, "security": Priority.PROTECTION}

_TEXTS = frozenset(
    """
    accessibility/area-alt accessibility/document-title accessibility/heading-placeholder accessibility/image-alt
    accessibility/image-alt-meaningless accessibility/image-alt-repeated accessibility/image-button-alt
    accessibility/link-vague accessibility/links-named-alike accessibility/svg-alt accessibility/title-placeholder
    seo/content-placeholder seo/content-thin seo/description-length seo/description-missing seo/description-title
    seo/image-alt seo/link-text seo/title-length seo/title-missing seo/title-placeholder
    """.split()
)

#: The rules about the settings of the server that read more than a response or its connection.
_SERVER = frozenset(
    """
    links/server-error performance/cache-lifetime performance/compression-missing performance/resource-redirects
    performance/text-uncompressed security/csp-missing security/csp-report-only security/directory-listing
    security/error-disclosed security/file-exposed security/framing-allowed security/framing-open
    security/nosniff-files security/php-code-shown security/referrer-policy-missing security/security-txt-missing
    security/version-disclosure seo/duplicate-urls seo/markdown-vary seo/robots-unavailable seo/soft-404
    """.split()
)

#: The rules that read a response, but are about the page.
_PAGE = frozenset({"performance/html-large", "seo/html-large"})


LEAST_POINTS = 0.5
"""The points of the overall score below which something is done last, unless it doesn't work."""


def place(meets: Priority, points: float) -> tuple[bool, int]:
    """
    Return what to sort things to do by: what brings next to nothing comes last, and the rest by what visitors meet.

    :param points: the points of the overall score that something brings back.
    """
    return points < LEAST_POINTS and meets is not Priority.BROKEN, meets.rank


def priority(rule: str) -> Priority:
    """Return what visitors meet as long as the issues of a rule aren't fixed."""
    if rule in _BROKEN:
        return Priority.BROKEN
    return _PRIORITIES.get(rule.partition("/")[0], Priority.SEARCHES)


def actor(rule: str) -> Actor:
    """Return where the issues of a rule are fixed."""
    if rule in PICTURES.rules:
        return Actor.PICTURES
    if rule in _TEXTS:
        return Actor.TEXTS
    terms = catalogue().get(rule)
    reads_response = terms is not None and terms.reads in (Exchange, NameRecords, Protocols, Sharing, Transport)
    return Actor.SERVER if rule in _SERVER or (reads_response and rule not in _PAGE) else Actor.PAGE


#: Words for the abbreviations with which titles begin, for people who have never seen them.
_SPELLED_OUT = {
    "AMP": "Fast version (AMP)",
    "ARIA": "Accessibility (ARIA)",
    "CORS": "Access from other sites (CORS)",
    "CSP": "Content Security Policy (CSP)",
    "DNS": "Domain name (DNS)",
    "HSTS": "HTTPS enforcement (HSTS)",
    "JSON-LD": "Structured data (JSON-LD)",
    "TLS": "Encryption (TLS)",
}


def spelled_out(title: str) -> str:
    """Return a title that begins with words instead of an abbreviation."""
    first, _, rest = title.partition(" ")
    return f"{_SPELLED_OUT.get(first, first)} {rest}"
