"""Every rule that reads responses from the network reports an issue of a real site, over real sockets."""

import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_twisted
from attrs import evolve, frozen
from OpenSSL import SSL
from twisted.internet.task import deferLater
from twisted.protocols.policies import WrappingFactory
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.web.resource import Resource
from twisted.web.server import Site

from sitescan.assembly import Assembly, assemble
from sitescan.configuration.option_values import network
from sitescan.configuration.settings import Settings
from sitescan.model.report import Category, Report
from sitescan.rules.catalogue import catalogue
from sitescan.scoring import overall_score
from sitescan.standards.urls import parse_target
from tests.certificates import Authority, authority, rsa_key, use_group, weak_key
from tests.fakes import FakeResolver, as_reactor
from tests.fetch.media_files import PICTURE, Track, mp4
from tests.hostile_servers import FixedContext
from tests.running import free_port
from tests.unexamined import sentences

pytestmark = pytest.mark.integration

NOW = time.time()
#: Evidence in pages alone, whose rules run in a child process and are covered by their examples.
OF_THE_PAGE = {"Document", "SourceDocument", "Exchange", "Site", "Unexamined"}
SITE, EXPIRED, REFUSED, SOON, RENEGADE, WEAK, PLAIN = (f"127.0.0.{number}" for number in range(1, 8))
LINKS = 60


@frozen
class Reply:
    """A response of the site."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
    length: int | None = None


Answering = Reply | Callable[[Any], Reply]


def html(body: str, *headers: tuple[str, str], head: str = "") -> Reply:
    """Return a response with a page."""
    text = f'<!doctype html><html lang="en"><title>Pears</title>{head}<body><h1>Pears</h1>{body}'
    return Reply(text.encode(), 200, (("Content-Type", "text/html; charset=utf-8"), *headers))


def to(location: str, status: int = 302) -> Reply:
    """Return a redirect."""
    return Reply(b"", status, (("Location", location),))


def typed(kind: str, body: bytes, length: int | None = None) -> Reply:
    """Return a response with a file."""
    return Reply(body, 200, (("Content-Type", kind),), length)


def reflecting(request: Any) -> Reply:
    """Return a page that every origin may read with the visitor's cookies."""
    origin = request.getHeader("origin") or "null"
    allowed = (("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"))
    return html("", *allowed, ("Content-Security-Policy", "script-src 'nonce-cGVhcnMgYXJlIGZydWl0'"))


def negotiating(request: Any) -> Reply:
    """Return a page that programs get as Markdown."""
    if "text/markdown" in (request.getHeader("accept") or ""):
        return typed("text/markdown", b"# Pears")
    return html("", head='<link rel="canonical" href="/moved">')


def png(width: int, height: int, size: int = 64) -> Reply:
    """Return the beginning of a PNG file with the given dimensions."""
    header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    return typed("image/png", header + bytes(size))


def moving(size: int) -> Reply:
    """Return a GIF of two frames."""
    frame = b"\x21\xf9\x04\0\x0a\0\0\0\x2c\0\0\0\0\x0a\0\x0a\0\0\x02\x02\x44\x01\0"
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    return typed("image/gif", b"GIF89a\x0a\0\x0a\0\x80\0\0" + bytes(6) + loop + frame * 2 + bytes(size) + b"\x3b")


#: A script more than half of which is comments.
WORDY = b"".join(
    b"// This is what the next line does, at length and with care.\nwindow.a%d = %d;\n" % (n, n) for n in range(200)
)

ANCHORS = (
    "/gone https://expired.example/ https://nowhere.example/ https://refused.example/ http://pears.example/plain "
    "/chain /deep/page /account /loop /old http://pears.example/secure "
    "/dir /temp /fails /logout /ok#nowhere /lost /walled https://plain.example/"
).split()

