"""Evidence for the examples of rules: a page at example.com, and the answers of the network."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from attrs import evolve

from sitescan.model.answers import Answer, Problem
from sitescan.model.crawling import CrawledUrls, Robots, Sitemap
from sitescan.model.exchange import Exchange, Tls
from sitescan.model.file_facts import MediaFile, Picture, TextFile
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.outline import Link, Place, Resource
from sitescan.model.redirects import Step
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import SiteAnswers
from sitescan.model.transport_answers import Transport
from sitescan.standards.http_headers import Headers

_PAGE = "https://example.com/"

#: The response of the home page, and the answers of the site of another page.
HOME_PAGE = Exchange(requested=_PAGE, url=_PAGE, status=200)
SITE = SiteAnswers(exchange=Exchange(requested=f"{_PAGE}pears", url=f"{_PAGE}pears", status=200))


def over_tls(protocol: str = "TLSv1.3", cipher: str = "TLS_AES_128_GCM_SHA256", **facts: Any) -> Transport:
    """
    Return what was found out about the server of a home page over TLS.

    :param facts: further fields of :class:`sitescan.model.exchange.Tls`.
    """
    return Transport(exchange=evolve(HOME_PAGE, tls=Tls(protocol=protocol, cipher=cipher, **facts)))


def linking(*answers: Answer, left_out: int = 0) -> LinkAnswers:
    """Return the answers for a page with one link for each answer."""
    links = tuple(
        Link(url=answer.url, href=answer.url, place=Place(line=line, snippet=f'<a href="{answer.url}">'))
        for line, answer in enumerate(answers, 1)
    )
    by_url = {answer.url: answer for answer in answers}
    return LinkAnswers(page_url=_PAGE, links=links, answers=by_url, left_out=left_out)


def answering(kind: str, *paths: str) -> tuple[Answer, ...]:
    """Return successful answers for files of example.com with one media type."""
    headers = Headers((("Content-Type", kind),))
    return tuple(Answer(url=_PAGE + path, status=200, headers=headers) for path in paths)


def redirecting(
    url: str, *locations: str, by: int = 301, status: int | None = 200, problem: Problem | None = None
) -> Answer:
    """
    Return the answer for a URL that redirects to another one, which may redirect to the next.

    :param url: a URL, or a path relative to the page.
    :param by: the status of each redirect.
    :param status: the status of the final response.
    """
    url = url if "://" in url else _PAGE + url
    steps = tuple(Step(url=start, status=by, location=other) for start, other in pairwise((url, *locations)))
    return Answer(url=url, steps=steps, status=status, problem=problem)


def redirected_link(
    url: str, *locations: str, by: int = 301, status: int | None = 200, problem: Problem | None = None
) -> LinkAnswers:
    """Return the answers for a page with one link, which redirects (:func:`redirecting`)."""
    return linking(redirecting(url, *locations, by=by, status=status, problem=problem))


def sea(
    *, audio: bool | None = True, seconds: float | None = 10, captions: bool = False
) -> tuple[tuple[str, MediaFile], ...]:
    """Return the header of the file ``sea.mp4`` of example.com, by URL."""
    return ((f"{_PAGE}sea.mp4", MediaFile(format="MP4", audio=audio, seconds=seconds, captions=captions)),)


def loading_all(
    *loaded: tuple[Resource, Answer],
    pictures: Mapping[str, Picture] | None = None,
    texts: Mapping[str, TextFile] | None = None,
) -> ResourceAnswers:
    """Return the answers for a page that loads these files."""
    return ResourceAnswers(
        exchange=evolve(HOME_PAGE, wire_size=1000),
        resources=tuple(resource for resource, _ in loaded),
        answers={resource.url: answer for resource, answer in loaded},
        pictures=pictures or {},
        texts=texts or {},
    )


def loading(
    kind: str,
    path: str,
    *fields: tuple[str, str],
    size: int | None = None,
    status: int | None = 200,
    problem: Problem | None = None,
    shown: tuple[int, int] = (0, 0),
    picture: Picture | None = None,
    text: TextFile | None = None,
) -> ResourceAnswers:
    """
    Return the answers for a page at example.com that loads one file.

    :param path: the URL of the file, or its path relative to the page.
    :param fields: the header fields of the answer.
    :param shown: the width and height at which the page shows the file.
    :param picture: the facts in its first bytes.
    :param text: the facts in its text, if it was read.
    """
    url = path if "://" in path else _PAGE + path
    width, height = shown
    return loading_all(
        (
            Resource(url=url, kind=kind, width=width, height=height, displayed=width),
            Answer(url=url, status=status, headers=Headers(fields), size=size, problem=problem),
        ),
        pictures={} if picture is None else {url: picture},
        texts={} if text is None else {url: text},
    )


def loading_scripts(number: int, host: str) -> ResourceAnswers:
    """
    Return the answers for a page that loads scripts whose answers are not known.

    :param host: the host of each script; ``{}`` stands for its number.
    """
    urls = (f"https://{host.format(index)}/{index}.js" for index in range(number))
    return ResourceAnswers(exchange=HOME_PAGE, resources=tuple(Resource(url=url, kind="script") for url in urls))


def robots_txt(text: str, path: str = "/", status: int | None = 200) -> Robots:
    """Return the robots.txt of example.com, for a page at a path."""
    return Robots(url=f"{_PAGE[:-1]}{path}", robots_url=f"{_PAGE}robots.txt", status=status, text=text)


def ld_script(members: str) -> str:
    """Return a script element with JSON-LD; its object has the context of Schema.org and these members."""
    return f'<script type="application/ld+json">{{"@context": "https://schema.org", {members}}}</script>'


def crawled_site(body: str, *, whole: bool = True, robots: str = "", size: int | None = None) -> CrawledUrls:
    """
    Return the crawled URLs of a site with a sitemap.

    :param body: the text of the sitemap.
    :param whole: whether it was read to its end.
    :param robots: the text of robots.txt.
    :param size: the size of the complete sitemap, if it is known.
    """
    return CrawledUrls(
        robots=robots_txt(robots, "/pears"),
        sitemaps=(Sitemap(url=f"{_PAGE}sitemap.xml", body=body.encode(), whole=whole, size=size),),
    )


def sitemap_answers(*answers: Answer, declared: bool) -> SiteAnswers:
    """Return the answers of a site for its sitemaps, which robots.txt declares or not."""
    return evolve(SITE, sitemaps=answers, sitemaps_declared=declared)


def listing(*answers: Answer) -> SiteAnswers:
    """Return the answers of a site whose sitemap lists these URLs."""
    return evolve(SITE, listed=answers)


def sitemap_listing(*urls: str) -> str:
    """Return a sitemap that lists these URLs."""
    listed = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>'


def crawled_file(robots: str, kind: str, url: str) -> CrawledUrls:
    """Return the crawled URLs of a page that loads one file."""
    return CrawledUrls(
        robots=robots_txt(robots),
        resources=(Resource(url=url, kind=kind),),
    )
