import unicodedata

from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.punycode import as_written

_IMITATORS = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")

#: Cyrillic letters that look like Latin letters; a name of only these letters reads like a Latin name.
_CYRILLIC_LATIN = frozenset("асдеһіјӏорԛѕԝхуүкмнтв")
_CYRILLIC_TLDS = frozenset(
    {
        "рф",
        "рус",
        "бг",
        "срб",
        "укр",
        "бел",
        "мкд",
        "мон",
        "қаз",
        "ею",
        "москва",
        "сайт",
        "онлайн",
        "дети",
        "орг",
        "ком",
    }
)


def check(document: Document) -> Findings:
    """Report host names with a label of mixed scripts, or of Cyrillic letters that all look like Latin ones."""
    for link in hyperlinks(document):
        if link.scheme in ("http", "https") and "xn--" in (link.url or ""):
            host = link.host
            fault = _fault(host)
            if fault:
                yield Finding(link.tag, detail=f"{host}: {fault}")


def _fault(host: str) -> str:
    labels = [as_written(label) for label in host.split(".")]
    for label in labels[:-1]:
        scripts = {_script(letter) for letter in label if letter.isalpha()}
        if "LATIN" in scripts and scripts.intersection(_IMITATORS):
            return f"{label} mixes letters of several alphabets"
        letters = {letter for letter in label if letter.isalpha()}
        if scripts == {"CYRILLIC"} and letters <= _CYRILLIC_LATIN and labels[-1] not in _CYRILLIC_TLDS:
            return f"{label} is written in Cyrillic letters"
    return ""


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links to lookalike host names",
    passed="Host names in links keep to one alphabet",
    subjects=("a", "area"),
    scope="tag",
    description=(
        "{count:# link names|# links name} a host that mixes letters from different alphabets, or whose letters only "
        "look Latin. Such names are often registered to imitate a well-known site. Browsers show them as xn--..., and "
        "visitors may be deceived."
    ),
    recommendation="Check where the links should go, and retype the host name.",
    how_to_fix=(
        "Delete the host name in the link and type it on your keyboard, because a copy keeps the wrong letter: <a "
        'href="https://example.com/">. Find out who added the link.'
    ),
    sources=("https://www.unicode.org/reports/tr39/#Mixed_Script_Detection",),
    examples=(
        Bad('<a href="https://ex\u0430mple.com/">Pears</a>'),
        Bad('<a href="https://xn--80ak6aa92e.com/">Pears</a>'),
        Bad('<a href="https://g\u03bfogle.example/">Pears</a>'),
        Good('<a href="https://birnbäume.example/">Pears</a><a href="https://example.com/">Pears</a>'),
        Good('<a href="https://пример.рф/">Pears</a><a href="https://груши.example/">Pears</a>'),
        Good('<a href="https://日本go.example/">Pears</a><a href="https://παράδειγμα.example/">Pears</a>'),
        Good('<a href="https://example.com/xn--80ak6aa92e">Pears</a>'),
    ),
)
