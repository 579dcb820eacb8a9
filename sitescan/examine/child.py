"""The work of a child process: parse and judge pages. This module runs without Twisted."""

import gc
import os
import resource
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import msgspec
from attrs import define, evolve

from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.document.accessibility.media_elements import media_elements
from sitescan.document.accessibility.nearby_text import nearby_text
from sitescan.document.accessibility.tables import tables
from sitescan.document.contrast.hidden_texts import hidden_texts
from sitescan.document.contrast.scripted_stylesheets import adds_stylesheets
from sitescan.document.contrast.text_contrast import text_contrasts
from sitescan.document.css.late_stylesheets import is_stylesheet
from sitescan.document.document import Document, ParsedPage, page_evidence, parse_page
from sitescan.document.links.linked_page_reader import read
from sitescan.document.links.links_named_alike import links_named_alike
from sitescan.document.links.references import sheet_references
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.document.loading.resource_inventory import sheet_resources, texts
from sitescan.document.shadow_texts import shadow_trees
from sitescan.document.source_location import shorten
from sitescan.document.structured_data.items import unread
from sitescan.document.tree import attr, elements
from sitescan.document.xhtml import differs_as_html
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
    PageHead,
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
from sitescan.standards.urls import MAX_URL_LENGTH

_LARGEST = 64 * 1024 * 1024
_READ = 1024 * 1024
_CUT = "The page has so many elements or attributes that only the beginning was checked."
_NOT_SEARCHED = "The page's markup was not checked for errors that browsers repair, because the page is too long."
_NAMES_CUT = (
    "The accessible names of some elements were not computed, because too many names are read within other names."
)
_XML = "The page is sent as XML but was parsed as HTML, which treats some tags differently, such as <div/>."
_NEARBY_CUT = "The alt texts of some images were not compared with the text around them, which is too long."
_TABLES_CUT = "The headers of some tables were not checked, because the page's tables have too many cells."

#: What isn't checked on a page whose content scripts render, by category.
_UNSEEN = {
    Category.SEO: "its text, headings, links and structured data were not checked",
    Category.ACCESSIBILITY: "almost nothing could be checked, and this score can't raise the overall score",
    Category.PERFORMANCE: "files that scripts load are not counted, and this score can't raise the overall score",
    Category.SECURITY: "its forms, frames and other files were not checked",
    Category.LINKS: "its links were not checked, and this score can't raise the overall score",
}

_WITHOUT_BROWSER = "overlapping boxes or values that can't be worked out without a browser"
#: The categories that say little about a page whose content scripts write, or whose styles could not be read.
_NEED_CONTENT = frozenset({Category.ACCESSIBILITY, Category.LINKS, Category.PERFORMANCE})
#: The kinds of requests whose responses decide what a rendered page shows.
_NEEDED = frozenset({"data", "script", "stylesheet"})

_NEED_STYLES = frozenset({Category.ACCESSIBILITY, Category.PERFORMANCE})

#: The categories that examine what is in shadow trees, and the share of the page's elements that may be in them.
_NEED_SHADOW_TREES = frozenset({Category.ACCESSIBILITY, Category.LINKS})
_MOST_IN_SHADOW = 0.2

#: The maximum number of rules of a category that may fail. If more fail, the cause is probably something that they
#: share, and the category gets no score, because it wasn't examined.
_MOST_FAILED = 3

#: The maximum number of unread stylesheets that are named.
_NAMED = 3

#: The resident memory, in bytes, above which a child is replaced after its job.
_LARGE = 256 * 1024 * 1024

#: The maximum size, in bytes, of a page that is kept from its outline to its judgement. A tree takes ten times as much
#: memory, or more than a hundred times as much if the page is nothing but tags.
_LONGEST_KEPT = 400_000


class _AnswerTooLong(Exception):
    """An answer is longer than the parent allows."""


