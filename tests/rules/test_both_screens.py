"""A fault of one of the two screens is reported as one of that screen, and a fault of both is reported once."""

from collections.abc import Iterator, Mapping, Sequence

import pytest
from attrs import evolve

from sitescan.document.document import Document
from sitescan.document.views import view
from sitescan.model.rendered import RenderedDocument
from sitescan.model.report import Fact, Judgement
from sitescan.rules.catalogue import catalogue
from sitescan.rules.issues import issues
from sitescan.rules.judge import RuleResults, judge
from sitescan.rules.rule import Bad, Finding
from tests.document.pages import document
from tests.measured_pages import measured
from tests.rules.evidence import page as example_page

HEAD = '<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Pears</title>'
PHONE = ".p{display:none}@media (max-width:700px){.p{display:inline-block}.d{display:none}.c{color:#bbb}}"


def _page(body: str, css: str = PHONE, head: str = HEAD) -> Document:
    return document(f"{head}<style>{css}</style><body><main><h2>Pears</h2>{body}</main>")


def _judged(rule: str, page: Document) -> Judgement | None:
    return judge(catalogue()[f"accessibility/{rule}"], page)


def _facts(judgement: Judgement | None) -> Sequence[Mapping[str, Fact]]:
    return [] if judgement is None else [occurrence.facts for occurrence in judgement.occurrences]


@pytest.mark.parametrize(
    ("rule", "body"),
    [
        ("button-name", "<button class=p></button>"),
        ("link-name", "<a href=/><img src=/a.png alt=''><span class=d>Home</span></a>"),
        ("image-alt", "<img src=/a.png class=p>"),
        ("field-label", "<form><label class=d>Name <input></label><input class=p></form>"),
        ("contrast", "<p class=c>Ripe pears"),
        ("h1-missing", "<h1 class=d>Pears</h1>"),
        ("content-outside-landmarks", "</main><p class=p>Ripe pears</p>"),
        ("heading-order", "<h3 class=d>Ripe</h3><h4>Pears</h4>"),
    ],
)
def test_fault_of_a_phone(rule: str, body: str) -> None:
    """What only a phone shows is judged, and what a desktop shows isn't called wrong."""
    (facts,) = _facts(_judged(rule, _page(body)))
    assert facts["screen"] == "phone"
    assert str(facts["detail"]).endswith("on phones")
    (swapped,) = _facts(_judged(rule, _page(body, PHONE.replace("max", "min"))))
    assert swapped["screen"] == "desktop"
    assert not _facts(_judged(rule, _page(body, PHONE.replace("max-width:700px", "print"))))


def test_fault_of_both_screens() -> None:
    """A fault that both screens have is one occurrence, and says nothing about screens."""
    body = "<button class=d></button><button></button><button class=p></button>"
    found = _judged("button-name", _page(body))
    assert found is not None
    assert [facts.get("screen", "") for facts in _facts(found)] == ["desktop", "", "phone"]
    assert found.count == 3
    (issue,) = issues([found])
    assert (
        "<button class=d> (on desktops); line 1: <button>; line 1: <button class=p> (on phones)." in issue.description
    )


@pytest.mark.parametrize(
    "css",
    [
        "@media print{p{color:red}}p{width:10vw}",
        "@media (max-width:700px){.absent{color:red}}",
    ],
)
def test_same_styles(css: str) -> None:
    """A page whose elements have the same styles on a phone is judged once."""
    page = _page("<p>Pears", css)
    assert page.screens == (page,)


def test_screens_of_a_page() -> None:
    """Both documents of a page know both; a rendered page is judged in the window in which it was measured."""
    page = _page("<button class=p></button>")
    assert page.screens == page.on_phone.screens == (page, page.on_phone)
    html = f"{HEAD}<style>{PHONE}</style><button class=p></button>"
    rendered = Document(example_page(Bad(html, rendered=html)))
    assert rendered.screens == (rendered,)
    assert _judged("button-name", rendered) is None


@pytest.mark.parametrize(
    ("rule", "runs"),
    [
        ("accessibility/html-lang-missing", 1),
        ("accessibility/contrast", 2),
        # Its texts were measured for the rule before.
        ("accessibility/contrast-enhanced", 2),
        ("performance/unsized-images", 1),
    ],
)
def test_runs_of_a_rule(rule: str, runs: int) -> None:
    """A rule that reads no styles, or isn't about what is seen, is run for one screen, any other one for both."""
    page = _page("<p class=p>Pears")
    judge(catalogue()["accessibility/contrast"], page)
    known, asked = catalogue()[rule], list[Document]()

    def check(page: Document) -> Iterator[Finding]:
        asked.append(page)
        yield from known.check(page)

    judge(evolve(known, check=check), page)
    assert len(asked) == runs


def test_views_of_both_screens() -> None:
    """A view that reads no styles is computed once for both screens, whenever it is first asked for."""
    page, asked = _page("<p class=p>Pears"), list[Document]()

    @view
    def names(page: Document) -> frozenset[str]:
        asked.append(page)
        return page.names

    @view
    def display(page: Document) -> str | None:
        asked.append(page)
        return page.styles.of(page.all("p")[0]).display

    for seen in (page, page.on_phone, page, page.on_phone):
        for make, depends in ((names, False), (display, True)):
            seen.depends_on_screen = False
            make(seen)
            assert seen.depends_on_screen is depends
    assert asked == [page, page, page.on_phone]


