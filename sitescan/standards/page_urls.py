"""The addresses of the pages of a site, and which of them are probably the same or made by the same program."""

import re

from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import split_url

#: The parameters that only say where a visitor came from.
_TRACKING = lazy_pattern(r"utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id", re.I)
_INDEX = lazy_pattern(r"(?:index|default)\.[a-z]{3,5}")
_DIGITS = lazy_pattern(r"[0-9]+")

#: An opaque id: many letters and digits without a separator.
_ID = lazy_pattern(r"(?=[A-Za-z]*[0-9])[0-9A-Za-z]{16,}")
_ESCAPE = lazy_pattern("%[0-9a-f]{2}", re.I)


def normal_url(url: str) -> str:
    """Return a URL without fragment and tracking parameters, with escapes in upper case."""
    base, mark, query = _ESCAPE.sub(lambda escape: escape[0].upper(), url.partition("#")[0]).partition("?")
    if not mark:
        return base
    kept = "&".join(pair for pair in query.split("&") if not _TRACKING.fullmatch(pair.partition("=")[0]))
    return f"{base}?{kept}" if kept or not query else base


def url_pattern(url: str) -> str:
    """
    Return the path of a URL with ``N`` for each number, ``*`` for each opaque id and for each value of the query.

    Pages of the same pattern are probably made by the same program.
    """
    parts = split_url(url)
    path = "/".join("*" if _ID.fullmatch(segment) else _DIGITS.sub("N", segment) for segment in parts.path.split("/"))
    names = sorted({pair.partition("=")[0] for pair in parts.query.split("&") if pair})
    return path + ("?" + "&".join(f"{name}=*" for name in names) if names else "")


def variant_key(url: str) -> str:
    """
    Return what is equal in the addresses that many servers answer in the same way.

    They differ in the scheme, ``www``, the case of letters, a slash at the end, the name of an index, and parameters.
    """
    parts = split_url(url)
    folder, _, name = parts.path.lower().rpartition("/")
    path = folder if _INDEX.fullmatch(name) else f"{folder}/{name}".rstrip("/")
    return f"{parts.netloc.lower().removeprefix('www.')}{path}"
