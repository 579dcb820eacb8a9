"""Links are reported as soft 404s by comparison with a page that the site doesn't have."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from twisted.internet.defer import Deferred, succeed

from sitescan.concurrency.deadline import Deadline
from sitescan.document.document import Document
from sitescan.document.links.linked_page_reader import read
from sitescan.fetch.missing_pages import missing_page, with_missing_pages
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange, Page
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Link
from sitescan.model.redirects import Step
from sitescan.rules.links import soft_404
from sitescan.standards.http_headers import Headers
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now

ORIGIN = "http://a.example"
NOWHERE = missing_page(ORIGIN, [f"{ORIGIN}/pears"]).removeprefix(ORIGIN)
HTML = Headers((("Content-Type", "text/html; charset=utf-8"),))
FRONT, PEARS = "<title>Fruit</title><h1>Fruit</h1>", "<title>Pears</title><h1>Pears</h1>"
NOTHING = "<title>Nic zde není</title><h1>Nic zde není</h1>"
WORDS = "<title>Page not found</title><h1>Page not found</h1><script src=/a.js></script>"
SHELL = '<title>Fruit</title><div id="root"></div><script src="/app.js"></script>'
LOGIN = '<title>Fruit</title><form><input type="PASSWORD"></form>'


Site = Mapping[str, Mapping[str, Any]]


class Reading(FakeExaminer):
    """An examiner that reads pages as a child process does."""

    def read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> Deferred[LinkedPage]:
        """Return the linked page's facts."""
        return succeed(read(Document(page), fragments))


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire({f"{name}.example": [["93.184.215.14"]] for name in "abcd"})
    yield wire
    wire.end()


def found(wire: Wire, site: Site, *paths: str, page: str = "/links", source: str = PEARS) -> list[str]:
    """
    Return the links of a page that are reported as soft 404s.

    :param page: the path of the page.
    :param source: the HTML of the page.
    :param site: the responses of the site by path; other pages have no media type, and aren't read.
    """
    urls = [path if "://" in path else ORIGIN + path for path in paths]
    links = LinkAnswers(
        page_url=ORIGIN + page,
        links=tuple(Link(url=url) for url in urls),
        answers={url: _linked(url, site.get(url.removeprefix(ORIGIN), {})) for url in urls},
    )
    checker = UrlChecker(session=wire.session, examiner=Reading(), parts={})
    failures = ProbeFailures()
    itself = read(Document(Page(exchange=Exchange(requested=ORIGIN, url=ORIGIN, status=200), body=source.encode())), ())
    work = Deferred.fromCoroutine(with_missing_pages(checker, links, itself, wire.deadline(), failures))
    served = {ORIGIN + path: {"type": "text/html", **answer} for path, answer in site.items()}
    for _ in range(10):
        wire.serve(served)
        wire.reactor.advance(0)
    assert not failures.parts
    at = [finding.at for finding in soft_404.check(result_now(work))]
    return [link.url.removeprefix(ORIGIN) for link in at if isinstance(link, Link)]


def _linked(url: str, answer: Mapping[str, Any]) -> Answer:
    """Return the answer of a link's check by HEAD."""
    location = answer.get("location", "")
    steps = (Step(url=url, status=302, location=ORIGIN + location),) if location else ()
    return Answer(url=url, status=200, headers=HTML, steps=steps)


def test_missing_page_has_status_404(wire: Wire) -> None:
    """If a missing page answers with status 404, no link is reported and nothing else is requested."""
    site: Site = {NOWHERE: {"status": 404, "body": NOTHING}, "/pears": {"body": PEARS}}
    assert found(wire, site, "/pears", "/apples") == []
    assert wire.requests == [("GET", ORIGIN + NOWHERE)]


def test_links_that_match_missing_page(wire: Wire) -> None:
    """A link that answers like a missing page, in any language, is a soft 404, and links to other pages aren't."""
    site: Site = {
        "/": {"body": FRONT},
        "/pears": {"body": PEARS},
        NOWHERE: {"body": NOTHING},
        "/old": {"body": NOTHING},
    }
    assert found(wire, site, "/pears", "/old") == ["/old"]


def test_not_found_pages(wire: Wire) -> None:
    """If missing pages answer with success, a page that says it wasn't found is a soft 404, even with scripts."""
    site: Site = {
        "/": {"body": FRONT},
        "/pears": {"body": PEARS},
        NOWHERE: {"body": WORDS},
        "/old": {"body": WORDS + " "},
    }
    assert found(wire, site, "/pears", "/old") == ["/old"]


def test_redirects_to_error_page(wire: Wire) -> None:
    """A link that redirects to the same error page as a missing page is a soft 404, without further requests."""
    site: Site = {NOWHERE: {"status": 302, "location": "/start"}, "/start": {"body": WORDS}}
    old: Site = {"/old": {"status": 302, "location": "/start"}, "/moved": {"status": 302, "location": "/pears"}}
    assert found(wire, {**site, **old}, "/pears", "/old", "/moved", "/start") == ["/old"]
    assert [url for _, url in wire.requests] == [ORIGIN + NOWHERE, f"{ORIGIN}/start"]