SHELL = "https://pears.example/shell"
SITES: Mapping[str, Answering] = {
    SHELL: Reply(b'<!doctype html><title>Pears</title><div id="root"></div><script src="/wordy.js" defer></script>'),
    "https://pears.example/links": html(
        "".join(f'<a href="{url}">About {url}</a> ' for url in ANCHORS)
        + "".join(f'<a href="/many/{number}">Pear {number}</a> ' for number in range(LINKS)),
    ),
    "https://pears.example/": html("home"),
    "http://pears.example/plain": html("plain"),
    "https://pears.example/plain": html("plain"),
    "https://pears.example/chain": to("/chain/2"),
    "https://pears.example/chain/2": to("/ok"),
    "https://pears.example/ok": html("ok"),
    "https://pears.example/deep/page": to("/", 301),
    "https://pears.example/account": to("/login"),
    "https://pears.example/login": html("log in"),
    "https://pears.example/loop": to("/loop"),
    "https://pears.example/old": to("/ok", 301),
    "http://pears.example/secure": to("https://pears.example/secure", 301),
    "https://pears.example/secure": html("secure"),
    "https://pears.example/dir": to("/dir/", 301),
    "https://pears.example/dir/": html("dir"),
    "https://pears.example/temp": to("/ok"),
    "https://pears.example/fails": Reply(b"", 500),
    "https://pears.example/lost": to("/404.html"),
    "https://pears.example/404.html": html("nothing"),
    "https://pears.example/walled": Reply(b"", 403),
    "https://pears.example/heavy": html(
        '<img src="/moving.gif" alt=""><img src="/none.png" alt="">'
        '<img src="/wide.png" width="100" height="100" alt="">'
        '<img src="/huge.png" alt=""><script src="/none.js"></script><script src="/wordy.js"></script>'
        '<script src="/again.js"></script><script src="/moved.js"></script><script src="/big1.js"></script>'
        '<script src="/big2.js"></script>'
        + "".join(f'<script src="https://cdn{number}.example/x.js"></script>' for number in range(13))
        + "".join(f'<img src="/small/{number}.png" alt="">' for number in range(100)),
        head='<link rel="stylesheet" href="/big.css">',
    ),
    "https://pears.example/moving.gif": moving(150_000),
    "https://pears.example/wide.png": png(1600, 900, 150_000),
    "https://pears.example/huge.png": png(2000, 1000, 3_000_000),
    "https://pears.example/wordy.js": typed("text/javascript", WORDY),
    "https://pears.example/again.js": typed("text/javascript", WORDY),
    "https://pears.example/moved.js": to("/wordy.js"),
    "https://pears.example/big1.js": typed("text/javascript", b"var a = 1;" * 40_000),
    "https://pears.example/big2.js": typed("text/javascript", b"var b = 2;" * 40_000),
    "https://pears.example/scripts": html("".join(f'<script defer src="/big{n}.js"></script>' for n in (1, 2, 3))),
    "https://pears.example/big3.js": typed("text/javascript", b"var c = 3;" * 40_000),
    "https://pears.example/big.css": typed("text/css", b".pear { color: green }\n" * 6000),
    "http://plain.example/": html("plain only"),
    "http://closing.example/": html("", ("Connection", "close")),
    "http://sharing.example/": html("plain as well"),
    "https://sharing.example/": reflecting,
    "https://sharing.example/.well-known/security.txt": typed("text/html", b"Contact: nobody\n"),
    "http://detour.example/": to("http://www.detour.example/", 301),
    "http://www.detour.example/": to("https://www.detour.example/", 301),
    "https://www.detour.example/": html(""),
    "https://detour.example/": html(""),
    "http://soon.example/": to("https://expired.example/", 301),
    "https://soon.example/": html(""),
    "https://renegade.example/": html(""),
    "https://weak.example/": html(""),
    "https://one.example/": html(
        '<form action="/nobody"><button>Search</button></form><iframe src="/no-map" title="Map"></iframe>',
        head='<link rel="canonical" href="/none"><link rel="icon" href="/no.png">'
        '<meta property="og:image" content="/no.png"><link rel="license" href="/no">',
    ),
    "https://one.example/robots.txt": Reply(b"", 500),
    "https://one.example/llms.txt": typed("text/plain", b"pears"),
    "https://two.example/": html(
        "",
        head='<link rel="canonical" href="/a"><link rel="icon" href="/icon.png">'
        '<meta property="og:image" content="/small.png">',
    ),
    "https://two.example/a": html("", head='<link rel="canonical" href="/b">'),
    "https://two.example/icon.png": png(512, 512, 50_000),
    "https://two.example/small.png": png(100, 100),
    "https://two.example/robots.txt": typed(
        "text/plain", b"User-agent: *\nDisallow: /\nSitemap: https://two.example/gone.xml\n"
    ),
    "https://three.example/": html(
        "", head='<link rel="canonical" href="/hidden"><meta property="og:image" content="/large.png">'
    ),
    "https://three.example/hidden": html("", head='<meta name="robots" content="noindex">'),
    "https://three.example/large.png": typed("image/png", b"", 6_000_000),
    "https://three.example/robots.txt": typed(
        "text/plain", b"User-agent: GPTBot\nUser-agent: Bingbot\nDisallow: /\nPears: yes\nDisalow: /x\nAllow: /a$b\n"
    ),
    "https://four.example/": negotiating,
    "https://six.example/.git/HEAD": typed("text/plain", b"ref: refs/heads/main\n"),
    "https://six.example/index.html": html(""),
    "https://six.example/amp": html("", head='<link rel="canonical" href="/pears">'),
    "https://four.example/moved": to("/there", 301),
    "https://four.example/there": html(""),
    "https://five.example/": html(
        '<img src="/files/a.png" alt="">',
        head='<link rel="canonical" href="/files/canonical"><link rel="stylesheet" href="/files/a.css">'
        '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="fr" href="/moved">',
    ),
    "https://five.example/de": html(""),
    "https://five.example/moved": to("/fr", 301),
    "https://five.example/fr": html(""),
    "https://five.example/files/canonical": html(""),
    "https://five.example/files/a.css": typed("text/css", b"p { color: green }"),
    "https://five.example/files/a.png": png(10, 10),
    "https://five.example/robots.txt": typed(
        "text/plain",
        b"User-agent: *\nDisallow: /files/\nNoindex: /x\n"
        b"Sitemap: https://five.example/map.xml\nSitemap: https://five.example/bad.xml\n"
        b"Sitemap: https://five.example/index.xml\n",
    ),
    "https://five.example/index.xml": typed(
        "application/xml",
        b'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        b"<sitemap><loc>https://five.example/large.txt</loc></sitemap></sitemapindex>",
    ),
    "https://five.example/large.txt": typed(
        "text/plain",
        b"https://five.example/gone\nhttps://five.example/hidden\nhttps://five.example/other\n"
        + b"https://five.example/de\n" * 100_000,
    ),
    "https://five.example/hidden": html("", head='<meta name="robots" content="noindex">'),
    "https://five.example/other": html("", head='<link rel="canonical" href="/de">'),
    "https://five.example/map.xml": typed(
        "application/xml",
        b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        b"<url><loc>https://five.example/files/x</loc><lastmod>31.3.2026</lastmod></url><url><loc>https://foreign.example/y</loc></url></urlset>",
    ),
    "https://five.example/bad.xml": html("no sitemap"),
    "https://six.example/": html(
        "",
        ("Access-Control-Allow-Origin", "null"),
        ("Access-Control-Allow-Credentials", "true"),
        head='<link rel="amphtml" href="/amp">',
    ),
    "https://six.example/robots.txt": Reply(b"", 429),
    "https://seven.example/": html('<script src="/insecure.js"></script>'),
    "https://seven.example/insecure.js": to("http://seven.example/insecure.js"),
    "http://seven.example/insecure.js": typed("text/javascript", b"var pear = 1;"),
    "https://seven.example/robots.txt": to("/robots/1"),
    **{f"https://seven.example/robots/{number}": to(f"/robots/{number + 1}") for number in range(1, 7)},
    "https://seven.example/robots/7": typed("text/plain", b"User-agent: *\nAllow: /\n"),
    "https://eight.example/": html(
        '<img src="http://eight.example/secure.png" alt=""><img src="http://eight.example/insecure.png" alt="">'
        '<script src="http://eight.example/gone.js"></script><iframe src="http://eight.example/gone"></iframe>',
        head='<link rel="stylesheet" href="http://eight.example/gone.css">'
        '<meta property="og:image" content="http://eight.example/preview.png">',
    ),
    "https://eight.example/secure.png": png(10, 10),
    "http://eight.example/insecure.png": png(10, 10),
    "http://eight.example/preview.png": png(1200, 630),
    "https://pears.example/slow": html(
        '<img src="/hero.png" width="900" height="600" alt="">', head='<link rel="stylesheet" href="/slow.css">'
    ),
    "https://pears.example/hero.png": png(900, 600, 150_000),
    "https://pears.example/very-slow": html(
        '<img src="/huge.png" width="900" height="600" alt="">',
        head='<link rel="stylesheet" href="/slow.css?1"><link rel="stylesheet" href="/slow.css?2">'
        '<link rel="stylesheet" href="/slow.css?3">',
    ),
    "https://pears.example/playing": html(
        '<audio src="/sea.mp4" autoplay></audio><video src="/sea.mp4" autoplay loop></video>'
        '<video src="/sea.mp4" autoplay controls></video>'
        '<object data="/shown"><img src="/shown" alt="A pear"></object>'
        '<p><a href="https://one.example/">Pears</a> or <a href="https://two.example/">Pears</a></p>'
    ),
    "https://pears.example/scripted": html('<video src="/sea.mp4" autoplay></video><script>let sea</script>'),
    "https://pears.example/sea.mp4": typed("video/mp4", mp4(PICTURE, Track())),
    "https://pears.example/shown": png(10, 10),
    "https://pears.example/slow.css": typed("text/css", b".pear { color: green }\n" * 8700),
}

