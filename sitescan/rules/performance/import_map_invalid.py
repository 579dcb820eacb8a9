import json
from itertools import islice

from sitescan.document.scripts.import_map import is_address
from sitescan.document.template_marks import names_mark
from sitescan.document.tree import own_text
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr, shorten

_LONGEST, _MOST = 200_000, 200


def check(document: Document) -> Findings:
    """Report import maps that browsers ignore, and the first address of a map that they ignore."""
    for tag in document.all("script"):
        if tag.namespace != HTML or attr(tag, "type", "").strip().lower() != "importmap" or document.in_noscript(tag):
            continue
        if "src" in tag.attrs:
            yield Finding(tag, detail="browsers don't load a map from a file")
            continue
        fault = _fault(own_text(tag))
        if fault:
            yield Finding(tag, detail=fault)


def _fault(text: str) -> str:
    """Return why browsers ignore a map or an entry of it; an empty string if they don't."""
    if len(text) > _LONGEST or names_mark(text):
        return ""
    try:
        data = json.loads(text)
    except RecursionError:
        return ""
    except ValueError:
        return "the map isn't JSON"
    imports = data.get("imports", {}) if isinstance(data, dict) else None
    if not isinstance(imports, dict):
        return "the map has no object with imports"
    for name, address in islice(imports.items(), _MOST):
        if address is None:
            # It forbids the name.
            continue
        if not isinstance(address, str) or not is_address(address):
            return f"the address of {shorten(name)} doesn't begin with /, ./, ../ or a scheme"
        if name.endswith("/") and not address.endswith("/"):
            return f"the address of {shorten(name)} doesn't end with a slash"
    return ""


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.WARNING,
    title="Import map can't be used",
    passed="Import map can be used",
    applies=lambda document: b"importmap" in document.ascii_source,
    description=(
        "{count:# import map is|# import maps are} invalid or {count:has|have} an invalid address. Browsers then don't "
        "know where the modules are, and a script that imports one of them by name doesn't run."
    ),
    recommendation="Write the import map as JSON inside the script element, with complete addresses.",
    how_to_fix=(
        '<script type="importmap">{{"imports": {{"pears": "/js/pears.js", "fruit/": "/js/fruit/"}}}}</script>\n'
        "JSON needs double quotes around names and values, and allows neither comments nor a comma at the end."
    ),
    sources=("https://html.spec.whatwg.org/multipage/webappapis.html#import-map-parse-result",),
    examples=(
        Bad('<script type="importmap">{"imports": {pears: "/pears.js"}}</script>'),
        Bad('<script type="importmap">{"imports": {"pears": "/pears.js",}}</script>'),
        Bad('<script type="importmap">[]</script>'),
        Bad('<script type="importmap">{"imports": {"pears": "pears.js"}}</script>'),
        Bad('<script type="importmap">{"imports": {"fruit/": "/fruit"}}</script>'),
        Bad('<script type="importmap" src="/map.json"></script>'),
        Good('<script type="importmap">{"imports": {"pears": "/p.js", "a": "https://a.example/a.js"}}</script>'),
        Good('<script type="importmap">{"imports": {"pears": null}}</script>'),
        Good('<script type="importmap">{"scopes": {}, "integrity": {}}</script>'),
        Good('<script type="importmap">{{ map }}</script><script type="application/json">{a: 1}</script>'),
        Good(f'<script type="importmap">{"[" * 100_000}</script>'),
    ),
)
