import re

from sitescan.document.language.headings import headings
from sitescan.document.tree import TextNode, within
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, lazy_pattern

_FILLER = lazy_pattern(r"lorem\s{1,20}ipsum\s{1,20}dolor", re.I)


def check(document: Document) -> Findings:
    """Report "Lorem ipsum dolor" in an element, unless the page is about it and the element is not a heading."""
    if b"ipsum" not in document.ascii_source:
        return
    about = [document.title, *(heading.wording for heading in headings(document)[:5])]
    possible = any(word in document.decoded.text for word in ("ipsum", "Ipsum", "IPSUM"))
    if not possible or any("lorem" in _FILLER.sub("", name).lower() for name in about):
        return
    for element in document.elements:
        if element.name in ("script", "style", "textarea", "code", "pre", "title"):
            continue
        for node in element.contents:
            plain = type(node) is TextNode
            if plain and _FILLER.search(str(node)) and not within(element, "code", "pre", "script", "noscript"):
                yield Finding(element)
                break


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Page contains filler text",
    passed="Page text is free of filler text",
    description=(
        '{count:# element shows|# elements show} the filler text "Lorem ipsum". Visitors think that the page is '
        "unfinished, and search engines find nothing useful in it."
    ),
    recommendation="Replace the filler text with real text, or remove the element.",
    how_to_fix=(
        'Search the templates and the CMS, including its sample pages, for "Lorem ipsum". Replace or delete '
        "what you find."
    ),
    sources=("https://developers.google.com/search/docs/fundamentals/creating-helpful-content",),
    examples=(
        Bad("<h1>Pears</h1><p>Lorem ipsum dolor sit amet"),
        Bad("<p>About us: LOREM  IPSUM dolor."),
        Bad("<h1>Pears</h1><h2>Lorem ipsum dolor sit amet</h2><p>Lorem ipsum dolor sit amet"),
        Good("<h1>The history of Lorem Ipsum</h1><p>Lorem ipsum dolor sit amet"),
        Good("<p>Use lorem ipsum as filler.</p><pre>Lorem ipsum dolor</pre><code>lorem ipsum dolor</code>"),
        Good("<script>var sample = 'Lorem ipsum dolor'</script>"),
    ),
)
