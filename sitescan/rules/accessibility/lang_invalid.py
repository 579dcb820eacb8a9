from bs4.element import Tag

from sitescan.document.language.passages import ANY_LANGUAGE, with_language
from sitescan.document.tree import own_text
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed
from sitescan.standards.language_tags import known

_GUESSED = 5


def check(document: Document) -> Findings:
    """Report elements in the body with an unknown language and content in it."""
    faulty = {id(tag): tag for tag in document.having("lang") if tag is not document.html and _unknown(tag)}
    if not faulty:
        return
    inherited_from: dict[int, Tag | None] = {}
    used: set[int] = set()
    for element in document.elements:
        parent = element.parent
        inherited = inherited_from.get(id(parent)) if parent is not None else None
        source = element if attr(element, "lang") else inherited
        inherited_from[id(element)] = source
        if source is not None and _has_text(element) and _is_perceivable(document, element):
            used.add(id(source))
    used_tags = [tag for key, tag in faulty.items() if key in used]
    for number, tag in enumerate(used_tags):
        fixed = with_language(document, tag) if number < _GUESSED else changed(tag, lang=ANY_LANGUAGE)
        yield Finding(tag, change=fixed)


def _is_perceivable(document: Document, element: Tag) -> bool:
    """Return whether an element is visible or exposed."""
    return document.accessible.exposed(element) or document.accessible.state(element).visible is True


def _unknown(tag: Tag) -> bool:
    lang = attr(tag, "lang")
    return bool(lang) and not known(lang or "")


def _has_text(tag: Tag) -> bool:
    return bool(own_text(tag).strip()) or any(attr(tag, name, "").strip() for name in ("alt", "aria-label", "title"))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Elements have an invalid lang attribute",
    passed="Parts of the page have valid lang attributes",
    applies=lambda document: any(tag is not document.html for tag in document.having("lang")),
    scope="tag",
    description=(
        "{count:# element has|# elements have} a lang attribute that isn't a valid language code. Screen readers may "
        "announce the text with the voice of the wrong language (WCAG 2.2, 3.1.2 Language of Parts, level AA)."
    ),
    recommendation="Use BCP 47 language codes in lang attributes.",
    how_to_fix='For example: <blockquote lang="fr">...</blockquote>. Remove lang attributes that name no language.',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/language-of-parts",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/de46e4/",
    ),
    covers=(
        "act:de46e4",
        "axe:valid-lang",
        "lighthouse:valid-lang",
    ),
    examples=(
        Bad('<p lang="english">Pears</p>'),
        Bad('<p lang=" ">Pears</p>'),
        Bad('<p lang="zzz">Slovo o tom</p>'),
        Bad('<div lang="fra"><img src="a.png" alt="poires"></div>'),
        Good('<p lang="fr">Poires</p>'),
        Good('<p lang="cmn-Hans">梨</p>'),
        Good('<p lang="">Pears</p>'),
        Good('<p lang="xxxx"><span lang="fr">Poires</span></p>'),
        Good('<p lang="xxxx"><span hidden>Pears</span></p>'),
        Good('<p lang="en-GB-oed">Pears</p>'),
    ),
)
