"""Documents in frames are judged with the page, as far as a rule is about what is in them."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import sitescan
from sitescan.document.accessibility.frame_documents import frame_documents
from sitescan.document.document import Document, page_evidence
from sitescan.document.edits.page_edits import PageEdits
from sitescan.document.parsing.parse import MAX_ELEMENTS
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.examine.category_rules import Failures, judged_by_rules
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RenderedDocument
from sitescan.model.report import Category, Judged, Judgement
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from sitescan.standards.http_headers import Headers
from tests.document.parsing.test_live_tree import flattened, node

_URL = "https://pears.example/shop/"
_TOP = "<!doctype html><html lang=en><title>Pears</title><body><main><h1>Pears</h1>"


def page(html: str, rendered: RenderedDocument | None = None) -> Page:
    """Return a page."""
    headers = Headers((("Content-Type", "text/html; charset=utf-8"),))
    exchange = Exchange(requested=_URL, url=_URL, status=200, headers=headers)
    return Page(exchange=exchange, body=html.encode(), rendered=rendered)


def judged(document: Document) -> Judged:
    """Return what the rules of accessibility find, all of which work."""
    failures = Failures()
    found = judged_by_rules(Category.ACCESSIBILITY, page_evidence(document), failures)
    assert not failures.names
    return found


def issues(html: str) -> Mapping[str, Judgement]:
    """Return the judgements of a page by the name of the rule."""
    return {found.rule.partition("/")[2]: found for found in judged(Document(page(_TOP + html))).judgements}


def selectors(found: Judgement) -> Sequence[str]:
    """Return the selectors of the occurrences."""
    return [at.place.selector for at in found.occurrences if at.place is not None]


def test_faults_in_a_frame() -> None:
    """A fault in a frame joins those of the page; its place is the frame's, its markup and selector are its own."""
    found = issues("""<img src=a>
<iframe id=f title="Price list" srcdoc="<p>Prices<img src=b>"></iframe>""")["image-alt"]
    assert found.count == 2
    inside = found.occurrences[1]
    assert inside.place is not None
    assert (inside.place.line, inside.place.column, inside.place.snippet) == (2, 1, "<img src=b>")
    assert selectors(found) == ["body > main > img", "#f >>> body > p > img"]
    assert inside.facts["detail"] == "in the frame “Price list”"
    assert "detail" not in found.occurrences[0].facts


def test_frames_in_frames() -> None:
    """A frame in a frame is judged too, and its place begins with the outer one."""
    found = issues("""<iframe title=a srcdoc="<iframe title=b srcdoc='<button></button>'></iframe>"></iframe>""")
    assert selectors(found["button-name"]) == ["body > main > iframe >>> body > iframe >>> body > button"]


def test_each_document_has_its_own_labels() -> None:
    """A label in the page names no field in a frame."""
    found = issues("<label for=n>Name</label><input id=n><iframe title=a srcdoc='<input id=n>'></iframe>")
    assert selectors(found["field-label"]) == ["body > main > iframe >>> #n"]


@pytest.mark.parametrize("frame", ["<p>text", "<html lang=''><p>a", "<meta name=viewport content=user-scalable=no>a"])
def test_what_the_page_decides(frame: str) -> None:
    """The language, the viewport, headings and landmarks are those of the page, not of its frames."""
    assert set(issues(f'<iframe title=a srcdoc="{frame}"></iframe>')) == set(issues(""))


@pytest.mark.parametrize(
    "frame",
    [
        "<iframe hidden title=a srcdoc='<img>'></iframe>",
        "<iframe title=a width=1 height=1 srcdoc='<img>'></iframe>",
        "<template><iframe title=a srcdoc='<img>'></iframe></template>",
        "<iframe title=a srcdoc=''></iframe>",
        "<iframe title=a src=/other></iframe>",
    ],
)
def test_frames_that_are_not_judged(frame: str) -> None:
    """Nobody perceives a hidden frame, and what is at another address isn't known."""
    assert not frame_documents(Document(page(_TOP + frame)))


def test_rules_that_pass_and_apply() -> None:
    """A rule that applies to a frame alone applies to the page, and passes if nothing is found there either."""
    passing = judged(Document(page(_TOP + "<iframe title=a srcdoc='<img alt=Pear src=b>'></iframe>")))
    assert "accessibility/image-alt" in passing.passed
    without = judged(Document(page(_TOP + "<iframe title=a srcdoc='<p>text'></iframe>")))
    assert "accessibility/image-alt" in without.inapplicable
    failing = judged(Document(page(_TOP + "<iframe title=a srcdoc='<img src=b>'></iframe>")))
    assert "accessibility/image-alt" not in (*failing.passed, *failing.inapplicable)


