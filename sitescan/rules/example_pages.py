"""What the examples of rules read: what the network answered for a page at example.com."""

from collections.abc import Mapping

from sitescan.model.answers import Answer, Problem
from sitescan.model.crawling import CrawledUrls, Robots, Sitemap
from sitescan.model.exchange import Exchange
from sitescan.model.file_facts import MediaFile, Picture, TextFile
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.outline import Link, Place, Resource
from sitescan.model.redirects import Step
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.standards.http_headers import Headers

_PAGE = "https://example.com/"


def linking(*answers: Answer, left_out: int = 0) -> LinkAnswers:
    """A page that has one link for each answer."""
    links = tuple(
        Link(url=answer.url, href=answer.url, place=Place(line=line, snippet=f'<a href="{answer.url}">'))
        for line, answer in enumerate(answers, 1)
    )
    by_url = {answer.url: answer for answer in answers}
    return LinkAnswers(page_url=_PAGE, links=links, answers=by_url, left_out=left_out)


def answering(kind: str, *paths: str) -> tuple[Answer, ...]:
    """Files of example.com that are there, all of one kind."""
    headers = Headers((("Content-Type", kind),))
    return tuple(Answer(url=_PAGE + path, status=200, headers=headers) for path in paths)


def redirecting(path: str, to: str) -> Answer:
    """An address of example.com that leads to another one."""
    step = Step(url=_PAGE + path, status=301, location=to)
    return Answer(url=_PAGE + path, status=200, steps=(step,))


def sea(
    *, audio: bool | None = True, seconds: float | None = 10, captions: bool = False
) -> tuple[tuple[str, MediaFile], ...]:
    """What the header of the file ``sea.mp4`` of example.com says."""
    return ((f"{_PAGE}sea.mp4", MediaFile(format="MP4", audio=audio, seconds=seconds, captions=captions)),)


def loading_all(
    *loaded: tuple[Resource, Answer],
    pictures: Mapping[str, Picture] | None = None,
    texts: Mapping[str, TextFile] | None = None,
) -> ResourceAnswers:
    """A page that loads these files, and what each answered."""
    return ResourceAnswers(
        exchange=Exchange(requested=_PAGE, url=_PAGE, status=200, wire_size=1000),
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
    A page at example.com that loads one file, and what that answered.

    :param path: the file's URL, or its path below the page's.
    :param fields: the header fields of the answer.
    :param shown: the width and height that the page says the file is shown at.
    :param picture: what its first bytes say.
    :param text: what it holds, where it was read.
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


def crawled_site(body: str, *, whole: bool = True, robots: str = "", noindex: bool = False) -> CrawledUrls:
    """
    A page of a site with a sitemap.

    :param body: what the sitemap says.
    :param whole: whether it was read to its end.
    :param robots: what the site's robots.txt says.
    :param noindex: whether the page keeps search engines away.
    """
    return CrawledUrls(
        robots=Robots(url=f"{_PAGE}pears", robots_url=f"{_PAGE}robots.txt", status=200, text=robots),
        noindex=noindex,
        sitemaps=(Sitemap(url=f"{_PAGE}sitemap.xml", body=body.encode(), whole=whole),),
    )


def sitemap_listing(*urls: str) -> str:
    """A sitemap that lists these URLs."""
    listed = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>'


def crawled_file(robots: str, kind: str, url: str) -> CrawledUrls:
    """A page that loads one file, and what its site's robots.txt says."""
    return CrawledUrls(
        robots=Robots(url=_PAGE, robots_url=f"{_PAGE}robots.txt", status=200, text=robots),
        resources=(Resource(url=url, kind=kind),),
    )
