"""Invalid integrity attributes."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.integrity import integrity_candidates, is_cross_origin, is_fingerprint
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report invalid hashes, and cross-origin files that cannot be verified because crossorigin is missing."""
    for candidate in integrity_candidates(document):
        hashes = candidate.metadata.split()
        if hashes and not any(map(is_fingerprint, hashes)):
            yield Finding(candidate.tag, detail="no valid sha256, sha384 or sha512 value")
        elif hashes and attr(candidate.tag, "crossorigin") is None and is_cross_origin(candidate.url, document):
            yield Finding(candidate.tag, detail="browsers block it without crossorigin")


_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Invalid integrity attributes",
    passed="Integrity attributes are valid",
    subjects=("[integrity]",),
    description=(
        "{count:# script or stylesheet has|# scripts or stylesheets have} an integrity attribute that doesn't "
        "work. Browsers ignore a value in the wrong format. They don't load a file from another origin at all if "
        "crossorigin is missing."
    ),
    recommendation="Correct the integrity value, and add crossorigin for files from other origins.",
    how_to_fix=(
        '<script src="https://cdn.example.net/lib-1.2.3.js" '
        'integrity="sha384-..." crossorigin="anonymous"></script>\n'
        "Compute the value: openssl dgst -sha384 -binary lib-1.2.3.js | openssl base64 -A"
    ),
    sources=(
        "https://www.w3.org/TR/sri-2/#parse-metadata",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity",
    ),
    covers=("webhint:sri",),
    examples=(
        Bad('<script src="/a.js" integrity="sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="></script>'),
        Bad('<script src="/a.js" integrity="sha384-tooshort"></script>'),
        Bad(f'<script src="https://cdn.example.net/a.js" integrity="{_HASH}"></script>'),
        Good(f'<script src="https://cdn.example.net/a.js" integrity="{_HASH}" crossorigin></script>'),
        Good(f'<script src="/a.js" integrity="md5-x {_HASH}?type=js"></script>'),
        Good('<script src="/a.js" integrity=" "></script>'),
        Good('<script src="/a.js"></script>'),
    ),
)
