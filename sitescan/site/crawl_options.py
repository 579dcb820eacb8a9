"""The pages of a site on the web that are read, and how."""

from attrs import frozen


@frozen(kw_only=True)
class CrawlOptions:
    """
    How a site on the web is crawled.

    :ivar urls: other pages to read than the start page and those that it leads to.
    :ivar headers: the header fields of each request to the site.
    :ivar insecure: whether to accept certificates that browsers don't trust.
    :ivar jobs: the number of pages that are read at the same time.
    :ivar obeys: whether pages that robots.txt disallows are left out.
    :ivar sitemaps: the sitemaps to read; ``None`` for those of robots.txt.
    :ivar mapped: the beginning of URLs in sitemaps and of canonical URLs, and what it is on this site.
    :ivar subdomains: whether pages of subdomains are read, too.
    :ivar also: other origins whose pages are read, too.
    :ivar drop: the names of parameters of URLs that are dropped.
    :ivar keep: the names of parameters of URLs that are kept, even if they change nothing.
    :ivar rate: the requests a second to a host; 0 for any number.
    :ivar most_seconds: the time after which no other page is read.
    :ivar rest: the seconds that the site is given if it doesn't answer any more; after three times, it is left.
    """

    urls: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    insecure: bool = False
    jobs: int = 4
    obeys: bool = True
    sitemaps: tuple[str, ...] | None = None
    mapped: tuple[str, str] = ("", "")
    subdomains: bool = False
    also: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    rate: float = 5.0
    most_seconds: float = float("inf")
    rest: float = 60.0
