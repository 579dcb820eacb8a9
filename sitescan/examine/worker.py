"""Do the jobs of a child process: parse and judge pages. This module runs without Twisted."""

import gc
from collections.abc import Iterator
from itertools import islice

from attrs import define, evolve

from sitescan.document.document import Document
from sitescan.document.links.linked_page_reader import READ, page_parts, read
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.parsing.parsed_page import ParsedPage, parse_page
from sitescan.examine.category_rules import Failures
from sitescan.examine.load_judgement import judge_load
from sitescan.examine.messages import (
    Answer,
    CategoryJudged,
    Job,
    JudgeJob,
    JudgeLoadJob,
    Outlined,
    PageRead,
    Patched,
    PatchJob,
    ReadPageJob,
    SiteJob,
    SitemapJob,
    SitemapRead,
)
from sitescan.examine.packing import unpack, unpack_all
from sitescan.examine.page_judgement import judge_page, judged_category
from sitescan.examine.patching import patches
from sitescan.model.exchange import Page
from sitescan.model.report import Category
from sitescan.standards.sitemaps import LARGEST, MOST_OF_FILE, parse_sitemap

#: The maximum size, in bytes, of a page that is kept from its outline to its judgement. A tree takes ten times as much
#: memory, or more than a hundred times as much if the page is nothing but tags.
_LONGEST_KEPT = 400_000

#: The URLs of a sitemap in one answer. If they have 800 characters on average, they are more than an answer holds.
_LOCATIONS = 4_000


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
            page, at = unpack(job.page, blob)
            if outlined is None or outlined.page != page or outlined.builder != job.parser:
                outlined = None
                outlined = parse_page(page, job.parser)
            yield from judge_page(_document(job, blob, at, outlined), facts=job.facts)
            del page, outlined
            # A page is full of reference cycles, and is freed faster while it is in the caches of the processor.
            gc.collect(1)
            return
        del outlined
        if isinstance(job, SiteJob):
            yield from _site_judged(job, blob)
            return
        if isinstance(job, SitemapJob):
            yield from _sitemap_read(job, blob)
            return
        if isinstance(job, PatchJob):
            yield Patched(patches=patches(job, blob))
            return
        if isinstance(job, ReadPageJob):
            document = Document(parse_page(Page(exchange=job.exchange, body=blob), job.parser, READ))
            parts = page_parts(document) if job.fragments is None else None
            yield PageRead(linked_page=read(document, job.fragments or ()), parts=parts)
        else:
            parsed = parse_page(unpack(job.page, blob)[0], job.parser)
            found = outline(Document(parsed), links=job.links, resources=job.resources, renders=job.renders)
            yield Outlined(outline=found)
            if len(blob) <= _LONGEST_KEPT:
                self._outlined = parsed


def _document(job: JudgeJob, blob: bytes, at: int, parsed: ParsedPage) -> Document:
    sources = unpack_all((*job.sheets, *job.scripts, *job.speculation_rules), blob, at)
    sheets = tuple(islice(sources, len(job.sheets)))
    scripts = tuple(islice(sources, len(job.scripts)))
    return Document(parsed, sheets, scripts=scripts, speculation_rules=tuple(sources))


def _sitemap_read(job: SitemapJob, blob: bytes) -> Iterator[Answer]:
    content = parse_sitemap(blob, whole=job.whole, most=MOST_OF_FILE, unpacked=LARGEST)
    for at in range(0, max(len(content.locations), 1), _LOCATIONS):
        yield SitemapRead(content=evolve(content, locations=content.locations[at : at + _LOCATIONS]))


def _site_judged(job: SiteJob, blob: bytes) -> Iterator[Answer]:
    failures = Failures()
    crawled = evolve(job.crawled, sitemaps=tuple(unpack_all(job.sitemaps, blob)))
    evidence = {type(value): value for value in (crawled.robots, crawled, job.llms)}
    for answer in judged_category(Category.SEO, evidence, failures):
        yield CategoryJudged(category=answer.category, judged=evolve(answer.judged, listed=crawled.listed))
    yield from failures.answers()
