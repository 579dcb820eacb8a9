"""The parts of a page that fragments can name, as digests of a few bytes, so that those of many pages can be kept."""

from collections.abc import Iterable
from hashlib import blake2b

from attrs import evolve, frozen

from sitescan.model.linked_page import LinkedPage, is_element_fragment, names_of_part

#: The bytes of the digest of a part.
_PART_BYTES = 4


def part_digest(name: str) -> bytes:
    """Return the digest of an id or a name."""
    return blake2b(name.encode("utf-8", "replace"), digest_size=_PART_BYTES).digest()


def joined_parts(names: Iterable[str]) -> bytes:
    """Return the digests of the parts of a page, one after the other and sorted."""
    return b"".join(sorted(map(part_digest, names)))


def part_digests(joined: bytes) -> frozenset[bytes]:
    """Return the digests that :func:`joined_parts` has joined."""
    return frozenset(joined[at : at + _PART_BYTES] for at in range(0, len(joined), _PART_BYTES))


def lacks_part(digests: frozenset[bytes], fragment: str) -> bool:
    """Return whether none of the parts of a page is the one that a fragment names."""
    return digests.isdisjoint(map(part_digest, names_of_part(fragment)))


@frozen
class PageParts:
    """
    The parts of a page that was read to its end.

    :ivar digests: those of the names by which fragments identify them, one after the other.
    :ivar may_change: whether scripts may add parts, or interpret a fragment.
    """

    digests: bytes
    may_change: bool

    def without(self, page: LinkedPage, fragments: Iterable[str]) -> LinkedPage:
        """Return the facts about the page, with those of the fragments whose parts it lacks."""
        digests = part_digests(self.digests)
        absent = tuple(part for part in fragments if is_element_fragment(part) and lacks_part(digests, part))
        return evolve(page, unverified=absent) if self.may_change else evolve(page, missing=absent)
