"""The child process: parses strangers' pages and judges them. No Twisted here."""

import gc
import os
import resource
import signal
import sys
import traceback
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec
from attrs import evolve

from sitescan.document.document import Document
from sitescan.document.inventory import sheet_resources, texts
from sitescan.document.items import unread
from sitescan.document.outline import outline
from sitescan.document.places import shorten
from sitescan.document.reading import read
from sitescan.document.references import sheet_references
from sitescan.document.xhtml import read_otherwise
from sitescan.examine.frames import Frame, FrameReader
from sitescan.examine.messages import (
    LONGEST_ANSWER,
    Answer,
    CategoryJudged,
    Failed,
    HasRead,
    Job,
    JudgeJob,
    Outlined,
    OutlineJob,
    ReadJob,
    Ready,
    RuleFailure,
    SiteJob,
    SourceHead,
)
from sitescan.model.close_look import TextFile
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.outline import Reference, Resource
from sitescan.model.report import Category, Judged, Judgement
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import RuleFailed, judge_all
from sitescan.rules.rule import Evidence

_LARGEST = 64 * 1024 * 1024
_READ = 1024 * 1024
_TRACE = 2000
_CUT = "The page has so many elements or attributes that only its beginning was read."
_XML = "The page is sent as XML and was read as HTML, which reads some of its tags otherwise, such as <div/>."

#: Stylesheets that are named at most.
_NAMED = 3

#: Added to the process's nice value (setpriority(2)): whoever waits for the reactor, to be answered or
#: to be told to go, is served before pages are examined, on a machine with fewer cores than children.
_NICE = 5

#: A child that is larger than this once a page is forgotten makes room for a fresh one, bytes.
_LARGE = 256 * 1024 * 1024

#: When the collector looks for garbage (:func:`gc.set_threshold`). A page is hundreds of thousands of
#: objects that live until it is done; to look at them every 700 took a quarter of the time.
_COLLECT_AFTER = (100_000, 20, 50)

_WARM_UP_URL = "https://example.com/"
_WARM_UP = b"""<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title>
<script src="https://example.org/pears.js"></script><style>h1 { color: green }</style>
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Thing"}</script>
<h1>Pears</h1><form><label>Kind <input name=kind autocomplete=name></label></form>"""


class _AnswerTooLong(Exception):
    """The parent would not take an answer."""


def answers(job: Job, blob: bytes) -> Iterator[Answer]:
    """Do one job; each answer is sent as soon as it is known."""
    if isinstance(job, OutlineJob):
        document = Document(Page(exchange=job.exchange, body=blob), builder=job.parser)
        yield Outlined(outline=outline(document, links=job.links, resources=job.resources))
    elif isinstance(job, SiteJob):
        yield from _judged(Category.SEO, (job.robots, job.llms))
    elif isinstance(job, ReadJob):
        document = Document(Page(exchange=job.exchange, body=blob), builder=job.parser)
        yield HasRead(reading=read(document, job.fragments))
    else:
        yield from _page_judged(_document(job, blob))


def _document(job: JudgeJob, blob: bytes) -> Document:
    page = Page(exchange=job.exchange, body=blob[: job.page])
    sources = _sources((*job.sheets, *job.scripts), blob, job.page)
    sheets = islice(sources, len(job.sheets))
    return Document(page, tuple(sheets), job.parser, scripts=tuple(sources))


def _sources(heads: Iterable[SourceHead], blob: bytes, at: int) -> Iterator[Source]:
    for head in heads:
        yield evolve(head.source, body=blob[at : at + head.size])
        at += head.size


def _page_judged(document: Document) -> Iterator[Answer]:
    for category in Category:
        references = sheet_references(document) if category is Category.LINKS else ()
        loaded = sheet_resources(document) if category is Category.PERFORMANCE else ()
        held = texts(document) if category is Category.PERFORMANCE else {}
        yield from _judged(category, (document, document.exchange), _left(document, category), references, loaded, held)


def _left(document: Document, category: Category) -> Iterator[str]:
    """What of the page was not examined, for those who judged it to say; asked once they have."""
    if document.cut:
        yield _CUT
    if read_otherwise(document):
        yield _XML
    if category is Category.SEO:
        yield from unread(document)
    # Where no rule asked for the styles, none was kept from judging.
    if category is Category.ACCESSIBILITY and "styles" in vars(document) and not document.styled:
        missing = [f"{shorten(sheet.url)} ({sheet.problem})" for sheet in document.sheets.values() if not sheet.known]
        told = ", ".join(missing[:_NAMED]) or "there is too much of them"
        yield f"Not all of the page's styles are known, so contrast and the like was not judged: {told}."


