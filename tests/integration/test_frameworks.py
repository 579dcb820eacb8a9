"""The fixture ``sitescan`` beside the test clients of web frameworks, each with a small app; ``tox -e frameworks``."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from klein import Klein
from treq.testing import StubTreq
from twisted.internet.defer import Deferred

from sitescan.testing.page_checker import PageChecker
from sitescan.testing.page_result import PageResult
from tests.programs import needs, program
from tests.site import page, serving

pytestmark = pytest.mark.filterwarnings("default")

PAGE = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Pears</title>\n'
    '<link rel="stylesheet" href="/pears.css">\n<h1>Pears</h1><img src="a.png">\n'
)
STYLE = "h1 { color: #bbb }"
HEADERS = {"Referrer-Policy": "unsafe-url", "Set-Cookie": "session=1"}


def _check(result: PageResult | Awaitable[PageResult], *, headers: bool = True, styles: bool = True) -> None:
    """Check what is known of the page: its body, its header and cookies, and its stylesheet."""
    assert isinstance(result, PageResult)
    assert result.report.status_code == 200
    assert result.report.url.endswith("/pears")
    found = {issue.rule for issue in result.issues}
    assert "accessibility/image-alt" in found
    assert ("security/referrer-policy-unsafe" in found) is headers
    assert ("security/cookie-readable" in found) is headers
    assert ("accessibility/contrast" in found) is styles
    result.assert_no("seo/title-missing")
    with pytest.raises(AssertionError, match=r"/pears:6:15: error: Images have no alt text"):
        result.assert_no("error")


def test_django(sitescan: PageChecker) -> None:
    """Django's client is found by its response, and gives the stylesheet."""
    django = pytest.importorskip("django")
    settings = pytest.importorskip("django.conf").settings
    http, path = pytest.importorskip("django.http"), pytest.importorskip("django.urls").path

    def pears(_: Any) -> Any:
        response = http.HttpResponse(PAGE, headers={"Referrer-Policy": "unsafe-url"})
        response.set_cookie("session", "1")
        return response

    urls = (path("pears", pears), path("pears.css", lambda _: http.HttpResponse(STYLE, content_type="text/css")))
    settings.configure(ROOT_URLCONF=urls, ALLOWED_HOSTS=["*"], SECRET_KEY="pears")
    django.setup()
    _check(sitescan(pytest.importorskip("django.test").Client().get("/pears")))


def _flask() -> Any:
    flask = pytest.importorskip("flask")
    app = flask.Flask("pears")
    app.add_url_rule("/pears", "pears", lambda: (PAGE, HEADERS))
    app.add_url_rule("/pears.css", "style", lambda: (STYLE, {"Content-Type": "text/css"}))
    return app


def test_flask(sitescan: PageChecker) -> None:
    """The client of Flask gives the stylesheet if it is named."""
    client = _flask().test_client()
    _check(sitescan(client.get("/pears"), client=client))
    _check(sitescan(client.get("/pears")), styles=False)


def test_webtest(sitescan: PageChecker) -> None:
    """WebTest's app is found by its response."""
    webtest = pytest.importorskip("webtest")
    _check(sitescan(webtest.TestApp(_flask()).get("/pears")))


def test_fastapi(sitescan: PageChecker) -> None:
    """The client of FastAPI and Starlette is one of httpx."""
    fastapi = pytest.importorskip("fastapi")
    testclient = pytest.importorskip("fastapi.testclient")
    app = fastapi.FastAPI()
    app.add_api_route("/pears", lambda: fastapi.Response(PAGE, headers=HEADERS, media_type="text/html"))
    app.add_api_route("/pears.css", lambda: fastapi.Response(STYLE, media_type="text/css"))
    client = testclient.TestClient(app)
    _check(sitescan(client.get("/pears"), client=client))


def test_aiohttp(sitescan: PageChecker) -> None:
    """The result for a response of aiohttp is awaited, as its body is."""
    web, utils = pytest.importorskip("aiohttp.web"), pytest.importorskip("aiohttp.test_utils")

    async def pears(_: Any) -> Any:
        return web.Response(text=PAGE, content_type="text/html", headers=HEADERS)

    async def test() -> PageResult:
        app = web.Application()
        app.router.add_get("/pears", pears)
        async with utils.TestClient(utils.TestServer(app)) as client:
            result = sitescan(await client.get("/pears"))
            assert isinstance(result, Awaitable)
            return await result

    _check(asyncio.run(test()), styles=False)


def test_klein(sitescan: PageChecker) -> None:
    """The result for a response of treq is awaited in a coroutine of Twisted."""
    app = Klein()

    @app.route("/pears")
    def pears(request: Any) -> str:
        request.setHeader("Content-Type", "text/html")
        for name, value in HEADERS.items():
            request.setHeader(name, value)
        return PAGE

    results: list[PageResult] = []

    async def test() -> None:
        client: Any = StubTreq(app.resource())
        result = sitescan(await client.get("http://localhost/pears"))
        assert isinstance(result, Awaitable)
        results.append(await result)

    Deferred.fromCoroutine(test())
    _check(results[0], styles=False)


def test_requests(sitescan: PageChecker) -> None:
    """A session of requests gives the files of a real server."""
    requests = pytest.importorskip("requests")
    pages = {"/pears": page(PAGE, *HEADERS.items()), "/pears.css": page(STYLE)}
    with serving(pages) as site, requests.Session() as session:
        _check(sitescan(session.get(f"{site.origin}/pears"), client=session))


@needs("chromium")
def test_playwright(sitescan: PageChecker) -> None:
    """A page of Playwright is checked as its scripts have left it, without its header; its response with it."""
    sync_api = pytest.importorskip("playwright.sync_api")
    written = PAGE + "<script>document.querySelector('h1').outerHTML = '<h1></h1>'</script>"
    pages = {"/pears": page(written, *HEADERS.items()), "/pears.css": page(STYLE)}
    with serving(pages) as site, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program("chromium"), args=["--no-sandbox"])
        tab = browser.new_page()
        response = tab.goto(f"{site.origin}/pears")
        shown, sent = sitescan(tab), sitescan(response)
        browser.close()
    _check(sent, styles=False)
    assert isinstance(shown, PageResult)
    assert {"accessibility/heading-empty", "accessibility/image-alt"} <= {issue.rule for issue in shown.issues}
    assert "security/referrer-policy-unsafe" not in {issue.rule for issue in shown.issues}
