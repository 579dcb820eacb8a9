from urllib.parse import unquote

from sitescan.document.links.own_parts import own_parts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten


def check(document: Document) -> Findings:
    """
    Report links to parts that this page certainly lacks, once each.

    Another rule reports fragments that scripts may add or interpret.
    """
    for fragment, tag in own_parts(document).missing.items():
        yield Finding(tag, detail=f'no element has the id "{shorten(unquote(fragment))}"')


_CONTENTS = "".join(
    f'<li><a href="#n{number}" class="toc">{number}</a><h2 id="n{number}">Pears</h2>' for number in range(20)
)

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links point to a missing part of the page",
    passed="Links to parts of this page work",
    subjects=("a", "area"),
    needs=lambda document: not own_parts(document).unverified,
    description=(
        "{count:# link points|# links point} to a part of this page that doesn't exist. Nothing happens when a visitor "
        "follows such a link. This affects keyboard users most, who rely on these links to skip content."
    ),
    recommendation="Give the target the id that the link names, or correct the link.",
    how_to_fix=(
        "The part after # must match the id of an element, including uppercase and lowercase: <a "
        'href="#prices">Prices</a> ... <h2 id="prices">Prices</h2>'
    ),
    sources=("https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment",),
    examples=(
        Bad('<a href="#prices">Prices</a><h2 id="Prices">Prices</h2>'),
        Bad('<a href="#pri%63es">Prices</a><script type="application/ld+json">{}</script>'),
        Good('<a href="#prices">Prices</a><h2 id="prices">Prices</h2>'),
        Good('<a href="#prices">Prices</a><a name="prices"></a>'),
        Good('<a href="#B%C3%A4ume">Bäume</a><h2 id="Bäume">Bäume</h2>'),
        Good('<a href="#">Up</a><a href="#TOP">Up</a><a href="#:~:text=pears">Pears</a><a href="#!/pears">Pears</a>'),
        Good('<a href="#prices">Prices</a><script src="tabs.js"></script>'),
        Good('<a href="/other#prices">Prices</a>'),
        Bad('<a href="https://example.com/#prices" class="toc">Prices</a>'),
        Bad('<a href="#prices">Prices</a><script>document.documentElement.className = "js"</script>'),
        Bad(f'{_CONTENTS}<a href="#n21" class="toc">21</a><script src="search.js"></script>'),
        Good(f'{_CONTENTS}<a href="#menu" class="toggle">Menu</a><script src="search.js"></script>'),
        Good(f'{_CONTENTS.replace("id=", "title=")}<a href="#n21" class="toc">21</a><script src="search.js"></script>'),
        Good('<base href="https://example.com/shop/"><a href="#prices">Prices</a>'),
        Bad('<base href="https://example.com/shop/"><a href="../#prices">Prices</a>'),
    ),
)
