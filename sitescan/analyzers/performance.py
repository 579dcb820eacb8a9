"""The analyzer of the category performance, which checks the files that browsers load for the page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen
from msgspec.structs import replace
from twisted.internet.defer import Deferred
from zope.interface import implementer

from sitescan.analyzers.category_result import effect_of_missing, result
from sitescan.analyzers.examination import Examination
from sitescan.analyzers.unsized_images import judged_by_files
from sitescan.charging import FIRST_PAINT, LARGEST_PAINT, NOTHING, WEIGHT
from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_succeeded
from sitescan.fetch.http_versions import check_http_versions
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.outline import Resource
from sitescan.model.page_load import LoadGain, Loading, PageLoad
from sitescan.model.report import Category, CategoryResult, Judged, Judgement
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.performance.improvements import IMAGE_RULES, LARGE_IMAGES

#: The rule about the weight of the page and its files.
(_WEIGHT,) = WEIGHT.rules
_SCRIPTS = "performance/scripts-heavy"


@implementer(IAnalyzer)
@frozen
class PerformanceAnalyzer:
    """The analyzer of the category performance."""

    category = Category.PERFORMANCE

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Analyze one page (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return Deferred.fromCoroutine(self._analyze(examination, deadline))

    async def _analyze(self, examination: Examination, deadline: Deadline) -> CategoryResult:
        session, outline, exchange = examination.session, examination.outline, examination.exchange
        settings = session.context.settings
        within = deadline.within(settings.link_seconds)
        failures = ProbeFailures()
        versions = check_http_versions(session, exchange, outline, within)
        works: list[Deferred[Any]] = [
            Deferred.fromCoroutine(failures.guard("The page's files", self._probed(examination, within, failures))),
            Deferred.fromCoroutine(self._judged(examination, within, failures)),
            Deferred.fromCoroutine(failures.guard("The versions of HTTP that the server offers", versions)),
        ]
        results: list[Any] = await all_succeeded(works)
        _, static, protocols = results
        loaded = tuple(_with_used(outline.resources, static, settings.resources))
        resources = ResourceAnswers(
            exchange=exchange,
            resources=loaded,
            answers=_answers(examination, loaded, static),
            left_out=outline.resources_left_out,
            pictures=examination.image_reader.pictures,
            texts=static.texts,
            rendered=static.load is not None and static.load.rendered,
        )
        load = await examination.examiner.judge_load(resources, protocols, static, outline.icon, deadline)
        judged = static.joined(load.judged)
        found = judged_by_files(without_useless_advice(judged.judgements), resources, load.late_images)
        weights = {judgement.rule: judgement.magnitude for judgement in found if judgement.rule in (_WEIGHT, _SCRIPTS)}
        return result(
            self.category,
            evolve(
                judged,
                judgements=tuple(with_gain(judgement, load.gains, weights, found) for judgement in found),
                unexamined=(*judged.unexamined, *examination.unread, *_unexamined(resources), *failures.parts),
            ),
            tuple((step.rules, _magnitudes(step.gain, weights)) for step in load.plan),
        )

    async def _probed(self, examination: Examination, deadline: Deadline, failures: ProbeFailures) -> None:
        resources = examination.outline.resources
        answers = await examination.url_checker.all((resource.url for resource in resources), deadline, failures)
        await examination.image_reader.read_all(resources, answers, deadline, failures)

    async def _judged(self, examination: Examination, deadline: Deadline, failures: ProbeFailures) -> Judged:
        """Return the results of the static rules after requesting the files of stylesheets, up to the limit."""
        judged = await examination.judged[self.category]
        outlined = examination.outline.resources
        found = tuple(_with_used(outlined, judged, examination.session.context.settings.resources))
        # The resources in the page itself have been requested already, except for images that may not be loaded.
        styled = found[len(outlined) :]
        probes = self._styled(
            examination, [*styled, *(resource for resource in found if resource.kind == "image")], deadline, failures
        )
        await failures.guard("The files in stylesheets", probes)
        return judged

    async def _styled(
        self, examination: Examination, resources: Sequence[Resource], deadline: Deadline, failures: ProbeFailures
    ) -> None:
        """Request the files of stylesheets; read the first bytes of backgrounds in use."""
        for resource in resources:
            if resource.destination:
                examination.url_checker.destinations.setdefault(resource.url, resource.destination)
        answers = await examination.url_checker.all((resource.url for resource in resources), deadline, failures)
        used = [resource for resource in resources if resource.certain and resource.kind == "image"]
        await examination.image_reader.read_all(used, answers, deadline, failures)


def with_gain(
    judgement: Judgement, gains: Mapping[str, LoadGain], weights: Mapping[str, float], found: Sequence[Judgement]
) -> Judgement:
    """
    Return a judgement with what its fix gains in the simulated load of a page.

    A large image that is saved in its displayed size and a modern format is reported by no other rule about images. Nor
    is it, once another rule's advice saves as much.
    """
    gain = gains.get(judgement.rule)
    if gain is None:
        return judgement
    relieves = dict(_magnitudes(gain, weights))
    if judgement.rule in IMAGE_RULES:
        own = {occurrence.place for occurrence in judgement.occurrences}
        relieves |= {
            other.rule: NOTHING
            for other in found
            if other.rule in IMAGE_RULES
            and other is not judgement
            and {each.place for each in other.occurrences} <= own
            and (judgement.rule == LARGE_IMAGES or _saves_as_much(gain, gains.get(other.rule)))
        }
    return evolve(judgement, gain_ms=gain.sooner, relieves=relieves)


def _saves_as_much(gain: LoadGain, other: LoadGain | None) -> bool:
    return other is not None and gain.saved >= other.saved


def _magnitudes(gain: LoadGain, weights: Mapping[str, float]) -> Mapping[str, float]:
    """
    Return the magnitudes that the rules about the whole load would find with some fixes.

    :param weights: the bytes that the rules about weight have found.
    """
    saved = {_WEIGHT: gain.saved, _SCRIPTS: gain.saved_scripts}
    return {
        LARGEST_PAINT: gain.largest_paint,
        FIRST_PAINT: gain.first_paint,
        **{rule: found - saved[rule] for rule, found in weights.items()},
    }


def without_useless_advice(judgements: Sequence[Judgement]) -> Sequence[Judgement]:
    """Return the judgements without the advice to load a broken image sooner."""
    broken = {
        at.place
        for judgement in judgements
        if judgement.rule == "performance/broken-images"
        for at in judgement.occurrences
    }
    return [
        judgement
        for judgement in judgements
        if judgement.rule != "performance/hero-priority" or not any(at.place in broken for at in judgement.occurrences)
    ]


def _with_used(outlined: Sequence[Resource], judged: Judged, most: int) -> Iterator[Resource]:
    """
    Yield the resources of the page and of its stylesheets, files in use first, up to a limit.

    Every browser loads a background or font that visible elements use.
    """
    files = judged.load.files if judged.load is not None else ()
    used = {file.url for file in files if file.loading is Loading.STYLED}
    shown = {file.url: (file.width, file.ratio) for file in files}
    for resource in outlined:
        width, ratio = shown.get(resource.url, (0, 0.0))
        yield replace(resource, certain=resource.certain or resource.url in used, displayed=width, ratio=ratio)
    left = most - len({resource.url for resource in outlined})
    styled = sorted(judged.resources, key=lambda resource: resource.url not in used)
    for resource in styled[: max(0, left)]:
        yield replace(resource, certain=True) if resource.url in used else resource


def _answers(examination: Examination, resources: Sequence[Resource], static: Judged) -> Mapping[str, Answer]:
    """Return the answers for the files that the page loads; a child does not need those for its links."""
    load, known = static.load or PageLoad(), examination.url_checker.answers
    urls = {file.url for some in (resources, load.files, load.candidates) for file in some}
    urls.add(examination.outline.icon)
    answers = {url: examination.url_checker.loaded(url) for url in urls if url in known}
    return examination.image_reader.corrected(answers)


def _unexamined(resources: ResourceAnswers) -> Iterator[UnexaminedPart]:
    """Yield the files that could not be checked."""
    certain, late = _late(resources)
    if late:
        text = f"{late} of the {certain} files that the page loads could not be checked"
        yield UnexaminedPart("files-unchecked", text, effect_of_missing(late, certain))
    if resources.left_out:
        # Of a long list in a stylesheet or a srcset, only the beginning is counted.
        text = f"At least {resources.left_out} more files that the page names were not looked at: there are too many"
        yield UnexaminedPart("files-left-out", text)


def _late(resources: ResourceAnswers) -> tuple[int, int]:
    """Return the number of files that every browser loads, and of those that could not be checked."""
    certain = {resource.url for resource in resources.resources if resource.certain}
    answers = [resources.answers.get(url) for url in certain]
    late = [
        answer is None or (answer.verdict is Verdict.UNCHECKED and answer.problem is not Problem.BLOCKED)
        for answer in answers
    ]
    return len(certain), sum(late)
