from sitescan.document.tree import children
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, safe, text


def check(document: Document) -> Findings:
    """Report tables whose summary equals their caption."""
    for table in document.all("table"):
        caption = next((child for child in children(table) if child.name == "caption"), None)
        summary = " ".join(attr(table, "summary", "").lower().split())
        if caption is not None and summary and summary == text(caption).lower():
            yield Finding(table, change=safe(changed(table, summary=None)))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Table summary repeats the caption",
    passed="Table summaries add to the caption",
    subjects=("[summary]",),
    in_frames=True,
    description=(
        "{count:# table has|# tables have} the same text in the caption and the summary attribute. Screen readers "
        "announce it twice (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Remove the summary attribute, which is obsolete in HTML.",
    how_to_fix="For example: <table><caption>Prices of pears</caption>...</table>",
    sources=("https://html.spec.whatwg.org/multipage/obsolete.html#attr-table-summary",),
    covers=("axe:table-duplicate-name",),
    examples=(
        Bad('<table summary="Prices"><caption>Prices</caption><tr><td>1</table>'),
        Good("<table><caption>Prices</caption><tr><td>1</table>"),
        Good('<table summary="Two columns"><caption>Prices</caption><tr><td>1</table>'),
    ),
)
