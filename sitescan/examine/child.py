"""What a child process does: it parses strangers' pages and judges them. No Twisted here."""

import gc
import os
import resource
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec
from attrs import define, evolve

from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.document.accessibility.media_elements import media_elements
from sitescan.document.contrast.text_contrast import text_contrasts
from sitescan.document.document import Document, ParsedPage, parse_page
from sitescan.document.links.linked_page_reader import read
from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.document.links.references import sheet_references
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.document.loading.resource_inventory import sheet_resources, texts
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import unread
from sitescan.document.xhtml import read_otherwise
from sitescan.examine.category_rules import Failures, judged_by_rules, trace
from sitescan.examine.child_control import HAS_PRLIMIT, NICE
from sitescan.examine.frames import Frame, FrameReader
from sitescan.examine.load_judgement import judge_load
from sitescan.examine.messages import (
    LONGEST_ANSWER,
    Answer,
    CategoryJudged,
    Failed,
    Job,
    JudgeJob,
    JudgeLoadJob,
    Outlined,
    PageRead,
    ReadPageJob,
    Ready,
    SiteJob,
    SourceHead,
)
from sitescan.examine.sandbox import seal
from sitescan.model.crawling import Sitemap
from sitescan.model.exchange import Page, Source
from sitescan.model.file_facts import TextFile
from sitescan.model.outline import Reference, Resource
from sitescan.model.page_load import Loading, PageLoad
from sitescan.model.report import Category, Judged
from sitescan.rules.rule import Evidence

_LARGEST = 64 * 1024 * 1024
_READ = 1024 * 1024
_CUT = "The page has so many elements or attributes that only the beginning was checked."
_NAMES_CUT = (
    "The accessible names of some elements were not computed, because too many names are read within other names."
)
_XML = "The page is sent as XML but was parsed as HTML, which treats some tags differently, such as <div/>."

#: What is not known of a page whose content scripts write, by category.
_UNSEEN = {
    Category.SEO: "its text, headings, links and structured data were not checked",
    Category.ACCESSIBILITY: "almost nothing could be checked",
    Category.PERFORMANCE: "files that scripts load are not counted, and content appears later than estimated",
    Category.SECURITY: "its forms, frames and other files were not checked",
    Category.LINKS: "its links were not checked",
}

#: Rules of a category that may fail. Where more do, what they share has failed: the category was not
#: examined, and whatever score it got would be one for what nobody has seen.
_MOST_FAILED = 3

#: Stylesheets that are named at most.
_NAMED = 3

#: A child that is larger than this once a page is forgotten makes room for a fresh one, bytes.
_LARGE = 256 * 1024 * 1024

#: The longest page that is kept from its outline to its judgement, bytes: its tree takes ten times as much, of a page
#: that is nothing but tags more than a hundred times.
_LONGEST_KEPT = 400_000


class _AnswerTooLong(Exception):
    """The parent would not take an answer."""


@define
class Worker:
    """
    Does the jobs.

    The page that was outlined last is kept until the next job comes: if that is to judge it, it need not be parsed
    again. For any other it is forgotten first, so that what is left of the memory does not depend on it. Only the
    judgement of a load leaves it where it is: it parses nothing, and the memory that it needs is too small to matter.
    """

    _outlined: ParsedPage | None = None

    def answers(self, job: Job, blob: bytes) -> Iterator[Answer]:
        """Do one job; each answer is sent as soon as it is known."""
        if isinstance(job, JudgeLoadJob):
            yield from judge_load(job)
            return
        outlined, self._outlined = self._outlined, None
        if isinstance(job, JudgeJob):
            page = Page(exchange=job.exchange, body=blob[: job.page])
            if outlined is None or outlined.page != page or outlined.builder != job.parser:
                outlined = None
                outlined = parse_page(page, job.parser)
            yield from judge_page(_document(job, blob, outlined))
            del page, outlined
            # A page is full of circles, and is forgotten faster while the processor has it in its caches.
            gc.collect(1)
            return
        del outlined
        if isinstance(job, SiteJob):
            yield from _site_judged(job, blob)
            return
        parsed = parse_page(Page(exchange=job.exchange, body=blob), job.parser)
        if isinstance(job, ReadPageJob):
            yield PageRead(linked_page=read(Document(parsed), job.fragments))
        else:
            yield Outlined(outline=outline(Document(parsed), links=job.links, resources=job.resources))
            if len(blob) <= _LONGEST_KEPT:
                self._outlined = parsed


