"""What the parent asks of a child and what the child answers; JSON, checked against these types."""

from msgspec import Struct

from sitescan.model.crawling import CrawledUrls, Sitemap
from sitescan.model.exchange import Exchange, Source
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.page_load import PageLoad
from sitescan.model.report import Category, Judged, JudgedLoad
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols

#: The longest answer that the parent takes, bytes of JSON.
LONGEST_ANSWER = 4 * 1024 * 1024


class SourceHead(Struct, frozen=True, kw_only=True):
    """A stylesheet or script without its body, which follows in the blob, ``size`` bytes long."""

    source: Source
    size: int


class OutlineJob(Struct, frozen=True, kw_only=True, tag="outline"):
    """Parse the page in the blob and say what it refers to."""

    exchange: Exchange
    parser: str
    links: int
    resources: int


class JudgeJob(Struct, frozen=True, kw_only=True, tag="judge"):
    """Run the static rules on the page in the blob (``page`` bytes, then the stylesheets, then the scripts)."""

    exchange: Exchange
    parser: str
    page: int
    sheets: tuple[SourceHead, ...]
    scripts: tuple[SourceHead, ...]


class SitemapHead(Struct, frozen=True, kw_only=True):
    """A sitemap without its body, which follows in the blob, ``size`` bytes long."""

    sitemap: Sitemap
    size: int


class SiteJob(Struct, frozen=True, kw_only=True, tag="site"):
    """
    Run the rules on the site's text files, which take longer to read than a reactor may stand still.

    The bodies of the sitemaps are in the blob.
    """

    crawled: CrawledUrls
    sitemaps: tuple[SitemapHead, ...]
    llms: LlmsTxt


class ReadPageJob(Struct, frozen=True, kw_only=True, tag="read"):
    """Read the page in the blob, which a link leads to, and look for the parts that fragments name."""

    exchange: Exchange
    parser: str
    fragments: tuple[str, ...]


class JudgeLoadJob(Struct, frozen=True, kw_only=True, tag="judge-load"):
    """
    Run the rules on what the network answered of a page's files, and on its simulated load.

    It needs nothing of the page itself but what the static rules found.

    :ivar load: what the page says of its own loading; ``None`` where that is not known, and nothing is simulated.
    :ivar icon: the URL of the icon that browsers take, or empty.
    :ivar found: the ids of the rules that found something on the page.
    """

    resources: ResourceAnswers
    protocols: Protocols | None
    load: PageLoad | None
    icon: str
    found: tuple[str, ...]


class Ready(Struct, frozen=True, kw_only=True, tag="ready"):
    """
    The child has started, or has ended a job, and waits for the next one.

    :ivar spent: whether it should not get one: a page has made it so large that it would stay so.
    :ivar missing: what the system does not have of what confines a child; said when it has started.
    """

    spent: bool = False
    missing: tuple[str, ...] = ()


class Outlined(Struct, frozen=True, kw_only=True, tag="outlined"):
    """The answer to an :class:`OutlineJob`."""

    outline: Outline


class PageRead(Struct, frozen=True, kw_only=True, tag="has-read"):
    """The answer to a :class:`ReadPageJob`."""

    linked_page: LinkedPage


class LoadJudged(Struct, frozen=True, kw_only=True, tag="load-judged"):
    """The answer to a :class:`JudgeLoadJob`."""

    load: JudgedLoad


class CategoryJudged(Struct, frozen=True, kw_only=True, tag="judged"):
    """What the static rules of one category found; one of these for each category."""

    category: Category
    judged: Judged


class Failed(Struct, frozen=True, kw_only=True, tag="failed"):
    """The job could not be done; ``reason`` is for the log, ``heavy`` says that the page is to blame."""

    reason: str
    heavy: bool = False


class ChecksFailed(Struct, frozen=True, kw_only=True, tag="checks-failed"):
    """
    Some of what was to be done with a page threw an error of ours.

    :ivar names: the ids of the rules, or the part of the page that they share.
    :ivar trace: of the first one, for the log.
    """

    names: tuple[str, ...]
    trace: str


Job = OutlineJob | JudgeJob | SiteJob | ReadPageJob | JudgeLoadJob
Answer = Ready | Outlined | PageRead | LoadJudged | CategoryJudged | Failed | ChecksFailed
