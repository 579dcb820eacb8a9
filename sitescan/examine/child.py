"""The child process: parses strangers' pages and judges them. No Twisted here."""

import codecs
import gc
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice

import msgspec
import webencodings
from attrs import define, evolve, field
from webencodings.labels import LABELS

from sitescan.document.css.contrast import undecided_texts
from sitescan.document.document import Document, ParsedPage, parse_page
from sitescan.document.links.linked_page_reader import read
from sitescan.document.links.references import sheet_references
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.document.loading.resource_inventory import sheet_resources, texts
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import unread
from sitescan.document.xhtml import read_otherwise
from sitescan.examine.child_control import HAS_PRLIMIT, NICE
from sitescan.examine.frames import Frame, FrameReader
from sitescan.examine.messages import (
    LONGEST_ANSWER,
    Answer,
    CategoryJudged,
    ChecksFailed,
    Failed,
    Job,
    JudgeJob,
    Outlined,
    OutlineJob,
    PageRead,
    ReadPageJob,
    Ready,
    SiteJob,
    SitemapHead,
    SourceHead,
)
from sitescan.examine.sandbox import seal
from sitescan.model.answers import CrawledUrls, LlmsTxt, Robots, Sitemap
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.file_facts import TextFile
from sitescan.model.outline import Reference, Resource
from sitescan.model.page_load import Loading, PageLoad
from sitescan.model.report import Category, Judged, Judgement
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import RuleFailed, judge_all
from sitescan.rules.rule import Evidence
from sitescan.standards.hsts_preload import is_preloaded
from sitescan.standards.http_headers import Headers
from sitescan.standards.public_suffixes import site_of

_LARGEST = 64 * 1024 * 1024
_READ = 1024 * 1024
_TRACE = 2000
_CUT = "The page has so many elements or attributes that only the beginning was checked."
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

#: The longest page that is kept from its outline to its judgement, bytes: its tree takes a hundred times as much.
_LONGEST_KEPT = 300_000

#: When the collector looks for garbage (:func:`gc.set_threshold`). A page is hundreds of thousands of
#: objects that live until it is done; to look at them every 700 took a quarter of the time.
_COLLECT_AFTER = (100_000, 20, 50)

_WARM_UP_URL = "https://example.com/"
_WARM_UP_HEADERS = (
    ("Content-Type", "text/html"),
    ("Content-Security-Policy", "script-src https://example.org 'nonce-x'"),
    ("Strict-Transport-Security", "max-age=1"),
)
_WARM_UP = b"""<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title>
<script src="https://example.org/pears.js"></script><style>h1 { color: green }</style>
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Thing"}</script>
<h1>Pears</h1><form><label>Kind <input name=kind autocomplete=name></label></form>"""


class _AnswerTooLong(Exception):
    """The parent would not take an answer."""


@define
class Worker:
    """
    Does the jobs.

    The page that was outlined last is kept until the next job comes: if that is to judge it, it need not be parsed
    again. For any other it is forgotten first, so that what is left of the memory does not depend on it.
    """

    _outlined: ParsedPage | None = None

    def answers(self, job: Job, blob: bytes) -> Iterator[Answer]:
        """Do one job; each answer is sent as soon as it is known."""
        outlined, self._outlined = self._outlined, None
        if isinstance(job, JudgeJob):
            page = Page(exchange=job.exchange, body=blob[: job.page])
            if outlined is None or outlined.page != page or outlined.builder != job.parser:
                outlined = None
                outlined = parse_page(page, job.parser)
            yield from judge_page(_document(job, blob, outlined))
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
    failures = _Failures()
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
    failures = _Failures()
    styled: tuple[str, ...] = ()
    for category in Category:
        references = sheet_references(document) if category is Category.LINKS else ()
        loaded = sheet_resources(document) if category is Category.PERFORMANCE else ()
        held = texts(document) if category is Category.PERFORMANCE else {}
        evidence = (document, document.exchange)
        before = len(failures.names)
        load = _load(document, failures) if category is Category.PERFORMANCE else None
        styled = styled or _styled(load, loaded)
        for answer in _judged(
            category, evidence, failures, unexamined_parts(document, category), references, loaded, held
        ):
            failed = len(failures.names) > before or (category is Category.ACCESSIBILITY and _styles_failed(document))
            yield CategoryJudged(
                category=category, judged=evolve(answer.judged, load=load, styled=styled, failed=failed)
            )
    if _styles_failed(document):
        failures.add("the page's styles", document.styles.problem)
    yield from failures.answers()


def _styled(load: PageLoad | None, loaded: Iterable[Resource]) -> tuple[str, ...]:
    """What styles surely load: files that visible elements use, and stylesheets that others import."""
    used = [one.url for one in load.files if one.loading is Loading.STYLED] if load is not None else []
    return tuple(dict.fromkeys((*used, *(one.url for one in loaded if one.certain))))


def _load(document: Document, failures: "_Failures") -> PageLoad | None:
    """What the page says of its own loading; an error of ours costs the estimates alone."""
    try:
        return page_load(document)
    except MemoryError:
        raise
    except Exception as problem:  # noqa: BLE001 - whatever it is, the rest of the category is judged
        failures.add("the page's load", problem)
        return None


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


