from sitescan.document.language.garbled_text import garbled
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.seo import encoding_wrong


def check(document: Document) -> Findings:
    """Report garbled words on a page that declares its encoding correctly."""
    if document.decoded.source == "default" or any(encoding_wrong.check(document.source)):
        return
    for word in garbled(document):
        meant = f'probably "{shorten(word.meant)}"' if word.meant else "a character is lost"
        yield Finding(word.tag, detail=f'"{shorten(word.written)}", {meant}')


_UTF8 = "Content-Type: text/html; charset=utf-8"

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Text contains garbled characters",
    passed="Text is free of garbled characters",
    applies=lambda document: document.decoded.source != "default",
    description=(
        "{count:# word on the page is|# words on the page are} garbled. The text was once read in the wrong encoding, "
        "or its characters couldn't be converted. Visitors can't read it properly, and nobody finds it by searching."
    ),
    recommendation="Correct the words, and find the conversion that breaks them.",
    how_to_fix=(
        "Type the words again, or convert the text back. UTF-8 that was read as windows-1252 shows Ã¤ for ä, and a "
        "lost character is shown as �. Common causes are an import or a database connection that isn't set to UTF-8, "
        "or a template in a different encoding from the rest of the page."
    ),
    sources=("https://www.w3.org/International/questions/qa-utf8-bom", "https://www.w3.org/TR/charmod/"),
    examples=(
        Bad("<p>Unsere BirnenbÃ¤ume", headers=(_UTF8,)),
        Bad("<p>Itâ€™s a pear", headers=(_UTF8,)),
        Bad("<p>ÐŸÑ€Ð¸Ð²ÐµÑ‚", headers=(_UTF8,)),
        Bad("<title>Birnenb\N{REPLACEMENT CHARACTER}ume</title>", headers=(_UTF8,)),
        Bad(body="<p>Äpfel für Gärten, Größe".encode() + " Bäume".encode("latin-1"), headers=(_UTF8,)),
        Good("<p>Birnenbäume", headers=(_UTF8,)),
        Good("<p>Write <code>Ã¤</code>, not the word bÃ¤ume for bäume", headers=(_UTF8,)),
        Good("<p>“AMANHÔ, “JÄ“, heiß“, SÃO PAULO, CÂ®", headers=(_UTF8,)),
        Good("<p>The character \N{REPLACEMENT CHARACTER} (U+FFFD)", headers=(_UTF8,)),
        Good("<p>BirnenbÃ¤ume", headers=("Content-Type: text/html",)),
    ),
)
