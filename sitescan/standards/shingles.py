"""
Shingles: the phrases of a text, of which every page keeps the same sample.

Broder, "On the resemblance and containment of documents", 1997.
"""

import re
from collections.abc import Sequence
from hashlib import blake2b
from itertools import islice

from sitescan.standards.lazy_pattern import lazy_pattern

SAMPLED = 8
"""One of so many shingles is kept, on average."""

#: The words of a shingle, the bytes of its digest, and the maximum numbers of words read and of digests kept.
_WIDTH, _BYTES, _MOST_WORDS, _MOST = 4, 4, 5_000, 128

#: Dates, prices and numbers of results differ on pages that are otherwise the same.
_NUMBER = lazy_pattern(r"\d+", re.UNICODE)


def shingles(words: Sequence[str]) -> bytes:
    """Return the digests of a sample of the phrases in the beginning of a text, one after the other, sorted."""
    masked = [_NUMBER.sub("0", word) for word in islice(words, _MOST_WORDS)]
    phrases = {" ".join(masked[at : at + _WIDTH]) for at in range(len(masked) - _WIDTH + 1)}
    digests = (blake2b(phrase.encode("utf-8", "replace"), digest_size=_BYTES).digest() for phrase in phrases)
    return b"".join(sorted(digest for digest in digests if digest[0] % SAMPLED == 0)[:_MOST])


def shingles_of(kept: bytes) -> frozenset[bytes]:
    """Return the digests in what :func:`shingles` has returned."""
    return frozenset(kept[at : at + _BYTES] for at in range(0, len(kept), _BYTES))