@pytest.mark.parametrize(
    ("front", "missing"),
    [
        pytest.param(SHELL, SHELL, id="one shell for all pages"),
        pytest.param(FRONT, SHELL, id="a shell for all but the front page"),
        pytest.param(FRONT, FRONT, id="the front page for all"),
        pytest.param(FRONT, LOGIN, id="a login for all"),
        pytest.param(WORDS, WORDS, id="scripts that mend a page of errors"),
        pytest.param(FRONT, "", id="nothing"),
    ],
)
def test_indistinguishable_pages(wire: Wire, front: str, missing: str) -> None:
    """If a missing page may look like other pages, no link is reported."""
    site: Site = {
        "/": {"body": front},
        NOWHERE: {"body": missing},
        "/pears": {"body": missing},
        "/about": {"body": PEARS},
    }
    assert found(wire, site, "/pears", "/about") == []


@pytest.mark.parametrize("body", [FRONT, LOGIN, SHELL, PEARS])
def test_redirects_to_ordinary_pages(wire: Wire, body: str) -> None:
    """A link isn't reported if missing pages redirect to a login, a consent, the front page or another page."""
    site: Site = {NOWHERE: {"status": 302, "location": "/welcome"}, "/welcome": {"body": body}}
    assert found(wire, {**site, "/account": {"status": 302, "location": "/welcome"}}, "/account") == []


def test_unreadable_front_page(wire: Wire) -> None:
    """If the front page can't be read, no link is reported, since every URL may answer with the front page."""
    site: Site = {"/": {"status": 500, "body": FRONT}, NOWHERE: {"body": NOTHING}, "/old": {"body": NOTHING}}
    assert found(wire, site, "/old") == []


def test_scanned_front_page(wire: Wire) -> None:
    """The front page isn't requested if it is the scanned page."""
    site: Site = {"/": {"status": 500}, NOWHERE: {"body": NOTHING}, "/old": {"body": NOTHING}, "/a": {"body": PEARS}}
    assert found(wire, site, "/old", "/a", page="/", source=FRONT) == ["/old"]
    assert f"{ORIGIN}/" not in [url for _, url in wire.requests]


def test_links_to_scanned_page(wire: Wire) -> None:
    """A link to the scanned page isn't reported, because the page itself is reported elsewhere."""
    assert found(wire, {"/": {"body": WORDS}, NOWHERE: {"status": 404}}, "/", page="/", source=WORDS) == []


def test_front_page_for_missing_pages(wire: Wire) -> None:
    """If a missing page answers with the front page, no linked page is requested."""
    site: Site = {path: {"body": FRONT} for path in (NOWHERE, "/", "/a", "/b")}
    assert found(wire, site, "/a", "/b") == []
    assert [url.removeprefix(ORIGIN) for method, url in wire.requests if method == "GET"] == [NOWHERE, "/"]


def test_number_of_sites_is_limited(wire: Wire) -> None:
    """The page's own site and the two sites with most links are checked, with few requests for each."""
    external = [
        f"http://{host}.example/{page}" for host, pages in zip("bcd", (1, 2, 3), strict=True) for page in range(pages)
    ]
    own = [f"/{number}" for number in range(30)]
    site: Site = {NOWHERE: {"body": NOTHING}, "/": {"body": FRONT}, **{path: {"body": PEARS} for path in own}}
    assert found(wire, site, *external, *own) == []
    assert {url.split("/")[2] for _, url in wire.requests} == {"a.example", "c.example", "d.example"}
    assert len([url for _, url in wire.requests if url.startswith(ORIGIN)]) == 12


def test_site_with_only_files(wire: Wire) -> None:
    """A site isn't requested if all links to it lead to files other than pages."""
    links = LinkAnswers(page_url=ORIGIN, links=(Link(url=f"{ORIGIN}/a"),), answers={f"{ORIGIN}/a": Answer(url="/a")})
    checker = UrlChecker(session=wire.session, examiner=Reading(), parts={})
    assert result_now(
        Deferred.fromCoroutine(with_missing_pages(checker, links, LinkedPage(), wire.deadline(), ProbeFailures()))
    )
    assert not wire.dialled


@pytest.mark.parametrize(
    ("urls", "directory"),
    [
        (["/pears"], "/"),
        (["/fruit/pears", "/fruit/apples", "/about"], "/fruit/"),
        (["/fruit/pears?sort=/a/b/"], "/fruit/"),
        (["/fruit/"], "/fruit/"),
        (["/"], "/"),
    ],
)
def test_url_of_missing_page(urls: list[str], directory: str) -> None:
    """The URL of a missing page is in the directory of most linked pages, and always the same."""
    url = missing_page(ORIGIN, [ORIGIN + url for url in urls])
    assert url == ORIGIN + directory + NOWHERE.removeprefix("/")
