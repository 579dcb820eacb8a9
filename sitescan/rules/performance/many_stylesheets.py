from sitescan.document.tree import tokens
from sitescan.rules.authoring import LOAD_TIME, Bad, Document, Finding, Findings, Good, Rule, Severity, attr

_MANY = 6


def check(document: Document) -> Findings:
    """Report more than six render-blocking stylesheets; those for print or for some devices do not block."""
    found = []
    for tag in document.all("link"):
        rel = tokens(tag, "rel")
        media = attr(tag, "media", "").strip().lower()
        if (
            "stylesheet" not in rel
            or "alternate" in rel
            or "disabled" in tag.attrs
            or media not in ("", "all", "screen")
        ):
            continue
        if attr(tag, "href", "").strip() and not document.in_noscript(tag):
            found.append(tag)
    if len(found) > _MANY:
        for tag in found:
            yield Finding(tag)


_LINKS = "".join(f'<link rel="stylesheet" href="/{number}.css">' for number in range(7))

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=LOAD_TIME,
    title="Too many render-blocking stylesheets",
    passed="Page has few render-blocking stylesheets",
    description=(
        "The page waits for {count} stylesheets before it shows anything. Each one is a separate request, and "
        "the slowest one delays the page."
    ),
    recommendation="Combine stylesheets, and load later what the first screen doesn't need.",
    how_to_fix=(
        "Let your build tool bundle them into one or two files. Mark a stylesheet that only print needs: <link "
        'rel="stylesheet" href="/print.css" media="print">'
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/render-blocking-resources",
        "https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet",
    ),
    covers=("lighthouse:render-blocking-resources",),
    examples=(
        Bad(f"<head>{_LINKS}</head>"),
        Good(f"<head>{_LINKS[: len(_LINKS) // 7 * 5]}</head>"),
        Good(f"<head>{_LINKS.replace('>', ' media=print>')}</head>"),
    ),
)
