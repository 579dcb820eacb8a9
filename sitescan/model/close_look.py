"""What is known of a file beyond its response head: the size of an image, what a text could do without."""

import re
import zlib
from collections.abc import Iterator
from hashlib import blake2b

from attrs import define, field, frozen


@frozen(kw_only=True)
class Picture:
    """
    What the first bytes of an image say.

    :ivar format: ``JPEG``, ``PNG``, ``GIF``, ``WebP``, ``AVIF``, ``BMP`` or ``SVG``.
    :ivar width: in its own pixels, turned as it says it is to be; 0 where that is not known.
    :ivar height: likewise.
    :ivar animated: whether it is known to move.
    """

    format: str
    width: int = 0
    height: int = 0
    animated: bool = False

    @property
    def pixels(self) -> int:
        """How many pixels it has; 0 where that is not known, or where it has none."""
        return self.width * self.height if self.format != "SVG" else 0


@frozen(kw_only=True)
class TextFile:
    """
    A script or stylesheet that was read.

    :ivar size: bytes after content decoding.
    :ivar wire_size: bytes as sent.
    :ivar packed: bytes that gzip makes of it, where it was sent as it is; else 0.
    :ivar idle: bytes of indentation and of comments on lines of their own, at least.
    :ivar digest: tells equal files from others.
    """

    size: int
    wire_size: int
    packed: int = 0
    idle: int = 0
    digest: str = ""


#: Bytes that one step looks at: gzip takes half a millisecond for them.
STEP = 16 * 1024

#: An end of line, the indentation after it, and a line of nothing but comment; one with "!" is a licence,
#: one with "#" names the source map.
_IDLE = re.compile(
    rb"\n[ \t]*+(?://(?![#@])[^\n]*+|\*[ /\r][^\n]*+|/\*(?!!)(?:[^*\n]|\*(?!/))*+(?:\*/[ \t\r]*+)?(?=\n))?"
)


@define(eq=False)
class TextReading:
    """
    Reads a text file in steps, so that a reactor can turn between them.

    :ivar coded: whether it was sent in a content coding, so that gzip need not be tried.
    """

    body: bytes
    wire_size: int
    coded: bool
    _idle: int = field(default=0, init=False)
    _packed: int = field(default=0, init=False)

    def steps(self) -> Iterator[None]:
        """Do the work, one step for each turn."""
        packer = zlib.compressobj(6, wbits=31)
        for at in range(0, len(self.body), STEP):
            piece = self.body[at : at + STEP]
            # An end of line is kept for each that goes: statements may end by it.
            self._idle += sum(max(0, match.end() - match.start() - 1) for match in _IDLE.finditer(piece))
            if not self.coded:
                self._packed += len(packer.compress(piece))
            yield
        if not self.coded:
            self._packed += len(packer.flush())

    def result(self) -> TextFile:
        """What was found, once all steps are done."""
        return TextFile(
            size=len(self.body),
            wire_size=self.wire_size,
            packed=self._packed,
            idle=self._idle,
            digest=blake2b(self.body, digest_size=16).hexdigest(),
        )
