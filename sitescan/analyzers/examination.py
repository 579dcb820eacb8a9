"""One page under examination: what the analyzers share."""

from collections.abc import Mapping

from attrs import frozen
from twisted.internet.defer import Deferred

from sitescan.egress.client import Session
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
    :ivar asked: what URLs answer.
    :ivar sheets: its stylesheets by URL; they are there as soon as anything is judged.
    :ivar judged: what the static rules find, for each category as soon as it is known; each is
        waited for by one analyzer.
    """

    exchange: Exchange
    outline: Outline
    session: Session
    asked: Asked
    sheets: Mapping[str, Sheet]
    judged: Mapping[Category, Deferred[Judged]]
