"""The jobs that the parent gives to a child, and the answers to them: JSON that is checked against these types."""

from msgspec import Struct

from sitescan.examine.packing import Packed
from sitescan.model.crawling import CrawledUrls, Sitemap
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.fix import Fix, Moved, Patches, Sized
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.page_load import PageLoad
from sitescan.model.page_parts import PageParts
from sitescan.model.report import Category, Judged, JudgedLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols
from sitescan.standards.sitemaps import SitemapContent

#: The maximum length of an answer in bytes of JSON.
LONGEST_ANSWER = 3 * 1024 * 1024


class OutlineJob(Struct, frozen=True, kw_only=True, tag="outline"):
    """A job: parse the page in the blob and extract its outline."""

    page: Packed[Page]
    parser: str
    links: int
    resources: int
    renders: bool = False


class JudgeJob(Struct, frozen=True, kw_only=True, tag="judge"):
    """
    A job: run the static rules on a page. In the blob, the stylesheets, scripts and speculation rules follow the page.

    :ivar facts: whether to read the facts by which the page is compared with the others of its site.
    """

    page: Packed[Page]
    parser: str
    sheets: tuple[Packed[Source], ...]
    scripts: tuple[Packed[Source], ...]
    speculation_rules: tuple[Packed[Source], ...] = ()
    facts: bool = False


class SiteJob(Struct, frozen=True, kw_only=True, tag="site"):
    """
    A job: run the rules on the text files of the site. Parsing them would block the reactor for too long.

    The bodies of the sitemaps are in the blob.
    """

    crawled: CrawledUrls
    sitemaps: tuple[Packed[Sitemap], ...]
    llms: LlmsTxt


class ReadPageJob(Struct, frozen=True, kw_only=True, tag="read"):
    """
    A job: parse a linked page, which is in the blob, and look for the parts that fragments name.

    :ivar fragments: the fragments; ``None`` to return all parts of the page instead.
    """

    exchange: Exchange
    parser: str
    fragments: tuple[str, ...] | None


class JudgeLoadJob(Struct, frozen=True, kw_only=True, tag="judge-load"):
    """
    A job: run the rules on the answers for a page's files and on the simulated load. It doesn't need the page.

    :ivar load: how the page loads its files, or ``None`` if that isn't known; then no load is simulated.
    :ivar icon: the URL of the icon that browsers use, or empty.
    :ivar found: the ids of the static rules that found something.
    """

    resources: ResourceAnswers
    protocols: Protocols | None
    load: PageLoad | None
    icon: str
    found: tuple[str, ...]


class PatchJob(Struct, frozen=True, kw_only=True, tag="patch"):
    """
    A job: make the patches of the page in the blob, as it was sent.

    :ivar fixes: the fixes that its judgement contains, by rule id.
    :ivar changes: the changes that answers of the network have shown, by rule id.
    """

    exchange: Exchange
    parser: str
    fixes: dict[str, tuple[Fix, ...]]
    changes: dict[str, tuple[Moved | Sized, ...]]


class SitemapJob(Struct, frozen=True, kw_only=True, tag="sitemap"):
    """
    A job: parse the sitemap in the blob.

    :ivar whole: whether the blob is the complete file.
    """

    whole: bool


class Ready(Struct, frozen=True, kw_only=True, tag="ready"):
    """
    A message: the child waits for its first or next job.

    :ivar spent: whether the child should be replaced, because a page has used so much memory that it stays large.
    :ivar missing: the facilities for confining a child that the system lacks; only in the first message.
    """

    spent: bool = False
    missing: tuple[str, ...] = ()


class Outlined(Struct, frozen=True, kw_only=True, tag="outlined"):
    """The answer to an :class:`OutlineJob`."""

    outline: Outline


class PageRead(Struct, frozen=True, kw_only=True, tag="has-read"):
    """
    The answer to a :class:`ReadPageJob`.

    :ivar parts: the parts of the page if all were asked for and the page was read to its end.
    """

    linked_page: LinkedPage
    parts: PageParts | None = None


class LoadJudged(Struct, frozen=True, kw_only=True, tag="load-judged"):
    """The answer to a :class:`JudgeLoadJob`."""

    load: JudgedLoad


class Patched(Struct, frozen=True, kw_only=True, tag="patched"):
    """The answer to a :class:`PatchJob`."""

    patches: Patches


class SitemapRead(Struct, frozen=True, kw_only=True, tag="sitemap-read"):
    """One of the answers to a :class:`SitemapJob`: the content of the sitemap, with some of its URLs."""

    content: SitemapContent


class CategoryJudged(Struct, frozen=True, kw_only=True, tag="judged"):
    """The judgement of one category, one of the answers to a :class:`JudgeJob` or the answer to a :class:`SiteJob`."""

    category: Category
    judged: Judged


class Failed(Struct, frozen=True, kw_only=True, tag="failed"):
    """The job could not be completed: ``reason`` is for the log, and ``heavy`` means that the page is to blame."""

    reason: str
    heavy: bool = False


class ChecksFailed(Struct, frozen=True, kw_only=True, tag="checks-failed"):
    """
    Some checks failed because of defects in sitescan.

    :ivar names: the ids of the rules, or the names of the shared parts.
    :ivar trace: the traceback of the first failure, for the log.
    """

    names: tuple[str, ...]
    trace: str


Job = OutlineJob | JudgeJob | SiteJob | ReadPageJob | JudgeLoadJob | PatchJob | SitemapJob
Answer = Ready | Outlined | PageRead | LoadJudged | Patched | CategoryJudged | SitemapRead | Failed | ChecksFailed