#: The rules that must report an issue, by page.
FOUND: Mapping[str, str] = {
    "https://pears.example/links": (
        "links/broken links/certificate-invalid links/host-not-found links/host-unreachable links/insecure "
        "links/redirect-home links/redirect-loop links/redirect-permanent "
        "links/redirect-slash links/redirect-temporary links/server-error "
        "links/fragment-missing-elsewhere links/soft-404 links/unchecked "
        "links/https-missing security/security-txt-missing"
    ),
    "https://pears.example/heavy": (
        "performance/animated-gif performance/broken-images performance/broken-resources performance/cache-lifetime "
        "performance/duplicate-files performance/http1-only performance/image-distorted "
        "performance/image-oversized performance/js-unminified performance/large-images performance/legacy-images "
        "performance/many-requests performance/many-third-parties performance/page-weight "
        "performance/resource-redirects performance/scripts-heavy performance/styles-heavy "
        "performance/text-uncompressed performance/total-weight performance/load-estimate"
    ),
    "https://pears.example/scripts": "performance/scripts-heavy",
    "http://closing.example/": "performance/connection-closed links/nothing-to-check",
    "https://sharing.example/": (
        "security/cors-reflected security/csp-nonce-reused security/security-txt-invalid security/http-not-redirected"
    ),
    "https://detour.example/": "security/http-redirect-detour",
    "https://soon.example/": "security/certificate-expiry security/http-redirect-broken security/certificate-chain "
    "security/certificate-extra-expired",
    "https://renegade.example/": "security/weak-cipher security/outdated-tls security/tls-1-3-missing",
    "https://weak.example/": "security/weak-certificate-key security/old-cipher-accepted",
    "https://one.example/": (
        "seo/canonical-broken seo/favicon-broken seo/preview-image-broken seo/robots-unavailable seo/llms-txt "
        "seo/sitemap-missing links/form-broken links/reference-broken performance/frames-broken"
    ),
    "https://two.example/": ("seo/canonical-chained seo/preview-image-size seo/robots-blocked seo/sitemap-broken"),
    "https://three.example/": (
        "seo/canonical-noindex seo/favicon-missing seo/preview-image-size seo/robots-blocked-agent "
        "seo/robots-ineffective seo/robots-syntax seo/ai-readers"
    ),
    "https://four.example/": "seo/canonical-redirect seo/markdown-vary",
    "https://five.example/": (
        "seo/canonical-blocked seo/hreflang-target seo/hreflang-unreturned seo/robots-blocked-files "
        "seo/robots-blocked-images seo/robots-noindex seo/sitemap-excluded seo/sitemap-foreign seo/sitemap-invalid "
        "seo/sitemap-dates seo/sitemap-pages-broken seo/sitemap-pages-duplicate seo/sitemap-pages-noindex "
        "seo/sitemap-too-large"
    ),
    "https://six.example/": "security/cors-null seo/robots-throttled seo/amp-unreturned seo/duplicate-urls "
    "security/file-exposed security/caa-missing security/dnssec-missing performance/ipv6-missing",
    "https://seven.example/": "security/mixed-content-redirected seo/robots-redirected",
    "https://pears.example/slow": "performance/first-paint-slow performance/largest-paint-slow",
    "https://pears.example/playing": (
        "accessibility/audio-autoplay accessibility/audio-unstoppable "
        "accessibility/links-alike-in-context accessibility/links-named-alike "
        "accessibility/object-alt accessibility/video-captions"
    ),
    "https://pears.example/scripted": "accessibility/audio-autoplay",
    "https://pears.example/very-slow": (
        "performance/blocking-stylesheets performance/first-paint-slow performance/largest-paint-slow"
    ),
}


