"""Scripts in the head that keep the page from appearing."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.loading.script_elements import blocks_parsing
from sitescan.document.tree import HTML, attr, elements
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report external classic scripts in the head without async and defer."""
    for tag in elements(document.head) if document.head is not None else ():
        if tag.namespace != HTML or not blocks_parsing(tag):
            continue
        source = attr(tag, "src", "").strip()
        if source and not source.startswith("data:") and not document.in_noscript(tag):
            yield Finding(tag)


RULE = Rule(
    id="performance/blocking-scripts",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Render-blocking scripts",
    description=(
        "The head loads {count:# render-blocking script|# render-blocking scripts} (without defer, async or "
        'type="module"). Visitors see an empty page until {count:it has|all of them have} loaded and run.'
    ),
    recommendation="Load scripts with defer, or with async if their order doesn't matter.",
    how_to_fix=(
        '<script src="/app.js" defer></script>\n'
        "defer keeps the order and runs scripts after the page is parsed; async runs each script as soon as it "
        "has loaded.\n"
        "Inline scripts run before deferred ones. If an inline script uses a deferred script, move it to a "
        "deferred file or to a DOMContentLoaded listener.\n"
        "If a script must run before the first paint, such as a theme switch, write it inline and keep it short."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/scripting.html#attr-script-defer",
        "https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources",
    ),
    covers=("lighthouse:render-blocking-resources",),
    examples=(
        Bad('<head><script src="/a.js"></script></head>'),
        Bad('<head><script type="text/javascript" src="/a.js" blocking="render"></script></head>'),
        Good('<head><script src="/a.js" defer></script><script async src="/b.js"></script></head>'),
        Good('<head><script type="module" src="/a.js"></script><script nomodule src="/b.js"></script></head>'),
        Good('<head><script type="application/ld+json" src="/a.json"></script><script>1</script></head>'),
        Good('<body><p>Pears</p><script src="/a.js"></script>'),
    ),
)
