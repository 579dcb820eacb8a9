from bs4.element import Tag

from sitescan.charging import Steps
from sitescan.document.loading.deferrable_scripts import defer_obstacle, is_read, writes_page
from sitescan.document.scripts.script_elements import blocks_parsing, blocks_rendering, script_file, script_url
from sitescan.rules.authoring import (
    HTML,
    LOAD_TIME,
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SourceDocument,
    attr,
    changed,
    elements,
    safe,
)
from sitescan.standards.urls import host_of

#: The share of points in percent by the bytes of the scripts as sent.
_STEPS = Steps("the bytes of the scripts", ((30_000, 4), (100_000, 6), (300_000, 10)))

#: The assumed size of a script of unknown size, and the equivalent of another host, in bytes: on a phone with slow
#: 4G, loading them takes as long as four round trips.
_ASSUMED, _HOST = 20_000, 120_000


def check(document: SourceDocument) -> Findings:
    """Report external scripts in the head that delay the first paint; the share grows with their size."""
    found = [
        tag
        for tag in (elements(document.head) if document.head is not None else ())
        if tag.namespace == HTML
        and (blocks_parsing(tag) or blocks_rendering(tag))
        and _loads(tag)
        and not document.in_noscript(tag)
    ]
    files = {script_url(document, tag): script_file(document, tag) for tag in found}
    size = sum(source.wire_size if source is not None and source.wire_size else _ASSUMED for source in files.values())
    hosts = {host_of(url) for url in files} - {host_of(document.url)}
    for tag in found:
        finding = _finding(document, tag)
        yield finding.of_magnitude(size + _HOST * len(hosts))


def _finding(document: Document, tag: Tag) -> Finding:
    """Return what is said of a script; without its file, it isn't known what another time of running would change."""
    if not is_read(document, tag):
        return Finding(tag, detail="check before you defer it: its file was not read")
    if writes_page(document, tag):
        return Finding(tag, detail="it can't be deferred: document.write runs while the page loads")
    if not blocks_parsing(tag):
        detail = "check before you remove blocking: the first paint no longer waits for it"
        return Finding(tag, detail=detail, change=changed(tag, blocking=None))
    obstacle = defer_obstacle(document, tag)
    change = changed(tag, defer="")
    if obstacle:
        return Finding(tag, detail=f"check before you defer it: {obstacle}", change=change)
    return Finding(tag, change=safe(change))


def _loads(tag: Tag) -> bool:
    source = attr(tag, "src", "").strip()
    return bool(source) and not source.startswith("data:")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    scale=_STEPS,
    share=2,
    charged_by=LOAD_TIME,
    title="Render-blocking scripts",
    passed="Scripts load without blocking rendering",
    subjects=("script",),
    description=(
        "The head loads {count:# render-blocking script|# render-blocking scripts} (without defer, async or "
        'type="module", or with blocking="render"). Visitors see an empty page until {count:it has|all of them have} '
        "loaded and run."
    ),
    recommendation="Load scripts with defer, or with async if their order doesn't matter, and without blocking.",
    how_to_fix=(
        '<script src="/app.js" defer></script>\n'
        "defer keeps the order and runs scripts after the page is parsed; async runs each script as soon as it "
        "has loaded.\n"
        "Inline scripts run before deferred ones. If an inline script uses a deferred script, move it to a "
        "deferred file or to a DOMContentLoaded listener.\n"
        "Browsers ignore what a deferred script writes by document.write: let it insert elements first.\n"
        "If a script must run before the first paint, such as a theme switch, write it inline and keep it short."
    ),
    shows_change=False,
    sources=(
        "https://html.spec.whatwg.org/multipage/scripting.html#attr-script-defer",
        "https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources",
    ),
    covers=("lighthouse:render-blocking-resources",),
    examples=(
        Bad('<head><script src="/a.js"></script></head>'),
        Bad('<head><script type="text/javascript" src="/a.js" blocking="render"></script></head>'),
        Bad('<head><script async src="/a.js" blocking="render"></script></head>'),
        Bad('<head><script type="module" src="/a.js" blocking="Render"></script></head>'),
        Good('<head><script nomodule src="/a.js" blocking="render"></script></head>'),
        Good(
            '<head><script async src="/a.js" blocking="paint"></script></head><body>'
            '<script async src="/b.js" blocking="render">'
        ),
        Good('<head><script src="/a.js" defer></script><script async src="/b.js"></script></head>'),
        Good('<head><script type="module" src="/a.js"></script><script nomodule src="/b.js"></script></head>'),
        Good('<head><script type="application/ld+json" src="/a.json"></script><script>1</script></head>'),
        Good('<body><p>Pears</p><script src="/a.js"></script>'),
    ),
)
