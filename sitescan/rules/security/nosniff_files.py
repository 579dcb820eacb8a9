"""Browsers may guess the types of the site's scripts and stylesheets, though not of its pages."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.integrity import fetched, integrity_candidates
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.public_suffixes import same_site


def check(document: Document) -> Iterator[Finding]:
    """
    Report the site's own files without nosniff, where its pages have it.

    Where they have not, security/nosniff-missing asks for it on every response already.
    """
    if not document.exchange.headers.nosniff:
        return
    for candidate in integrity_candidates(document):
        file = fetched(document, candidate)
        if file is not None and not file.nosniff and same_site(candidate.url, document.url):
            yield Finding(candidate.tag)


RULE = Rule(
    id="security/nosniff-files",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Scripts or stylesheets without nosniff",
    description=(
        "The page itself says X-Content-Type-Options: nosniff, but {count:# of its scripts and stylesheets does "
        "not|# of its scripts and stylesheets do not}. Only on the file itself does the header keep browsers from "
        "running, as a script, a file of the site that was sent as something else."
    ),
    recommendation="Send X-Content-Type-Options: nosniff with scripts and stylesheets as well.",
    how_to_fix=(
        "Set it for the whole server, not for pages alone:\n"
        "nginx: add_header X-Content-Type-Options nosniff always;\n"
        "Apache: Header always set X-Content-Type-Options nosniff\n"
        "Caddy: header X-Content-Type-Options nosniff\n"
        "In nginx, repeat the line in each location that has add_header lines of its own: such a location "
        "inherits none.\n"
        "Files that a storage service or a delivery network serves get it from the settings there."
    ),
    sources=(
        "https://fetch.spec.whatwg.org/#x-content-type-options-header",
        "https://nginx.org/en/docs/http/ngx_http_headers_module.html#add_header",
    ),
    covers=("webhint:x-content-type-options",),
    examples=(
        Bad(
            '<script src="/pears.js"></script>',
            headers=("X-Content-Type-Options: nosniff",),
            scripts=(("https://example.com/pears.js", "let pears = 3"),),
        ),
        Bad(
            '<link rel="stylesheet" href="https://static.example.com/pears.css">',
            headers=("X-Content-Type-Options: nosniff",),
            sheets=(("https://static.example.com/pears.css", "p { margin: 0 }"),),
        ),
        Good('<script src="/pears.js"></script>', scripts=(("https://example.com/pears.js", "let pears = 3"),)),
        Good('<script src="/pears.js"></script>', headers=("X-Content-Type-Options: nosniff",)),
        Good(
            '<script src="https://cdn.example.net/pears.js"></script>',
            headers=("X-Content-Type-Options: nosniff",),
            scripts=(("https://cdn.example.net/pears.js", "let pears = 3"),),
        ),
    ),
)