def _judged(
    category: Category,
    evidence: Iterable[Evidence],
    unread: Iterable[str] = (),
    references: tuple[Reference, ...] = (),
    resources: tuple[Resource, ...] = (),
    held: Mapping[str, TextFile] | None = None,
) -> Iterator[Answer]:
    judgements: list[Judgement] = []
    unexamined: list[str] = []
    by_kind = {type(one): one for one in evidence}
    for rule in rules_reading(*by_kind):
        if rule.category is not category:
            continue
        for result in judge_all((rule,), by_kind[rule.reads]):
            if isinstance(result, RuleFailed):
                unexamined.append(f"The check “{rule.title}” could not be made on this page.")
                yield RuleFailure(rule=result.rule, trace=_trace(result))
            else:
                judgements.append(result)
    judged = Judged(
        judgements=tuple(judgements),
        unexamined=(*unexamined, *unread),
        references=references,
        resources=resources,
        texts=held or {},
    )
    yield CategoryJudged(category=category, judged=judged)


def _trace(failure: RuleFailed) -> str:
    return "".join(traceback.format_exception(failure.__cause__))[-_TRACE:]


def _confine(cpu_seconds: float, memory: int) -> None:
    """Take away, first of all, what parsing a page does not need."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    os.nice(_NICE)
    _allow_cpu(cpu_seconds)
    _die_with_parent()


def _allow_cpu(seconds: float) -> None:
    """Let the process live for so many more seconds of CPU time; past them the kernel kills it."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(usage.ru_utime + usage.ru_stime + seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def _die_with_parent() -> None:
    """Have the kernel kill this process when the parent ends, even by SIGKILL (Linux; prctl(2))."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes  # noqa: PLC0415 - there is no such call elsewhere

    parent_death_signal = 1
    ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL, 0, 0, 0)


def main() -> None:
    """Serve jobs from standard input until it ends. Arguments: CPU seconds a job, bytes of memory."""
    cpu_seconds, memory = float(sys.argv[1]), int(sys.argv[2])
    parent = os.getppid()
    _confine(cpu_seconds, memory)
    if os.getppid() != parent:
        return
    _warm_up()
    reader = FrameReader(message=_LARGEST, blob=_LARGEST)
    decoder = msgspec.json.Decoder(Job)
    _send(Ready())
    while data := os.read(0, _READ):
        for frame in reader.feed(data):
            _allow_cpu(cpu_seconds)
            if not _served(decoder, frame):
                # There may be no room even for the traceback; whoever asked has been told.
                os._exit(0)
            _send(Ready(spent=_large()))


def _served(decoder: msgspec.json.Decoder[Job], frame: Frame) -> bool:
    """Do a job and send what comes of it; ``False`` where memory has run out."""
    try:
        for answer in answers(decoder.decode(frame.message), frame.blob):
            _send(answer)
    except MemoryError:
        _write(_OUT_OF_MEMORY)
        return False
    except _AnswerTooLong as problem:
        _send(Failed(reason=f"an answer of {problem} bytes", heavy=True))
    except Exception as problem:  # noqa: BLE001 - whatever it is, the parent is told
        _send(Failed(reason="".join(traceback.format_exception(problem))[-_TRACE:]))
    return True


def _large() -> bool:
    """Whether the process stays large although it has forgotten the page."""
    if _resident() <= _LARGE:
        return False
    gc.collect()
    return _resident() > _LARGE


def _resident() -> int:
    """Resident memory, bytes (Linux; 0 elsewhere)."""
    try:
        descriptor = os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return 0
    try:
        return int(os.read(descriptor, 100).split()[1]) * resource.getpagesize()
    finally:
        os.close(descriptor)


def _warm_up() -> None:
    """
    Judge a page before the first one comes: modules, tables and patterns are loaded by it.

    What is loaded then lives as long as the process; the collector need not look at it again.
    """
    exchange = Exchange(requested=_WARM_UP_URL, url=_WARM_UP_URL, status=200)
    for _ in _page_judged(Document(Page(exchange=exchange, body=_WARM_UP))):
        pass
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)


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


if __name__ == "__main__":
    main()
