"""Queries of references in pages of a legacy encoding, which browsers send in that encoding instead of UTF-8."""

from urllib.parse import quote_from_bytes

import webencodings

from sitescan.standards.lazy_pattern import lazy_pattern

_SCHEME = lazy_pattern(r"[\t\n\f\r ]*([A-Za-z][A-Za-z0-9+.-]*):")
_SPECIAL = frozenset({"http", "https", "ftp", "file"})
_BEYOND_ASCII = lazy_pattern(r"[^\x00-\x7f]+")
_UNICODE = frozenset({"utf-8", "utf-16be", "utf-16le"})


def with_encoded_query(reference: str, encoding: str) -> str:
    """
    Return a reference with its query percent-encoded, as browsers do in a page of this encoding.

    https://url.spec.whatwg.org/#query-state https://url.spec.whatwg.org/#string-percent-encode-after-encoding

    :param encoding: the WHATWG name of the page's encoding.
    """
    if encoding in _UNICODE or reference.isascii():
        return reference
    scheme = _SCHEME.match(reference)
    if scheme is not None and scheme[1].lower() not in _SPECIAL:
        return reference
    before, hash_mark, fragment = reference.partition("#")
    path, mark, query = before.partition("?")
    if not mark or query.isascii():
        return reference
    encoded = _BEYOND_ASCII.sub(lambda match: _percent_encoded(match[0], encoding), query)
    return f"{path}?{encoded}{hash_mark}{fragment}"


def _percent_encoded(text: str, encoding: str) -> str:
    return "".join(_character(character, encoding) for character in text)


def _character(character: str, encoding: str) -> str:
    try:
        return quote_from_bytes(webencodings.encode(character, encoding, "strict"))
    except UnicodeEncodeError:
        # Characters missing in the encoding become percent-encoded numeric character references.
        return f"%26%23{ord(character)}%3B"