def _document(job: JudgeJob, blob: bytes, parsed: ParsedPage) -> Document:
    sources = _sources((*job.sheets, *job.scripts), blob, job.page)
    sheets = islice(sources, len(job.sheets))
    return Document(parsed, tuple(sheets), scripts=tuple(sources))


def _sources(heads: Iterable[SourceHead], blob: bytes, at: int) -> Iterator[Source]:
    for head in heads:
        yield evolve(head.source, body=blob[at : at + head.size])
        at += head.size


def _site_judged(job: SiteJob, blob: bytes) -> Iterator[Answer]:
    failures = Failures()
    sitemaps: list[Sitemap] = []
    at = 0
    for head in job.sitemaps:
        sitemaps.append(evolve(head.sitemap, body=blob[at : at + head.size]))
        at += head.size
    crawled = evolve(job.crawled, sitemaps=tuple(sitemaps))
    yield from _judged(Category.SEO, (crawled.robots, crawled, job.llms), failures)
    yield from failures.answers()


def _styles_failed(document: Document) -> bool:
    """Whether reading the styles failed, where anybody asked for them."""
    return "styles" in vars(document) and document.styles.problem is not None


def judge_page(document: Document) -> Iterator[Answer]:
    """What the static rules find on a page, category by category, and in the end what failed."""
    failures = Failures()
    styled: tuple[str, ...] = ()
    for category in Category:
        references = sheet_references(document) if category is Category.LINKS else ()
        loaded = sheet_resources(document) if category is Category.PERFORMANCE else ()
        held = texts(document) if category is Category.PERFORMANCE else {}
        evidence = (document, document.exchange)
        before = len(failures.names)
        load = failures.guard("the page's load", page_load, document) if category is Category.PERFORMANCE else None
        asking = Judged()
        if category is Category.ACCESSIBILITY:
            asking = failures.guard("the page's media, objects and links", _asking, document) or asking
        styled = styled or _styled(load, loaded)
        for answer in _judged(
            category, evidence, failures, unexamined_parts(document, category), references, loaded, held
        ):
            failed = len(failures.names) > before or (category is Category.ACCESSIBILITY and _styles_failed(document))
            judged = evolve(
                answer.judged,
                load=load,
                media=asking.media,
                objects=asking.objects,
                links=asking.links,
                styled=styled,
                failed=failed,
            )
            yield CategoryJudged(category=category, judged=judged)
    if _styles_failed(document):
        failures.add("the page's styles", document.styles.problem)
    yield from failures.answers()


def _styled(load: PageLoad | None, loaded: Iterable[Resource]) -> tuple[str, ...]:
    """What styles surely load: files that visible elements use, and stylesheets that others import."""
    used = [one.url for one in load.files if one.loading is Loading.STYLED] if load is not None else []
    return tuple(dict.fromkeys((*used, *(one.url for one in loaded if one.certain))))


def _asking(document: Document) -> Judged:
    """What the files and pages that the page names decide."""
    return Judged(media=media_elements(document), objects=embedded_objects(document), links=links_named_alike(document))


def unexamined_parts(document: Document, category: Category) -> Iterator[str]:
    """What of the page was not examined, for those who judged it to say; asked once they have."""
    if document.cut:
        yield _CUT
    if read_otherwise(document):
        yield _XML
    if app_shell(document) is not None:
        yield f"Scripts render this page's content, and this scan doesn't run scripts: {_UNSEEN[category]}."
    if category is Category.SEO:
        yield from unread(document)
    # Where no rule asked for the styles, none was kept from judging.
    if category is Category.ACCESSIBILITY and "styles" in vars(document):
        yield from _unread_styles(document)
    if category is Category.ACCESSIBILITY and "accessible" in vars(document) and document.accessible.names_cut:
        yield _NAMES_CUT


