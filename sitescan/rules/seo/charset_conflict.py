"""Character encodings contradict each other."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.encoding import charset_parameter, declared_in
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.seo import encoding_wrong


def check(document: Document) -> Iterator[Finding]:
    """Report declarations that contradict the one that counts, where the text is right all the same."""
    metas = document.all("meta")
    header = charset_parameter(document.exchange.headers.content_type)
    declared = {"byte order mark": document.decoded.encoding} if document.decoded.source == "bom" else {}
    declared |= {"Content-Type header": header} if header else {}
    meta = declared_in(one.attrs for one in metas)
    declared |= {"meta tag": meta} if meta else {}
    first, *others = declared.items() or [("", "")]
    contradicting = [f"the {where} says {name}" for where, name in others if name != first[1]]
    if contradicting and not any(encoding_wrong.check(document)):
        yield Finding(where=first[0], counts=first[1], others=" and ".join(contradicting))


RULE = Rule(
    id="seo/charset-conflict",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Character encodings contradict each other",
    description=(
        "The {where} says {counts}, but {others}. Browsers use the first encoding. Programs that read the file without "
        "its header, and copies saved to disk, show garbled text."
    ),
    recommendation="Declare the same encoding, UTF-8, everywhere.",
    how_to_fix=(
        'Save the page as UTF-8, write <meta charset="utf-8"> and send the header "Content-Type: text/html; '
        'charset=utf-8".\nnginx: charset utf-8;\n'
        "Apache: AddDefaultCharset utf-8"
    ),
    sources=("https://www.w3.org/International/questions/qa-html-encoding-declarations",),
    examples=(
        Bad('<meta charset="iso-8859-1"><p>Pears', headers=("Content-Type: text/html; charset=utf-8",)),
        Bad('<meta charset="windows-1251">', headers=("Content-Type: text/html; charset=koi8-r",)),
        Bad('\ufeff<meta charset="windows-1252">', headers=("Content-Type: text/html",)),
        Good('<meta charset="UTF8">', headers=("Content-Type: text/html; charset=utf-8",)),
        Good('<meta charset="latin1">', headers=("Content-Type: text/html; charset=windows-1252",)),
        Good('<meta charset="windows-1252">', headers=("Content-Type: text/html",)),
        Good('<meta charset="utf-8"><p>Bäume', headers=("Content-Type: text/html; charset=iso-8859-1",)),
        Good("<p>Pears", headers=("Content-Type: text/html",)),
    ),
)
