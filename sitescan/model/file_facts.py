"""Facts read from the content of files: image dimensions, sound of media files, compressibility of texts."""

from attrs import frozen

from sitescan.standards.content_codings import compressed_size
from sitescan.standards.javascript import removable_bytes


@frozen(kw_only=True)
class Picture:
    """
    The facts in the first bytes of an image.

    :ivar format: ``JPEG``, ``PNG``, ``GIF``, ``WebP``, ``AVIF``, ``BMP`` or ``SVG``.
    :ivar width: the width in image pixels after the rotation that its metadata asks for; 0 if unknown.
    :ivar height: the height, likewise.
    :ivar animated: whether it is known to be animated.
    """

    format: str
    width: int = 0
    height: int = 0
    animated: bool = False

    @property
    def pixels(self) -> int:
        """The number of pixels; 0 if it is unknown or the image is a vector graphic."""
        return self.width * self.height if self.format != "SVG" else 0


@frozen(kw_only=True)
class MediaFile:
    """
    The facts in the header of an audio or video file.

    :ivar format: ``MP4``, ``WebM``, ``Ogg``, ``WAV``, ``MP3`` or ``FLAC``.
    :ivar audio: whether it has sound; ``None`` if it has an audio track that may be silent.
    :ivar seconds: the length of the sound, or of the whole file if tracks have no lengths of their own; ``None`` if
        unknown.
    :ivar captions: whether it has a text track.
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

    :ivar size: the size in bytes after content decoding.
    :ivar wire_size: the size in bytes as sent.
    :ivar packed: about the size in bytes with a content coding, if it was sent without one; else 0.
    :ivar idle: a lower bound of the bytes of indentation and comments; 0 if unknown or not a script.
    :ivar digest: a hash of the body.
    """

    size: int
    wire_size: int
    packed: int = 0
    idle: int = 0
    digest: str = ""


def read_text(body: bytes, wire_size: int, *, coded: bool, script: bool = False) -> TextFile:
    """
    Return the facts about a script or stylesheet, except for its digest.

    :param wire_size: the size in bytes as sent.
    :param coded: whether it was sent with a content coding; if so, nothing is left to save.
    :param script: whether it is a script; only the comments of scripts are counted.
    """
    return TextFile(
        size=len(body),
        wire_size=wire_size,
        packed=0 if coded else compressed_size(body),
        idle=removable_bytes(body) if script else 0,
    )
