from sitescan.model.outline import Place
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern, shorten
from sitescan.standards.public_suffixes import same_site

#: https://tc39.es/ecma426/#sec-linking-inline and, for the header field, #sec-linking-through-http-headers
_MAP = lazy_pattern(rb"//[#@] ?sourceMappingURL=([^\s'\"]{1,300})\s*\Z")
#: The number of bytes that contain the last line, the only relevant one.
_END = 1000


def check(document: Document) -> Findings:
    """Report the site's own scripts whose header or last line names a file; an inline map has its own rule."""
    for script in document.scripts.values():
        if script.problem or not same_site(script.url, document.url):
            continue
        name = script.source_map or _named_inside(script.body)
        if name and not name.startswith("data:"):
            yield Finding(Place(snippet=shorten(script.url)), detail=f"map {shorten(name)}")


def _named_inside(body: bytes) -> str:
    match = _MAP.search(body[-_END:])
    return match[1].decode("utf-8", "replace") if match is not None else ""


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts link to source maps",
    passed="Scripts are free of links to source maps",
    applies=lambda document: document.scripts,
    needs=lambda document: not any(script.problem for script in document.scripts.values()),
    description=(
        "{count:# script on this site names|# scripts on this site name} a source map. If the "
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
