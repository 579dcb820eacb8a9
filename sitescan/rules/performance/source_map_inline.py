from sitescan.model.exchange import Source
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument
from sitescan.standards.public_suffixes import same_site

_MARK = b"sourceMappingURL=data:"
_LEAST = 2048


def check(document: SourceDocument) -> Findings:
    """Report the site's own scripts and stylesheets that end with their source map."""
    files = [*document.sheets.values(), *document.scripts.values()]
    found = [(file, _map_size(file)) for file in files if same_site(file.url, document.url)]
    total = sum(size for _, size in found)
    for file, size in found:
        if size >= _LEAST:
            yield Finding(detail=f"{file.url}: {size:,} of {len(file.body):,} bytes", total=total)


def _map_size(file: Source) -> int:
    """Return the size of the source map at the end of a file in bytes, or 0."""
    at = file.body.rfind(_MARK)
    return len(file.body[at:].split(maxsplit=1)[0]) if at >= 0 else 0


_MAP = "//# sourceMappingURL=data:application/json;base64," + "eyJ2ZXJzaW9uIjoz" * 200
_SCRIPT = '<script src="/a.js"></script>'

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Source maps are embedded in files",
    passed="Files are free of embedded source maps",
    applies=lambda document: document.sheets or document.scripts,
    needs=lambda document: not any(file.problem for file in (*document.sheets.values(), *document.scripts.values())),
    description=(
        "{count:# script or stylesheet contains its|# scripts or stylesheets contain their} source map, "
        "{total:size} in total. Only developer tools use it, but every visitor downloads it."
    ),
    recommendation="Write source maps to separate files.",
    how_to_fix=(
        "Use esbuild --sourcemap=linked (not inline), webpack devtool: 'source-map' (not 'inline-source-map' or "
        "'eval'), or sass --no-embed-source-map. Browsers load //# sourceMappingURL=app.js.map only when "
        "developer tools are open."
    ),
    sources=(
        "https://tc39.es/ecma426/#sec-linking-inline",
        "https://developer.chrome.com/docs/devtools/javascript/source-maps",
    ),
    examples=(
        Bad(_SCRIPT, scripts=(("https://example.com/a.js", f"let pears = 3\n{_MAP}"),)),
        Bad(
            '<link rel="stylesheet" href="/a.css">',
            sheets=(("https://example.com/a.css", f"p {{ margin: 0 }}\n/*{_MAP[2:]} */"),),
        ),
        Good(_SCRIPT, scripts=(("https://example.com/a.js", "let pears = 3\n//# sourceMappingURL=a.js.map"),)),
        Good(_SCRIPT, scripts=(("https://example.com/a.js", f"let pears = 3\n{_MAP[:1000]}"),)),
        Good(_SCRIPT.replace("/a.js", "//example.net/a.js"), scripts=(("https://example.net/a.js", _MAP),)),
    ),
)