def _unread_styles(document: Document) -> Iterator[str]:
    """What is not known of the page's styles."""
    if not document.styled:
        missing = [f"{shorten(sheet.url)} ({sheet.problem})" for sheet in document.sheets.values() if not sheet.known]
        failed = "an internal error" if document.styles.problem else ""
        why = ", ".join(missing[:_NAMED]) or failed or "the stylesheets are too large"
        yield f"Not all of the page's styles could be read, so contrast and similar checks were skipped: {why}."
    elif count := undecided_texts(document):
        texts = "1 text was" if count == 1 else f"{count} texts were"
        yield (
            f"The contrast of {texts} not checked: the colors depend on a container query, @scope or a value that "
            "can't be worked out without a browser."
        )


def _judged(
    category: Category,
    evidence: Iterable[Evidence],
    failures: "_Failures",
    unread: Iterable[str] = (),
    references: tuple[Reference, ...] = (),
    resources: tuple[Resource, ...] = (),
    held: Mapping[str, TextFile] | None = None,
) -> Iterator[CategoryJudged]:
    judgements: list[Judgement] = []
    unexamined: list[str] = []
    by_kind = {type(one): one for one in evidence}
    for rule in rules_reading(*by_kind):
        if rule.category is not category:
            continue
        for result in judge_all((rule,), by_kind[rule.reads]):
            if isinstance(result, RuleFailed):
                unexamined.append(f"The check “{rule.title}” failed on this page because of an internal error.")
                failures.add(result.rule, result.__cause__)
            else:
                judgements.append(result)
    if len(unexamined) > _MOST_FAILED:
        return
    judged = Judged(
        judgements=tuple(judgements),
        unexamined=(*unexamined, *unread),
        failed=bool(unexamined),
        references=references,
        resources=resources,
        texts=held or {},
    )
    yield CategoryJudged(category=category, judged=judged)


@define
class _Failures:
    """What failed on one page, for one line of the log: what many rules share fails many times."""

    names: list[str] = field(factory=list)
    first: BaseException | None = None

    def add(self, name: str, problem: BaseException | None) -> None:
        """Something failed."""
        self.names.append(name)
        self.first = self.first or problem

    def answers(self) -> Iterator[Answer]:
        """What the parent is told: nothing, where nothing failed."""
        if self.names:
            yield ChecksFailed(names=tuple(self.names), trace=_trace(self.first))


def _trace(problem: BaseException | None) -> str:
    try:
        return "".join(traceback.format_exception(problem))[-_TRACE:]
    except OSError:  # a sealed process can't read the source for it
        return repr(problem)[-_TRACE:]


#: CPU time in which a child gets ready: ten times what a slow machine needs. Each job has its own limit.
_WARM_UP_SECONDS = 60.0


def _confine(memory: int) -> None:
    """Take away, first of all, what parsing a page does not need."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    os.nice(NICE)
    _allow_cpu(_WARM_UP_SECONDS)
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
    _confine(memory)
    if os.getppid() != parent:
        return
    warm_up()
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
                os._exit(0)
            _send(Ready(spent=_large(memory_used)))


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
        _send(Failed(reason=_trace(problem)))
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


def warm_up() -> None:
    """
    Do each kind of job before the first one comes: modules, tables and patterns are loaded by it.

    What is loaded then lives as long as the process; the collector need not look at it again. What is not
    loaded then never is: files can't be opened any more afterwards.
    """
    for encoding in set(LABELS.values()):
        with suppress(LookupError):  # of one the name is known alone
            webencodings.lookup(encoding)
    codecs.lookup("utf-8-sig")
    headers = Headers(_WARM_UP_HEADERS)
    exchange = Exchange(requested=_WARM_UP_URL, url=_WARM_UP_URL, status=200, headers=headers)
    sheet = SourceHead(source=Source(url=f"{_WARM_UP_URL}pears.css", content_type="text/css"), size=0)
    script = SourceHead(source=Source(url=f"{_WARM_UP_URL}jquery-1.9.1.min.js"), size=0)
    sitemap = SitemapHead(sitemap=Sitemap(url=f"{_WARM_UP_URL}sitemap.xml"), size=0)
    crawled = CrawledUrls(robots=Robots(url=_WARM_UP_URL, robots_url=f"{_WARM_UP_URL}robots.txt"))
    site = SiteJob(crawled=crawled, sitemaps=(sitemap,), llms=LlmsTxt(url=f"{_WARM_UP_URL}llms.txt"))
    for builder in ("html5lib", "turbohtml"):
        jobs: tuple[Job, ...] = (
            OutlineJob(exchange=exchange, parser=builder, links=1, resources=1),
            ReadPageJob(exchange=exchange, parser=builder, fragments=("pears",)),
            JudgeJob(exchange=exchange, parser=builder, page=len(_WARM_UP), sheets=(sheet,), scripts=(script,)),
            site,
        )
        worker = Worker()
        for job in jobs:
            for answer in worker.answers(job, _WARM_UP):
                msgspec.json.encode(answer)
    site_of("example.com")
    is_preloaded("example.com")
    time.strptime("2026", "%Y")
    try:
        warm_up_failed = int("pears")
    except ValueError as problem:
        _trace(problem)
    else:
        raise AssertionError(warm_up_failed)
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
