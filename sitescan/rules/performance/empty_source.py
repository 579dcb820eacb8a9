from sitescan.document.tree import tokens
from sitescan.rules.authoring import HTML, Bad, Document, Finding, Findings, Good, Rule, Severity, attr


def check(document: Document) -> Findings:
    """Report an empty ``src``, or ``href`` of a stylesheet, without attributes from which a script would fill it."""
    for tag in document.all("img", "script", "link"):
        name = "href" if tag.name == "link" else "src"
        if tag.namespace != HTML or attr(tag, name) is None or attr(tag, name, "").strip():
            continue
        if tag.name == "link" and "stylesheet" not in tokens(tag, "rel"):
            continue
        if "srcset" in tag.attrs or any(key.startswith(("data-", ":", "v-", "x-", "ng-")) for key in tag.attrs):
            continue
        yield Finding(tag)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Empty src or href",
    passed="Values of src and href are filled in",
    subjects=("img", "link", "script"),
    scope="tag",
    description=(
        "{count:# element has|# elements have} an empty src or href. There is nothing to load, and some browsers "
        "request the page itself again."
    ),
    recommendation="Remove the empty attribute, or add the address.",
    how_to_fix=(
        'Remove the element until there is something to load, or write the address: <img src="/pear.jpg" alt="A pear">'
    ),
    sources=("https://html.spec.whatwg.org/multipage/embedded-content.html#attr-img-src",),
    examples=(
        Bad('<img src="" alt="">'),
        Bad('<script src=" "></script>'),
        Bad('<link rel="stylesheet" href="">'),
        Good('<img src="" data-src="/a.jpg" alt="">'),
        Good('<img src="" srcset="/a.jpg 2x" alt="">'),
        Good('<link rel="icon" href=""><a href="">Up</a>'),
        Good('<img src="/a.jpg" alt="">'),
    ),
)
