from urllib.parse import unquote

from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import (
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    changed,
    lazy_pattern,
    shorten,
)

_TRUNK = lazy_pattern(r"\+[0-9 ]{1,6}\(0\)")


def check(document: Document) -> Findings:
    """Report ``tel:`` links without a number, with slashes, or with a "(0)" that makes the number wrong."""
    for link in hyperlinks(document):
        if link.scheme != "tel":
            continue
        number = unquote(link.href.strip()[len("tel:") :]).partition(";")[0].strip()
        if number.startswith("//"):
            fixed = changed(link.tag, href=link.href.replace("//", "", 1))
            yield Finding(link.tag, detail="only web addresses have two slashes", change=fixed)
        elif not any(character.isdigit() for character in number):
            yield Finding(link.tag, detail=f"{shorten(number)} is not a number" if number else "the number is missing")
        elif _TRUNK.match(number):
            fixed = changed(link.tag, href=link.href.replace("(0)", "", 1))
            yield Finding(link.tag, detail="the (0) is dialed too", change=fixed)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Invalid telephone links",
    passed="Telephone links have valid numbers",
    applies=lambda document: b"tel:" in document.ascii_source,
    scope="tag",
    description=(
        "{count:# tel: link contains|# tel: links contain} no number, or one that phones dial incorrectly. People who "
        "tap such a link don't reach anyone."
    ),
    recommendation="Write the number with its country code and without a zero in parentheses.",
    how_to_fix=(
        "Use only the plus sign, digits and hyphens in the href; the text can look any way you like: <a "
        'href="tel:+49-30-1234567">+49 (0)30 1234567</a>'
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc3966",),
    examples=(
        Bad('<a href="tel:">Call</a>'),
        Bad('<a href="tel://+49301234567">Call</a>'),
        Bad('<a href="tel:phone">Call</a>'),
        Bad('<a href="tel:+49 (0) 30 1234567">Call</a>'),
        Good('<a href="tel:+49-30-1234567">+49 (0)30 1234567</a>'),
        Good('<a href="tel:112">112</a><a href="tel:*100%23">Credit</a><a href="tel:1-800-PEARS">Call</a>'),
        Good('<a href="tel:(030) 123 45 67">Call</a>'),
    ),
)
