"""Reading the format and size of a page's images from their first bytes."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from attrs import define, evolve, field
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.egress.client import Session
from sitescan.fetch.file_range import FileRange, fetch_range
from sitescan.fetch.image_dimensions import LONGEST, picture
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.request_queue import RequestQueue
from sitescan.model.answers import Answer, Verdict
from sitescan.model.file_facts import Picture
from sitescan.model.outline import Outline, Resource

#: Enough bytes for nearly every image. In a photograph, an embedded preview may come before the size.
FIRST_BYTES = 4096

#: The ``Accept`` field of browsers for images.
ACCEPT = "image/avif,image/webp,image/*,*/*;q=0.8"


def loaded_images(outline: Outline, settings: Settings) -> frozenset[str]:
    """Return the images that every browser loads; they are requested by a GET of their first bytes."""
    images = (
        resource for resource in _by_certainty(outline.resources) if resource.kind == "image" and resource.certain
    )
    return frozenset(islice(dict.fromkeys(image.url for image in images), settings.pictures))


@define(eq=False, kw_only=True)
class ImageReader:
    """
    Reads the images of one scan, each once.

    :ivar beginnings: the first bytes of images that were received together with their answers.
    :ivar sizes: the sizes of files as sent, by URL, if they were found by reading.
    """

    session: Session
    beginnings: Mapping[str, FileRange]
    sizes: dict[str, int] = field(factory=dict, init=False)
    _tasks: RequestQueue[Picture | None] = field(init=False)

    @_tasks.default
    def _new_queue(self) -> RequestQueue[Picture | None]:
        return RequestQueue(self.session.limiter, self.session.context.cooperator)

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """The images that were read so far, by the requested URL."""
        return {url: seen for url, seen in self._tasks.answers.items() if seen is not None}

    async def read(self, answer: Answer, deadline: Deadline, failures: ProbeFailures) -> Picture | None:
        """Read an image whose URL has answered; return ``None`` if it is not an image, or can't be loaded."""
        await self._read_each([answer], deadline, failures)
        return self._tasks.answers.get(answer.url)

    async def read_all(
        self,
        resources: Sequence[Resource],
        answers: Mapping[str, Answer],
        deadline: Deadline,
        failures: ProbeFailures,
    ) -> None:
        """Read the images of a page, up to the limit in the settings. Images that can't be loaded are skipped."""
        settings = self.session.context.settings
        wanted = islice(_images(resources, answers), settings.pictures)
        await self._read_each([answers[url] for url in wanted], deadline, failures)

    def corrected(self, answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
        """Return the answers, with the sizes that were found by reading."""
        known = {url: evolve(answers[url], size=size) for url, size in self.sizes.items() if url in answers}
        return {**answers, **known}

    async def _read_each(self, answers: Sequence[Answer], deadline: Deadline, failures: ProbeFailures) -> None:
        by_url = {answer.url: answer for answer in answers}

        def ask(url: str) -> Deferred[Picture | None]:
            deferred: Deferred[Picture | None] = Deferred.fromCoroutine(self._read(by_url[url], deadline))
            return deferred.addBoth(self._tasks.release, url)

        failed = await self._tasks.settle(by_url, ask)
        failures.keep("images", (*failed, *answers))

    async def _read(self, answer: Answer, deadline: Deadline) -> Picture | None:
        seen: Picture | None = None
        for most in (FIRST_BYTES, LONGEST):
            data = await self._first_bytes(answer, most, deadline)
            seen = picture(data) or seen
            if seen is None or seen.width or len(data) < FIRST_BYTES or len(data) > most:
                break
        return seen

    async def _first_bytes(self, answer: Answer, most: int, deadline: Deadline) -> bytes:
        """Return at least ``most`` bytes of a file if it has them; nothing if they can't be loaded."""
        begun = self.beginnings.get(answer.url)
        if begun is not None and most == FIRST_BYTES:
            return begun.data
        part = await fetch_range(self.session, answer, 0, most, ACCEPT, deadline)
        if part is None:
            return b""
        if part.size is not None:
            self.sizes[answer.url] = part.size
        return part.data


def _images(resources: Sequence[Resource], answers: Mapping[str, Answer]) -> Iterator[str]:
    """Return the images that have answered, sorted by :func:`_by_certainty`."""
    images = [
        resource
        for resource in resources
        if resource.url in answers
        and answers[resource.url].verdict is Verdict.OK
        and (resource.kind == "image" or (resource.kind == "icon" and answers[resource.url].size is None))
    ]
    return iter(dict.fromkeys(image.url for image in _by_certainty(images)))


def _by_certainty(resources: Sequence[Resource]) -> list[Resource]:
    """Sort images: first the ones that every browser loads, among them the ones with a known displayed size."""
    return sorted(resources, key=lambda resource: (not resource.certain, not resource.width))