def _unread_styles(document: Document) -> Iterator[str]:
    """What is not known of the page's styles."""
    if not document.styled:
        missing = [f"{shorten(sheet.url)} ({sheet.problem})" for sheet in document.sheets.values() if not sheet.known]
        failed = "an internal error" if document.styles.problem else ""
        why = ", ".join(missing[:_NAMED]) or failed or "the stylesheets are too large"
        yield f"Not all of the page's styles could be read, so contrast and similar checks were skipped: {why}."
    elif count := text_contrasts(document).not_judged:
        texts = "1 text was" if count == 1 else f"{count} texts were"
        yield (
            f"The contrast of {texts} not checked: the colors depend on images, overlapping boxes or values that "
            "can't be worked out without a browser."
        )


def _judged(
    category: Category,
    evidence: Iterable[Evidence],
    failures: Failures,
    unread: Iterable[str] = (),
    references: tuple[Reference, ...] = (),
    resources: tuple[Resource, ...] = (),
    held: Mapping[str, TextFile] | None = None,
) -> Iterator[CategoryJudged]:
    found = judged_by_rules(category, evidence, failures)
    if len(found.unexamined) > _MOST_FAILED:
        return
    judged = evolve(
        found,
        unexamined=(*found.unexamined, *unread),
        references=references,
        resources=resources,
        texts=held or {},
    )
    yield CategoryJudged(category=category, judged=judged)


def serve(cpu_seconds: float, memory: int) -> None:
    """
    Do the jobs that come from standard input until it ends, in a process that has been forked for it.

    :param cpu_seconds: processor time for each job, where the parent can't set it.
    :param memory: the most memory that the process may have, bytes.
    """
    _confine(memory)
    reader = FrameReader(message=_LARGEST, blob=_LARGEST)
    decoder = msgspec.json.Decoder(Job)
    # Files can't be opened any more once the process is sealed.
    memory_used = _open_memory_used()
    _send(Ready(missing=seal()))
    worker = Worker()
    while data := os.read(0, _READ):
        for frame in reader.feed(data):
            if not HAS_PRLIMIT:
                _allow_cpu(cpu_seconds)
            if not _served(worker, decoder, frame):
                # There may be no room even for the traceback; whoever asked has been told.
                return
            _send(Ready(spent=_large(memory_used)))


def _confine(memory: int) -> None:
    """Take away, first of all, what parsing a page does not need."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    os.nice(NICE)


def _allow_cpu(seconds: float) -> None:
    """Let the process live for so many more seconds of CPU time; past them the kernel kills it."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(usage.ru_utime + usage.ru_stime + seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def _served(worker: Worker, decoder: msgspec.json.Decoder[Job], frame: Frame) -> bool:
    """Do a job and send what comes of it; ``False`` where memory has run out."""
    try:
        for answer in worker.answers(decoder.decode(frame.message), frame.blob):
            _send(answer)
    except MemoryError:
        _write(_OUT_OF_MEMORY)
        return False
    except _AnswerTooLong as problem:
        _send(Failed(reason=f"an answer of {problem} bytes", heavy=True))
    except Exception as problem:  # noqa: BLE001 - whatever it is, the parent is told
        _send(Failed(reason=trace(problem)))
    return True


def _large(memory_used: int) -> bool:
    """Whether the process stays large although it has forgotten the page."""
    if _resident(memory_used) <= _LARGE:
        return False
    gc.collect()
    return _resident(memory_used) > _LARGE


def _open_memory_used() -> int:
    """The file that says how much memory the process uses; -1 where there is none."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return -1


def _resident(memory_used: int) -> int:
    """Resident memory, bytes (Linux; 0 elsewhere)."""
    if memory_used < 0:
        return 0
    return int(os.pread(memory_used, 100, 0).split()[1]) * resource.getpagesize()


def _send(answer: Answer) -> None:
    message = msgspec.json.encode(answer)
    if len(message) > LONGEST_ANSWER:
        raise _AnswerTooLong(len(message))
    _write(b"".join(Frame(message).encode()))


#: Ready to be sent when nothing more can be made.
_OUT_OF_MEMORY = b"".join(Frame(msgspec.json.encode(Failed(reason="out of memory", heavy=True))).encode())


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
