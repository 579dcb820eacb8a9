"""Rendered pages: the document that visitors see, and the document that was sent."""

import pytest
from attrs import evolve
from msgspec.structs import replace

from sitescan.document.document import Document, SourceDocument, page_evidence
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.examine.messages import CategoryJudged, JudgeJob, Outlined, OutlineJob
from sitescan.examine.packing import pack
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.examine.worker import Worker
from sitescan.model.exchange import Exchange, Page
from sitescan.model.outline import Place
from sitescan.model.page_load import Loading
from sitescan.model.rendered import Paints, RenderedDocument, RequestMade
from sitescan.model.report import Category
from sitescan.rules.catalogue import catalogue
from sitescan.standards.http_headers import Headers
from tests.unexamined import are_uncounted, sentences

URL = "http://pears.example/"

SENT = """<!doctype html><html lang=en><head><title>Pears</title>
<script type=module src=/app.js></script></head>
<body><div id=root></div>
<a class=twin href=/a>A</a>
<a class=twin href=/a>A</a>
<footer class=f>Pears</footer>"""

RENDERED = """<!DOCTYPE html><html lang="en"><head><title>Pears: 3 new</title>
<script type="module" src="/app.js"></script></head>
<body><div id="root"><h1>Pears</h1><img src="/pear.png"><a href="/one">One</a></div>
<a class="twin" href="/a">A</a>
<a class="twin" href="/a">A</a>
<footer class="f">Pears</footer>"""

SHELL = "<!doctype html><html lang=en><title>Pears</title><div id=root></div><script type=module src=/app.js></script>"


def page(sent: str, rendered: str | None = None, unrendered: str = "", requests: tuple[RequestMade, ...] = ()) -> Page:
    """Return a page."""
    document = None if rendered is None else RenderedDocument(html=rendered, requests=requests)
    exchange = Exchange(requested=URL, url=URL, status=200, headers=Headers((("Content-Type", "text/html"),)))
    return Page(exchange=exchange, body=sent.encode(), rendered=document, unrendered=unrendered)


def test_rendered_and_sent_documents() -> None:
    """Most rules read the rendered document, some the document as sent; without rendering, both are the same."""
    document = Document(page(SENT, RENDERED))
    assert (document.title, document.source.title) == ("Pears: 3 new", "Pears")
    assert isinstance(document.source, SourceDocument)
    assert page_evidence(document) == {
        Document: document,
        SourceDocument: document.source,
        Exchange: document.exchange,
    }
    sent = Document(page(SENT))
    assert sent.source is sent


def test_places() -> None:
    """An element that was sent has its line; an element that scripts made, or that has a twin, has none."""
    document = Document(page(SENT, RENDERED))
    footer, image, twin = (document.place(document.all(name)[-1]) for name in ("footer", "img", "a"))
    assert footer == Place(line=6, column=1, snippet="<footer class=f>", selector="body > footer")
    assert image == Place(snippet='<img src="/pear.png">', selector="#root > img")
    assert twin == Place(snippet='<a class="twin" href="/a">', selector="body > a:nth-of-type(2)")
    assert document.place(Place(line=3, selector="p")) == Place(selector="p")
    first = Place(line=4, column=1, snippet="<a class=twin href=/a>", selector="body > a:nth-of-type(1)")
    assert document.source.place(document.source.first("a")) == first
    assert document.place(document.source.first("a")) == first


def test_line_breaks() -> None:
    """A line break of any kind in a DOM becomes a line feed."""
    assert Document(page(SENT, "<p>a\r\nb\rc")).decoded.text == "<p>a\nb\nc"


@pytest.mark.parametrize("rendered", [None, "", RENDERED, "<p>\ufffd 🍐"])
def test_jobs(rendered: str | None) -> None:
    """A child outlines and judges a rendered document with any content."""
    worker, sent = Worker(), page(SENT, rendered)
    packed, parts = pack(sent)
    blob = b"".join(parts)
    (outlined,) = worker.answers(OutlineJob(page=packed, parser="turbohtml", links=9, resources=9), blob)
    assert isinstance(outlined, Outlined)
    links = {None: ["/a", "/a"], RENDERED: ["/one", "/a", "/a"]}.get(rendered, [])
    assert [link.href for link in outlined.outline.links] == links
    answers = [*worker.answers(JudgeJob(page=packed, parser="turbohtml", sheets=(), scripts=()), blob)]
    judged = {answer.category: answer.judged for answer in answers if isinstance(answer, CategoryJudged)}
    found = {judgement.rule for judgement in judged[Category.ACCESSIBILITY].judgements}
    assert ("accessibility/image-alt" in found) is (rendered == RENDERED)
    assert len(answers) == len(judged) == len(Category)


def about_scripts(document: Document, category: Category) -> list[str]:
    """Return the sentences about scripts."""
    return [text for text in sentences(unexamined_parts(document, category)) if "cript" in text]