@define
class Worker:
    """
    Does jobs.

    The page of the last outline is kept until the next job. If that is its judgement, the page isn't parsed again.
    Before any other job, the page is dropped, so that the memory that is left for the job doesn't depend on it. Only
    the judgement of a load keeps the page, because it takes little memory.
    """

    _outlined: ParsedPage | None = None

    def answers(self, job: Job, blob: bytes) -> Iterator[Answer]:
        """Do a job and yield its answers."""
        if isinstance(job, JudgeLoadJob):
            yield from judge_load(job)
            return
        outlined, self._outlined = self._outlined, None
        if isinstance(job, JudgeJob):
            page, at = _page(job.page, blob)
            if outlined is None or outlined.page != page or outlined.builder != job.parser:
                outlined = None
                outlined = parse_page(page, job.parser)
            yield from judge_page(_document(job, blob, at, outlined))
            del page, outlined
            # A page is full of reference cycles, and is freed faster while it is in the caches of the processor.
            gc.collect(1)
            return
        del outlined
        if isinstance(job, SiteJob):
            yield from _site_judged(job, blob)
            return
        if isinstance(job, ReadPageJob):
            parsed = parse_page(Page(exchange=job.exchange, body=blob), job.parser)
            yield PageRead(linked_page=read(Document(parsed), job.fragments))
        else:
            parsed = parse_page(_page(job.page, blob)[0], job.parser)
            yield Outlined(outline=outline(Document(parsed), links=job.links, resources=job.resources))
            if len(blob) <= _LONGEST_KEPT:
                self._outlined = parsed


def _page(head: PageHead, blob: bytes) -> tuple[Page, int]:
    """Return the page at the beginning of a blob, and the offset of what follows it."""
    rendered, end = None, head.size
    if head.rendered is not None:
        end += head.rendered
        rendered = blob[head.size : end].decode()
    narrow = end + head.layout
    coverage = narrow + head.narrow
    last = coverage + head.coverage
    page = Page(
        exchange=head.exchange,
        body=blob[: head.size],
        rendered=rendered,
        rendered_url=head.rendered_url,
        layout=blob[end:narrow],
        narrow=blob[narrow:coverage],
        coverage=blob[coverage:last],
        requests=head.requests,
        mixed=head.mixed,
        paints=head.paints,
        script_errors=head.script_errors,
        unrendered=head.unrendered,
    )
    return page, last


def _document(job: JudgeJob, blob: bytes, at: int, parsed: ParsedPage) -> Document:
    sources = _sources((*job.sheets, *job.scripts), blob, at)
    sheets = tuple(islice(sources, len(job.sheets)))
    return Document(parsed, sheets, scripts=tuple(sources))


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
    evidence = {type(one): one for one in (crawled.robots, crawled, job.llms)}
    for answer in _judged(Category.SEO, evidence, failures):
        yield CategoryJudged(category=answer.category, judged=evolve(answer.judged, listed=crawled.listed))
    yield from failures.answers()


def _styles_failed(document: Document) -> bool:
    """Return whether the styles were needed and could not be read."""
    return "styles" in vars(document) and document.styles.problem is not None


def judge_page(document: Document) -> Iterator[Answer]:
    """Yield the judgement of each category by the static rules, and then the checks that failed."""
    failures = Failures()
    styled: tuple[str, ...] = ()
    for category in Category:
        references = sheet_references(document) if category is Category.LINKS else ()
        loaded = sheet_resources(document) if category is Category.PERFORMANCE else ()
        file_texts = texts(document) if category is Category.PERFORMANCE else {}
        evidence = page_evidence(document)
        before = len(failures.names)
        load = failures.guard("the page's load", page_load, document) if category is Category.PERFORMANCE else None
        questions = Judged()
        if category is Category.ACCESSIBILITY:
            questions = failures.guard("the page's media, objects and links", _questions, document) or questions
        styled = styled or _styled(load, loaded)
        for answer in _judged(
            category, evidence, failures, unexamined_parts(document, category), references, loaded, file_texts
        ):
            failed = len(failures.names) > before or (category is Category.ACCESSIBILITY and _styles_failed(document))
            judged = evolve(
                answer.judged,
                load=load,
                media=questions.media,
                objects=questions.objects,
                links=questions.links,
                styled=styled,
                unseen=unseen(document, category),
                failed=failed,
            )
            yield CategoryJudged(category=category, judged=judged)
    if _styles_failed(document):
        failures.add("the page's styles", document.styles.problem)
    yield from failures.answers()


def _styled(load: PageLoad | None, loaded: Iterable[Resource]) -> tuple[str, ...]:
    """Return the URLs that styles certainly load: files of visible elements, and imported stylesheets."""
    used = [one.url for one in load.files if one.loading is Loading.STYLED] if load is not None else []
    return tuple(dict.fromkeys((*used, *(one.url for one in loaded if one.certain))))


def _questions(document: Document) -> Judged:
    """Return the elements whose judgement depends on answers of the network."""
    return Judged(media=media_elements(document), objects=embedded_objects(document), links=links_named_alike(document))


