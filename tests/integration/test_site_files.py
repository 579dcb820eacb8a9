"""robots.txt, llms.txt and other files of a site, read by the whole service."""

from collections.abc import Iterator

import pytest

from tests.running import Running, running
from tests.site import Answered, Site, page, serving

pytestmark = pytest.mark.integration

_TEXT = (("Content-Type", "text/plain"),)


@pytest.fixture(scope="module")
def service() -> Iterator[Running]:
    """Run a service that waits for a site's files for two seconds."""
    with running("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--set", "link-seconds=2") as service:
        yield service


@pytest.fixture
def site() -> Iterator[Site]:
    """Serve a site of one page."""
    with serving({"/": page("<!DOCTYPE html><title>Pears</title><h1>Pears</h1>")}) as site:
        yield site


def rules(service: Running, site: Site) -> set[str]:
    """Return the SEO rules that have an issue."""
    report = service.scan(site.origin + "/", path="/api/v1/scan?include=evidence").json
    return {issue["rule"].partition("/")[2] for issue in report["categories"][0]["issues"]}


@pytest.mark.parametrize(
    ("robots", "expected"),
    [
        (Answered(b"User-agent: *\nDisallow: /\n", 200, _TEXT), {"robots-blocked"}),
        (Answered(b"User-agent: Bingbot\nDisallow: /\n", 200, _TEXT), {"robots-blocked-agent"}),
        (Answered(b"User-agent: *\nDisallow: /\n" + b"#" * 10_000_000, 200, _TEXT), {"robots-blocked"}),
        (Answered(b"#" * 10_000_000 + b"\nUser-agent: *\nDisallow: /\n", 200, _TEXT), set()),
        (Answered(b"User-agent: *\nDisallow: /a*b$\n" * 17_000, 200, _TEXT), set()),
        (Answered(bytes(range(256)) * 2000, 200, _TEXT), set()),
        (Answered(b"<!doctype html><title>Home</title>", 200), {"robots-syntax"}),
        (Answered(b"gone", 404), set()),
        (Answered(b"User-agent: *\nDisallow: /\n", 500), {"robots-unavailable"}),
        (Answered(b"\xef\xbb\xbfUser-agent: *\nDisallow: /\n", 201, _TEXT), {"robots-blocked"}),
    ],
)
def test_robots(service: Running, site: Site, robots: Answered, expected: set[str]) -> None:
    """A robots.txt is read as crawlers read it, and doesn't end the scan."""
    site.pages["/robots.txt"] = robots
    found = rules(service, site)
    assert found & {"robots-blocked", "robots-blocked-agent", "robots-syntax", "robots-unavailable"} >= expected
    assert "unexamined" not in found
    if not expected:
        assert "robots-blocked" not in found


def test_slow_robots(service: Running, site: Site) -> None:
    """A robots.txt that doesn't arrive in time proves nothing, and is reported as unexamined."""
    site.pages["/robots.txt"] = Answered(b"User-agent: *\nDisallow: /\n", 200, _TEXT)
    site.seconds["/robots.txt"] = 4
    found = rules(service, site)
    assert not {name for name in found if name.startswith("robots-")}
    assert "unexamined" in found


def test_llms(service: Running, site: Site) -> None:
    """An llms.txt that exists is examined."""
    site.pages["/llms.txt"] = Answered(b"nothing", 200, _TEXT)
    assert "llms-txt" in rules(service, site)


def test_referenced_files_are_requested(service: Running, site: Site) -> None:
    """Files that the page and robots.txt name are requested."""
    site.pages["/robots.txt"] = Answered(f"Sitemap: {site.origin}/gone.xml".encode(), 200, _TEXT)
    site.pages["/old"] = Answered(b"", 301, (("Location", "/"),))
    site.pages["/a.png"] = Answered(
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x10\0\0\0\x10" + bytes(64), 200, (("Content-Type", "image/png"),)
    )
    site.pages["/"] = page(
        f'<!DOCTYPE html><title>Pears</title><link rel="canonical" href="{site.origin}/old">'
        f'<meta property="og:image" content="{site.origin}/a.png"><h1>Pears</h1>'
    )
    found = rules(service, site)
    assert {"sitemap-broken", "canonical-redirect", "preview-image-size", "favicon-missing"} <= found


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('<link rel="canonical" href="{origin}/third">', {"canonical-chained"}),
        ('<meta name="robots" content="noindex">', {"canonical-noindex"}),
        ('<link rel="canonical" href="{origin}/other">', set()),
    ],
)
def test_canonical_page_is_read(service: Running, site: Site, head: str, expected: set[str]) -> None:
    """The page at the canonical URL is read: it may prefer yet another page, or be kept out of search results."""
    site.pages["/"] = page(f'<!DOCTYPE html><title>Pears</title><link rel="canonical" href="{site.origin}/other">')
    site.pages["/other"] = page(f"<!DOCTYPE html><title>Other</title>{head.format(origin=site.origin)}")
    assert {name for name in rules(service, site) if name.startswith("canonical-")} == expected


def test_linked_icon_is_requested(service: Running, site: Site) -> None:
    """The icon that the page names is requested, not the icon at the default path."""
    site.pages["/"] = page('<!DOCTYPE html><title>Pears</title><link rel="icon" href="/icon.png">')
    assert {name for name in rules(service, site) if "favicon" in name} == {"favicon-broken"}
    site.pages["/icon.png"] = Answered(b"\x89PNG" + bytes(20_000), 200, (("Content-Type", "image/png"),))
    assert {name for name in rules(service, site) if "favicon" in name} == set()
