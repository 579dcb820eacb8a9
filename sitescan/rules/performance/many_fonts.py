"""More web fonts than a text needs."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.loading.web_fonts import used_fonts
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MANY = 5


def check(document: Document) -> Iterator[Finding]:
    """Report more than five font files that the text of the page asks for; what is only declared is not loaded."""
    fonts = used_fonts(document)
    if len(fonts) > _MANY:
        for url, family in fonts.items():
            yield Finding(detail=f"{family}: {url}", families=len(set(fonts.values())))


def _face(number: int) -> str:
    family = f"font-family:'Pear {number}'"
    return f"@font-face{{{family};src:url(pear-{number}.woff2) format('woff2')}}.p{number}{{{family},x}}"


def _page(fonts: int, *, used: int | None = None, more: str = "") -> str:
    texts = "".join(f"<p class=p{number}>Pears</p>" for number in range(fonts if used is None else used))
    return f"<style>{''.join(map(_face, range(fonts)))}{more}</style>{texts}"


_HUNDREDS = range(100, 800, 100)
_WEIGHTS = "".join(f"@font-face{{font-family:Pear;font-weight:{one};src:url({one}.woff2)}}" for one in _HUNDREDS)

RULE = Rule(
    id="performance/many-fonts",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Page uses many web fonts",
    description=(
        "The text on the page needs {count} font files, from {families:# family|# families}. Text stays hidden "
        "or changes its look until the fonts load, and each file is about 20 to 100 KB."
    ),
    recommendation="Use two or three font files, and system fonts for the rest.",
    how_to_fix=(
        'One variable font replaces all weights of a family: @font-face {{ font-family: "Pear"; src: '
        'url("pear-variable.woff2") format("woff2"); font-weight: 100 900; }}\n'
        "For icons use SVG, and omit weights that hardly differ from others."
    ),
    sources=("https://web.dev/articles/font-best-practices", "https://www.w3.org/TR/css-fonts-4/#font-face-rule"),
    examples=(
        Bad(_page(6)),
        Bad(
            "<link rel=stylesheet href=/a.css>" + "".join(f"<p style='font-weight:{one}'>Pears" for one in _HUNDREDS),
            sheets=(("https://example.com/a.css", "p{font-family:Pear}" + _WEIGHTS),),
        ),
        Good(_page(5)),
        Good(_page(9, used=3)),
        Good(_page(6, more="p{display:none}")),
        Good(_page(6, more="p{font-family:serif !important}")),
        Good('<link rel="stylesheet" href="/unknown.css">' + _page(6)),
    ),
)
