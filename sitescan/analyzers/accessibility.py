"""The analyzer of the category accessibility, which also examines the media files and link targets of the page."""

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, frozen
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.conclusion import conclude
from sitescan.analyzers.examination import Examination
from sitescan.analyzers.image_names import with_names
from sitescan.concurrency.deadline import Deadline
from sitescan.fetch.media_reader import MediaReader
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Answer, Verdict
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.media_answers import MediaAnswers, ObjectAnswers, Playback
from sitescan.model.outline import EmbeddedObject, MediaElement, NamedLink
from sitescan.model.report import Category, CategoryResult
from sitescan.rules.texts import fill

_UNREAD = (
    "{count:# audio or video element was|# audio and video elements were} not checked for sound: {count:its file|their "
    "files} could not be read"
)

#: The number of audio and video elements whose files are read. Pages with more of them are galleries of similar files.
_MEDIA_ELEMENTS = 10


@implementer(IAnalyzer)
@frozen
class AccessibilityAnalyzer:
    """The analyzer of the category accessibility."""

    category = Category.ACCESSIBILITY

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        session = examination.session
        within = deadline.within(session.context.settings.link_seconds)
        static = await examination.judged[self.category]
        failures = ProbeFailures()
        objects = ObjectAnswers(objects=static.objects)
        if static.objects:
            objects = evolve(objects, answers=await _loaded(examination, static.objects, within, failures))
        media = MediaAnswers()
        if static.media:
            playbacks = _playbacks(examination, static.media, within, failures)
            media = MediaAnswers(playbacks=await failures.guard("Audio and video files", playbacks) or ())
        links = NamedLinkAnswers(page_url=examination.exchange.url, links=static.links)
        if static.links:
            links = evolve(links, answers=await _linked(examination, static.links, within, failures))
        unread = _unread(examination, static.media, media)
        media = evolve(media, unread=len(unread))
        unexamined = (*static.unexamined, *failures.parts, *_not_heard(unread))
        static = evolve(static, judgements=tuple(with_names(static.judgements)), unexamined=unexamined)
        return await conclude(self.category, session.context.cooperator, static, (media, objects, links))


async def _loaded(
    examination: Examination, objects: Sequence[EmbeddedObject], deadline: Deadline, failures: ProbeFailures
) -> Mapping[str, Answer]:
    """Return the answers for the files of ``object`` elements that are among the resources of the page."""
    resources = {resource.url for resource in examination.outline.resources}
    return await examination.url_checker.all(
        (embedded.url for embedded in objects if embedded.url in resources), deadline, failures
    )


async def _linked(
    examination: Examination, links: Sequence[NamedLink], deadline: Deadline, failures: ProbeFailures
) -> Mapping[str, Answer]:
    """Return the answers for the targets of links that are among the checked links of the page."""
    checked = {link.url for link in examination.outline.links if not link.skipped} - {examination.exchange.url}
    return await examination.url_checker.all((link.url for link in links if link.url in checked), deadline, failures)


async def _playbacks(
    examination: Examination, elements: Sequence[MediaElement], deadline: Deadline, failures: ProbeFailures
) -> tuple[Playback, ...]:
    """Return the first elements with the file that each plays, if its header could be read."""
    session = examination.session
    elements = elements[:_MEDIA_ELEMENTS]
    urls = [source.url for element in elements for source in element.sources]
    answers = await examination.url_checker.all(urls, deadline, failures)
    # Browsers play the first file that they can load and decode; most decode all formats that are read here.
    loaded = [
        (element, next((source for source in element.sources if _loads(answers.get(source.url))), None))
        for element in elements
    ]
    wanted = dict.fromkeys(source.url for _, source in loaded if source is not None)
    files = await MediaReader(session=session).read_each([answers[url] for url in wanted], deadline, failures)
    return tuple(
        Playback(element=element, source=source, file=files[source.url])
        for element, source in loaded
        if source is not None and source.url in files
    )


def _loads(answer: Answer | None) -> bool:
    return answer is not None and answer.verdict is Verdict.OK


def _breaks(answer: Answer | None) -> bool:
    return answer is not None and answer.verdict is Verdict.BROKEN


def _unread(examination: Examination, elements: Sequence[MediaElement], media: MediaAnswers) -> Sequence[MediaElement]:
    """Return the elements whose files could not be read; broken files play no sound anyway."""
    answers = examination.url_checker.answers
    read = {playback.element for playback in media.playbacks}
    return [
        element
        for element in elements
        if element not in read and not all(_breaks(answers.get(file.url)) for file in element.sources)
    ]


def _not_heard(unread: Sequence[MediaElement]) -> Iterator[UnexaminedPart]:
    """Yield the elements whose files could not be read."""
    if unread:
        yield UnexaminedPart("media-unread", fill(_UNREAD, {"count": len(unread)}))
