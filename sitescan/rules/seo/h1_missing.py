from sitescan.document.accessibility.first_heading import first_heading
from sitescan.document.data_bindings import CONTENT
from sitescan.document.element_markup import retagged
from sitescan.document.language.headings import headings
from sitescan.document.loading.app_shell import content_is_missing
from sitescan.rules.authoring import CONVENTION, Bad, Document, Finding, Findings, Good, Rule, Severity, shorten


def check(document: Document) -> Findings:
    """Report a page without text in an ``h1``, unless scripts write the content or may define one."""
    first = [heading for heading in headings(document) if heading.level == 1]
    written = document.bindings.holders(CONTENT)
    if document.may_have_more_headings or any(id(heading.tag) in written for heading in first):
        return
    if not any(heading.wording for heading in first) and not content_is_missing(document):
        heading = retagged("h1", shorten(document.title) or "Pear trees for small gardens")
        # An empty h1 lacks words, for which its own rules have changes.
        change = None if first else first_heading(document)
        yield Finding(first[0].tag if first else None, heading=heading, change=change)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Page is missing an h1",
    passed="Page has an h1",
    description=(
        "The HTML of the page has no h1 with text. The h1 tells visitors, screen readers and search engines what the "
        "page is about. Search engines also use it when the title is poor."
    ),
    recommendation="Give the page one h1 that names its content.",
    how_to_fix=(
        "Make the visible headline an h1: {heading}. If a logo takes its place, give the image alt text: <h1><img "
        'src="logo.svg" alt="Green Nursery"></h1>'
    ),
    shows_change=False,
    sources=(
        "https://developers.google.com/search/docs/fundamentals/seo-starter-guide",
        "https://html.spec.whatwg.org/multipage/sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements",
    ),
    examples=(
        Bad("<h2>Pears</h2>"),
        Bad("<h1> </h1><p>Pears"),
        Bad('<h1><img src="logo.svg"></h1>'),
        Bad('<h1 role="presentation">Pears</h1>'),
        Good("<h1><a><b>Pears</b></a></h1>"),
        Good('<h1><img src="logo.svg" alt="Green Nursery"></h1>'),
        Good('<div id="app"></div><script type="module" src="/app.js"></script>'),
        Good('<div role="heading" aria-level="1">Pears</div>'),
        Good('<h1 aria-label="Pears"><svg></svg></h1>'),
        Good('<h1><pear-text></pear-text></h1><script src="/texts.js"></script>'),
        Good('<pear-hero>Pears</pear-hero><p>Ripe pears</p><script src="/heroes.js"></script>'),
        Bad("<pear-hero>Pears</pear-hero><p>Ripe pears</p>"),
    ),
)
