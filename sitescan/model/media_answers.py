"""The audio, video and object elements of a page and the facts about their files."""

from collections.abc import Mapping

from attrs import field, frozen

from sitescan.model.answers import Answer
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.file_facts import MediaFile
from sitescan.model.outline import EmbeddedObject, MediaElement, MediaSource
from sitescan.standards.file_types import essence

#: Header fields that may prevent other pages from showing an image, and from framing a document.
_IMAGE_LIMITS = ("cross-origin-resource-policy",)
_FRAME_LIMITS = (*_IMAGE_LIMITS, "content-security-policy", "x-frame-options")


@frozen(kw_only=True)
class Playback:
    """
    An audio or video element and the file that it plays.

    :ivar source: the file and the part of it that the element plays.
    :ivar file: the facts read from the header of the file.
    """

    element: MediaElement
    source: MediaSource
    file: MediaFile

    @property
    def sound_seconds(self) -> float:
        """The least time for which sound plays, in seconds; 0 if the file has no sound or its length is unknown."""
        if not self.file.audio:
            return 0.0
        if self.element.loop:
            return float("inf")
        end = min(self.source.end or float("inf"), self.file.seconds or 0.0)
        return max(0.0, end - self.source.start)

    @property
    def sound_known(self) -> bool:
        """Whether it is known for how long sound plays."""
        return self.file.audio is False or (self.file.audio is True and self.file.seconds is not None)

    @property
    def unstoppable(self) -> bool:
        """Whether it plays automatically and nothing on the page can stop it."""
        return self.element.autoplay and not self.element.controls and not self.element.scripted

    @property
    def uncontrolled(self) -> bool:
        """Whether it plays automatically and only scripts could stop it, without a control in the page's source."""
        element = self.element
        return element.autoplay and element.scripted and not (element.controls or element.controllable)


@frozen(kw_only=True)
class MediaAnswers(PlacedEvidence):
    """
    The audio and video elements of a page whose files were read.

    :ivar playbacks: the elements that play automatically or have no captions, in document order.
    :ivar unread: the number of such elements whose files could not be read.
    """

    playbacks: tuple[Playback, ...] = ()
    unread: int = 0

    @property
    def complete(self) -> bool:
        """Whether it is known of every element for how long sound plays."""
        return not self.unread and all(playback.sound_known for playback in self.playbacks)


@frozen(kw_only=True)
class ObjectAnswers(PlacedEvidence):
    """
    The ``object`` elements of a page that have no accessible name, and the answers to requests for their files.

    :ivar objects: the elements in document order.
    :ivar answers: the answers by URL; URLs without an answer were not requested.
    """

    objects: tuple[EmbeddedObject, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)

    def content_type(self, embedded: EmbeddedObject) -> str:
        """Return the media type of the file that browsers show for an element; empty if none is shown or known."""
        answer = self.answers.get(embedded.url)
        if answer is None or answer.status != 200:
            return ""
        kind = essence(answer.headers.content_type)
        limits = _IMAGE_LIMITS if kind.startswith("image/") else _FRAME_LIMITS
        return "" if any(answer.headers.get(name) for name in limits) else kind
