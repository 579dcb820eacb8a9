from sitescan.document.language.detection import contradicted
from sitescan.document.language.passages import ANY_LANGUAGE, passages
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report elements in the page whose text is certainly in another language than theirs."""
    for passage in passages(document):
        if passage.tag is document.html:
            continue
        found = contradicted(passage.lang, passage.text)
        if found is not None:
            yield Finding(
                passage.tag,
                detail=f"lang is {passage.lang}, but the text is in {found.description}",
                change=changed(passage.tag, lang=found.code or ANY_LANGUAGE),
            )


_ENGLISH = "The pears of this garden are ripe in the autumn, and we sell them to all who come by."

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Text is not in the language of its lang attribute",
    passed="Parts of the text fit their lang attribute",
    applies=lambda document: any(tag is not document.html for tag in document.having("lang")),
    description=(
        "{count:# element has|# elements have} text in a different language from the one {count:its lang attribute "
        "declares|their lang attributes declare}. Screen readers switch to the wrong voice there, and nobody can "
        "understand the text (WCAG 2.2, 3.1.2 Language of Parts, level AA)."
    ),
    recommendation="Set lang to the language of the text, or remove it if the text is in the language of the page.",
    how_to_fix=(
        'For example: <blockquote lang="fr">Je ne sais quoi</blockquote>. Text in the language of the page needs no '
        "lang attribute."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/language-of-parts",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/off6ek/",
    ),
    covers=("act:off6ek",),
    examples=(
        Bad(f'<html lang="fr"><p lang="fr">{_ENGLISH}</p>'),
        Bad('<html lang="en"><blockquote lang="en">Груши в саду созревают осенью, и мы продаём их.</blockquote>'),
        Good(f'<html lang="fr"><p lang="en">{_ENGLISH}</p>'),
        Good('<p lang="fr">La vie en rose</p><p lang="ru">Nokia</p>'),
        Good(f'<p lang="fr"><span lang="en">{_ENGLISH}</span></p>'),
        Good(f'<div lang="fr" hidden>{_ENGLISH}</div>'),
        Good(f'<div lang="zh-Latn">{_ENGLISH}</div>'),
    ),
)
