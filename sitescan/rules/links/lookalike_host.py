"""Links to host names that imitate another name by letters that look alike."""

import unicodedata
from collections.abc import Iterator
from urllib.parse import urlsplit

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_IMITATORS = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")

#: Cyrillic letters that look like Latin ones. A name of nothing else reads like a Latin name.
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


def check(document: Document) -> Iterator[Finding]:
    """Report host names with a label of mixed alphabets, or of Cyrillic letters that all look Latin."""
    for link in hyperlinks(document):
        if link.scheme in ("http", "https") and "xn--" in (link.url or ""):
            host = urlsplit(link.url or "").hostname or ""
            fault = _fault(host)
            if fault:
                yield Finding(link.tag, detail=f"{host}: {fault}")


def _fault(host: str) -> str:
    labels = [_shown(label) for label in host.split(".")]
    for label in labels[:-1]:
        scripts = {_script(letter) for letter in label if letter.isalpha()}
        if "LATIN" in scripts and scripts.intersection(_IMITATORS):
            return f"{label} mixes alphabets"
        letters = {letter for letter in label if letter.isalpha()}
        if scripts == {"CYRILLIC"} and letters <= _CYRILLIC_LATIN and labels[-1] not in _CYRILLIC_TLDS:
            return f"{label} is written in Cyrillic letters"
    return ""


def _shown(label: str) -> str:
    try:
        return label.encode("ascii").decode("idna") if label.startswith("xn--") else label
    except UnicodeError:
        return label


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


RULE = Rule(
    id="links/lookalike-host",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Links to host names that imitate others",
    description=(
        "{count:# link names|# links name} a host whose letters come from another alphabet than they seem to. Such "
        "names are registered to pass for a well-known site; browsers show them as xn--..., and visitors may be "
        "deceived."
    ),
    recommendation="Make sure that the links lead where they should, and type the host name anew.",
    how_to_fix=(
        "Delete the host name in the link and type it with your keyboard, since a copy brings the wrong letter along: "
        '<a href="https://example.com/">. Look for whoever put the link there.'
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
