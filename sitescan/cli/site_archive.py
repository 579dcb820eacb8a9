"""The pages of an archive, examined."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from attrs import evolve

from sitescan.cli.exit_codes import ExitCode
from sitescan.cli.page_processes import in_processes
from sitescan.cli.targets import TargetFailed, analysed
from sitescan.configuration.settings import Settings
from sitescan.egress.body import Body
from sitescan.egress.content_coding import coding_of
from sitescan.fetch.page import NO_CONTENT, page_type
from sitescan.model.exchange import Exchange, Page
from sitescan.report.json_format import report_json
from sitescan.site.archive import ArchiveServer, archived_answers, archived_response
from sitescan.site.frontier import PageToRead
from sitescan.site.page_record import PageRecord
from sitescan.site.store import read_store
from sitescan.site.warc import archived_body
from sitescan.standards.file_types import HTML_TYPES, is_markup
from sitescan.standards.page_urls import normal_url

_ERROR = 400
_NO_BODY = Body(data=b"", wire_size=0)
_NO_PAGE = "it is not a web page"


def examined(archive: Path, folder: Path, settings: Settings, candidates: Sequence[PageToRead]) -> Iterator[PageRecord]:
    """
    Yield the records of pages.

    :param folder: the folder of the database with the index of the archive.
    """
    return in_processes(partial(_record, archive, folder, settings), candidates)


def _record(archive: Path, folder: Path, settings: Settings, candidate: PageToRead) -> PageRecord:
    record, url = PageRecord(url=candidate.url, depth=candidate.depth), candidate.url
    with read_store(folder, checked=True) as store:
        answer = archived_answers(store, [url]).get(url)
        if answer is None:
            return evolve(record, problem="the archive lacks what it redirects to")
        if answer.problem is not None:
            return evolve(record, problem=answer.problem.value)
        if (final := normal_url(answer.final_url)) != url:
            return evolve(record, redirect=final)
        server = ArchiveServer(store, archive, settings.script_bytes)
        try:
            page = _page(server, url, settings.page_bytes)
            at = page.exchange.fetched_at
            report = analysed(page.body, url, server, settings, at, facts=True, received=page.exchange)
        except TargetFailed as failed:
            return evolve(record, problem=str(failed))
    return record.examined(report_json(report, evidence=True), report.page_facts)


def _page(server: ArchiveServer, url: str, most: int) -> Page:
    """
    Return a page of an archive, which is what :func:`sitescan.fetch.page.fetch_page` takes for one.

    :raises TargetFailed: if it is none, or can't be examined.
    """
    response = archived_response(server.store, url)
    if response is None or response.status in NO_CONTENT:
        raise TargetFailed(ExitCode.UNREACHABLE, _NO_PAGE)
    if response.status >= _ERROR:
        raise TargetFailed(ExitCode.UNREACHABLE, f"it returned status {response.status}")
    kind = page_type(response.headers.content_type)
    received = archived_body(server.path, response, most + 1) if not kind or kind in HTML_TYPES else _NO_BODY
    if received is None:
        raise TargetFailed(ExitCode.UNREACHABLE, "its content is not valid in its content coding")
    body = received.data
    if len(body) > most:
        raise TargetFailed(
            ExitCode.UNREACHABLE, f"it is larger than {most:,} bytes; --set page-bytes=SIZE raises the limit"
        )
    if not body or (not kind and not is_markup(body)):
        raise TargetFailed(ExitCode.UNREACHABLE, _NO_PAGE)
    exchange = Exchange(
        requested=url,
        url=url,
        status=response.status,
        headers=response.headers,
        # Crawlers that store pages often ask for none.
        coding=coding_of(response.headers.get("content-encoding")) or None,
        wire_size=received.wire_size,
        size=len(body),
        truncated=received.truncated,
        fetched_at=response.received_at,
    )
    return Page(exchange=exchange, body=body)
