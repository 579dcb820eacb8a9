"""The audio, video and object elements of a page and what is known of their files."""

from collections.abc import Mapping

from attrs import field, frozen

from sitescan.model.answers import Answer
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.file_facts import MediaFile
from sitescan.model.outline import EmbeddedObject, MediaElement, MediaSource

#: Header fields by which a file may keep other pages from showing it, and a document from being framed.
_IMAGE_LIMITS = ("cross-origin-resource-policy",)
_FRAME_LIMITS = (*_IMAGE_LIMITS, "content-security-policy", "x-frame-options")


@frozen(kw_only=True)
class Playback:
    """
    An audio or video element and the file that it plays.

    :ivar source: which of its files that is, and what part of it.
    :ivar file: what the file's header says.
    """

    element: MediaElement
    source: MediaSource
    file: MediaFile

    @property
    def sound_seconds(self) -> float:
        """For how long its sound plays at least; 0 where it has none, or nothing is known of it."""
        if not self.file.audio:
            return 0.0
        if self.element.loop:
            return float("inf")
        end = min(self.source.end or float("inf"), self.file.seconds or 0.0)
        return max(0.0, end - self.source.start)

    @property
    def unstoppable(self) -> bool:
        """Whether it plays by itself and nothing on the page stops it."""
        return self.element.autoplay and not self.element.controls and not self.element.scripted

    @property
    def uncontrolled(self) -> bool:
        """Whether it plays by itself, and only what scripts do by themselves, or add to the page, can stop it."""
        element = self.element
        return element.autoplay and element.scripted and not (element.controls or element.controllable)


@frozen(kw_only=True)
class MediaAnswers(PlacedEvidence):
    """
    The page's audio and video elements whose files were read.

    :ivar playbacks: those that play by themselves or have no captions, in document order.
    """

    playbacks: tuple[Playback, ...] = ()


@frozen(kw_only=True)
class ObjectAnswers(PlacedEvidence):
    """
    The page's object elements without an accessible name and what their files answered.

    :ivar objects: the elements in document order.
    :ivar answers: by URL; one that is not in it was not asked.
    """

    objects: tuple[EmbeddedObject, ...] = ()
    answers: Mapping[str, Answer] = field(factory=dict)

    def content_type(self, embedded: EmbeddedObject) -> str:
        """What kind of file browsers show in its place; empty where they show none, or nobody knows."""
        answer = self.answers.get(embedded.url)
        if answer is None or answer.status != 200:
            return ""
        kind = answer.headers.content_type.partition(";")[0].strip().lower()
        limits = _IMAGE_LIMITS if kind.startswith("image/") else _FRAME_LIMITS
        return "" if any(answer.headers.get(name) for name in limits) else kind