def test_every_network_rule_has_example() -> None:
    """Every rule that reads responses from the network has a page here with an issue that it reports."""
    network_rules = {rule.id for rule in catalogue().values() if rule.reads.__name__ not in OF_THE_PAGE}
    assert network_rules == {rule for rules in FOUND.values() for rule in rules.split()}


class Answers(Resource):
    """A resource that responds by scheme, host and path."""

    isLeaf = True  # noqa: N815 - Twisted's name

    def __init__(self, scheme: str) -> None:
        super().__init__()
        self.scheme = scheme

    def render(self, request: Any) -> bytes:
        """Answer a request."""
        url = f"{self.scheme}://{request.getHeader('host')}{request.path.decode()}"
        answer = SITES.get(url, Reply(b"", 404))
        response = answer if isinstance(answer, Reply) else answer(request)
        request.setResponseCode(response.status)
        for name, value in response.headers:
            request.setHeader(name, value)
        request.setHeader("Content-Length", str(response.length if response.length is not None else len(response.body)))
        return b"" if request.method == b"HEAD" else response.body


class Ports:
    """
    The reactor, with other ports in place of 80 and 443.

    :ivar open: the port that is used instead, by address and port.
    """

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self.open: dict[tuple[str, int], int] = {}
        self._closed = free_port()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)

    def connectTCP(self, host: str, port: int, *arguments: Any, **more: Any) -> Any:  # noqa: N802 - IReactorTCP
        """Connect to the port that is used instead, or to a closed port if there is none."""
        return self._reactor.connectTCP(host, self.open.get((host, port), self._closed), *arguments, **more)


