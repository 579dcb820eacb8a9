"""Load everything that jobs need before the first one arrives. This module runs without Twisted."""

import codecs
import gc
import time
import traceback
from contextlib import suppress

import msgspec
import webencodings
from webencodings.labels import LABELS

from sitescan.examine.garbage import collect_only_new
from sitescan.examine.messages import (
    Job,
    JudgeJob,
    JudgeLoadJob,
    OutlineJob,
    PatchJob,
    ReadPageJob,
    SiteJob,
)
from sitescan.examine.packing import pack
from sitescan.examine.worker import Worker
from sitescan.model.answers import Answer
from sitescan.model.crawling import CrawledUrls, Robots, Sitemap
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.fix import Moved
from sitescan.model.outline import Resource
from sitescan.model.page_load import LoadedFile, Loading, PageLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols
from sitescan.performance.improvements import rules_with_gains
from sitescan.standards.http_headers import Headers
from sitescan.standards.public_suffixes import site_of

_WARM_UP_URL = "https://example.com/"
_WARM_UP_HEADERS = (
    ("Content-Type", "text/html"),
    ("Content-Security-Policy", "script-src https://example.org 'nonce-x'"),
    ("Strict-Transport-Security", "max-age=1"),
)
_WARM_UP = b"""<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title>
<script src="https://example.org/pears.js"></script><style>h1 { color: oklch(50% 0.2 140) }</style>
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Thing"}</script>
<h1 role=headin>Pears</h1><form><label>Kind <input name=kind autocomplete=name></label></form>
<a href=/plums>Plums</a>"""


def warm_up(parser: str) -> None:
    """
    Do a job of each kind, which loads modules, tables and patterns, and exempt them from garbage collection.

    Children can't load anything later, because they can't open files.

    :param parser: the builder that all jobs name (:data:`sitescan.document.parsing.parse.BUILDERS`).
    """
    # The collections between the jobs would go over all modules.
    collect_only_new()
    for encoding in set(LABELS.values()):
        with suppress(LookupError):  # webencodings has no codec for one of its labels
            webencodings.lookup(encoding)
    for name in ("utf-8-sig", "ascii"):
        codecs.lookup(name)
    headers = Headers(_WARM_UP_HEADERS)
    exchange = Exchange(requested=_WARM_UP_URL, url=_WARM_UP_URL, status=200, headers=headers)
    sheet, _ = pack(Source(url=f"{_WARM_UP_URL}pears.css", content_type="text/css"))
    page, _ = pack(Page(exchange=exchange, body=_WARM_UP))
    script, _ = pack(Source(url=f"{_WARM_UP_URL}jquery-1.9.1.min.js"))
    sitemap, _ = pack(Sitemap(url=f"{_WARM_UP_URL}sitemap.xml"))
    crawled = CrawledUrls(robots=Robots(url=_WARM_UP_URL, robots_url=f"{_WARM_UP_URL}robots.txt"))
    site = SiteJob(crawled=crawled, sitemaps=(sitemap,), llms=LlmsTxt(url=f"{_WARM_UP_URL}llms.txt"))
    url = script.value.url
    answers = ResourceAnswers(
        exchange=exchange,
        resources=(Resource(url=url, kind="script"),),
        answers={url: Answer(url=url, status=200, headers=headers, size=len(_WARM_UP))},
    )
    load = JudgeLoadJob(
        resources=answers,
        protocols=Protocols(exchange=exchange),
        load=PageLoad(files=(LoadedFile(url=url, kind="script", loading=Loading.BLOCKING),)),
        icon="",
        found=tuple(rules_with_gains()),
    )
    moved = Moved(url=f"{_WARM_UP_URL}plums", to=_WARM_UP_URL, elements=("a",))
    jobs: tuple[Job, ...] = (
        OutlineJob(page=page, parser=parser, links=1, resources=1),
        ReadPageJob(exchange=exchange, parser=parser, fragments=("pears",)),
        JudgeJob(page=page, parser=parser, sheets=(sheet,), scripts=(script,)),
        site,
        load,
        PatchJob(exchange=exchange, parser=parser, fixes={}, changes={"links/redirect-permanent": (moved,)}),
    )
    worker = Worker()
    for job in jobs:
        for answer in worker.answers(job, _WARM_UP):
            msgspec.json.encode(answer)
    site_of("example.com")
    time.strptime("2026", "%Y")
    try:
        warm_up_failed = int("pears")
    except ValueError as problem:
        traceback.format_exception(problem)
    else:
        raise AssertionError(warm_up_failed)
    gc.collect()
    collect_only_new()