def unseen(document: Document, category: Category) -> bool:
    """Return whether a category lacks what it needs: content that scripts write, or styles that could not be read."""
    unwritten = category in _NEED_CONTENT and app_shell(document) is not None
    hidden = category is Category.ACCESSIBILITY and _is_hidden(document)
    unstyled = category in _NEED_STYLES and not document.styled
    unanswered = category in _NEED_CONTENT and _missed(document) > 0
    return unwritten or hidden or unstyled or unanswered or (category in _NEED_SHADOW_TREES and _is_in_shadow(document))


def _missed(document: Document) -> int:
    """Return the number of requests of a rendered page whose responses it may need and did not get."""
    return sum(request.missed and request.kind in _NEEDED for request in document.page.requests)


def _is_hidden(document: Document) -> bool:
    """Return whether the styles hide the page. If no rule needed the accessibility tree, that doesn't matter."""
    return "accessible" in vars(document) and hidden_texts(document).are_the_page


def _is_in_shadow(document: Document) -> bool:
    """Return whether much of the page is in shadow trees."""
    inside = sum(1 for tree in shadow_trees(document) for _ in elements(tree))
    return inside > _MOST_IN_SHADOW * (inside + len(document.elements))


def unexamined_parts(document: Document, category: Category) -> Iterator[str]:
    """Yield sentences about the parts of the page that weren't examined. The rules must have run before."""
    if document.cut:
        yield _CUT
    elif document.source.tokenizer_errors is None and category is Category.SEO:
        yield _NOT_SEARCHED
    if differs_as_html(document):
        yield _XML
    yield from _unwritten(document, category)
    if category in _NEED_SHADOW_TREES and (trees := len(shadow_trees(document))):
        count = "1 shadow tree" if trees == 1 else f"{trees} shadow trees"
        capped = " Much of the page is in them, so this score can't raise the overall score."
        yield f"The content of {count} was not checked.{capped if _is_in_shadow(document) else ''}"
    if category is Category.SEO:
        yield from unread(document)
    if category is Category.ACCESSIBILITY:
        yield from _unread_accessibility(document)


def _unread_accessibility(document: Document) -> Iterator[str]:
    """Yield sentences about parts whose accessibility wasn't examined."""
    # If no rule needed the styles, no check was skipped.
    if "styles" in vars(document):
        yield from _unread_styles(document)
    if _is_hidden(document):
        texts_of_page = hidden_texts(document)
        yield (
            f"The page's styles hide {texts_of_page.hidden} of its {texts_of_page.all} texts until scripts show them. "
            "What is hidden was not checked, and this score can't raise the overall score."
        )
    if "accessible" in vars(document) and document.accessible.names_cut:
        yield _NAMES_CUT
    if not all(table.complete for table in tables(document)):
        yield _TABLES_CUT
    if nearby_text(document).cut:
        yield _NEARBY_CUT


def _unwritten(document: Document, category: Category) -> Iterator[str]:
    """Yield sentences about content that scripts write."""
    unrendered = document.page.unrendered
    if category in _NEED_CONTENT and (missed := _missed(document)):
        requests = (
            "1 request of the page's scripts was" if missed == 1 else f"{missed} requests of the page's scripts were"
        )
        yield (
            f"{requests} not answered: a scan doesn't send POST, and limits time, size and number. What is shown after "
            "them was not checked, and this score can't raise the overall score."
        )
    if app_shell(document) is None:
        if unrendered:
            yield f"The page was examined as it was sent, without what its scripts change. {unrendered}"
    elif document.is_rendered:
        yield f"The page shows no content after its scripts have run: {_UNSEEN[category]}."
    elif unrendered:
        yield f"Scripts render this page's content, which was not seen: {_UNSEEN[category]}. {unrendered}"
    else:
        yield f"Scripts render this page's content, and this scan doesn't run scripts: {_UNSEEN[category]}."


def _unread_styles(document: Document) -> Iterator[str]:
    """Yield sentences about styles that aren't known."""
    if not document.styled:
        missing = [f"{shorten(sheet.url)} ({sheet.problem})" for sheet in document.sheets.values() if not sheet.known]
        failed = "an internal error" if document.styles.problem else ""
        why = ", ".join(missing[:_NAMED]) or failed or _unrequested(document)
        yield (
            "Not all of the page's styles could be read, so contrast and similar checks were skipped, and this score "
            f"can't raise the overall score: {why}."
        )
    elif count := text_contrasts(document).not_judged:
        texts = "1 text" if count == 1 else f"{count} texts"
        why = "overlapping boxes or effects" if document.page.layout else _WITHOUT_BROWSER
        causes = "stylesheets that scripts add" if adds_stylesheets(document) else f"images, {why}"
        yield f"The contrast of {texts} was not checked: the colors depend on {causes}."