def test_reasons_for_unseen_content() -> None:
    """The report gives the reason why content was not seen."""
    seen = Document(page(SHELL, RENDERED))
    assert not [
        category
        for category in Category
        if are_uncounted(unexamined_parts(seen, category)) or about_scripts(seen, category)
    ]
    for document, words in (
        (Document(page(SHELL)), "this scan doesn't run scripts: its links"),
        (Document(page(SHELL, SHELL)), "shows no content after its scripts have run: its links"),
        (Document(page(SHELL, unrendered="It is too busy.")), "not seen: its links were not checked, and this score"),
        (Document(page(RENDERED, unrendered="It is too busy.")), "without what its scripts change. It is too busy."),
    ):
        (sentence,) = about_scripts(document, Category.LINKS)
        assert words in sentence
        assert are_uncounted(unexamined_parts(document, Category.LINKS)) is (document.source.title == "Pears")


@pytest.mark.parametrize("rendered", [SHELL, RENDERED.replace("h1>", "p>")])
def test_stopped_scripts(rendered: str) -> None:
    """What a page lacks whose scripts were stopped isn't judged, can't raise a score, and the report says why."""
    measured = RenderedDocument(html=rendered, stopped=True)
    document = Document(evolve(page(SHELL), rendered=measured))
    for category in Category:
        (sentence,) = about_scripts(document, category)
        assert sentence.startswith("The page's scripts ran for longer than a scan allows and were stopped.")
        assert are_uncounted(unexamined_parts(document, category)) is sentence.endswith(
            "can't raise the overall score."
        )
    assert not are_uncounted(unexamined_parts(document, Category.SEO))
    assert are_uncounted(unexamined_parts(document, Category.ACCESSIBILITY))
    for rule in ("seo/h1-missing", "seo/content-thin"):
        assert not list(catalogue()[rule].check(document))
        assert list(catalogue()[rule].check(Document(page(RENDERED.replace("h1>", "p>")))))
    assert not any("focus" in sentence for sentence in sentences(unexamined_parts(document, Category.ACCESSIBILITY)))


REGISTERS = "Scripts register a service worker, which a scan doesn't start."


@pytest.mark.parametrize(
    ("destination", "sockets", "registers", "words"),
    [
        (URL, 0, False, ""),
        (
            "",
            1,
            False,
            "Scripts open a WebSocket, to which a scan doesn't connect. What arrives there was not checked.",
        ),
        (
            "",
            3,
            False,
            "Scripts open 3 WebSockets, to which a scan doesn't connect. What arrives there was not checked.",
        ),
        ("", 0, True, f"{REGISTERS} What they show once it runs was not checked."),
    ],
)
def test_sockets_and_workers(destination: str, sockets: int, registers: bool, words: str) -> None:
    """The report says that nothing came over sockets and no service worker ran, and nothing of a page that reloads."""
    measured = RenderedDocument(
        html=RENDERED, url=f"{URL}#top", destination=destination, sockets=sockets, registers_worker=registers
    )
    document = Document(evolve(page(SHELL), rendered=measured))
    assert about_scripts(document, Category.LINKS) == [words] * bool(words)
    assert not are_uncounted(unexamined_parts(document, Category.LINKS))


@pytest.mark.parametrize(
    ("number", "started", "them"), [(0, "", ""), (1, "another worker", "it"), (3, "3 other workers", "them")]
)
def test_nested_workers(number: int, started: str, them: str) -> None:
    """The report says how many workers of workers a scan doesn't start."""
    document = Document(evolve(page(SHELL), rendered=RenderedDocument(html=RENDERED, nested_workers=number)))
    words = f"Scripts in workers start {started}, which a scan doesn't run. What depends on {them} was not checked."
    assert about_scripts(document, Category.LINKS) == [words] * bool(number)


def test_page_that_scripts_leave() -> None:
    """The report says first to which page scripts go, and what depends on the content of this one doesn't count."""
    measured = RenderedDocument(html=RENDERED, url=f"{URL}#top", destination=f"{URL}plums")
    document = Document(evolve(page(SHELL), rendered=measured))
    for category in Category:
        first = next(unexamined_parts(document, category)).sentence
        assert first.startswith(f"The page's scripts go to {URL}plums, which visitors see instead. It was not")
        assert are_uncounted(unexamined_parts(document, category)) is first.endswith("can't raise the overall score.")
    assert are_uncounted(unexamined_parts(document, Category.ACCESSIBILITY))
    assert not are_uncounted(unexamined_parts(document, Category.SECURITY))


