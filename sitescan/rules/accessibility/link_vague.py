from sitescan.document.element_markup import escaped
from sitescan.document.links.link_purpose import unclear_links, undecorated
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report links named "here", "read more" or only by the format of a file."""
    for link in unclear_links(document):
        name = document.accessible.name(link)
        yield Finding(
            link,
            detail=name,
            change=changed(link, f"{escaped(undecorated(name))}: (what the page is about)", aria_label=None),
        )


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Link text is meaningless out of context",
    passed="Link text is clear out of context",
    subjects=("a", "[role]"),
    description=(
        '{count:# link has|# links have} only vague text such as "read more", "here" or "PDF". Screen readers can list '
        "links without the text around them, and in that list such links all sound the same (WCAG 2.2, 2.4.9 Link "
        "Purpose (Link Only), level AAA). It costs no points."
    ),
    recommendation="Describe the destination in the text of each link.",
    how_to_fix='Write <a href="/pears">How to plant pears</a> instead of <a href="/pears">Read more</a>.',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-link-only",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/aizyf1/",
    ),
    covers=("act:aizyf1",),
    examples=(
        Bad('<p>We grow pears. <a href="/pears">Read more</a>'),
        Bad('<a href="/pears" aria-label="Here">→</a>'),
        Bad('<p>The price list: <a href="/prices.pdf?a#b">PDF</a>'),
        Bad('<html lang="de"><span role="link" tabindex="0">Mehr erfahren »</span>'),
        Good('<a href="/pears" aria-label="Read more about pears">Read more</a>'),
        Good('<a href="/courses/html/">HTML</a> <a href="html.html">HTML</a> <a href="/pdf">PDF</a>'),
        Good('<a href="/">Go</a> <a href="https://click.example/">Click</a>'),
        Good('<a href="/pears.txt" title="Pears as plain text">txt</a>'),
        Good('<a href="#" onclick="unfold()">More</a>'),
        Good('<a href="#more" aria-expanded="false">More</a>'),
        Good('<html lang="fr"><a href="/hier">Hier</a>'),
    ),
)
