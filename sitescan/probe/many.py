"""Asking many URLs at once; the lanes of the session bound how many."""

from collections.abc import Iterable, Mapping

from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.fanout import side_by_side
from sitescan.model.answers import Answer
from sitescan.probe.ask import ask


async def ask_all(session: Session, urls: Iterable[str], deadline: Deadline) -> Mapping[str, Answer]:
    """What each URL answers; one that could not be asked is left out."""
    wanted = tuple(dict.fromkeys(urls))
    answers = await side_by_side(Deferred.fromCoroutine(ask(session, url, deadline)) for url in wanted)
    return {url: answer for url, answer in zip(wanted, answers, strict=True) if isinstance(answer, Answer)}
