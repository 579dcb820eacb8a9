from itertools import islice

from sitescan.document.element_markup import escaped
from sitescan.document.links.link_purpose import unclear_links, unclear_without_context, undecorated
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed

#: The maximum number of links that are examined: each one needs a traversal of the content before it.
_MOST = 50


def check(document: Document) -> Findings:
    """Report vague links without a describing context."""
    for link in islice(unclear_links(document), _MOST):
        if unclear_without_context(document, link):
            name = document.accessible.name(link)
            yield Finding(
                link,
                detail=name,
                change=changed(link, f"{escaped(undecorated(name))}: (what the page is about)", aria_label=None),
            )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links don't say where they go, even in context",
    passed="Links say in context where they go",
    subjects=("a", "[role]"),
    description=(
        '{count:# link has|# links have} only vague text such as "read more" or "here", and no text, heading or image '
        "before {count:it|them} says more. People have to follow {count:the link|the links} to find out where "
        "{count:it goes|they go} (WCAG 2.2, 2.4.4 Link Purpose (In Context), level A)."
    ),
    recommendation="Describe the destination in the link or in the sentence around it.",
    how_to_fix='Write <a href="/pears">How to plant pears</a> instead of <a href="/pears">Read more</a>.',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/5effbb/",
    ),
    covers=("act:5effbb",),
    examples=(
        Bad('<body><a href="/pears">Read more</a><h1>Pears</h1>'),
        Bad('<body><main><div><a href="/a">More</a></div><div><a href="/b">More</a></div></main>'),
        Good('<body><p>We grow pears. <a href="/pears">Read more</a></p>'),
        Good('<body><h2>Pears</h2><a href="/pears">Read more</a>'),
        Good('<body><a href="/pears">Read more</a> about pears'),
        Good('<body><div><img src="pears.jpg" alt="Pears"><a href="/pears">Read more</a></div>'),
        Good('<body><section aria-label="Pears"><a href="/pears">More</a></section>'),
        Good('<table><tr><td>Pears<td><a href="/pears">More</a></table>'),
        Good('<p id="a" hidden>About pears</p><a href="/pears" aria-describedby="a">More</a>'),
    ),
)