def renegade(issuer: Authority) -> SSL.Context:
    """Return the TLS context of a server without forward secrecy that accepts TLS 1.1."""
    context = issuer.issue("renegade.example", key=rsa_key()).context()
    context.set_cipher_list(b"AES128-SHA:@SECLEVEL=0")
    context.set_min_proto_version(SSL.TLS1_VERSION)
    context.set_max_proto_version(SSL.TLS1_2_VERSION)
    return context


def disordered(issuer: Authority) -> SSL.Context:
    """Return the TLS context of a server with a chain in the wrong order, in which nothing lasts long."""
    between = authority("Pear Issuer", NOW)
    context = between.issue("soon.example", since=-60, until=1).context()
    context.add_extra_chain_cert(issuer.certify(authority("Another Authority", NOW), until=-1))
    context.add_extra_chain_cert(issuer.certify(between, until=0.9))
    return context


def weak(issuer: Authority, folder: Path) -> SSL.Context:
    """Return the TLS context of a server whose key and Diffie-Hellman group are too short."""
    context = issuer.issue("weak.example", key=weak_key()).context()
    use_group(context, 1024, folder)
    return context


@pytest_twisted.async_yield_fixture
async def assembly(reactor: Any, tmp_path: Path) -> AsyncIterator[Assembly]:
    """Run a service whose Internet consists of the sites above."""
    issuer = authority("Pear Authority", NOW)
    names = (
        "pears",
        "sharing",
        "detour",
        "www.detour",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "closing",
    )
    contexts = {
        SITE: issuer.issue(*(f"{name}.example" for name in names)).context(),
        EXPIRED: issuer.issue("expired.example", since=-9, until=-2).context(),
        SOON: disordered(issuer),
        RENEGADE: renegade(issuer),
        WEAK: weak(issuer, tmp_path),
    }
    ports = Ports(reactor)
    listening: list[Any] = []
    factories: list[WrappingFactory[Any]] = []
    sites: dict[tuple[str, int], Any] = {
        (address, 80): Site(Answers("http"), reactor=reactor) for address in (*contexts, PLAIN)
    }
    for address, context in contexts.items():
        secure = Site(Answers("https"), reactor=reactor)
        sites[address, 443] = TLSMemoryBIOFactory(FixedContext(context), False, secure)
    for (address, port), site in sites.items():
        factories.append(WrappingFactory(site))
        listening.append(reactor.listenTCP(0, factories[-1], interface=address))
        ports.open[address, port] = listening[-1].getHost().port
    hosts = {
        **dict.fromkeys((f"{name}.example" for name in names), SITE),
        **{
            f"{name}.example": address for name, address in (("expired", EXPIRED), ("refused", REFUSED), ("soon", SOON))
        },
        "renegade.example": RENEGADE,
        "weak.example": WEAK,
        "plain.example": PLAIN,
    }
    settings = evolve(
        Settings(),
        allow_private=(network("127.0.0.0/8"),),
        exposed_files="on",
        ca_file=issuer.save(tmp_path / "authority.pem"),
        host_requests=0,
        links=len(ANCHORS) + 20,
        # Long enough for a slow machine.
        scan_seconds=300.0,
        link_seconds=200.0,
        source_seconds=100.0,
        page_seconds=100.0,
        head_seconds=100.0,
        connect_seconds=100.0,
        tls_seconds=100.0,
        examine_seconds=100.0,
    )
    known = {host: [[address]] for host, address in hosts.items()}
    # SOA; AAAA, DS and CAA.
    records = {
        ("six.example", 6): True,
        **{("six.example", kind): False for kind in (28, 43, 257)},
        ("example", 257): False,
    }
    assembly = assemble(as_reactor(ports), settings, now=time.time, resolver=FakeResolver(known, records))
    assembly.pool.start()
    yield assembly
    await assembly.pool.stop()
    while any(factory.protocols for factory in factories):
        await deferLater(reactor, 0)
    for listening_port in listening:
        await listening_port.stopListening()


