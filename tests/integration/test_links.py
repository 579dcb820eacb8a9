"""Links of hostile pages and links to misbehaving hosts, checked by the installed service."""

import json
import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pytest

from sitescan.fetch.missing_pages import missing_page
from tests.many_hosts import Hosts, serving_hosts
from tests.running import PATIENT, Answer, Running, running
from tests.site import Answered, page, serving

pytestmark = pytest.mark.integration

NOTHING: Mapping[str, Answered] = MappingProxyType({})
OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", *PATIENT)


def scan(service: Running, html: str, more: Mapping[str, Answered] = NOTHING) -> Answer:
    """Scan a page, and return the answer."""
    with serving({"/": page(html), **more}) as site:
        answer = service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence")
    assert answer.status == 200, answer.body
    return answer


def timed(html: str, *options: str, **known: Any) -> tuple[Answer, float]:
    """Scan a page by a service with these options, and return the answer and the seconds that it took."""
    with serving({}) as site, running(*OPTIONS, *options, **known) as service:
        # The child processes start beside the first scan.
        service.scan(site.origin + "/none")
        started = time.perf_counter()
        answer = scan(service, html)
        took = time.perf_counter() - started
    assert not [line for line in service.lines if "#error" in line or "#critical" in line]
    return answer, took


def counts(answer: Answer) -> dict[str, int]:
    """Return the number of findings of each rule of the category."""
    (links,) = (category for category in answer.json["categories"] if category["category"] == "links")
    return {issue["rule"].partition("/")[2]: issue["count"] for issue in (*links["issues"], *links["facts"])}


def uncounted(answer: Answer) -> list[str]:
    """Return the sentences about links that weren't examined, if the category isn't counted."""
    (links,) = (category for category in answer.json["categories"] if category["category"] == "links")
    sentences: list[str] = links["unexamined"]
    return [sentence for sentence in sentences if "can't raise the overall score" in sentence]


def anchors(urls: Iterable[str]) -> str:
    """Return links to URLs."""
    return "\n".join(f'<a href="{url}">pear</a>' for url in urls)


def test_limit_of_checked_links() -> None:
    """As many links as configured are checked; the remaining links are counted and cost no points."""
    links = "".join(f"<a href=/{number}>x</a>" for number in range(20_000))
    answer, _ = timed(links, "--links", "20")
    assert not uncounted(answer)
    found = counts(answer)
    assert found["broken"] == 20
    assert found["unchecked"] == 19_980
    assert found["too-many"] == 1


def test_linked_page_is_too_large(service: Running) -> None:
    """A linked page that is too large to look for its fragment is reported as unexamined."""
    answer = scan(service, anchors(["/long#pear"]), more={"/long": page("<p>pears" * 500_000)})
    (links,) = (category for category in answer.json["categories"] if category["category"] == "links")
    (sentence,) = links["unexamined"]
    assert sentence.startswith("1 page of linked sites could not be read completely")


def test_very_long_links(service: Running) -> None:
    """Links of a hundred kilobytes aren't requested and don't enlarge the report."""
    answer = scan(service, anchors(f"/{number}?{'x' * 100_000}" for number in range(15)))
    assert counts(answer)["unchecked"] == 15
    assert len(answer.body) < 100_000


def test_unresponsive_name_server() -> None:
    """Links whose name server doesn't answer are unchecked rather than broken."""
    names = [f"h{number}.example" for number in range(40)]
    answer, took = timed(
        anchors(f"http://{name}/" for name in names), "--set", "dns-seconds=1", known=dict.fromkeys(names, "")
    )
    found = counts(answer)
    assert found["unchecked"] == 40
    (sentence,) = uncounted(answer)
    assert sentence.startswith("40 of the 40 links to check")
    assert "host-not-found" not in found
    assert took < 60


