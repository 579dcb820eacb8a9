from sitescan.document.element_markup import UNCHANGED
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed, text


def check(document: Document) -> Findings:
    """Report exposed links and buttons whose title equals their text."""
    for element in document.all("a", "button"):
        title = " ".join(attr(element, "title", "").split()) if "title" in element.attrs else ""
        shown = title and text(element)
        if shown and title.casefold() == shown.casefold() and document.accessible.exposed(element):
            yield Finding(element, change=changed(element, UNCHANGED, title=None))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Title attributes repeat the link text",
    passed="Title attributes add to the link text",
    subjects=("[title]",),
    description=(
        "{count:# link or button has|# links or buttons have} a title attribute that only repeats the text. The "
        "tooltip covers nearby content and adds nothing, and some screen readers announce the text twice (best "
        "practice for WCAG 2.2, 2.4.4 Link Purpose (In Context), level A)."
    ),
    recommendation="Remove title attributes that repeat the text.",
    how_to_fix='Write <a href="/pears">Pears</a> instead of <a href="/pears" title="Pears">Pears</a>.',
    sources=("https://www.w3.org/WAI/WCAG22/Techniques/html/H33",),
    examples=(
        Bad('<a href="/" title="Pears">Pears</a>'),
        Bad('<button title=" pears ">Pears</button>'),
        Good('<a href="/" title="All kinds of pears">Pears</a>'),
        Good('<a href="/" title="Pears"><img src="a.png" alt=""></a>'),
        Good('<a href="/" title="">Pears</a>'),
        Good('<a href="/" title="Pears" hidden>Pears</a>'),
    ),
)