@pytest_twisted.ensureDeferred
async def test_client_rendered_page(assembly: Assembly) -> None:
    """A page that scripts write has an issue in SEO, and categories that depend on its content aren't counted."""
    report: Report = await assembly.scanner.scan(parse_target(SHELL), SHELL)
    found = {result.category: {issue.rule for issue in (*result.issues, *result.facts)} for result in report.categories}
    assert {"seo/content-from-scripts"} <= found[Category.SEO]
    assert {"general/unexamined"} <= found[Category.ACCESSIBILITY] & found[Category.PERFORMANCE] & found[Category.LINKS]
    assert "links/nothing-to-check" not in found[Category.LINKS]
    counted = {result.category: result.score for result in report.categories if result.counted}
    assert set(counted) == {Category.SEO, Category.SECURITY}
    assert report.overall_score == overall_score(counted.values())


@pytest.mark.parametrize("url", FOUND)
@pytest_twisted.ensureDeferred
async def test_expected_issues_are_reported(assembly: Assembly, url: str) -> None:
    """The report on a page has the expected issues, and no rule has failed."""
    report: Report = await assembly.scanner.scan(parse_target(url), url)
    found = {issue.rule for category in report.categories for issue in (*category.issues, *category.facts)}
    assert sorted(set(FOUND[url].split()) - found) == [], sorted(found)
    counted = {category.category: category.score for category in report.categories if category.counted}
    assert (Category.LINKS in counted) == ("links/nothing-to-check" not in found)
    assert report.overall_score == overall_score(counted.values())
    assert not [
        reason
        for category in report.categories
        for reason in sentences(category.unexamined)
        if "internal error" in reason
    ]


@pytest_twisted.ensureDeferred
async def test_mixed_content_requests(assembly: Assembly) -> None:
    """Mixed images are requested over HTTPS; mixed scripts, styles and frames, which browsers block, aren't."""
    url = "https://eight.example/"
    report: Report = await assembly.scanner.scan(parse_target(url), url)
    found = {issue.rule: issue for category in report.categories for issue in category.issues}
    (broken,) = found["performance/broken-images"].occurrences
    assert broken.facts["detail"] == "https://eight.example/insecure.png, status 404"
    assert {"security/mixed-content-active", "security/mixed-content-passive"} <= set(found)
    blamed = {"performance/broken-resources", "links/reference-broken", "seo/preview-image-broken"}
    assert not blamed & set(found)
    assert not [
        reason
        for category in report.categories
        for reason in sentences(category.unexamined)
        if "file" in reason or "style" in reason
    ]
