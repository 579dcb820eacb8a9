"""The answers of a site at well-known URLs and at the URLs that the head of a page names."""

from attrs import frozen

from sitescan.model.answers import Answer
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.exchange import Exchange
from sitescan.model.linked_page import LinkedPage


@frozen(kw_only=True)
class Preview:
    """
    The image that a page names for link previews.

    :ivar answer: the answer to the request for the image.
    :ivar width: its width in pixels; 0 if unknown.
    :ivar height: its height in pixels; 0 if unknown.
    """

    answer: Answer
    width: int = 0
    height: int = 0


@frozen(kw_only=True)
class SiteAnswers(PlacedEvidence):
    """
    The answers to requests for the URLs that search engines fetch in addition to a page.

    :ivar exchange: the exchange of the page itself.
    :ivar canonical: the answer for the canonical URL; ``None`` if the page names none or itself.
    :ivar amp: the answer for the AMP version; ``None`` if the page names none or itself.
    :ivar sitemaps: the answers for the sitemaps that robots.txt declares, or for ``/sitemap.xml``.
    :ivar sitemaps_declared: whether robots.txt declares sitemaps.
    :ivar listed: the answers for a sample of the URLs that the sitemaps list.
    :ivar page: the facts that a link to the page would show.
    :ivar spellings: the answers for other URLs at which servers often answer with the same page.
    :ivar markdown: the answer at the page's URL for programs that prefer Markdown; ``None`` if it was not requested.
    :ivar alternates: the language code and the answer of each version in another language.
    :ivar favicon: the answer for the icon that the page names, or for ``/favicon.ico``; ``None`` if no icon was
        requested.
    :ivar favicon_named: whether the page names an icon.
    :ivar preview: the image for link previews; ``None`` if the page names none.
    """

    exchange: Exchange
    canonical: Answer | None = None
    amp: Answer | None = None
    alternates: tuple[tuple[str, Answer], ...] = ()
    sitemaps: tuple[Answer, ...] = ()
    sitemaps_declared: bool = False
    listed: tuple[Answer, ...] = ()
    page: LinkedPage = LinkedPage()
    spellings: tuple[Answer, ...] = ()
    markdown: Answer | None = None
    favicon: Answer | None = None
    favicon_named: bool = False
    preview: Preview | None = None


@frozen(kw_only=True)
class LlmsTxt(PlacedEvidence):
    """
    The llms.txt of a site, a summary for language models.

    :ivar url: the URL of the file.
    :ivar status: the status of its response; ``None`` if there was none.
    :ivar text: its text; empty if there is none.
    """

    url: str
    status: int | None = None
    text: str = ""

    @property
    def complete(self) -> bool:
        """Whether the server responded."""
        return self.status is not None


@frozen(kw_only=True)
class SecurityTxt(PlacedEvidence):
    """
    The security.txt of a site.

    :ivar url: the URL of the file.
    :ivar requested: the URL that was requested, if it redirects to the file.
    :ivar status: the status of its response; ``None`` if there was none.
    :ivar content_type: its ``Content-Type``.
    :ivar text: its text; empty if there is none.
    :ivar now: the time of the request, in seconds since the epoch.
    """

    url: str
    requested: str = ""
    status: int | None = None
    content_type: str = ""
    text: str = ""
    now: float = 0.0

    @property
    def complete(self) -> bool:
        """Whether the server responded."""
        return self.status is not None


@frozen(kw_only=True)
class ExposedFile:
    """
    The answer for a file that should never be public.

    :ivar what: a description of what it exposes; empty if it doesn't exist or has another content.
    :ivar known: whether there was an answer.
    """

    url: str
    what: str = ""
    known: bool = True


@frozen(kw_only=True)
class ExposedFiles(PlacedEvidence):
    """
    The files of a site that should never be public and are.

    :ivar unanswered: the number of files without an answer.
    """

    found: tuple[ExposedFile, ...] = ()
    unanswered: int = 0

    @property
    def complete(self) -> bool:
        """Whether every request was answered."""
        return not self.unanswered
