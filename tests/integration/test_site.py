"""The installed ``sitescan site`` command over sites on loopback."""

import gzip
import json
import sqlite3
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from tests.integration.forked_commands import run_command
from tests.integration.processes import until
from tests.names import naming
from tests.programs import RENDERER, needs
from tests.running import PATIENT
from tests.site import Answered, QuietHandler, Site, listening, page, serving
from tests.undated import undated

pytestmark = pytest.mark.integration

HTML = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pear {0}</title><h1>Pear {0}</h1>{1}'
ITEMS = 12


def pear(name: object, *links: str, head: str = "") -> Answered:
    """Return a page with links."""
    return page(HTML.format(name, head + "".join(f'<p><a href="{link}">To {link}</a>' for link in links)))


def shop() -> dict[str, Answered]:
    """Return a small site."""
    items = {f"/shop/{number}": pear(number, "/", f"/shop/{number % ITEMS + 1}") for number in range(1, ITEMS + 1)}
    sheet = Answered(b"p { color: #222 }", 200, (("Content-Type", "text/css"),))
    return {
        "/": pear("start", "/shop/", "/moved", "/gone", "/private", head='<link rel="stylesheet" href="/a.css">'),
        "/shop/": pear("shop", *items),
        "/moved": Answered(b"", 301, (("Location", "/shop/1"),)),
        "/private": pear("private"),
        "/orphan": pear("orphan", "/child"),
        "/child": pear("child"),
        "/robots.txt": Answered(b"User-agent: *\nDisallow: /private\n", 200, (("Content-Type", "text/plain"),)),
        "/a.css": sheet,
        **items,
    }


def with_sitemap(site: Site, *paths: str) -> None:
    """Add a sitemap."""
    entries = "".join(f"<url><loc>{site.origin}{path}</loc></url>" for path in paths)
    body = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    site.pages["/sitemap.xml"] = Answered(body.encode(), 200, (("Content-Type", "application/xml"),))


def command(target: str, output: Path, *options: str) -> list[str]:
    """Return the command line."""
    return [sys.executable, "-m", "sitescan", *_words(target, output, *options)]


