from sitescan.document.security.integrity import fetched, integrity_candidates
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.rules.server_configuration import NOSNIFF
from sitescan.standards.public_suffixes import same_site


def check(document: Document) -> Findings:
    """
    Report the site's own files without nosniff, if its pages have it.

    If they have not, security/nosniff-missing already suggests it for every response.
    """
    if not document.exchange.headers.nosniff:
        return
    for candidate in integrity_candidates(document):
        file = fetched(document, candidate)
        if file is not None and not file.nosniff and same_site(candidate.url, document.url):
            yield Finding(candidate.tag)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Scripts or stylesheets are sent without nosniff",
    passed="Scripts and stylesheets are sent with nosniff",
    subjects=("link", "script"),
    applies=lambda document: document.exchange.headers.nosniff,
    needs=lambda document: all(fetched(document, candidate) for candidate in integrity_candidates(document)),
    description=(
        "The page is sent with X-Content-Type-Options: nosniff, but {count:# of its scripts and stylesheets "
        "isn't|# of its scripts and stylesheets aren't}. Only the header of the file itself stops browsers from "
        "running a file of another type, such as an upload, as a script."
    ),
    recommendation="Send X-Content-Type-Options: nosniff with scripts and stylesheets as well.",
    how_to_fix=(
        "Set it for the whole server, not only for pages:\n"
        + NOSNIFF.text
        + "\nIf a storage service or CDN serves the files, set the header there."
    ),
    setting=NOSNIFF,
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
