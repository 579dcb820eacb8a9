"""The size of a JPEG XL image, from its first bytes."""

from sitescan.standards.lazy_pattern import lazy_pattern

#: The signature of a bare codestream, or the first box of a container.
SIGNATURE = lazy_pattern(rb"\xff\x0a|\x00\x00\x00\x0cJXL \r\n\x87\n")
#: The header of the box with the codestream, or with its first part.
_CODESTREAM = lazy_pattern(rb"(?:jxlc|jxlp[\x00\x80]\x00\x00\x00)\xff\x0a")
#: The ratios of width to height, by their codes.
_RATIOS = ((1, 1), (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1))
_LENGTHS = (9, 13, 18, 30)


class _Bits:
    """Reads integers of any number of bits, least significant bit first."""

    def __init__(self, data: bytes) -> None:
        self._value = int.from_bytes(data, "little")

    def take(self, count: int) -> int:
        found = self._value & ((1 << count) - 1)
        self._value >>= count
        return found

    def side(self, *, small: bool) -> int:
        """Read the width or the height. In small images it is a multiple of eight."""
        return (self.take(5) + 1) * 8 if small else self.take(_LENGTHS[self.take(2)]) + 1


def size(data: bytes) -> tuple[int, int]:
    """
    Return width and height in pixels; zeros if the data doesn't contain them.

    ISO/IEC 18181-1, 7.3.2 (SizeHeader), https://github.com/libjxl/libjxl/blob/main/doc/format_overview.md
    """
    if data.startswith(b"\xff\x0a"):
        at = 2
    else:
        box = _CODESTREAM.search(data)
        if box is None:
            return 0, 0
        at = box.end()
    header = data[at : at + 10]
    bits = _Bits(header)
    small = bool(bits.take(1))
    height = bits.side(small=small)
    ratio = bits.take(3)
    width = height * _RATIOS[ratio][0] // _RATIOS[ratio][1] if ratio else bits.side(small=small)
    return (width, height) if len(header) == 10 else (0, 0)
