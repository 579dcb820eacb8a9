"""One page under examination: what the analyzers share."""

from collections.abc import Mapping

from attrs import field, frozen
from twisted.internet.defer import Deferred

from sitescan.document.source_location import shorten
from sitescan.egress.client import Session
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.url_checker import UrlChecker
from sitescan.interfaces import IExaminer
from sitescan.model.answers import Verdict
from sitescan.model.exchange import Exchange, Source
from sitescan.model.outline import Outline
from sitescan.model.report import Category, Judged

#: Files that are named where they could not be read.
_NAMED = 3


@frozen(kw_only=True)
class Examination:
    """
    What is known of a page while it is being judged.

    :ivar exchange: how it was fetched.
    :ivar outline: what it refers to.
    :ivar session: the way to the network.
    :ivar examiner: has what the network answered judged, where that takes its time.
    :ivar asked: what URLs answer.
    :ivar images: what the first bytes of images say.
    :ivar judged: what the static rules find, for each category as soon as it is known; each is
        waited for by one analyzer.
    :ivar sources: its stylesheets and scripts by URL; they are there as soon as anything is judged.
    """

    exchange: Exchange
    outline: Outline
    session: Session
    examiner: IExaminer
    url_checker: UrlChecker
    image_reader: ImageReader
    judged: Mapping[Category, Deferred[Judged]]
    sources: Mapping[str, Source] = field(factory=dict)

    @property
    def unread_pages(self) -> tuple[str, ...]:
        """What is said of pages of linked sites that came but were not read, linked or not."""
        number = len(self.url_checker.unread)
        if not number:
            return ()
        pages = "1 page of linked sites" if number == 1 else f"{number} pages of linked sites"
        why = "too large, too slow, or the server was too busy"
        unknown = "Missing parts of pages and pages that only look as if they exist may be left out."
        return (f"{pages} could not be read completely: {why}. {unknown}",)

    @property
    def unread(self) -> tuple[str, ...]:
        """What is said of stylesheets and scripts that are there, perhaps, but could not be read."""
        answers = self.url_checker.answers
        unread = [
            f"{shorten(one.url)} ({one.problem})"
            for one in self.sources.values()
            if not one.known and (one.url not in answers or answers[one.url].verdict is not Verdict.BROKEN)
        ]
        if not unread:
            return ()
        named = ", ".join(unread[:_NAMED]) + (f" and {len(unread) - _NAMED} more" if len(unread) > _NAMED else "")
        return (f"{len(unread)} of {len(self.sources)} stylesheets and scripts could not be read completely: {named}.",)
