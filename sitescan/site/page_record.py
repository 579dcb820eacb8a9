"""What is kept of each page of a site."""

from typing import Any

from attrs import frozen


@frozen(order=True)
class PageLink:
    """
    A link of a page to another page of its site.

    :ivar url: the absolute URL without fragment.
    :ivar fragment: the part after ``#``, percent-encoded; empty if there is none.
    """

    url: str
    fragment: str = ""


@frozen(kw_only=True)
class PageRecord:
    """
    A page that was read, or the reason why it could not be.

    :ivar depth: the number of clicks from the start page; ``None`` if no link from there leads to it.
    :ivar problem: the reason why there is no report; empty if there is one.
    :ivar redirect: the URL that it redirects to, which is another page; empty if it doesn't.
    :ivar report: the report as :func:`sitescan.report.json_format.report_json` returns it; empty if there is none.
    :ivar links: the distinct links to pages of the site, sorted.
    """

    url: str
    depth: int | None
    problem: str = ""
    redirect: str = ""
    report: dict[str, Any] | None = None
    links: tuple[PageLink, ...] = ()
