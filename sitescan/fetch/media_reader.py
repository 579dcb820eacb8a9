"""Reading the headers of a page's audio and video files."""

from collections.abc import Mapping, Sequence

from attrs import define, field
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.fetch.file_range import fetch_range
from sitescan.fetch.media.file_parts import FileParts, Missing
from sitescan.fetch.media.media_header import media_file
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.request_queue import RequestQueue
from sitescan.model.answers import Answer
from sitescan.model.file_facts import MediaFile

#: The number of bytes per request. Most headers are shorter, and the others tell where they continue.
_PART = 16 * 1024

#: The most requests for one file. If an MP4 file was not made for streaming, its header is at its end, and its tracks
#: may be far apart.
_PARTS = 5

_ACCEPT = "video/*,audio/*,*/*;q=0.5"


@define(eq=False, kw_only=True)
class MediaReader:
    """Reads the audio and video files of one scan, each once."""

    session: Session
    _tasks: RequestQueue[MediaFile | None] = field(init=False)

    @_tasks.default
    def _new_queue(self) -> RequestQueue[MediaFile | None]:
        return RequestQueue(self.session.limiter, self.session.context.cooperator)

    async def read_each(
        self, answers: Sequence[Answer], deadline: Deadline, failures: ProbeFailures
    ) -> Mapping[str, MediaFile]:
        """Read files whose URLs have answered; return the facts by URL. Files that can't be read are skipped."""
        by_url = {answer.url: answer for answer in answers}

        def ask(url: str) -> Deferred[MediaFile | None]:
            deferred: Deferred[MediaFile | None] = Deferred.fromCoroutine(self._read(by_url[url], deadline))
            return deferred.addBoth(self._tasks.release, url)

        failed = await self._tasks.settle(by_url, ask)
        failures.keep("audio and video files", (*failed, *answers))
        found = self._tasks.answers
        return {url: seen for url in by_url if (seen := found.get(url)) is not None}

    async def _read(self, answer: Answer, deadline: Deadline) -> MediaFile | None:
        file, at = FileParts(), 0
        known: MediaFile | None = None
        for _ in range(_PARTS):
            part = await fetch_range(self.session, answer, at, _PART, _ACCEPT, deadline)
            if part is None or part.start != at or not part.data or file.size not in (None, part.size):
                break
            file.size = part.size
            file.add(at, part.data)
            try:
                return media_file(file)
            except Missing as missing:
                at, known = missing.at, missing.known
            if not part.partial:
                break
        return known
