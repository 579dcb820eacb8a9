"""Requesting files that should never be public. Only an operator who may do that switches it on."""

from functools import partial

from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import start_in_turns
from sitescan.egress.body import BodyLimits
from sitescan.egress.client import Session
from sitescan.egress.response import Response
from sitescan.fetch.check_url import get_and_read
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.model.answers import Verdict
from sitescan.model.site_answers import ExposedFile, ExposedFiles
from sitescan.standards.private_files import BEGINNING, PRIVATE_FILES, exposes
from sitescan.standards.urls import join_target

_OK = 200


async def find_exposed_files(
    session: Session, page_url: str, deadline: Deadline, failures: ProbeFailures
) -> ExposedFiles:
    """
    Request each file of :data:`PRIVATE_FILES` at the page's origin, without keeping its content.

    :param failures: records probes that raised an exception.
    """
    starts = (partial(_start, session, join_target(page_url, path).url, path, deadline) for path in PRIVATE_FILES)
    answered = await start_in_turns(session.context.cooperator, starts)
    files = tuple(failures.keep("private files", answered))
    return ExposedFiles(
        found=tuple(file for file in files if file.what), unanswered=sum(not file.known for file in files)
    )


def _start(session: Session, url: str, path: str, deadline: Deadline) -> Deferred[ExposedFile]:
    return Deferred.fromCoroutine(_look(session, url, path, deadline))


async def _look(session: Session, url: str, path: str, deadline: Deadline) -> ExposedFile:
    found: list[str] = []

    async def read(response: Response) -> None:
        # A redirect leads to another file.
        if response.status == _OK and response.target.url == url:
            body = await response.body(BodyLimits(wire=BEGINNING, decoded=BEGINNING, prefix=True), deadline)
            found.append(exposes(path, body.data.decode("utf-8", "replace")))

    answer = await get_and_read(session, url, deadline, read)
    return ExposedFile(url=url, what="".join(found), known=answer.verdict is not Verdict.UNCHECKED)
