"""What is known of a file beyond its response head: the size of an image, a video's sound, what a text can omit."""

import gzip

from attrs import frozen

from sitescan.standards.javascript import removable_bytes


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
class MediaFile:
    """
    What the header of an audio or video file says.

    :ivar format: ``MP4``, ``WebM``, ``Ogg``, ``WAV``, ``MP3`` or ``FLAC``.
    :ivar audio: whether it has sound; ``None`` where it has a track of it in which there may be nothing to hear.
    :ivar seconds: how long its sound lasts, or all of it where that is not said for each track; ``None`` where it is
        not known.
    :ivar captions: whether it has a track of text.
    """

    format: str
    audio: bool | None
    seconds: float | None = None
    captions: bool = False

    def __str__(self) -> str:
        sound = "it is not sure that it has sound" if self.audio is None else "sound" if self.audio else "no sound"
        length = "" if self.seconds is None else f", {self.seconds:g} s"
        return f"{self.format} file, {sound}{length}{', captions' if self.captions else ''}"


@frozen(kw_only=True)
class TextFile:
    """
    A script or stylesheet that was read.

    :ivar size: bytes after content decoding.
    :ivar wire_size: bytes as sent.
    :ivar packed: bytes that gzip makes of it, where it was sent as it is; else 0.
    :ivar idle: bytes of indentation and comments, at least; 0 where they can't be told, or where it is no script.
    :ivar digest: tells equal files from others.
    """

    size: int
    wire_size: int
    packed: int = 0
    idle: int = 0
    digest: str = ""


def read_text(body: bytes, wire_size: int, *, coded: bool, script: bool = False) -> TextFile:
    """
    What a text file could do without; its digest is left to whoever knows it.

    :param script: whether it is a script, whose comments are looked for.
    :param coded: whether it was sent in a content coding, so that gzip need not be tried.
    """
    return TextFile(
        size=len(body),
        wire_size=wire_size,
        packed=0 if coded else len(gzip.compress(body, 6, mtime=0)),
        idle=removable_bytes(body) if script else 0,
    )
