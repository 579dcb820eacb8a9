from sitescan.document.security.integrity import (
    Subresource,
    files_with_integrity,
    has_hash,
    is_cross_origin,
    may_match,
)
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.standards.integrity_policy import parse_integrity_policy


def check(document: Document) -> Findings:
    """Report metadata with which browsers compare nothing or block every file, and policies that they ignore."""
    for candidate in files_with_integrity(document):
        if fault := _fault(candidate, document):
            yield Finding(candidate.tag, detail=fault)
    for name in _POLICIES:
        value = document.exchange.headers.get(name)
        if value and (problem := parse_integrity_policy(value).problem):
            yield Finding(detail=f"{name}: {shorten(value)} ({problem})")


def _fault(candidate: Subresource, document: Document) -> str:
    if candidate.metadata.startswith(_SIGNATURE):
        return ""
    if not has_hash(candidate.metadata):
        return "no valid sha256, sha384 or sha512 value"
    if not may_match(candidate.metadata):
        return "browsers block it, because no file has a hash of this length"
    if not candidate.uses_cors and is_cross_origin(candidate.url, document):
        return "browsers block it without crossorigin"
    return ""


_POLICIES = ("Integrity-Policy", "Integrity-Policy-Report-Only")
#: The public key of a signature: https://wicg.github.io/signature-based-sri/.
_SIGNATURE = "ed25519-"
_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Invalid integrity attributes or policies",
    passed="Integrity attributes and policies are valid",
    applies=lambda document: files_with_integrity(document) or any(map(document.exchange.headers.get, _POLICIES)),
    description=(
        "{count:# integrity value doesn't|# integrity values don't} work, on an element, in the import map or in the "
        "Integrity-Policy header. Browsers ignore a value in the wrong format. They don't load a file at all if its "
        "hash is too short, or if it is from another origin and crossorigin is missing."
    ),
    recommendation="Correct the integrity values, and add crossorigin for files from other origins.",
    how_to_fix=(
        '<script src="https://cdn.example.net/lib-1.2.3.js" '
        'integrity="sha384-..." crossorigin="anonymous"></script>\n'
        "Compute the value: openssl dgst -sha384 -binary lib-1.2.3.js | openssl base64 -A\n"
        "Integrity-Policy: blocked-destinations=(script), endpoints=(integrity)"
    ),
    sources=(
        "https://www.w3.org/TR/sri-2/#parse-metadata",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Integrity-Policy",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity",
    ),
    covers=("webhint:sri",),
    examples=(
        Bad('<script src="/a.js" integrity="sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="></script>'),
        Bad('<script src="/a.js" integrity="sha384-tooshort"></script>'),
        Bad(f'<script src="https://cdn.example.net/a.js" integrity="{_HASH}"></script>'),
        Bad('<script type=importmap>{"integrity": {"/a.js": "md5-x"}}</script><script type=module src=/a.js></script>'),
        Bad(headers=("Integrity-Policy: blocked-destinations=script",)),
        Bad(headers=('Integrity-Policy: blocked-destinations=("script")',)),
        Bad(headers=("Integrity-Policy: blocked-destinations=(scripts)",)),
        Bad(headers=("Integrity-Policy: blocked-destinations=(script",)),
        Bad(headers=("Integrity-Policy: script",)),
        Bad(headers=("Integrity-Policy-Report-Only: blocked-destinations=(script), sources=(header)",)),
        Good(headers=("Integrity-Policy: blocked-destinations=(script style), sources=(inline), endpoints=(a)",)),
        Good('<script src="/a.js" integrity="ed25519-JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs="></script>'),
        Good(f'<script type="module" src="https://cdn.example.net/a.js" integrity="{_HASH}"></script>'),
        Good(f'<script src="https://cdn.example.net/a.js" integrity="{_HASH}" crossorigin></script>'),
        Good(f'<script src="/a.js" integrity="md5-x {_HASH}?type=js"></script>'),
        Good('<script src="/a.js" integrity=" "></script>'),
        Good('<script src="/a.js"></script>'),
    ),
)