def test_links_and_meta_data_are_those_of_the_page() -> None:
    """Rules of other categories read the page alone."""
    report = sitescan.analyse(
        _URL, body=(_TOP + "<iframe title=a srcdoc='<center><a href=tel:x>a</a>'></iframe>").encode()
    )
    found = {issue.rule for category in report.categories for issue in category.issues}
    assert not found & {"seo/element-obsolete", "links/tel-invalid"}


def test_fixes_are_those_of_the_page() -> None:
    """The page has no bytes of a frame's document that could be edited."""

    def fixed(content: str) -> Sequence[bool]:
        document = Document(page(_TOP + content))
        found = judge(catalogue()["accessibility/tabindex-positive"], document, fix_of=PageEdits(document).fix)
        assert found is not None
        return [at.fix is not None for at in found.occurrences]

    assert fixed("<a href=/ tabindex=3>a</a>") == [True]
    assert fixed("<iframe title=a srcdoc='<a href=/ tabindex=3>a</a>'></iframe>") == [False]


def test_base_url() -> None:
    """Addresses in a frame are relative to the base of the page around it."""
    top = "<!doctype html><base href=/orchard/><iframe title=a srcdoc='<a href=pears>a</a>'></iframe>"
    (inside,) = frame_documents(Document(page(top)))
    assert inside.resolve("pears") == "https://pears.example/orchard/pears"
    assert not inside.quirks


def test_limits() -> None:
    """The first 20 frames are judged, however deep, and no more elements than a page may have; others are named."""
    many = issues("<iframe title=a srcdoc='<img src=b>'></iframe>" * 30)
    assert many["image-alt"].count == 20
    deep = "<img src=b>"
    for _ in range(8):
        deep = f'<img src=b><iframe title=a srcdoc="{deep.replace("&", "&amp;").replace(chr(34), "&quot;")}"></iframe>'
    assert issues(deep)["image-alt"].count == 9
    large = f"<iframe title=a srcdoc='{'<p>' * (MAX_ELEMENTS // 2)}'></iframe>"
    assert len(frame_documents(Document(page(_TOP + large * 2)))) == 1


def rendered(*frames: tuple[str, Sequence[dict[str, Any]]]) -> Document:
    """Return a rendered page with frames: their URLs, and the nodes in their bodies, whose parent is 0."""
    nodes = [node(2, 1, 1, "HTML"), node(3, 2, 1, "BODY")]
    for number, (url, inside) in enumerate(frames, 1):
        at = 100 * number
        shown = {**node(at + 1, 0, 9, "#document"), "documentURL": url}
        nodes += [
            node(at, 3, 1, "IFRAME", attributes=["title", "a", "src", "x"], contentDocument=shown),
            node(at + 2, at + 1, 1, "HTML"),
            node(at + 3, at + 2, 1, "BODY"),
            *({**inner, "parentId": at + 3} for inner in inside),
        ]
    return Document(page("<div id=root>", RenderedDocument(html="", nodes=flattened(*nodes))))


@pytest.mark.parametrize(
    ("url", "count"),
    [
        ("https://pears.example/frame", 1),
        ("about:srcdoc", 1),
        ("about:blank", 1),
        ("https://other.example/", 0),
        ("http://pears.example/frame", 0),
        ("chrome-error://chromewebdata/", 0),
        ("data:text/html,a", 0),
    ],
)
def test_frames_of_a_rendered_page(url: str, count: int) -> None:
    """The browser has the documents in frames; those of other origins are another site's."""
    document = rendered((url, [node(190, 0, 1, "IMG", attributes=["src", "b"])]))
    found = [one for one in judged(document).judgements if one.rule == "accessibility/image-alt"]
    assert [selectors(one) for one in found] == [["body > iframe >>> body > img"]][:count]


def test_documents_of_one_page_share_its_frames() -> None:
    """The outline of a page and its judgement are two documents, and both see what is in its frames."""
    parsed = parse_page(rendered(("about:srcdoc", [node(190, 0, 1, "IMG", attributes=["src", "b"])])).page)
    first, second = (frame_documents(Document(parsed))[0] for _ in range(2))
    assert first.all("img") == second.all("img") != []


def test_frame_that_has_not_loaded() -> None:
    """A frame that is loaded once it is near, or shows nothing, has nothing to judge."""
    assert not frame_documents(rendered(("about:blank", ())))
