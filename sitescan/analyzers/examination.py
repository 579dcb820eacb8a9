"""The state of one page that the analyzers share."""

from collections.abc import Mapping, Sequence

from attrs import field, frozen
from twisted.internet.defer import Deferred

from sitescan.document.source_location import shorten
from sitescan.egress.client import Session
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.url_checker import UrlChecker
from sitescan.interfaces import IExaminer
from sitescan.model.answers import Verdict
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.exchange import Exchange, Source
from sitescan.model.outline import Outline
from sitescan.model.report import Category, Judged

#: The number of unreadable files that are named.
_NAMED = 3


@frozen(kw_only=True)
class Examination:
    """
    The evidence about a page while the analyzers work, and their access to the network.

    :ivar exchange: the exchange of the page.
    :ivar outline: the references of the page.
    :ivar session: the HTTP client of the scan.
    :ivar examiner: judges answers in a child process if that takes long.
    :ivar url_checker: requests URLs, each once in a scan.
    :ivar image_reader: reads the first bytes of images.
    :ivar judged: the results of the static rules by category; one analyzer waits for each of them.
    :ivar sources: the stylesheets and scripts by URL, complete when the first result of ``judged`` is available.
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
    def unread_pages(self) -> Sequence[UnexaminedPart]:
        """The pages of linked sites that were fetched but not read, as one part; none if there are no such pages."""
        number = len(self.url_checker.unread)
        if not number:
            return ()
        pages = "1 page of linked sites" if number == 1 else f"{number} pages of linked sites"
        why = "too large, too slow, or the server was too busy"
        unknown = "Missing parts of pages and pages that only look as if they exist may be left out"
        return (UnexaminedPart("linked-pages-unread", f"{pages} could not be read completely: {why}. {unknown}"),)

    @property
    def unread(self) -> Sequence[UnexaminedPart]:
        """The stylesheets and scripts that may exist but could not be read, as one part; none if all were read."""
        unread = [
            f"{shorten(source.url)} ({source.problem})"
            for source in self.sources.values()
            if not source.known and not self._is_broken(source.url)
        ]
        if not unread:
            return ()
        named = ", ".join(unread[:_NAMED]) + (f" and {len(unread) - _NAMED} more" if len(unread) > _NAMED else "")
        text = f"{len(unread)} of {len(self.sources)} stylesheets and scripts could not be read completely: {named}"
        return (UnexaminedPart("sources-unread", text),)

    def _is_broken(self, url: str) -> bool:
        return url in self.url_checker.answers and self.url_checker.loaded(url).verdict is Verdict.BROKEN