def test_stalled_host() -> None:
    """A host that stalls affects its own links only, and takes no more time than the links of a scan have."""
    with serving_hosts(Hosts(stalled=("127.0.3.1",))) as hosts:
        stalled = [f"http://127.0.3.1:{hosts.port}/{number}" for number in range(50)]
        fine = [f"http://127.0.3.2:{hosts.port}/{number}" for number in range(50)]
        answer, took = timed(anchors(stalled + fine), "--set", "link-seconds=2")
        found = counts(answer)
        assert found["unchecked"] == 50
        assert not {"broken", "host-unreachable"} & found.keys()
        assert took < 60
        # Nothing was requested twice: after a timeout, there is no GET.
        assert not [request for request in hosts.requests if request.startswith("GET")]
        assert len(hosts.requests) == len(set(hosts.requests) | {"HEAD /0"}) + 6


def test_untrusted_certificates(service: Running) -> None:
    """Each link with an untrusted certificate is reported, and nothing is sent to its server."""
    with serving_hosts(Hosts(), certified=True) as hosts:
        answer = scan(service, anchors(f"https://127.0.4.{number}:{hosts.port}/" for number in range(1, 201)))
        assert counts(answer)["certificate-invalid"] == 200
        assert not hosts.requests


def test_connections_are_bounded(service: Running) -> None:
    """A scan has at most six connections to a host, and thirty-two in all."""
    with serving_hosts(Hosts(delay=0.02)) as hosts:
        urls = [f"http://127.0.5.{number % 10}:{hosts.port}/{number}" for number in range(190)]
        answer = scan(service, anchors(urls))
        assert not {"broken", "unchecked", "host-unreachable"} & counts(answer).keys()
        assert len(hosts.requests) == 190
        per_host, together = hosts.most
        assert per_host <= 6
        assert 20 <= together <= 32


def test_connections_to_single_host(service: Running) -> None:
    """If all links of a page lead to one host, it gets six connections, as many as browsers make."""
    with serving_hosts(Hosts(delay=0.02)) as hosts:
        answer = scan(service, anchors(f"http://127.0.6.1:{hosts.port}/{number}" for number in range(60)))
        assert "unchecked" not in counts(answer)
        assert hosts.most == (6, 6)


def test_fragments_of_linked_pages(service: Running) -> None:
    """A linked page is read once, and a missing fragment is reported unless scripts may create it."""
    more = {
        "/pears": page("<title>Pears</title><h2 id=green>Green</h2><a name=red></a>"),
        "/tabs": page("<title>Tabs</title><script src=/tabs.js></script>"),
    }
    urls = ("/pears#green", "/pears#red", "/pears#blue", "/pears#:~:text=pears", "/pears#top", "/tabs#two", "/#none")
    with serving({"/": page(anchors(urls)), **more}) as site:
        answer = service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence")
        assert counts(answer)["fragment-missing-elsewhere"] == 1
        assert [request for request in site.requests if request[1] == "/pears"] == [("GET", "/pears")]