def _unrequested(document: Document) -> str:
    """Return why stylesheets are not read although all that were requested have been."""
    links = (tag for tag in document.all("link") if is_stylesheet(tag))
    if any(len(document.resolve(attr(tag, "href", "")) or "") > MAX_URL_LENGTH for tag in links):
        return f"the address of a stylesheet has more than {MAX_URL_LENGTH:,} characters"
    return "the stylesheets are too large"


def _judged(
    category: Category,
    evidence: Mapping[type, Evidence],
    failures: Failures,
    unread: Iterable[str] = (),
    references: tuple[Reference, ...] = (),
    resources: tuple[Resource, ...] = (),
    file_texts: Mapping[str, TextFile] | None = None,
) -> Iterator[CategoryJudged]:
    found = judged_by_rules(category, evidence, failures)
    if len(found.unexamined) > _MOST_FAILED:
        return
    judged = evolve(
        found,
        unexamined=(*found.unexamined, *unread),
        references=references,
        resources=resources,
        texts=file_texts or {},
    )
    yield CategoryJudged(category=category, judged=judged)


def serve(cpu_seconds: float, memory: int) -> None:
    """
    Do the jobs from standard input until it ends, in a process that was forked for it.

    :param cpu_seconds: the maximum processor time of a job, for systems on which the parent can't set it.
    :param memory: the maximum memory of the process in bytes.
    """
    _confine(memory)
    reader = FrameReader(message=_LARGEST, blob=_LARGEST)
    decoder = msgspec.json.Decoder(Job)
    # A sealed process can't open files.
    memory_used = _open_memory_used()
    _send(Ready(missing=seal()))
    worker = Worker()
    while data := os.read(0, _READ):
        for frame in reader.feed(data):
            if not HAS_PRLIMIT:
                _allow_cpu(cpu_seconds)
            if not _served(worker, decoder, frame):
                # There may be no memory even for a traceback. The parent has been notified.
                return
            _send(Ready(spent=_large(memory_used)))


def _confine(memory: int) -> None:
    """Set the limits that don't depend on the job."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    os.nice(NICE)


def _allow_cpu(seconds: float) -> None:
    """Have the kernel kill the process after the given number of further seconds of processor time."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(usage.ru_utime + usage.ru_stime + seconds + 1)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def _served(worker: Worker, decoder: msgspec.json.Decoder[Job], frame: Frame) -> bool:
    """Do a job and send its answers. Return ``False`` if memory has run out."""
    try:
        for answer in worker.answers(decoder.decode(frame.message), frame.blob):
            _send(answer)
    except MemoryError:
        _write(_OUT_OF_MEMORY)
        return False
    except _AnswerTooLong as problem:
        _send(Failed(reason=f"an answer of {problem} bytes", heavy=True))
    except Exception as problem:  # noqa: BLE001 - the parent is notified of any error
        _send(Failed(reason=trace(problem)))
    return True


def _large(memory_used: int) -> bool:
    """Return whether the process is still large after its page was dropped."""
    if _resident(memory_used) <= _LARGE:
        return False
    gc.collect()
    return _resident(memory_used) > _LARGE


def _open_memory_used() -> int:
    """Open the file from which :func:`_resident` reads. Return its descriptor, or -1 if the system has no such file."""
    try:
        return os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return -1


def _resident(memory_used: int) -> int:
    """Return the resident memory in bytes, or 0 if it isn't known."""
    if memory_used < 0:
        return 0
    return int(os.pread(memory_used, 100, 0).split()[1]) * resource.getpagesize()


def _send(answer: Answer) -> None:
    message = msgspec.json.encode(answer)
    if len(message) > LONGEST_ANSWER:
        raise _AnswerTooLong(len(message))
    _write(b"".join(Frame(message).encode()))


#: The frame to send when memory has run out. It is made in advance.
_OUT_OF_MEMORY = b"".join(Frame(msgspec.json.encode(Failed(reason="out of memory", heavy=True))).encode())


def _write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]
