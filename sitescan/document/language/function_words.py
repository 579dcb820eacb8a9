"""
The most frequent function words of languages in Latin script.

Articles, prepositions, pronouns and conjunctions make up a third to a half of running text in any of these
languages, on any subject, and loan words are never among them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from sitescan.standards.data_files import data_of

#: The English name and the function words of each language.
_TABLE: Mapping[str, tuple[str, str]] = data_of("function_words")

WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {language: frozenset(words.split()) for language, (_, words) in _TABLE.items()}
)
"""The function words of each language in lower case, by its ISO 639-1 code."""

IN_NAMES = frozenset(
    "a al am an and ao as at au aux d da das de dei del della delle den der des det di die dla do dos du e el en et "
    "for het i il im in l la las le les los o of on op per pe s san the til till to und van voor vom von y z zu zum à "
    "és și".split()
)
"""The function words that are frequent in names of places, people and works, in texts of any language."""

NAMES: Mapping[str, str] = MappingProxyType({language: name for language, (name, _) in _TABLE.items()})
"""The English name of each language."""

_KIN = (
    {"da", "nb", "sv", "is"},
    {"ca", "es", "gl", "pt"},
    {"cs", "sk"},
    {"hr", "sl"},
    {"af", "nl"},
)


def closely_related(first: str, second: str) -> bool:
    """Return whether two languages share so many function words that these do not distinguish them."""
    return first == second or any({first, second} <= family for family in _KIN)
