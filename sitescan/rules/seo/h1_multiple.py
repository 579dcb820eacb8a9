from sitescan.document.language.headings import headings
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report each ``h1`` with text after the first, without those that are hidden, such as one for phones."""
    exposed = document.accessible.exposed
    seen = [
        heading for heading in headings(document) if heading.level == 1 and heading.wording and exposed(heading.tag)
    ]
    for heading in seen[1:]:
        # The level of its section is for a person to say, and another element would look different.
        yield Finding(heading.tag)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has more than one h1",
    passed="Page has at most one h1",
    description=(
        "The page has {count:# more h1 heading|# more h1 headings} after the first. Search engines can handle that, "
        "but people who move from heading to heading can't tell which one names the page."
    ),
    recommendation="Keep one h1 for the page, and use h2 to h6 for its sections.",
    how_to_fix="Change the others to the level of their section: <h2>Planting</h2>, <h3>When to plant</h3>",
    sources=("https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/Heading_Elements",),
    examples=(
        Bad("<h1>Green Nursery</h1><h1>Pears</h1>"),
        Bad("<article><h1>Pears</h1></article><article><h1>Apples</h1></article>"),
        Good("<h1>Pears</h1><h2>Planting</h2>"),
        Good("<h1></h1><h1>Pears</h1><h1 hidden>Apples</h1>"),
        Good('<h1>Pears</h1><h1 style="display: none">Apples</h1>'),
        Good(
            "<style>@media (min-width: 700px) {.phone {display: none}}</style><h1 class=phone>Pears</h1><h1>Pears</h1>"
        ),
        Bad('<h1>Pears</h1><h1 style="opacity: 0">Apples</h1>'),
    ),
)
