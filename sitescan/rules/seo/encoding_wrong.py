from sitescan.document.language.garbled_text import Garbled, first_beyond_ascii, garbled
from sitescan.document.parsing.encoding import Decoded
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, SourceDocument, shorten

_SOURCES = {"header": "Content-Type header", "meta": "meta tag", "late": "meta tag", "xml": "XML declaration"}
#: The number of non-ASCII characters that are not valid UTF-8 by accident.
_SURE = 3


def check(document: Document) -> Findings:
    """Report UTF-8 that is declared as another encoding, and another encoding that is declared as UTF-8."""
    decoded = document.decoded
    if decoded.source == "default":
        return
    word = next(iter(garbled(document)), None)
    if decoded.utf8_characters:
        # Only windows-1252 shows which words are garbled; in other alphabets, all are.
        if word is None and decoded.encoding != "windows-1252" and decoded.utf8_characters >= _SURE:
            word = first_beyond_ascii(document)
        if word is not None:
            yield _finding(word, decoded, real="UTF-8")
    elif word is not None and wrong_throughout(document):
        yield _finding(word, decoded, real="an older encoding, such as windows-1252")


def wrong_throughout(document: Document) -> bool:
    """Return whether most non-ASCII characters are malformed in UTF-8."""
    decoded = document.decoded
    if decoded.encoding != "utf-8" or not decoded.malformed:
        return False
    beyond = sum(1 for character in decoded.text if character > "\x7f")
    return decoded.malformed > beyond - decoded.malformed


def _finding(word: Garbled, decoded: Decoded, real: str) -> Finding:
    source = _SOURCES.get(decoded.source, "byte order mark")
    return Finding(word.tag, seen=shorten(word.written), source=source, declared=decoded.encoding, real=real)


_LATIN = "Content-Type: text/html; charset=iso-8859-1"
_UTF8 = "Content-Type: text/html; charset=utf-8"

RULE = Rule(
    reads=SourceDocument,
    check=check,
    severity=Severity.ERROR,
    title="Page declares the wrong character encoding",
    passed="Declared character encoding is right",
    applies=lambda document: document.decoded.source != "default",
    description=(
        "The {source} declares {declared}, but the page is written in {real}. Visitors, screen readers and search "
        'engines get garbled text such as "{seen}".'
    ),
    recommendation="Save the page as UTF-8 and declare UTF-8.",
    how_to_fix=(
        'Save the files (and the texts in the database) as UTF-8. Declare it in both places: <meta charset="utf-8"> as '
        "the first element in the head, and the Content-Type header. Then check a page with non-ASCII characters.\n"
        "nginx: charset utf-8;\n"
        "Apache: AddDefaultCharset utf-8"
    ),
    sources=(
        "https://www.w3.org/International/questions/qa-html-encoding-declarations",
        "https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding",
    ),
    examples=(
        Bad("<p>Birnenbäume", headers=(_LATIN,)),
        Bad("<title>Привет</title>", headers=("Content-Type: text/html; charset=windows-1251",)),
        Bad(body="<p>Birnenbäume".encode("latin-1"), headers=(_UTF8,)),
        Bad(
            body='<meta charset="utf-8"><p>Obstbäume für Gärten'.encode("latin-1"), headers=("Content-Type: text/html",)
        ),
        Good(body="<p>Birnenbäume".encode("latin-1"), headers=(_LATIN,)),
        Good("<p>Birnenbäume", headers=(_UTF8,)),
        Good("<p>Pears <!-- Bäume -->", headers=(_LATIN,)),
        Good(body="<p>Er ist heiß“".encode("cp1252"), headers=(_LATIN,)),
        Good(body="<p>Äpfel für Gärten, Größe".encode() + b" \xe4", headers=(_UTF8,)),
    ),
)
