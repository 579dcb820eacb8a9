"""Scripts and styles of other sites without a fingerprint."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.integrity import integrity_candidates
from sitescan.model.report import Severity
from sitescan.model.site import same_site
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report scripts and styles of other registrable domains without integrity; insecure ones have their rule."""
    for candidate in integrity_candidates(document):
        secure = candidate.url.startswith("https:") or not document.exchange.secure
        if secure and not candidate.metadata and not same_site(candidate.url, document.url):
            yield Finding(candidate.tag)


RULE = Rule(
    id="security/sri-missing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Third-party files without integrity check",
    description=(
        "The page takes {count:# script or stylesheet|# scripts or stylesheets} from other sites without an integrity "
        "attribute. If such a site is broken into, the changed file runs here with all rights of this page."
    ),
    recommendation="Add integrity to files of fixed versions, or serve them from your own server.",
    how_to_fix=(
        '<script src="https://cdn.example.net/lib-1.2.3.js" integrity="sha384-..." crossorigin="anonymous"></script>\n'
        "Compute the value: openssl dgst -sha384 -binary lib-1.2.3.js | openssl base64 -A\n"
        "Services whose script changes without notice (analytics, tags, payment) cannot be fixed this way; limit "
        "them with "
        "a Content-Security-Policy."
    ),
    sources=(
        "https://www.w3.org/TR/sri-2/",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity",
    ),
    covers=("observatory:sri-not-implemented-but-external-scripts-loaded-securely", "webhint:sri"),
    examples=(
        Bad('<script src="https://cdn.example.net/a.js"></script>'),
        Bad('<link rel="stylesheet" href="https://cdn.example.net/a.css" integrity="">'),
        Good('<script src="/a.js"></script><script src="https://static.example.com/a.js"></script>'),
        Good(
            '<script src="https://cdn.example.net/a.js" crossorigin integrity="sha384-'
            'oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"></script>'
        ),
        Good('<script src="http://cdn.example.net/a.js"></script>'),
        Good('<script type="application/json" src="https://cdn.example.net/a.json"></script>'),
        Good('<link rel="preload" as="style" href="https://cdn.example.net/a.css">'),
    ),
)
