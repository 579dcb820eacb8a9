"""A job for a child process: judging the load of a page that waits for a script."""

from sitescan.examine.messages import JudgeLoadJob
from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Exchange, Hop, Timings, Tls
from sitescan.model.file_facts import Picture, TextFile
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Place, Resource
from sitescan.model.page_load import Candidate, LoadedFile, Loading, PageLoad
from sitescan.model.redirects import Redirect, Step
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.transport_answers import Protocols
from sitescan.standards.http_headers import Headers

URL = "https://example.com/"
SCRIPT, SHEET, HERO, GONE, ICON, FRAME = (
    URL + name for name in ("a.js", "a.css", "hero.png", "gone.png", "pear.ico", "frame")
)
BLOCKING = "performance/blocking-scripts"


def load_job() -> JudgeLoadJob:
    """Return a job with one file of each kind, and with numbers that aren't round."""
    exchange = Exchange(
        requested="http://example.com/",
        url=URL,
        hops=(Hop(url="http://example.com/", status=301, headers=Headers((("Location", URL),))),),
        status=200,
        headers=Headers((("Connection", "close"), ("X-Pear", "p\u00eache"), ("X-Pear", ""))),
        wire_size=5000,
        timings=Timings(dns=0.1 + 0.2, first_byte=1 / 3),
        tls=Tls(protocol="TLSv1.3", cipher="TLS_AES_128_GCM_SHA256", names=("example.com",)),
        fetched_at=1_790_000_000.123456,
    )
    kinds = {SCRIPT: "script", SHEET: "stylesheet", HERO: "image", GONE: "image", ICON: "icon", FRAME: "frame"}
    resources = [
        Resource(url=url, kind=kind, displayed=100, place=Place(line=line, column=1, snippet=f"<{kind}>", selector="a"))
        for line, (url, kind) in enumerate(kinds.items(), 1)
    ]
    answers = (
        Answer(
            url=SCRIPT,
            status=200,
            steps=(Step(url=SCRIPT, status=302, location=f"{URL}b.js"),),
            headers=Headers((("Content-Type", "text/javascript"), ("cache-control", "max-age=60"))),
            size=300_000,
        ),
        Answer(url=SHEET, status=200, headers=Headers((("content-encoding", "br"),))),
        Answer(url=HERO, method="GET", status=200, size=10**19, headers=Headers((("Content-Type", "image/png"),))),
        Answer(url=GONE, problem=Problem.CERTIFICATE, cause="expired"),
        Answer(url=ICON, status=200, least_size=4096, sent_url=f"{URL}other.ico"),
        Answer(url=FRAME, status=200, linked_page=LinkedPage(missing=("a%20b",), not_found=True)),
    )
    # These properties are stored in the answer when they are first read.
    assert answers[0].redirect is Redirect.TEMPORARY
    assert answers[3].verdict is Verdict.BROKEN
    return JudgeLoadJob(
        resources=ResourceAnswers(
            exchange=exchange,
            resources=tuple(resources),
            answers={answer.url: answer for answer in answers},
            left_out=3,
            pictures={HERO: Picture(format="PNG", width=1000, height=500)},
            texts={SCRIPT: TextFile(size=300_000, wire_size=300_000, packed=90_001, idle=30_000, digest="d")},
        ),
        protocols=Protocols(exchange=exchange, alpn="http/1.1", files=8),
        load=PageLoad(
            files=(
                LoadedFile(url=SCRIPT, kind="script", loading=Loading.BLOCKING),
                LoadedFile(url=HERO, kind="image", width=100),
            ),
            candidates=(Candidate(url=HERO, width=1 / 3, area=1e6 / 7), Candidate(area=1000.5)),
            hero=HERO,
        ),
        icon=ICON,
        found=(BLOCKING,),
    )
