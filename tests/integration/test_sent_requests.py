"""The requests of a scan, and their content, are as described in docs/security.rst."""

from ipaddress import ip_network

import pytest
import pytest_twisted

import sitescan
from sitescan.configuration.settings import Settings
from tests.site import Answered, Site, page, serving

pytestmark = pytest.mark.integration

LOCAL = Settings(allow_private=(ip_network("127.0.0.0/8"),), workers=1)

#: Fields that would reveal to a site who scans it, or where its URL was found.
TELLTALE = {"authorization", "proxy-authorization", "cookie", "referer", "x-forwarded-for", "forwarded", "from"}

PAGE = """<!doctype html><html lang="en"><title>Pears</title>
<link rel="stylesheet" href="/style.css"><link rel="canonical" href="/canonical">
<link rel="alternate" hreflang="de" href="/de"><link rel="icon" href="/icon.png">
<meta property="og:image" content="/preview.png">
<script src="/script.js"></script><img src="/image.png" alt="Pears"><video src="/video.mp4" autoplay></video>
<a href="/linked">Pear trees</a> <a href="/linked#part">Parts of pears</a> <a href="{other}">Apples</a>
<a href="mailto:pears@example.com">Mail</a> <form action="/sent" method="post"><button>Send</button></form>"""

#: The requested paths, except for that of a page that doesn't exist.
PATHS = {
    *("/", "/style.css", "/canonical", "/de", "/icon.png", "/preview.png", "/script.js", "/image.png", "/video.mp4"),
    *("/linked", "/robots.txt", "/llms.txt", "/sitemap.xml"),
}
COOKIES = (("Set-Cookie", "visitor=1; Path=/"), ("Set-Cookie", "session=2"))


async def scanned(site: Site, other: Site) -> None:
    """Scan a page of a site that sets cookies with every response."""
    linked = page("<title>Linked</title><h1>Linked</h1>", *COOKIES)
    site.pages |= dict.fromkeys(PATHS, linked)
    site.pages["/"] = page(PAGE.format(other=other.origin + "/apples"), *COOKIES)
    for name, kind in (("/style.css", "text/css"), ("/script.js", "text/javascript"), ("/robots.txt", "text/plain")):
        site.pages[name] = Answered(b"", 200, (("Content-Type", kind), *COOKIES))
    report = await sitescan.scan(site.origin + "/", LOCAL)
    assert report.status_code == 200


@pytest_twisted.ensureDeferred
async def test_requests() -> None:
    """A scan sends no form and at most one OPTIONS request, and requests no other URLs than the expected ones."""
    with serving({}) as site, serving({"/apples": page("<title>Apples</title>")}, "127.0.0.2") as other:
        await scanned(site, other)
    requested = {path for _, path in site.requests}
    unknown = requested - PATHS
    assert requested >= PATHS
    assert len(unknown) == 1
    assert unknown.pop().endswith("-not-found")
    assert {method for method, _ in site.requests} == {"GET", "HEAD", "OPTIONS"}
    assert [path for method, path in site.requests if method == "OPTIONS"] == ["/"]
    assert {method for method, _ in other.requests} <= {"GET", "HEAD"}
    assert {path.rpartition("-")[2] for _, path in other.requests} == {"/apples", "found"}


@pytest_twisted.ensureDeferred
async def test_no_credentials() -> None:
    """A site that sets cookies with each response receives no cookie, credentials or referrer."""
    with serving({}) as site, serving({"/apples": page("<title>Apples</title>", *COOKIES)}, "127.0.0.2") as other:
        await scanned(site, other)
    received = [*site.received, *other.received]
    assert len(received) > len(PATHS)
    assert not {name.lower() for fields in received for name in fields} & TELLTALE
    origins = {fields["Origin"] for fields in received if "Origin" in fields}
    assert origins <= {"https://stranger.example", "null"}
    assert "https://stranger.example" in origins
