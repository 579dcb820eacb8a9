"""Language tags, and their validity for browsers."""

from sitescan.standards.data_files import data_bytes

#: The primary language subtags (tools/update_language_subtags.py; the first line is the date of the registry).
#: https://www.iana.org/assignments/language-subtag-registry
_LANGUAGES = frozenset(data_bytes("language_subtags.txt").decode("ascii").split()[1:])

#: The codes of ISO 639-1: the registry has a subtag of two letters for each, and no other ones.
ISO_639_1 = frozenset(subtag for subtag in _LANGUAGES if len(subtag) == 2)


def primary(tag: str) -> str:
    """Return the primary language subtag in lower case."""
    return tag.strip().partition("-")[0].lower()


def known(tag: str) -> bool:
    """
    Return whether the primary subtag of a language tag is in IANA's registry.

    Three-letter codes of ISO 639-2 for languages that have two letters are not. Assistive technology finds the language
    by the primary subtag alone.

    https://www.rfc-editor.org/rfc/rfc5646#section-2.2.1 https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/
    """
    return primary(tag) in _LANGUAGES
