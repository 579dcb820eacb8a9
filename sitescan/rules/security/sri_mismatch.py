from sitescan.document.security.integrity import (
    fetched,
    files_with_integrity,
    fingerprint,
    is_cross_origin,
    matches_integrity,
    may_match,
)
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """
    Report completely read files that do not match their integrity attribute or the value in the import map.

    Files that are blocked for another reason are those of security/sri-malformed.
    """
    for candidate in files_with_integrity(document):
        file = fetched(document, candidate)
        compared = candidate.uses_cors or not is_cross_origin(candidate.url, document)
        comparable = compared and may_match(candidate.metadata)
        if file is not None and comparable and not matches_integrity(candidate.metadata, file):
            yield Finding(candidate.tag, detail=f'the file is now integrity="{fingerprint(file)}"')


_HASH = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
_RIGHT = "sha256-wnfitEJI0Ng0l9gxKGdHyPqwDzRlvvmZJUshp5LUl0k="
_MAP = """<script type=importmap>{"imports": {"pears": "./a.js"}, "integrity": {"./a.js": "%s"}}</script>"""
_SCRIPT = (("https://example.com/a.js", "let pears = 3"),)

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Files don't match their integrity attribute",
    passed="Files match their integrity attribute",
    applies=files_with_integrity,
    needs=lambda document: all(fetched(document, candidate) for candidate in files_with_integrity(document)),
    description=(
        "{count:# script or stylesheet doesn't|# scripts or stylesheets don't} match the hash in the integrity "
        "attribute, so browsers block {count:it|them}. Either the file was updated and the page wasn't, or "
        "someone has tampered with the file."
    ),
    recommendation="Find out why the file changed, and update the integrity value only if the change is intended.",
    how_to_fix=(
        "Compare the file with the version that you chose. If the update is intended, put its hash in the page: "
        "openssl dgst -sha384 -binary app.js | openssl base64 -A\n"
        "Let your build tool write the integrity value whenever it writes the file, so that both always change "
        "together. If a server module rewrites files (minification, images, analytics), exclude this file."
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
        Bad(f"{_MAP % _HASH}<script type=module src=a.js></script>", scripts=_SCRIPT),
        Bad(f"{_MAP % _HASH}<script type=module>import './a.js'</script>", scripts=_SCRIPT),
        Bad(f"{_MAP % _HASH}<script type=module>import 'pears'</script>", scripts=_SCRIPT),
        Bad(f'<script src="/a.js" integrity="{_RIGHT} sha384-tooshort"></script>', scripts=_SCRIPT),
        Good(f"{_MAP % _RIGHT}<script type=module>import 'pears'</script>", scripts=_SCRIPT),
        Good(f"{_MAP % _HASH}<script src=a.js></script>", scripts=_SCRIPT),
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
