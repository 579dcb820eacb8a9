"""Generic link texts, which do not describe the target of a link, by language."""

from collections.abc import Mapping
from types import MappingProxyType

from sitescan.standards.data_files import data_of
from sitescan.standards.language_tags import primary
from sitescan.standards.lazy_pattern import lazy_pattern

_SAME = {"no": "nb", "nn": "nb", "iw": "he", "bs": "hr", "in": "id"}
#: English texts that are words in other languages: ``more`` means "sea" in half a dozen.
_FALSE_FRIENDS = frozenset({"go", "here", "more", "start", "this"})
_AFTER = r"[\s.…:;!>»›→\-–—\])]"
_AROUND = lazy_pattern(rf"^[\s.…:;!>»›→\-–—\[(]+|(?<!{_AFTER}){_AFTER}+$")
_LONGEST = 40


def _table() -> Mapping[str, frozenset[str]]:
    by_language: Mapping[str, str] = data_of("generic_link_texts")
    words = {language: frozenset(texts.split(" | ")) for language, texts in by_language.items()}
    shared = words["en"] - _FALSE_FRIENDS
    return MappingProxyType({language: own | shared for language, own in words.items()})


GENERIC = _table()
"""The generic texts of each language in lower case; unambiguous English texts are included in all languages."""

ANY = frozenset().union(*GENERIC.values())
"""The generic texts of all languages."""


def generic(text: str, language: str) -> bool:
    """Return whether a text is generic in a language, or in any if the language is unknown, ignoring outer symbols."""
    if len(text) > _LONGEST:
        return False
    stripped = _AROUND.sub("", text.lower().replace("’", "'"))
    if stripped not in ANY:
        return _is_demonstrative(stripped, primary(language))
    code = primary(language)
    return stripped in GENERIC.get(_SAME.get(code, code), ANY)


#: Texts such as ``this article`` or ``that web page``: a demonstrative and a noun that fits any target.
_POINTING = {
    "de": r"diese[rsm]?\s(?:artikel|beitrag|dokument|link|seite|website|webseite)",
    "en": r"(?:this|that|these|those)\s(?:web\s?)?(?:article|document|file|link|page|post|site)s?",
    "es": r"(?:este|esta|ese|esa)\s(?:artículo|documento|enlace|página|sitio)",
    "fr": r"(?:ce|cet|cette)\s(?:article|document|lien|page|site)",
    "nl": r"(?:dit|deze|die|dat)\s(?:artikel|document|link|pagina|site)",
}
_POINTS = {language: lazy_pattern(pattern) for language, pattern in _POINTING.items()}


def _is_demonstrative(stripped: str, language: str) -> bool:
    """Return whether a text is only a demonstrative and a generic noun; English applies if the language is unknown."""
    pattern = _POINTS.get(language or "en")
    return pattern is not None and pattern.fullmatch(stripped) is not None
