"""The answers of a site at well-known addresses and at those that a page names in its head."""

from attrs import frozen

from sitescan.model.answers import Answer
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.exchange import Exchange


@frozen(kw_only=True)
class Preview:
    """
    The picture that a page names for previews.

    :ivar answer: what its address answered.
    :ivar width: its width in pixels, or 0 where it is not known.
    :ivar height: likewise.
    """

    answer: Answer
    width: int = 0
    height: int = 0


@frozen(kw_only=True)
class SiteAnswers(PlacedEvidence):
    """
    What the site answers at the addresses that search engines ask for beside the page.

    :ivar exchange: the page's own exchange.
    :ivar canonical: the answer of the address that the page prefers for itself; ``None`` where
        that is the page's own, or none is named.
    :ivar sitemaps: the answers of the sitemaps that robots.txt declares, or of ``/sitemap.xml``.
    :ivar sitemaps_declared: whether they are declared.
    :ivar alternates: the versions in other languages, each by its code, and their answers.
    :ivar favicon: the answer of the icon that the page names, or of ``/favicon.ico``; ``None`` where there
        is nothing to ask for.
    :ivar favicon_named: whether the page names an icon.
    :ivar preview: the picture for previews; ``None`` where the page names none.
    """

    exchange: Exchange
    canonical: Answer | None = None
    alternates: tuple[tuple[str, Answer], ...] = ()
    sitemaps: tuple[Answer, ...] = ()
    sitemaps_declared: bool = False
    favicon: Answer | None = None
    favicon_named: bool = False
    preview: Preview | None = None


@frozen(kw_only=True)
class LlmsTxt(PlacedEvidence):
    """
    The site's llms.txt, a summary for language models.

    :ivar url: where it was asked for.
    :ivar status: its status, or ``None`` where there was no answer.
    :ivar text: its text; empty where there is none.
    """

    url: str
    status: int | None = None
    text: str = ""


@frozen(kw_only=True)
class SecurityTxt(PlacedEvidence):
    """
    The site's security.txt.

    :ivar url: where it was asked for.
    :ivar status: its status, or ``None`` where there was no answer.
    :ivar content_type: its ``Content-Type``.
    :ivar text: its text; empty where there is none.
    :ivar now: when it was asked for, seconds since the epoch.
    """

    url: str
    status: int | None = None
    content_type: str = ""
    text: str = ""
    now: float = 0.0
