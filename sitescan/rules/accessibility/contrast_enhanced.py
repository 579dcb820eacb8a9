"""Text has enough contrast for most people, not for all."""

from collections.abc import Iterator

from sitescan.document.css.contrast import texts
from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report texts between the minimum and the enhanced contrast."""
    for text in texts(document):
        least, enhanced = (3.0, 4.5) if text.large else (4.5, 7.0)
        if least <= text.ratio < enhanced:
            yield Finding(text.tag, detail=text.told)


RULE = Rule(
    id="accessibility/contrast-enhanced",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Text below the enhanced contrast",
    description=(
        "{count:The text of # element has|The texts of # elements have} enough contrast for level AA, and less than "
        "the 7:1 (4.5:1 for large text) that people with very low vision need (WCAG 2.2, 1.4.6 Contrast (Enhanced), "
        "level AAA). It costs no points."
    ),
    recommendation="Aim at a contrast of 7:1 for running text where your design allows it.",
    how_to_fix="On white, text of #595959 or darker reaches 7:1: p {{ color: #595959; }}",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/contrast-enhanced",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/09o5cg/",
    ),
    covers=(
        "act:09o5cg",
        "axe:color-contrast-enhanced",
    ),
    examples=(
        Bad('<p style="color: #767676">Pears</p>'),
        Bad('<p style="color: #949494; font-size: 24px">Pears</p>'),
        Good('<p style="color: #595959">Pears</p>'),
        Good('<p style="color: #aaa">Pears</p>'),
        Good('<p style="color: #767676; font-size: 24px">Pears</p>'),
    ),
)