def test_repeated_urls_are_requested_once(service: Running) -> None:
    """A file that is linked to, loaded and named in the metadata is requested once."""
    html = (
        '<meta property="og:image" content="/pear.png"><img src="/pear.png" srcset="/pear.png 2x, /gone.png 3x">'
        '<a href="/pear.png">Pear</a><a href="/logout">Out</a><form method=post action="/post"></form>'
        '<a href="/there" ping="/ping">There</a><link rel=preconnect href="/preconnect">'
        '<link rel=stylesheet href="/a.css"><a href="/a.css">Style</a>'
        '<script defer src="/a.js"></script><a href="/a.js">Script</a>'
    )
    image = Answered(b"x", 200, (("Content-Type", "image/png"),))
    more = {path: Answered(b"x", 200, (("Content-Type", "text/plain"),)) for path in ("/a.css", "/a.js", "/b.css")}
    more["/a.css"] = Answered(b"@import 'b.css'; p{background:url(pear.png)}", 200, (("Content-Type", "text/css"),))
    pages = {"/": page(html), "/pear.png": image, "/there": page("x"), **more}
    with serving(pages) as site:
        found = counts(service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence"))
        paths = [path for _, path in site.requests]
    assert (found["reference-broken"], found["unchecked"]) == (1, 1)
    assert "broken" not in found
    # The request that reads a file also checks it: an image's first bytes serve the page and its preview.
    for path in ("/pear.png", "/a.css", "/a.js", "/b.css"):
        assert [method for method, requested in site.requests if requested == path] == ["GET"]
    assert not {"/logout", "/post", "/ping", "/preconnect"} & set(paths)


def test_broken_url_is_reported_once(service: Running) -> None:
    """A broken URL is reported once, by the category that it belongs to, or else with the links."""
    named = {
        "/canonical": '<link rel=canonical href="{}">',
        "/de/": '<link rel=alternate hreflang=de href="{}">',
        "/preview.png": '<meta property="og:image" content="{}"><meta name="twitter:image" content="{}">',
        "/icon.png": '<link rel=icon href="{}">',
        "/a.css": "<link rel=stylesheet href={}>",
        "/b.css": "<style>@import '{}';</style>",
        "/a.js": '<script defer src="{}"></script>',
        "/a.png": '<body><img src="{}" srcset="{} 1x" alt="">',
        "/back.png": '<p style="background: url({})">Pears</p>',
        "/backs.png": "<style>h1 {{ background: url({}) }}</style><h1>Pears</h1>",
        "/sheet.png": "<h2>Apples</h2>",
        "/feed": '<link rel=alternate type="application/atom+xml" href="{}">',
        "/more.png": '<img src="" srcset="{} 3x" alt="">',
    }
    sheet = Answered(b"h2 { background: url(sheet.png) }", 200, (("Content-Type", "text/css"),))
    with serving({"/": page(""), "/sheet.css": sheet}) as site:
        html = "".join(tag.format(*[site.origin + path] * 2) for path, tag in named.items())
        site.pages["/"] = page('<link rel=stylesheet href="/sheet.css">' + html)
        answer = service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence")
    reported: dict[str, set[str]] = {path: set() for path in named}
    for category in answer.json["categories"]:
        for issue in category["issues"]:
            text = json.dumps(issue)
            if "status 404" in text:
                for path in named:
                    if f"{site.origin}{path}" in text or f'"{path}"' in text:
                        reported[path].add(issue["rule"])
    assert {path: len(rules) for path, rules in reported.items()} == dict.fromkeys(named, 1), reported


def test_mistyped_url_is_charged_once(service: Running) -> None:
    """A mistyped URL costs points as a broken link or, if it can't be checked, as a mistyped one, but not as both."""
    html = '<a href="www.example.com">Pears</a><a href="/"> Apples</a><a href="www.example.com">Plums</a>'
    pages = {"/": page(html), "/dead": page(html + '<a href="C:\\pears.pdf">Pears</a>')}
    with serving(pages) as site:
        answers = [service.scan(site.origin + path, path="/api/v1/scan?include=evidence") for path in ("/", "/dead")]
    costs = []
    for answer in answers:
        (links,) = (category for category in answer.json["categories"] if category["category"] == "links")
        issues = {issue["rule"]: issue for issue in links["issues"]}
        assert issues["links/broken"]["share"]
        costs.append(
            (issues["links/malformed"]["share"], "already counts it" in issues["links/malformed"]["description"])
        )
    assert costs[0] == (0, True)
    assert costs[1][0]
    assert not costs[1][1]


def test_soft_404(service: Running) -> None:
    """Links that answer like a page that the site doesn't have are reported, even if they answer with success."""
    nothing = page("<title>Nic</title><p>Nic zde není")
    pages = {"/": page(anchors(("/pears", "/apples", "/old"))), "/pears": page("<title>Pears</title><p>Pears")}
    pages |= {"/apples": page("<title>Apples</title><p>Apples"), "/old": nothing}
    with serving(pages) as site:
        nowhere = missing_page(site.origin, [f"{site.origin}/pears"]).removeprefix(site.origin)
        before = counts(service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence"))
        site.pages[nowhere] = nothing
        shown = counts(service.scan(f"{site.origin}/", path="/api/v1/scan?include=evidence"))
        assert site.requests.count(("GET", nowhere)) == 2
    assert "soft-404" not in before
    assert shown["soft-404"] == 1