def test_passed_check() -> None:
    """A check has passed if it found nothing on either screen and could see what it needs on both."""
    silent = RuleResults()
    rule = catalogue()["accessibility/contrast"]
    silent.run(rule, _page("<p class=c>Pears", ".c{color:#000}@media (max-width:700px){.c{color:#111}}"))
    assert silent.passed == (rule.id,)
    hidden = RuleResults()
    unknown = "@media (max-width:700px){.c{background:url(/pears.jpg)}}"
    hidden.run(rule, _page("<p class=c>Pears", unknown))
    assert not hidden.passed
    applies = RuleResults()
    applies.run(
        catalogue()["accessibility/placeholder-contrast"],
        _page("<input class=c>", "@media (max-width:700px){.c::placeholder{color:#000}}"),
    )
    assert not applies.inapplicable


@pytest.mark.parametrize(
    ("css", "found"),
    [
        (".c{color:#bbb}@media (max-width:700px){main{padding:9px}}", ""),
        (".c{color:#bbb}@media (max-width:700px){main{background:#000}}", "desktop"),
        (".c{color:#bbb}main{background:#000}@media (max-width:700px){main{background:#fff}}", "phone"),
        (".c{color:#888;font-size:30px}@media (max-width:700px){.c{font-size:16px}}", "phone"),
        (".c{color:#888;font-size:16px}@media (max-width:700px){.c{font-size:30px}}", "desktop"),
        (".c{color:#bbb}@media (max-width:700px){main{position:relative;left:-300px}}", "desktop"),
        (".c{color:#bbb}@media (max-width:700px){main{transform:translateX(-225px)}}", "desktop"),
        (".c{color:#bbb}@media (max-width:700px){main{transform:translateX(0)}}", ""),
        (".c{color:#bbb}@media (max-width:700px){main{translate:17rem}}", "desktop"),
        (".c{color:#bbb}@media (max-width:700px){main{transform:translate3d(0, 0, 0)}}", ""),
        (".c{color:#bbb}@media (max-width:700px){main{margin-left:-24px}}", ""),
        (".c{color:#bbb}@media (max-width:700px){main{position:relative;left:-9px}}", ""),
        (".c{color:#bbb}main{width:10vw}@media (max-width:700px){i{top:0}}", ""),
        (".c{color:#bbb}@media (max-width:700px){p{display:flex}}", ""),
    ],
)
def test_contrast_of_a_phone(css: str, found: str) -> None:
    """A text has the contrast of the desktop unless its colors, its size or its place are others on a phone."""
    (facts,) = _facts(_judged("contrast", _page("<p class=c>Ripe <i></i>pears", css)))
    assert facts.get("screen", "") == found


def test_place_without_a_position() -> None:
    """A fault of the whole page says on which screen it was found."""
    found = _judged(
        "headings-missing",
        document(f"{HEAD}<style>{PHONE}</style><nav><a href=/>Start</a></nav><h2 class=d>Pears</h2><p>{'pear ' * 30}"),
    )
    assert found is not None
    (issue,) = issues([found])
    assert "(on phones)" in issue.description


def test_detail_that_is_a_sentence() -> None:
    """The screen follows a detail, whether that is a sentence or not."""
    assert Finding(None, detail="It is red.").of_screen("phone").facts["detail"] == "It is red; on phones"
    assert Finding.lazy(None, lambda: {"detail": 5}).of_screen("desktop").facts["detail"] == "5; on desktops"


SMALL, LARGE = {"a": (0, 0, 16, 16), "b": (18, 0, 16, 16)}, {"a": (0, 0, 40, 40), "b": (50, 0, 40, 40)}


@pytest.mark.parametrize(
    ("phone", "desktop", "screens"),
    [
        (SMALL, LARGE, ["phone"]),
        (LARGE, SMALL, ["desktop"]),
        (SMALL, SMALL, [None]),
        (LARGE, LARGE, []),
        (None, SMALL, [None]),
    ],
)
def test_layouts_of_a_rendered_page(
    phone: Mapping[str, tuple[int, int, int, int]] | None,
    desktop: Mapping[str, tuple[int, int, int, int]],
    screens: Sequence[str | None],
) -> None:
    """A rendered page is judged by the layouts that a browser has measured on both screens, or on one alone."""
    html = f"{HEAD}<body><button id=a>Older</button><button id=b>Newer</button>"
    layouts = RenderedDocument(
        html=html, layout=measured(html, desktop), phone=b"" if phone is None else measured(html, phone)
    )
    page = Document(evolve(document(html).page, rendered=layouts))
    first = _facts(_judged("target-small", page))[:1]
    assert [facts.get("screen") for facts in first] == screens


def test_contrast_of_a_rendered_page() -> None:
    """A text has the colors that a browser has painted on each screen, whatever the stylesheets say."""
    html = f"{HEAD}<body><p id=a>Ripe pears</p>"
    dark = html.replace("id=a", 'id=a style="background-color:rgb(40, 40, 40)"')
    boxes = {"a": (0, 0, 200, 20)}
    layouts = RenderedDocument(html=html, layout=measured(html, boxes), phone=measured(dark, boxes))
    (facts,) = _facts(_judged("contrast", Document(evolve(document(html).page, rendered=layouts))))
    assert facts["screen"] == "phone"
