"""The widths of texts in Arial, in which search engines show the titles of pages."""

from unicodedata import normalize

#: The advance widths of Arial, in thousandths of the font size, and the characters that have them. Those of Helvetica
#: are the same.
_WIDTHS = {
    191: "'",
    222: "ijl‘’‚",
    260: "|",
    278: " !,./:;I[\\]ft\xa0",
    333: "()-`r·“”„‹›¡",
    334: "{}",
    350: "•",
    355: '"',
    365: "º",
    370: "ª",
    389: "*",
    400: "°",
    469: "^",
    500: "Jckxyzvs",
    556: "#$0123456789?L_abdeghnopqu–£€§«»",
    584: "+<=>~×",
    611: "FTZß¿ø",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    737: "©®",
    778: "GOQØ",
    833: "Mm",
    889: "%æ",
    944: "Wœ",
    1000: "—…™ÆŒ",
    1015: "@",
}
_WIDTH_OF = {character: width for width, characters in _WIDTHS.items() for character in characters}


def arial_width(character: str) -> int | None:
    """Return the width of a Latin character in thousandths of the font size; ``None`` if it is not known."""
    return _WIDTH_OF.get(character) or _WIDTH_OF.get(normalize("NFD", character)[0])
