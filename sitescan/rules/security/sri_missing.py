import html
from collections.abc import Iterator

from sitescan.document.security.integrity import (
    Subresource,
    fetched,
    fingerprint,
    integrity_candidates,
    is_fixed,
    is_permanent,
)
from sitescan.rules.authoring import (
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SourceDocument,
    attr,
    changed,
    safe,
)
from sitescan.standards.public_suffixes import same_site


def check(document: SourceDocument) -> Findings:
    """
    Report versioned files from other registrable domains without integrity.

    Files that change without notice (analytics, tags, fonts by browser) cannot have it; insecure files have their own
    rule.
    """
    found = [(candidate, _known(document, candidate)) for candidate in _candidates(document)]
    example = next((_tag(candidate, known) for candidate, known in found if known), _EXAMPLE)
    listed = _LISTED if any(known for _, known in found) else ""
    for candidate, known in found:
        detail = f'integrity="{known}" crossorigin="anonymous"' if known else ""
        change = _checked(document, candidate, known) if known else None
        yield Finding(candidate.tag, detail=detail, tag=example, listed=listed, change=change)


def _candidates(document: Document) -> Iterator[Subresource]:
    for candidate in integrity_candidates(document):
        secure = candidate.url.startswith("https:") or not document.exchange.secure
        if secure and not candidate.metadata and is_fixed(candidate.url) and not same_site(candidate.url, document.url):
            yield candidate


def _known(document: Document, candidate: Subresource) -> str:
    """Return the hash of a file that was read, if its server allows this page to verify it; otherwise ``""``."""
    file = fetched(document, candidate)
    return fingerprint(file) if file is not None and file.body and file.shared else ""


def _checked(document: Document, candidate: Subresource, known: str) -> ElementChange:
    """
    Return the change that adds a hash; it is safe if the file can't change, and is requested as often as before.

    A preloaded file is used only for requests with the same ``crossorigin``.
    """
    mode = attr(candidate.tag, "crossorigin", "anonymous")
    change = changed(candidate.tag, integrity=known, crossorigin=mode)
    is_preloaded = any(document.resolve(attr(link, "href", "")) == candidate.url for link in document.rel("preload"))
    return safe(change) if is_permanent(candidate.url) and not is_preloaded else change


def _tag(candidate: Subresource, known: str) -> str:
    url = html.escape(candidate.url)
    checked = f'integrity="{known}" crossorigin="anonymous"'
    if candidate.tag.name == "script":
        return f'<script src="{url}" {checked}></script>'
    return f'<link rel="stylesheet" href="{url}" {checked}>'


#: What the values in the details are.
_LISTED = "Values listed next to a file above are for its current version; a new version needs a new value. "
_EXAMPLE = '<script src="https://cdn.example.net/lib-1.2.3.js" integrity="sha384-..." crossorigin="anonymous"></script>'

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Third-party files have no integrity attribute",
    passed="Versioned third-party files have an integrity attribute",
    subjects=("link", "script"),
    applies=integrity_candidates,
    description=(
        "The page loads {count:# script or stylesheet from another site|# scripts or stylesheets from other "
        "sites} without an integrity attribute (Subresource Integrity). If such a site is hacked, the changed "
        "file runs here with full access to this page."
    ),
    recommendation="Add integrity to files with a fixed version, or serve them from your own server.",
    how_to_fix=(
        "{tag}\n"
        "{listed}To compute a value: openssl dgst -sha384 -binary lib-1.2.3.js | openssl base64 -A\n"
        "Browsers can check a file only if its server sends Access-Control-Allow-Origin, as public CDNs do. "
        "Otherwise they no longer load it.\n"
        "This doesn't work for services whose script changes without notice (analytics, tag managers, payment). "
        "Limit those with a Content-Security-Policy."
    ),
    shows_change=False,
    sources=(
        "https://www.w3.org/TR/sri-2/",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity",
    ),
    covers=("observatory:sri-not-implemented-but-external-scripts-loaded-securely", "webhint:sri"),
    examples=(
        Good(
            '<script type="importmap">{"integrity": {"https://cdn.example.net/pears@1.2.3/pears.js": "sha384-'
            + "A" * 64
            + '"}}</script><script type="module" src="https://cdn.example.net/pears@1.2.3/pears.js"></script>'
        ),
        Bad('<script src="https://code.jquery.com/jquery.min.js"></script>'),
        Bad('<script src="https://cdn.example.net/pears/1.2.3/pears.js"></script>'),
        Bad('<link rel="stylesheet" href="//cdn.example.net/a-1.2.3.css" integrity="">'),
        Bad(
            '<link rel="stylesheet" href="https://cdn.example.net/a-1.2.3.css">',
            sheets=(("https://cdn.example.net/a-1.2.3.css", "p { margin: 0 }"),),
        ),
        Bad(
            '<script src="https://cdn.example.net/pears-1.2.3.js"></script>',
            scripts=(("https://cdn.example.net/pears-1.2.3.js", "let pears = 3"),),
        ),
        Bad('<script src="https://cdn.jsdelivr.net/npm/pears@1.2.3/pears.js"></script>'),
        Good('<script src="https://cdn.jsdelivr.net/npm/pears@1/pears.js"></script>'),
        Good('<script src="https://unpkg.com/pears"></script><script src="https://unpkg.com/pears@1.2"></script>'),
        Good('<link rel="stylesheet" href="https://maxcdn.bootstrapcdn.com/font-awesome/latest/css/a.css">'),
        Good('<script src="https://analytics.example.net/tag.js?id=1.2.3"></script>'),
        Good('<script src="/a-1.2.3.js"></script><script src="https://static.example.com/a-1.2.3.js"></script>'),
        Good(
            '<script src="https://cdn.example.net/a-1.2.3.js" crossorigin integrity="sha384-'
            'oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"></script>'
        ),
        Good('<script src="http://cdn.example.net/a-1.2.3.js"></script>'),
        Good('<script type="application/json" src="https://cdn.example.net/a-1.2.3.json"></script>'),
        Good('<link rel="preload" as="style" href="https://cdn.example.net/a-1.2.3.css">'),
    ),
)
