"""Scripts add much of the text."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.language.text_measure import word_count
from sitescan.document.loading.app_shell import app_shell
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Banners and counters that scripts add are less than this share of the text.
_MUCH = 0.25
_FEWEST_WORDS = 100


def check(document: Document) -> Iterator[Finding]:
    """Report a rendered page much of whose text is not in the HTML that was sent, unless that is an empty shell."""
    if document.page.rendered is None or app_shell(document.source) is not None:
        return
    sent, shown = word_count(document.source), word_count(document)
    if shown >= _FEWEST_WORDS and sent < (1 - _MUCH) * shown:
        yield Finding(percent=round(100 * sent / shown), sent=sent, shown=shown)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Scripts add much of the text",
    passed="Most text is in the HTML that is sent",
    subjects=("script",),
    needs=lambda document: document.is_rendered and app_shell(document.source) is None,
    description=(
        "The HTML that was sent has {percent}% of the text that visitors see: {sent} of about {shown} words. Google "
        "reads the rest later; most AI crawlers and link previews don't run scripts and never see it."
    ),
    recommendation="Send the text that readers without scripts should see in the HTML.",
    how_to_fix=(
        "Render the main text on the server or when you build the site. What only visitors need, such as comments or "
        "recommendations, may stay in scripts. To see what is sent: curl https://example.com/"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics",),
    examples=(
        Bad("<h1>Pears</h1><p>All pears", rendered=f"<h1>Pears</h1><p>{'All about pears. ' * 50}"),
        Good(f"<p>{'All about pears. ' * 50}", rendered=f"<p>{'All about pears. ' * 55}"),
        Good(f"<p>{'All about pears. ' * 50}", rendered="<p>Pears"),
        Good("<p>Pears", rendered="<p>All pears"),
        Good(f"<p>{'All about pears. ' * 50}"),
        Good('<div id="root"></div><script src="/app.js"></script>', rendered=f"<p>{'All about pears. ' * 50}"),
    ),
)