@pytest.mark.parametrize(
    ("fields", "html", "is_wall"),
    [
        ((("CF-Mitigated", "challenge"),), "<title>Just a moment...</title>", True),
        ((("x-amzn-waf-action", "captcha"),), "", True),
        ((("x-amzn-waf-action", "count"),), "", False),
        ((), "<script id=anubis_challenge type=application/json>{}</script>", True),
        ((), "<p id=anubis_challenge>Anubis", False),
        ((), "<iframe id=main-iframe src=/_Incapsula_Resource?a=1></iframe>", True),
        ((), "<iframe id=main-iframe src=/pears></iframe>", False),
        ((), "<script src=/_Incapsula_Resource?a=1></script>", False),
    ],
)
def test_walls_for_robots(fields: tuple[tuple[str, str], ...], html: str, is_wall: bool) -> None:
    """A page that checks whether visitors are robots is said first to be one, and its content doesn't count."""
    exchange = Exchange(requested=URL, url=URL, status=200, headers=Headers(fields))
    document = Document(Page(exchange=exchange, body=f"<!doctype html><h1>Pears</h1>{html}".encode()))
    for category in (Category.SEO, Category.LINKS):
        first = [*sentences(unexamined_parts(document, category)), ""][0]
        assert first.startswith("The server answers with a page that checks") is is_wall
    assert are_uncounted(unexamined_parts(document, Category.LINKS)) is is_wall


def test_shadow_trees() -> None:
    """The content of shadow trees is examined, in the page that was sent and in the rendered one."""
    tree = '<pear-list><template shadowrootmode="open"><a href=/a>A</a><img src=/a.png></template></pear-list>'
    for document in (Document(page(RENDERED + tree * 4)), Document(page(SENT, RENDERED + tree * 4))):
        assert len(document.all("img")) == 5
        for category in (Category.ACCESSIBILITY, Category.LINKS):
            assert not [
                sentence for sentence in sentences(unexamined_parts(document, category)) if "shadow" in sentence
            ]
            assert not are_uncounted(unexamined_parts(document, category))


REQUESTS = (
    RequestMade(url=f"{URL}app.js", kind="script", size=100),
    RequestMade(url=f"{URL}route.js", kind="script", script=f"{URL}app.js", size=200),
    RequestMade(url=f"{URL}data", kind="data", script=f"{URL}route.js", size=300),
    RequestMade(url=f"{URL}pear.png", kind="image", script=f"{URL}route.js", size=400),
    RequestMade(url=f"{URL}gone.js", kind="script", failed=True),
)


def test_load_of_rendered_page() -> None:
    """Files in the HTML load as it declares, other files when scripts request them, and failed ones don't load."""
    document = Document(page(SENT, RENDERED, requests=REQUESTS))
    load = page_load(document)
    assert [(file.url.removeprefix(URL), file.loading, file.parent.removeprefix(URL)) for file in load.files] == [
        ("app.js", Loading.DEFERRED, ""),
        ("route.js", Loading.SCRIPTED, "app.js"),
        ("data", Loading.SCRIPTED, "route.js"),
        ("pear.png", Loading.SCRIPTED, "route.js"),
    ]
    assert load.files[-1].place.selector == "#root > img"
    assert load.rendered
    assert not page_load(Document(page(SENT))).rendered


def test_measured_load_of_rendered_page() -> None:
    """The times of paints and files are those that the browser has measured, of several requests those of the first."""
    requests = [
        replace(request, begins=100 * number, ends=100 * number + 150) for number, request in enumerate(REQUESTS)
    ]
    again = replace(requests[0], begins=900, ends=950)
    rendered = page(SENT, RENDERED, requests=(*requests, again))
    assert rendered.rendered is not None
    painted = evolve(rendered.rendered, paints=Paints(first_at=700, largest_at=1900))
    load = page_load(Document(evolve(rendered, rendered=painted)))
    assert (load.first_at, load.largest_at) == (700, 1900)
    assert [(file.begins, file.ends) for file in load.files] == [(0, 150), (100, 250), (200, 350), (300, 450)]


def test_files_that_scripts_request() -> None:
    """The outline of a rendered page also has the files that scripts request, without a place in the page."""
    document = Document(page(SENT, RENDERED, requests=REQUESTS))
    resources = outline(document, links=9, resources=9).resources
    assert [(resource.url.removeprefix(URL), bool(resource.place.selector)) for resource in resources] == [
        ("app.js", True),
        ("pear.png", True),
        ("route.js", False),
    ]
    assert resources[-1].place.snippet == f"{URL}route.js"


def test_unanswered_requests() -> None:
    """Missed requests for data can't raise a score, and are reported; missed requests for pictures are ignored."""
    missed = RequestMade(url=f"{URL}graphql", kind="data", failed=True, missed=True)
    picture = RequestMade(url=f"{URL}pear.png", kind="image", failed=True, missed=True)
    for requests, categories in (
        ((missed, missed), [Category.ACCESSIBILITY, Category.PERFORMANCE, Category.LINKS]),
        ((picture, *REQUESTS), []),
    ):
        document = Document(page(SHELL, RENDERED, requests=requests))
        assert [category for category in Category if are_uncounted(unexamined_parts(document, category))] == categories
        for category in categories:
            (sentence,) = about_scripts(document, category)
            assert sentence.startswith("2 requests of the page's scripts were not answered")