def run(target: str, output: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    return run_command(*_words(target, output, *options))


def _words(target: str, output: Path, *options: str) -> list[str]:
    return ["site", target, "-o", str(output), "--allow-private", *options, *PATIENT]


def pages(output: Path, origin: str) -> dict[str, tuple[object, ...]]:
    """Return what is known of each page, by path, without times."""
    connection = sqlite3.connect(output / "site.sqlite")
    try:
        rows = connection.execute("SELECT url, depth, problem, redirect, report FROM page").fetchall()
    finally:
        connection.close()
    return {str(url).removeprefix(origin): (*facts, issues(report)) for url, *facts, report in rows}


def site_issues(output: Path, origin: str) -> set[tuple[str, str]]:
    """Return the rules of the issues of a site, and their targets."""
    connection = sqlite3.connect(output / "site.sqlite")
    try:
        rows = connection.execute("SELECT rule, target FROM site_issue").fetchall()
    finally:
        connection.close()
    return {(rule, target.removeprefix(origin)) for rule, target in rows}


def issues(report: str | None) -> list[tuple[str, list[str]]]:
    """Return the categories of a report with their rules."""
    if report is None:
        return []
    return [
        (category["category"], [issue["rule"] for issue in category["issues"]])
        for category in json.loads(report)["categories"]
    ]


def test_crawl(tmp_path: Path) -> None:
    """Pages that links and sitemaps lead to are examined; each URL is asked once, and other sites aren't crawled."""
    with serving(shop()) as site, serving({"/": pear("foreign", "/more")}) as other:
        site.pages["/child"] = pear("child", f"{other.origin}/")
        with_sitemap(site, "/orphan", "/", "/shop/1")
        ended = run(f"{site.origin}/", tmp_path / "out", "--robots", "obey")
        assert ended.returncode == 0, ended.stderr
        found = pages(tmp_path / "out", site.origin)
        assert {path: facts[0] for path, facts in found.items()} == {
            "/": 0,
            "/shop/": 1,
            "/moved": 1,
            "/gone": 1,
            **{f"/shop/{number}": 2 for number in range(1, ITEMS + 1)},
            "/orphan": None,
            "/child": None,
        }
        assert found["/gone"][1] == "it returned status 404"
        assert found["/moved"][2] == f"{site.origin}/shop/1"
        assert "1 URL: disallowed by robots.txt" in ended.stdout
        assert site_issues(tmp_path / "out", site.origin) >= {
            ("links/broken", "/gone"),
            ("links/redirect-permanent", "/moved"),
            ("site/orphan", ""),
        }
        plain = Counter(path for method, path in site.requests if method == "GET")
        assert {path for path, times in plain.items() if times > 1} <= {
            "/",
            "/shop/",
            "/shop/1",
            "/orphan",
            "/favicon.ico",
        }
        assert len(site.requests) <= 2.5 * len(found)
        assert "/more" not in {path for _, path in other.requests}


def test_same_issues_as_a_scan(tmp_path: Path) -> None:
    """The report on a page is the one of ``sitescan scan``."""
    with serving(shop()) as site:
        assert run(f"{site.origin}/", tmp_path / "out", "--no-sitemap").returncode == 0
        words = ["scan", f"{site.origin}/", "--format", "json", "-o", f"json:{tmp_path / 'scan.json'}"]
        assert run_command(*words, "--allow-private", *PATIENT).returncode == 0
        alone = json.loads((tmp_path / "scan.json").read_text())
        connection = sqlite3.connect(tmp_path / "out" / "site.sqlite")
        (report,) = connection.execute("SELECT report FROM page WHERE depth = 0").fetchone()
        connection.close()
        ours = json.loads(report)
        for category, other in zip(ours["categories"], alone["categories"], strict=True):
            assert [issue["title"] for issue in category["issues"]] == [issue["title"] for issue in other["issues"]]
            assert category["score"] == other["score"]


def test_links_to_parts(tmp_path: Path) -> None:
    """Every page learns which of the parts that it links to are missing, as if it were scanned alone."""

    def manual(number: int) -> Answered:
        parts = (f"/{other}#{part}" for other in range(6) for part in ("use", f"gone-{(other + number) % 3}"))
        script = "<script>addEventListener('load', print)</script>" * (number % 2)
        return pear(number, *parts, head=f'<h2 id="use">Use</h2><h2 id="gone-0">Return</h2>{script}')

    with serving({f"/{number}": manual(number) for number in range(6)}) as site:
        site.pages["/"] = pear("start", "/1")
        assert run(f"{site.origin}/", tmp_path / "out", "--no-sitemap").returncode == 0
        found = parts_missing(tmp_path / "out")
        requests = Counter(site.requests)
        for path in ("/2", "/3"):
            output = tmp_path / path.strip("/")
            words = ("--no-sitemap", "--no-follow", "--max-pages", "1")
            assert run(site.origin + path, output, *words).returncode == 0
            assert parts_missing(output) == {site.origin + path: found[site.origin + path]}
    # A link to the page itself, or to a page whose script may add the part, is left out.
    counts = {url.removeprefix(site.origin): len(parts) for url, parts in found.items()}
    assert counts == {"/": 0, "/0": 2, "/1": 2, "/2": 1, "/3": 2, "/4": 1, "/5": 2}
    assert all(requests["GET", f"/{number}"] == 1 for number in range(6))


def parts_missing(output: Path) -> dict[str, list[str]]:
    """Return the links of each page to parts that other pages lack."""
    connection = sqlite3.connect(output / "site.sqlite")
    try:
        rows = connection.execute("SELECT url, report FROM page").fetchall()
    finally:
        connection.close()
    return {
        url: [
            occurrence["snippet"]
            for category in json.loads(report)["categories"]
            for issue in category["issues"]
            if issue["rule"] == "links/fragment-missing-elsewhere"
            for occurrence in issue["occurrences"]
        ]
        for url, report in rows
    }


@pytest.mark.proof
def test_jobs(tmp_path: Path) -> None:
    """The report on a site is the same to the byte, however many pages are examined at the same time."""
    with serving(shop()) as site:
        written = set()
        for jobs in ("1", "2", "4"):
            options = ("--jobs", jobs, "--min-score", "1")
            assert run(f"{site.origin}/", tmp_path / jobs, *options).returncode == 0
            # This process serves the site, so on a busy machine its pages are as slow as the report says.
            while b"performance/response-slow" in (tmp_path / jobs / "site.json").read_bytes():
                assert run(f"{site.origin}/", tmp_path / jobs, *options, "--fresh").returncode == 0
            files = [(tmp_path / jobs / name).read_bytes() for name in ("site.json", "index.html")]
            written.add(tuple(map(undated, files)))
        ((report, _),) = written
        assert len(json.loads(report)["pages"]) == ITEMS + 5
        assert run(f"{site.origin}/", tmp_path / "1", "--min-score", "100").returncode == 1


def test_killed(tmp_path: Path) -> None:
    """After kill -9 at several moments, the same command ends with the same pages, and asks no page again."""
    with serving(shop()) as site:
        assert run(f"{site.origin}/", tmp_path / "whole").returncode == 0
        whole = pages(tmp_path / "whole", site.origin)
        site.requests.clear()
        for wanted in (1, 5, 9, 14):
            with subprocess.Popen(
                command(f"{site.origin}/", tmp_path / "killed", "--jobs", "1"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ) as process:
                until(partial(_has, tmp_path / "killed", wanted))
                process.kill()
        ended = run(f"{site.origin}/", tmp_path / "killed", "--jobs", "1")
        assert ended.returncode == 0, ended.stderr
        assert pages(tmp_path / "killed", site.origin) == whole
        # At each kill, one page may have been in flight.
        plain = Counter(path for method, path in site.requests if path.startswith("/shop/") and path != "/shop/")
        assert plain.total() <= 2 * ITEMS + 4 * 4


def _has(output: Path, wanted: int) -> bool:
    """Return whether a database that a command is writing has so many pages."""
    try:
        connection = sqlite3.connect(f"file:{output / 'site.sqlite'}?mode=ro", uri=True)
        try:
            return int(connection.execute("SELECT COUNT(*) FROM page").fetchone()[0]) >= wanted
        finally:
            connection.close()
    except sqlite3.Error:
        return False


def test_traps(tmp_path: Path) -> None:
    """A calendar without an end, relative links that nest, and redirects in a loop end, and are named."""
    calendar = {f"/cal/{number}": pear(number, f"/cal/{number + 1}") for number in range(60)}
    nested = {f"/deep/{'x/' * times}": pear(times, "x/") for times in range(9)}
    loops = {"/a": Answered(b"", 302, (("Location", "/b"),)), "/b": Answered(b"", 302, (("Location", "/a"),))}
    start = {"/": pear("start", "/cal/0", "/deep/", "/a")}
    with serving({**start, **calendar, **nested, **loops}) as site:
        ended = run(f"{site.origin}/", tmp_path / "out")
        found = pages(tmp_path / "out", site.origin)
        assert sum(path.startswith("/cal/") for path in found) == 20
        assert [path for path in found if path.startswith("/deep/")] == ["/deep/", "/deep/x/", "/deep/x/x/"]
        assert found["/a"][1] == "The page redirects in a loop."
        assert "1 URL: /cal/N has no end" in ended.stdout
        assert "1 URL: paths that repeat a segment" in ended.stdout


def test_start(tmp_path: Path) -> None:
    """The site is where the start page redirects to; a start page that can't be read ends the command."""
    with serving(shop()) as site, serving({"/": Answered(b"", 301, (("Location", f"{site.origin}/"),))}) as old:
        assert run(f"{old.origin}/", tmp_path / "out", "-m", "2").returncode == 0
        assert set(pages(tmp_path / "out", site.origin)) == {"/", "/gone"}
        ended = run(f"{site.origin}/gone.zip", tmp_path / "other")
        assert ended.returncode == 3
        assert "no page could be examined: http://127.0.0.1" in ended.stderr
    ended = run(f"{site.origin}/", tmp_path / "lost")
    assert ended.returncode == 3
    assert not (tmp_path / "lost").exists()
    assert "sitescan: http://127.0.0.1" in ended.stderr


def test_start_that_refreshes(tmp_path: Path) -> None:
    """The site is where the refreshes of the start page lead to, in its markup or a header field."""
    with serving(shop()) as site:
        first = page(f'<meta http-equiv=refresh content="0;url={site.origin}/stub">')
        site.pages["/stub"] = page("<title>Moved", ("Refresh", "0; url=/shop/"))
        with serving({"/": first}) as old:
            assert run(f"{old.origin}/", tmp_path / "out").returncode == 0
            found = pages(tmp_path / "out", site.origin)
        site.pages["/a"] = page('<meta http-equiv=refresh content="0;url=/b">')
        site.pages["/b"] = page('<meta http-equiv=refresh content="0;url=/a">')
        loop = run(f"{site.origin}/a", tmp_path / "loop", "--no-sitemap", "--fail-on", "error")
    assert found[f"{old.origin}/"][2] == f"{site.origin}/stub"
    assert found["/stub"][2] == f"{site.origin}/shop/"
    assert {path for path in found if found[path][0] == 1} == {f"/shop/{number}" for number in range(1, ITEMS + 1)}
    assert (loop.returncode, "no page could be examined" in loop.stderr) == (3, True)


def test_other_host_of_the_site(tmp_path: Path) -> None:
    """If no link stays on the host, the report names the one where they lead, and ``--also`` reads its pages."""
    with serving(shop()) as live:
        staged = pear("start", *(f"{live.origin}/shop/{number}" for number in range(1, 4)))
        canonical = f'<link rel=canonical href="{live.origin}/">'.encode()
        with serving({"/": Answered(staged.body.replace(b"<h1>", canonical + b"<h1>"))}) as staging:
            ended = run(f"{staging.origin}/", tmp_path / "out")
            assert f"3 URLs: of {live.origin}: no link stays on {staging.origin}; --also {live.origin}" in ended.stdout
            also = run(f"{staging.origin}/", tmp_path / "also", "--also", live.origin.removeprefix("http://"))
            assert "no link stays" not in also.stdout
    found = pages(tmp_path / "also", live.origin)
    assert {"/shop/1", "/shop/2", f"{staging.origin}/"} <= set(found)


@pytest.mark.parametrize("status", [401, 404, 429, 503])
def test_nothing_is_examined(tmp_path: Path, status: int) -> None:
    """A site or a list of which no page can be read fails what is asked of it, ends with 3, and is red in JUnit."""
    closed = Answered(b"<!doctype html><title>Closed</title><p>Closed", status, (("Content-Type", "text/html"),))
    with serving({"/": closed, "/a": closed}) as site:
        ended = run(f"{site.origin}/", tmp_path / "out", "--fail-on", "error", "--min-pages", "2", "--format", "junit")
        (tmp_path / "urls.txt").write_text(f"{site.origin}/a\n{site.origin}/b\n")
        listed = run(str(tmp_path / "urls.txt"), tmp_path / "listed", "--no-follow")
    assert (ended.returncode, listed.returncode) == (3, 3)
    assert "failed: min-pages 2: nothing was examined" in ended.stderr
    assert "failed: fail-on error: nothing was examined" in ended.stderr
    assert f"no page could be examined: {site.origin}/: it returned status {status}" in ended.stderr
    assert 'failures="1"' in ended.stdout
    assert "no page could be examined" in listed.stderr


def test_robots_that_fail(tmp_path: Path) -> None:
    """If robots.txt can't be read, only the start page is examined, unless robots.txt is only reported."""
    with serving(shop() | {"/robots.txt": Answered(b"", 503)}) as site:
        ended = run(f"{site.origin}/", tmp_path / "out", "--robots", "obey")
        assert set(pages(tmp_path / "out", site.origin)) == {"/"}
        assert "robots.txt can't be read, so nothing may be crawled" in ended.stdout
        assert run(f"{site.origin}/", tmp_path / "all").returncode == 0
        assert len(pages(tmp_path / "all", site.origin)) > ITEMS


def test_sitemaps_that_can_not_be_read(tmp_path: Path) -> None:
    """A sitemap that robots.txt or an index names and that can't be read is named; one that nobody names is not."""
    xml = (("Content-Type", "application/xml"),)
    with serving({"/": pear("start", "/a"), "/a": pear("a"), "/b": pear("b")}) as site:
        assert "a sitemap that" not in run(f"{site.origin}/", tmp_path / "none").stdout
        parts = "".join(f"<sitemap><loc>{site.origin}/{name}</loc></sitemap>" for name in ("one", "gone"))
        index = f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{parts}</sitemapindex>'
        site.pages["/robots.txt"] = Answered(f"Sitemap: {site.origin}/index\n".encode(), 200, xml)
        site.pages["/index"] = Answered(index.encode(), 200, xml)
        listed = f"{site.origin}/\n{site.origin}/b\n"
        site.pages["/one"] = Answered(gzip.compress(listed.encode()), 200, (("Content-Type", "application/gzip"),))
        ended = run(f"{site.origin}/", tmp_path / "out")
        assert "1 URL: a sitemap that can't be read" in ended.stdout
        assert set(pages(tmp_path / "out", site.origin)) == {"/", "/a", "/b"}
        # The page may be in the sitemap that can't be read.
        assert ("site/sitemap-incomplete", "") not in site_issues(tmp_path / "out", site.origin)
        site.pages["/gone"] = Answered(listed.encode(), 200, (("Content-Type", "text/plain"),))
        assert run(f"{site.origin}/", tmp_path / "whole").returncode == 0
        assert ("site/sitemap-incomplete", "") in site_issues(tmp_path / "whole", site.origin)


def test_hostile_sitemaps(tmp_path: Path) -> None:
    """Indexes that name each other, entries of other sites, and files that are no sitemaps are passed over."""
    with serving(shop()) as site:
        index = "".join(f"<sitemap><loc>{site.origin}{path}</loc></sitemap>" for path in ("/sitemap.xml", "/two", "/"))
        body = f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{index}</sitemapindex>'
        site.pages["/sitemap.xml"] = site.pages["/two"] = Answered(
            body.encode(), 200, (("Content-Type", "application/xml"),)
        )
        assert run(f"{site.origin}/", tmp_path / "out").returncode == 0
        assert "/orphan" not in pages(tmp_path / "out", site.origin)


def test_large_sitemaps(tmp_path: Path) -> None:
    """Of a sitemap with 100,000 entries 50,000 are read, and so is a compressed bomb: the report says what was not."""
    with serving(shop()) as site:
        with_sitemap(site, *(f"/none/{number}" for number in range(100_000)))
        bomb = gzip.compress(b"<urlset>" + b" " * 60_000_000)
        site.pages["/bomb.xml.gz"] = Answered(bomb, 200, (("Content-Type", "application/gzip"),))
        lines = f"Sitemap: {site.origin}/bomb.xml.gz\nSitemap: {site.origin}/sitemap.xml\n"
        site.pages["/robots.txt"] = Answered(lines.encode(), 200, (("Content-Type", "text/plain"),))
        ended = run(f"{site.origin}/", tmp_path / "out", "-m", "20")
        assert ended.returncode == 0, ended.stderr
        assert "49,997 URLs: more than 20 pages" in ended.stdout
        assert "50,001 URLs: beyond 50,000 URLs or 50 MiB of a sitemap" in ended.stdout


def test_loops_by_case_and_slash(tmp_path: Path) -> None:
    """A server that answers each spelling of an address, with links to other spellings, is read to an end."""
    names = [f"/{name}{slash}" for name in ("a", "A", "b", "B", "aB", "Ab") for slash in ("", "/")]
    with serving({path: pear("same", *names) for path in ("/", *names)}) as site:
        assert run(f"{site.origin}/", tmp_path / "out").returncode == 0
        assert set(pages(tmp_path / "out", site.origin)) == {"/", *names}
        assert ("site/url-variants", "") in {(rule, "") for rule, _ in site_issues(tmp_path / "out", site.origin)}


def test_large_pages(tmp_path: Path) -> None:
    """A page of more than the limit is named, and one with 10,000 links is read; the others are examined."""
    with serving({"/": pear("start", "/large", "/many")}) as site:
        site.pages["/large"] = pear("large" + " pears" * 3_000_000)
        site.pages["/many"] = pear("many", *(f"/none#{number}" for number in range(10_000)))
        ended = run(f"{site.origin}/", tmp_path / "out")
        assert ended.returncode == 0, ended.stderr
        found = pages(tmp_path / "out", site.origin)
        assert set(found) == {"/", "/large", "/many", "/none"}
        assert found["/many"][1] == ""
        assert found["/large"][1]


def test_busy_and_failing_servers(tmp_path: Path) -> None:
    """
    A page whose server was busy or down for a moment is examined; one that stays so is named with the reason.

    The pages that a server asks time for are asked for again after all others.
    """
    others = {"/back": pear("back"), "/up": pear("up", "/deep"), "/deep": pear("deep", "/deeper")}
    start = pear("start", "/busy", "/later", "/down", "/back", "/up")
    with serving({"/": start, **others, "/deeper": pear("deeper")}) as site:
        site.down |= {"/down", "/back"}
        busy = Answered(b"<p>Busy", 503, (("Content-Type", "text/html"), ("Retry-After", "1")))
        site.pages |= {"/busy": busy, "/later": busy}
        with subprocess.Popen(
            command(f"{site.origin}/", tmp_path / "out"), stdout=subprocess.PIPE, text=True
        ) as process:
            until(lambda: any(path == "/later" for _, path in site.requests))
            site.pages["/later"] = pear("later")
            until(lambda: any(path == "/back" for _, path in site.requests))
            site.down.remove("/back")
            printed = process.communicate()[0]
        assert process.returncode == 0
        found = pages(tmp_path / "out", site.origin)
        assert found["/busy"][1] == "it returned status 503"
        assert found["/later"][1] == found["/back"][1] == ""
        assert found["/down"][1]
        assert "(6 pages, " in printed
        asked = [path for _, path in site.requests]
        assert len(asked) - asked[::-1].index("/busy") > asked.index("/deeper")


#: Crawls a site as the command does, with rests of a fraction of a second, and prints what was left out.
CRAWL = """
import sys
from pathlib import Path
from sitescan.cli.configuration import settings_from
from sitescan.cli.remote import on_reactor
from sitescan.cli.site_failures import rule_failed
from sitescan.site.frontier import CrawlLimits
from sitescan.site.store import opened_store
from sitescan.site.web_crawl import crawl_web
from sitescan.site.crawl_options import CrawlOptions
settings = settings_from({"allow_private": True, "set": ["scan-seconds=300"]}, 4, 4)
how = {"settings": settings, "limits": CrawlLimits(), "options": CrawlOptions(rate=0, rest=0.1), "failed": rule_failed}
with opened_store(Path(sys.argv[2]), "key", fresh=False) as store:
    print(dict(on_reactor(lambda reactor: crawl_web(reactor, sys.argv[1], store, **how)).left_out))
"""


class DownAfter(set[str]):
    """The paths of a site that is down once so many of its pages have been asked for."""

    def __init__(self, pages_up: int) -> None:
        super().__init__()
        self.left = pages_up

    def __contains__(self, path: object) -> bool:
        self.left -= str(path).startswith("/pear")
        return self.left < 0


def test_host_that_is_left(tmp_path: Path) -> None:
    """A host that doesn't answer any more is left and named, and the next crawl reads the pages that are missing."""
    names = [f"/pear{number:02}" for number in range(40)]
    with serving({"/": pear("start"), **{name: pear(name) for name in names}}) as site:
        with_sitemap(site, *names)
        site.down = DownAfter(12)
        words = [sys.executable, "-c", CRAWL, f"{site.origin}/", str(tmp_path / "out")]
        ended = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
        assert ended.returncode == 0, ended.stderr
        found = set(pages(tmp_path / "out", site.origin))
        assert "/" in found
        assert f"'127.0.0.1 did not answer any more': {41 - len(found)}" in ended.stdout
        assert len({path for _, path in site.requests}.intersection(names)) < 30
        site.down = set()
        ended = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
        assert ended.returncode == 0, ended.stderr
        assert ended.stdout == "{}\n"
        read = pages(tmp_path / "out", site.origin)
        assert set(read) == {"/", *names}
        assert not any(problem for _, problem, *_ in read.values())


class Rebinding(dict[str, str]):
    """The addresses of a name: one that may be dialled for the first queries, and then one that may not."""

    def __init__(self, queries: int) -> None:
        super().__init__()
        self.left = queries

    def get(self, name: str, default: Any = None) -> Any:
        """Return the address of a name."""
        self.left -= 1
        return "127.0.0.1" if self.left >= 0 else "127.0.0.2"


def test_rebinding(tmp_path: Path) -> None:
    """If the name of a site leads to a private address in the middle of a crawl, its pages are refused and named."""
    names = [f"/{number:02}" for number in range(40)]
    asked = []

    class Private(QuietHandler):
        def do_GET(self) -> None:  # noqa: N802 - the library's name
            asked.append(self.path)

    with serving({name: pear(name) for name in ("/", *names)}) as site, naming(Rebinding(20)) as server:
        port = int(site.origin.rpartition(":")[2])
        with_sitemap(site, *names)
        site.pages["/sitemap.xml"] = evolve(
            site.pages["/sitemap.xml"],
            body=site.pages["/sitemap.xml"].body.replace(site.origin.encode(), b"http://pears.example:%d" % port),
        )
        with listening("127.0.0.2", port, Private):
            words = _words(f"http://pears.example:{port}/", tmp_path / "out", "--rate", "0", "--jobs", "1")
            words.remove("--allow-private")
            ended = run_command(*words, "--set", "allow-private=127.0.0.1", "--set", f"dns=127.0.0.1:{server}")
        assert ended.returncode == 0, ended.stderr
        problems = {path: facts[1] for path, facts in pages(tmp_path / "out", f"http://pears.example:{port}").items()}
        assert problems["/"] == ""
        refused = [path for path, problem in problems.items() if str(problem).startswith("The address is not public")]
        # The scan of the start page has requested 20 of those that the sitemap lists.
        assert 10 < len(refused) <= 20
        assert all(not problem for path, problem in problems.items() if path not in refused)
        assert asked == []


@pytest.mark.proof
@pytest.mark.parametrize("limit", [60_000, 500_000])
def test_full_disk(tmp_path: Path, limit: int) -> None:
    """If there is no room for the database, a sentence says so, nothing is lost, and the same command goes on."""
    program = f"""
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
from sitescan.cli.main import main
sys.exit(main())
"""
    with serving(shop()) as site:
        words = command(f"{site.origin}/", tmp_path / "out")
        words[1:3] = "-c", program
        ended = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False)
        assert (ended.returncode, ended.stderr.count("\n")) == (2, 1), ended.stderr
        assert ended.stderr.startswith(f"sitescan: output: {tmp_path / 'out'}: site.sqlite: ")
        before = pages(tmp_path / "out", site.origin) if limit > 100_000 else {}
        assert bool(before) is (limit > 100_000)
        assert run(f"{site.origin}/", tmp_path / "out").returncode == 0
        assert run(f"{site.origin}/", tmp_path / "whole").returncode == 0
        whole = pages(tmp_path / "whole", site.origin)
        assert pages(tmp_path / "out", site.origin) == whole
        assert before.items() <= whole.items()


def test_credentials_stay_with_the_site(tmp_path: Path) -> None:
    """A header of the command is sent to the site, and to no other."""
    with serving({"/": pear("foreign")}) as other, serving(shop()) as site:
        site.pages["/shop/"] = pear("shop", f"{other.origin}/")
        assert run(f"{site.origin}/", tmp_path / "out", "--header", "Authorization: Bearer abc").returncode == 0
        assert site.received[0]["Authorization"] == "Bearer abc"
        assert other.received
        assert b"Bearer" not in (tmp_path / "out" / "site.sqlite").read_bytes()
        assert not any("Authorization" in fields for fields in other.received)


def test_session_that_ends(tmp_path: Path) -> None:
    """If each page from one on is the login, the report says so; without credentials, there was no session."""
    names = [f"/{name}" for name in "abcdefgh"]
    login = pear("login", head="<form><input type=password aria-label=Password><button>Log in</button></form>")
    with serving({"/": pear("start", "/a"), **{one: pear(one, chr(ord(one[1]) + 1)) for one in names[:3]}}) as site:
        site.pages |= dict.fromkeys(names[3:], login)
        with_sitemap(site, *names)
        ended = run(f"{site.origin}/", tmp_path / "out", "--header", "Cookie: session=pear")
        assert "5 URLs: the same page, “Pear login”, asks for a password" in ended.stdout
        assert "password" not in run(f"{site.origin}/", tmp_path / "public").stdout


def test_list_and_sitemap_as_targets(tmp_path: Path) -> None:
    """A list of URLs or a sitemap says which pages are read; without --no-follow, links are followed from there."""
    with serving(shop()) as site, serving({"/": pear("foreign")}) as other:
        listed = tmp_path / "urls.txt"
        listed.write_text(f"# pears\n{site.origin}/shop/1\n{site.origin}/orphan\n{other.origin}/\n")
        ended = run(str(listed), tmp_path / "list", "--no-follow", "--no-sitemap")
        assert ended.returncode == 0, ended.stderr
        assert set(pages(tmp_path / "list", site.origin)) == {"/shop/1", "/orphan"}
        assert "1 URL: of another site" in ended.stdout
        assert not other.requests
        with_sitemap(site, "/orphan")
        site.pages["/pages.xml"] = site.pages.pop("/sitemap.xml")
        assert run(f"{site.origin}/pages.xml", tmp_path / "map", "--no-follow").returncode == 0
        assert set(pages(tmp_path / "map", site.origin)) == {"/", "/orphan"}
        ended = run(f"{site.origin}/a.css", tmp_path / "none")
        assert ended.returncode == 3
        assert "text/css" in ended.stderr
        ended = run(f"{site.origin}/", tmp_path / "none", "--sitemap", f"{site.origin}/a.css")
        assert ended.returncode == 3
        assert "/a.css lists no page, or can't be read." in ended.stderr


def test_sitemap_of_production(tmp_path: Path) -> None:
    """A copy of a site is judged by the sitemap of the original, whose addresses are those of the copy."""
    with serving(shop()) as site, serving({}) as original:
        head = f'<link rel="canonical" href="{original.origin}/orphan">'
        site.pages["/orphan"] = pear("orphan", head=head)
        with_sitemap(original, "/orphan", "/lost")
        original.pages["/orphan"] = pear("original")
        words = ["--sitemap", f"{original.origin}/sitemap.xml", "--map", f"{original.origin}={site.origin}"]
        assert run(f"{site.origin}/", tmp_path / "out", *words).returncode == 0
        found = pages(tmp_path / "out", site.origin)
        assert found["/orphan"][1] == ""
        assert found["/lost"][1] == "it returned status 404"
        issues_found = site_issues(tmp_path / "out", site.origin)
        assert ("seo/sitemap-pages-broken", "") in issues_found
        assert not any(rule == "seo/sitemap-pages-duplicate" for rule, _ in issues_found)


def test_parameters(tmp_path: Path) -> None:
    """A parameter that changes nothing is tried with three values, named, and dropped; one that does is kept."""
    with serving({}) as site:
        site.pages["/"] = pear("start", *(f"/list?sid={number}&page={number % 2}" for number in range(9)), "/list?a=1")
        site.pages |= {f"/list?sid={one}&page={one % 2}": pear(f"page {one % 2}") for one in range(9)}
        site.pages |= {f"/list?page={page}": pear(f"page {page}") for page in range(2)}
        site.pages["/list"] = pear("list")
        ended = run(f"{site.origin}/", tmp_path / "out")
        assert ended.returncode == 0, ended.stderr
        assert set(pages(tmp_path / "out", site.origin)) == {"/", "/list?page=0", "/list?page=1", "/list?a=1"}
        assert "9 URLs: the parameter sid changes nothing" in ended.stdout
        ended = run(f"{site.origin}/", tmp_path / "kept", "--keep-param", "sid", "--drop-param", "a")
        assert len(pages(tmp_path / "kept", site.origin)) == 11
        assert "/list?a=1" not in pages(tmp_path / "kept", site.origin)


def test_again(tmp_path: Path) -> None:
    """The same command on a complete crawl asks for each page once, and examines those that have changed."""
    with serving(shop()) as site:
        for number in range(1, ITEMS + 1):
            site.pages[f"/shop/{number}"] = tagged(site.pages[f"/shop/{number}"], f'"{number}"')
        assert run(f"{site.origin}/", tmp_path / "out").returncode == 0
        before, reported = pages(tmp_path / "out", site.origin), undated((tmp_path / "out" / "site.json").read_bytes())
        site.requests.clear()
        assert run(f"{site.origin}/", tmp_path / "out").returncode == 0
        assert pages(tmp_path / "out", site.origin) == before
        assert undated((tmp_path / "out" / "site.json").read_bytes()) == reported
        asked = Counter(path for _, path in site.requests)
        # The last one doesn't exist.
        assert len(asked) == len({*before, "/robots.txt", "/sitemap.xml"}) + 1
        # A redirect leads to it.
        assert {path for path, times in asked.items() if times > 1} <= {"/shop/1"}
        assert sum("If-None-Match" in fields for fields in site.received) == ITEMS
        # A field is added, a page is written anew, and another one is deleted.
        site.pages["/shop/1"] = tagged(site.pages["/shop/1"], '"1"', ("X-Frame-Options", "DENY"))
        site.pages["/shop/3"] = tagged(pear("changed", "/"), '"new"')
        del site.pages["/private"]
        site.requests.clear()
        assert run(f"{site.origin}/", tmp_path / "out").returncode == 0
        asked = Counter(path for _, path in site.requests)
        assert asked["/shop/3"] == asked["/shop/7"] == 1
        assert asked["/shop/1"] >= 2
        found = pages(tmp_path / "out", site.origin)
        assert found["/private"][1] == "it returned status 404"
        assert found["/shop/3"] != before["/shop/3"]
        assert found["/shop/5"] == before["/shop/5"]


def tagged(answer: Answered, tag: str, *headers: tuple[str, str]) -> Answered:
    """Return a response with a tag, by which the server knows whether a page has changed."""
    return Answered(answer.body, answer.status, (*pear("").headers, ("ETag", tag), *headers))


def test_limited_time(tmp_path: Path) -> None:
    """When the time is over, the report says how many pages are left, and the same command goes on."""
    with serving(shop()) as site:
        ended = run(f"{site.origin}/", tmp_path / "out", "--max-time", "0.5")
        assert ended.returncode == 0, ended.stderr
        assert "not read in the given time" in ended.stdout
        before = set(pages(tmp_path / "out", site.origin))
        assert "/" in before
        assert len(before) < ITEMS
        site.requests.clear()
        assert run(f"{site.origin}/", tmp_path / "out").returncode == 0
        assert len(pages(tmp_path / "out", site.origin)) > ITEMS
        assert ("GET", "/") not in site.requests


@needs(*RENDERER)
def test_rendered(tmp_path: Path) -> None:
    """With --render, pages are examined as visitors see them, and links that scripts write lead to other pages."""
    script = "<div id=menu></div><script>menu.innerHTML = '<a href=/made>Made</a>'; document.title = 'Written'</script>"
    with serving({"/": pear("start", head=script), "/made": pear("made", "/")}) as site:
        assert run(f"{site.origin}/", tmp_path / "plain").returncode == 0
        assert set(pages(tmp_path / "plain", site.origin)) == {"/"}
        ended = run(f"{site.origin}/", tmp_path / "rendered", "--render")
        assert ended.returncode == 0, ended.stderr
        assert set(pages(tmp_path / "rendered", site.origin)) == {"/", "/made"}
        report = json.loads((tmp_path / "rendered" / "site.json").read_bytes())
        assert [page["depth"] for page in report["pages"]] == [0, 1]


def test_configuration_and_cookies(tmp_path: Path) -> None:
    """Options are read from [site] of a file, and cookies from another; the command line comes first."""
    with serving(shop()) as site, serving({"/": pear("foreign")}) as other:
        site.pages["/shop/"] = pear("shop", f"{other.origin}/")
        cookies = tmp_path / "cookies.txt"
        cookies.write_text("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tpear\n")
        config = tmp_path / "mine.toml"
        config.write_text(
            f'min-score = 90\n[site]\ntarget = "{site.origin}/"\nmax-pages = 3\ncookie-file = "{cookies}"\n'
            "no-sitemap = true\nsubdomains = false\nmax = { error = 100 }\nmax-depth = 5\n"
        )
        words = ("--config", str(config), "-o", str(tmp_path / "out"), "-m", "2")
        ended = run_command("site", *words, "--allow-private", *PATIENT)
        assert ended.returncode == 0, ended.stderr
        assert len(pages(tmp_path / "out", site.origin)) == 2
        assert site.received[0]["Cookie"] == "session=pear"
        assert not any("Cookie" in fields for fields in other.received)
