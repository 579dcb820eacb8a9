"""One page under examination: what the analyzers share."""

from collections.abc import Mapping

from attrs import field, frozen
from twisted.internet.defer import Deferred

from sitescan.egress.client import Session
from sitescan.interfaces import IExaminer
from sitescan.model.exchange import Exchange, Sheet
from sitescan.model.outline import Outline
from sitescan.model.report import Category, Judged
from sitescan.probe.asked import Asked


@frozen(kw_only=True)
class Examination:
    """
    What is known of a page while it is being judged.

    :ivar exchange: how it was fetched.
    :ivar outline: what it refers to.
    :ivar session: the way to the network.
    :ivar examiner: has what the network answered judged, where that takes its time.
    :ivar asked: what URLs answer.
    :ivar judged: what the static rules find, for each category as soon as it is known; each is
        waited for by one analyzer.
    :ivar sheets: its stylesheets by URL; they are there as soon as anything is judged.
    """

    exchange: Exchange
    outline: Outline
    session: Session
    examiner: IExaminer
    asked: Asked
    judged: Mapping[Category, Deferred[Judged]]
    sheets: Mapping[str, Sheet] = field(factory=dict)
