"""The skeleton of a page, in the form in which it is kept."""

from collections.abc import Set as AbstractSet

#: The size of the hash of a path in bytes.
PATH_BYTES = 4


def paths(skeleton: bytes) -> AbstractSet[bytes]:
    """Return the hashes of the paths in a skeleton."""
    return frozenset(skeleton[at : at + PATH_BYTES] for at in range(0, len(skeleton), PATH_BYTES))
