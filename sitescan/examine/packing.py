"""Values whose bytes travel to a child in the blob of a frame, beside the JSON of everything else."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from attrs import evolve, fields, has
from msgspec import Struct

T = TypeVar("T")


class Packed(Struct, Generic[T], frozen=True):
    """
    A value without its bytes.

    :ivar value: the value, with ``b""`` for each field of bytes, its own ones and those of values in its fields.
    :ivar sizes: the sizes of the bytes, in the order of the fields; they follow each other in the blob.
    """

    value: T
    sizes: tuple[int, ...]


def pack(value: T) -> tuple[Packed[T], Sequence[bytes]]:
    """Return a value of an attrs class without its bytes, and the bytes."""
    parts: list[bytes] = []

    def take(part: bytes) -> bytes:
        parts.append(part)
        return b""

    return Packed(value=_replaced(value, take), sizes=tuple(map(len, parts))), parts


def pack_all(values: Iterable[T]) -> tuple[tuple[Packed[T], ...], Sequence[bytes]]:
    """Return values without their bytes, and the bytes of all of them."""
    packed = [pack(value) for value in values]
    return tuple(value for value, _ in packed), [part for _, parts in packed for part in parts]


def unpack(packed: Packed[T], blob: bytes, at: int = 0) -> tuple[T, int]:
    """
    Return a value with its bytes, and the offset of what follows them in the blob.

    :param at: the offset of its first byte.
    """

    def parts() -> Iterator[bytes]:
        end = at
        for size in packed.sizes:
            end += size
            yield blob[end - size : end]

    whole = parts()
    return _replaced(packed.value, lambda _: next(whole)), at + sum(packed.sizes)


def unpack_all(packed: Sequence[Packed[T]], blob: bytes, at: int = 0) -> Iterator[T]:
    """Yield values whose bytes follow each other in a blob."""
    for one in packed:
        value, at = unpack(one, blob, at)
        yield value


def _replaced(value: Any, replace: Callable[[bytes], bytes]) -> Any:
    """Return a value with its bytes replaced, field by field."""
    changes: dict[str, Any] = {}
    for name in _field_names(value.__class__):
        held = getattr(value, name)
        if isinstance(held, bytes):
            changes[name] = replace(held)
        elif _field_names(held.__class__):
            changes[name] = _replaced(held, replace)
    return evolve(value, **changes) if changes else value


@cache
def _field_names(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a class of attrs; other classes have none."""
    return tuple(field.name for field in fields(kind)) if has(kind) else ()
