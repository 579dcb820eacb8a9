"""An integrity attribute that is not that of the file."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.security.integrity import fetched, fingerprint, fits, integrity_candidates, is_cross_origin
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """
    Report files whose bytes, all of them read, are not those that the attribute tells of.

    A file of another origin without crossorigin is refused before it is compared (security/sri-malformed).
    """
    for candidate in integrity_candidates(document):
        file = fetched(document, candidate)
        compared = attr(candidate.tag, "crossorigin") is not None or not is_cross_origin(candidate.url, document)
        if file is not None and compared and not fits(candidate.metadata, file):
            yield Finding(candidate.tag, detail=f'the file is now integrity="{fingerprint(file)}"')


_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
_RIGHT = "sha256-wnfitEJI0Ng0l9gxKGdHyPqwDzRlvvmZJUshp5LUl0k="
_SCRIPT = (("https://example.com/a.js", "let pears = 3"),)

RULE = Rule(
    id="security/sri-mismatch",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="File that does not match its integrity",
    description=(
        "{count:# script or stylesheet is|# scripts or stylesheets are} not the file that the integrity attribute was "
        "made for. Browsers do not run or apply such a file: either it was updated and the page was not, or somebody "
        "has changed it."
    ),
    recommendation="Find out why the file has changed, and correct the integrity value only then.",
    how_to_fix=(
        "Compare the file with the version that you chose. Where it is a wanted update, put its value into the page: "
        "openssl dgst -sha384 -binary app.js | openssl base64 -A\n"
        "Have the build write integrity whenever it writes the file, so that both always change together. A server "
        "that rewrites files on their way (minifying, image or analytics modules) has to leave this one alone."
    ),
    sources=(
        "https://www.w3.org/TR/sri-2/#does-response-match-metadatalist",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity",
    ),
    examples=(
        Bad(f'<script src="/a.js" integrity="{_HASH}"></script>', scripts=_SCRIPT),
        Bad(
            f'<link rel="stylesheet" href="/a.css" integrity="{_HASH}">',
            sheets=(("https://example.com/a.css", "p { margin: 0 }"),),
        ),
        Bad(
            f'<script src="https://cdn.example.net/a.js" crossorigin integrity="{_HASH}"></script>',
            scripts=(("https://cdn.example.net/a.js", "let pears = 3"),),
        ),
        Good(f'<script src="/a.js" integrity="{_RIGHT}"></script>', scripts=_SCRIPT),
        Good(f'<script src="/a.js" integrity="{_HASH} {_RIGHT}"></script>', scripts=_SCRIPT),
        Good('<script src="/a.js" integrity="sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk="></script>', scripts=_SCRIPT),
        Good(f'<script src="/a.js" integrity="{_HASH}"></script>'),
        Good(
            f'<script src="https://cdn.example.net/a.js" integrity="{_HASH}"></script>',
            scripts=(("https://cdn.example.net/a.js", "let pears = 3"),),
        ),
    ),
)
