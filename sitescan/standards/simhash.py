"""
Simhash: a digest of a text that differs in few bits for similar texts.

Charikar, "Similarity estimation techniques from rounding algorithms", 2002; Manku, Jain and Sarma, "Detecting
near-duplicates for web crawling", 2007, https://research.google/pubs/pub33026/.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice

BITS = 64
"""The number of bits of a digest."""

#: The number of words in a feature of a text, and the maximum number of distinct features.
_WIDTH, _MOST = 3, 30_000

#: A counter of each bit of a byte has 16 bits, so eight of them are added at once.
_LANE = 16
_COUNTERS = tuple(sum((byte >> bit & 1) << (_LANE * bit) for bit in range(8)) for byte in range(256))


def simhash(words: Sequence[str]) -> int:
    """
    Return the digest of a text of several words.

    Each feature counts once: the brackets around the links of a menu would otherwise outweigh the text.
    """
    totals = [0] * (BITS // 8)
    count = 0
    for count, feature in enumerate(islice(dict.fromkeys(_features(words)), _MOST), 1):  # noqa: B007 - the number is used below
        for place, byte in enumerate(blake2b(feature.encode("utf-8", "replace"), digest_size=BITS // 8).digest()):
            totals[place] += _COUNTERS[byte]
    digest = 0
    for place, total in enumerate(totals):
        for bit in range(8):
            if 2 * (total >> (_LANE * bit) & 0xFFFF) > count:
                digest |= 1 << (8 * place + bit)
    return digest


def _features(words: Sequence[str]) -> Iterable[str]:
    if len(words) < _WIDTH:
        return words
    return (" ".join(words[at : at + _WIDTH]) for at in range(len(words) - _WIDTH + 1))


def distance(first: int, second: int) -> int:
    """Return the number of bits in which two digests differ."""
    return (first ^ second).bit_count()


def bands(digest: int, most: int) -> Iterator[tuple[int, int]]:
    """
    Yield the parts of a digest, of which any two digests that differ in at most ``most`` bits have one in common.

    :return: yields the place of a part and its bits.
    """
    width = BITS // (most + 1)
    for place in range(most + 1):
        yield place, digest >> (width * place) & ((1 << width) - 1)
