"""Scripts link to source maps."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.source_location import shorten
from sitescan.model.outline import Place
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.public_suffixes import same_site

#: https://tc39.es/ecma426/#sec-linking-inline
_MAP = re.compile(rb"//[#@] ?sourceMappingURL=([^\s'\"]{1,300})\s*\Z")
#: The number of bytes that contain the last line, the only relevant one.
_END = 1000


def check(document: Document) -> Iterator[Finding]:
    """Report the site's own scripts whose last line references a file; an inline source map has its own rule."""
    for script in document.scripts.values():
        if script.problem or not same_site(script.url, document.url):
            continue
        match = _MAP.search(script.body[-_END:])
        if match is not None and not match[1].startswith(b"data:"):
            name = shorten(match[1].decode("utf-8", "replace"))
            yield Finding(Place(snippet=shorten(script.url)), detail=f"map {name}")


RULE = Rule(
    id="security/source-map-named",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts link to source maps",
    description=(
        "{count:# script on this site ends|# scripts on this site end} with the address of a source map. If the "
        "map is public, anyone can read the script's original source, including comments and file names."
    ),
    recommendation="Decide whether the original sources may be public, and keep the maps private if not.",
    how_to_fix=(
        "Open the address of a map, relative to its script: if you get a 404, nothing is disclosed. To use maps "
        "only for your own error reports, build them hidden (devtool: 'hidden-source-map' in webpack, "
        "build.sourcemap: 'hidden' in Vite) and don't upload them with the site."
    ),
    sources=(
        "https://tc39.es/ecma426/",
        "https://webpack.js.org/configuration/devtool/",
        "https://cwe.mitre.org/data/definitions/540.html",
    ),
    examples=(
        Bad(
            '<script src="/a.js"></script>',
            scripts=(("https://example.com/a.js", "let a = 1\n//# sourceMappingURL=a.js.map\n"),),
        ),
        Good(
            '<script src="/a.js"></script>',
            scripts=(("https://example.com/a.js", "// sourceMappingURL=a.js.map is at the end\nlet a = 1"),),
        ),
        Good(
            '<script src="/a.js"></script>',
            scripts=(("https://example.com/a.js", "let a\n//# sourceMappingURL=data:application/json;base64,e30="),),
        ),
        Good(
            '<script src="https://cdn.example.net/a.js"></script>',
            scripts=(("https://cdn.example.net/a.js", "let a\n//# sourceMappingURL=a.js.map"),),
        ),
        Good(),
    ),
)
