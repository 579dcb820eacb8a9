from urllib.parse import unquote

from sitescan.document.links.own_parts import own_parts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten


def check(document: Document) -> Findings:
    """Report links to parts that are not in the source and that scripts may add."""
    for fragment, tag in own_parts(document).unverified.items():
        yield Finding(tag, detail=f'no id "{shorten(unquote(fragment))}"')


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Links point to parts that scripts may add",
    passed="Parts that links point to are in the HTML",
    subjects=("a", "area"),
    applies=lambda document: not own_parts(document).missing,
    description=(
        "{count:# link points|# links point} to a part that this scan didn't find in the page. The page's scripts may "
        "add {count:it|them} later, so it costs no points."
    ),
    recommendation="Follow these links in a browser, and correct those that don't move the page.",
    how_to_fix=(
        "The part after # must match the id of an element, including uppercase and lowercase: <a "
        'href="#prices">Prices</a> ... <h2 id="prices">Prices</h2>\n'
        'If a link only runs a script, use <button type="button"> instead.'
    ),
    sources=("https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment",),
    examples=(
        Bad('<a href="#prices">Prices</a><script src="tabs.js"></script>'),
        Bad('<a href="#prices">Prices</a><script>document.body.append(table)</script>'),
        Good('<a href="#prices">Prices</a><h2 id="prices">Prices</h2><script src="tabs.js"></script>'),
        Good('<a href="#prices" class="tab">Prices</a><script src="tabs.js"></script>'),
        Good('<a href="#prices">Prices</a><script>var year = 2026</script>'),
        Good('<a href="#prices">Prices</a>'),
    ),
)
