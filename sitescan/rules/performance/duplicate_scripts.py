from sitescan.document.scripts.script_elements import script_type
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, SourceDocument, attr


def check(document: SourceDocument) -> Findings:
    """Report repeated scripts, except modules, which run once, and async ones, which are designed to be repeated."""
    seen: set[str] = set()
    for tag in document.all("script"):
        source = attr(tag, "src", "").strip()
        if not source or "async" in tag.attrs or script_type(tag) != "classic" or document.in_noscript(tag):
            continue
        url = document.resolve(source)
        if url is not None and url in seen and not url.startswith("data:"):
            yield Finding(tag)
        elif url is not None:
            seen.add(url)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Scripts are loaded more than once",
    passed="Scripts are loaded once",
    subjects=("script",),
    description=(
        "{count:# script element loads|# script elements load} a script that the page has already loaded. The "
        "browser runs it again, which takes time and can register things twice."
    ),
    recommendation="Load each script once.",
    how_to_fix=(
        "Remove the second <script src=...>. In WordPress, load scripts with wp_enqueue_script instead of "
        "writing them in templates: it skips duplicates."
    ),
    sources=("https://html.spec.whatwg.org/multipage/scripting.html#the-script-element",),
    examples=(
        Bad('<script src="/a.js"></script><script src="https://example.com/a.js" defer></script>'),
        Good('<script src="/a.js"></script><script src="/a.js?v=2"></script>'),
        Good('<script type="module" src="/a.js"></script>' * 2),
        Good('<script async src="https://platform.example.net/widgets.js"></script>' * 2),
    ),
)
