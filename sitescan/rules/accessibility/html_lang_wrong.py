from sitescan.document.language.detection import contradicted
from sitescan.document.language.passages import ANY_LANGUAGE, passages
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed


def check(document: Document) -> Findings:
    """Report a root element whose text is certainly in another language."""
    for passage in passages(document):
        if passage.tag is not document.html:
            continue
        found = contradicted(passage.lang, passage.text)
        if found is not None:
            yield Finding(
                passage.tag,
                detail=f"recognized by words such as {found.by}" if found.by else "",
                declared=passage.lang,
                found=found.description,
                change=changed(passage.tag, lang=found.code or ANY_LANGUAGE),
            )


_ENGLISH = "<p>The pears of this garden are ripe in the autumn, and we sell them to all who come by on a Sunday."
_GERMAN = "<p>Die Birnen aus dem Garten sind im Herbst reif, und wir geben sie am Sonntag an alle, die zu uns kommen."

RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page text is not in the declared language",
    passed="Page text fits the declared language",
    applies=lambda document: document.lang,
    description=(
        'The page declares the language "{declared}", but its text is in {found}. Screen readers pronounce it by the '
        "rules of the wrong language, so nobody can understand it. Braille and hyphenation are wrong as well (WCAG "
        "2.2, 3.1.1 Language of Page, level A)."
    ),
    recommendation="Set lang on the html element to the language of the text.",
    how_to_fix=(
        "Correct the template that generates the page. If only part of the page is in another language, give that part "
        'its own lang: <blockquote lang="fr">.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/ucwvc8/",
    ),
    covers=("act:ucwvc8",),
    examples=(
        Bad(f'<html lang="de">{_ENGLISH}'),
        Bad(f'<html lang="en-US">{_GERMAN}'),
        Bad('<html lang="en"><p>Груши в саду созревают осенью, и мы продаём их всем.'),
        Bad(f'<html lang="ja">{_ENGLISH}'),
        Bad('<html lang="zh-CN"><p>庭の梨は秋に熟します。日曜日にはどなたにもお分けします。'),
        Good(f'<html lang="en">{_ENGLISH}'),
        Good(f'<html lang="en"><div lang="de">{_GERMAN}</div><p>Pears</p>'),
        Good(f'<html lang="en">{_ENGLISH}{_GERMAN}'),
        Good('<html lang="sv"><p>Päronen i trädgården är mogna på hösten och vi säljer dem till alla som kommer.'),
        Good('<html lang="nb"><p>Pærene i hagen er modne om høsten, og vi selger dem til alle som kommer.'),
        Good('<html lang="de"><h1>Birnen</h1><pre>if this is the one that you want, then it is not for us to do</pre>'),
        Good('<html lang="de"><p>Apple MacBook Air, Google Pixel, Windows Server, Microsoft Office'),
        Good('<html lang="sr"><p>Крушке у врту сазревају у јесен и продајемо их свима.'),
        Good('<html lang="tlh"><p>Груши в саду созревают осенью, и мы продаём их всем.'),
        Good(f"<html>{_GERMAN}"),
    ),
)
