from sitescan.document.contrast.text_contrast import REQUIRED, text_contrasts, texts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report texts between the minimum and the enhanced contrast."""
    for text in texts(document):
        least, enhanced = REQUIRED[text.large]
        if least <= text.ratio < enhanced:
            yield Finding(text.tag, detail=text.description)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Text doesn't reach the enhanced contrast of level AAA",
    passed="Text with enough contrast reaches level AAA",
    in_frames=True,
    needs=lambda document: (document.styled or document.painted) and not text_contrasts(document).not_judged,
    description=(
        "{count:# element has|# elements have} text with enough contrast for level AA but less than 7:1, or 4.5:1 for "
        "large text. People with very low vision need the higher contrast (WCAG 2.2, 1.4.6 Contrast (Enhanced), level "
        "AAA). It costs no points."
    ),
    recommendation="Aim for a contrast of 7:1 in body text if your design allows it.",
    how_to_fix="On a white background, #595959 or a darker gray reaches 7:1: p {{ color: #595959; }}",
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
