"""Texts over each other, in layouts of a browser that may be compromised."""

from sitescan.document.document import Document
from sitescan.document.layout.cut_texts import cut_texts
from sitescan.document.layout.narrow_overflow import wide_in_narrow_window
from sitescan.document.layout.overlapping_texts import overlapping_texts
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RenderedDocument
from tests.measured_pages import Node, layout
from tests.work import calls

LINE = (0, 0, 300, 20)


def page(count: int, *inside: Node) -> Document:
    """Return a page with paragraphs of the same text, and their boxes."""
    return rendered("<p>Sweet pears</p>" * count, *inside)


def rendered(body: str, *inside: Node) -> Document:
    """Return a page, and its boxes."""
    exchange = Exchange(requested="http://pears.example/", url="http://pears.example/", status=200)
    html = f"<html><head></head><body>{body}</body></html>"
    snapshot = layout(*inside)
    rendered = RenderedDocument(html=html, layout=snapshot, narrow=snapshot)
    return Document(Page(exchange=exchange, body=b"", rendered=rendered))


def paragraph(*at: float, order: int = 1) -> Node:
    """Return a paragraph with a line of text."""
    left, top, width, height = at
    bounds = (left, top, width, height)
    return Node("p", bounds, order=order, inside=[Node("#text", bounds, lines=(bounds,), order=order)])


def test_copies_of_text() -> None:
    """Copies of a text over each other are not reported, since they are a visual effect and can be read."""
    assert overlapping_texts(page(2, paragraph(*LINE), paragraph(1, 1, 300, 20))) == ()


def test_lines_far_beyond_page() -> None:
    """Lines far beyond the page are compared like other lines."""
    assert overlapping_texts(page(2, paragraph(0, -1e15, 300, 20), paragraph(0, 1e15, 300, 20))) == ()


def test_linear_work() -> None:
    """The work for overlapping texts grows in proportion to their number."""

    def work(count: int) -> int:
        document = page(count, *(paragraph(*LINE) for _ in range(count)))
        assert document.accessible
        return calls(lambda: (overlapping_texts(document), list(cut_texts(document)), wide_in_narrow_window(document)))

    few, many = work(1000), work(2000)
    assert many < 2.5 * few


def background(height: float) -> Node:
    """Return a box with a background, which is painted before all texts."""
    return Node("div", (0, 0, 300, height), styles={"background-color": "rgb(255, 255, 255)"}, order=0)


def test_linear_work_with_backgrounds() -> None:
    """The work for texts over as many backgrounds, each as high as the page, grows in proportion to their number."""

    def work(count: int) -> int:
        texts = "".join(f"<p>Sweet pears {number}</p>" for number in range(count))
        boxes = (*(background(1e6) for _ in range(count)), *(paragraph(*LINE) for _ in range(count)))
        document = rendered("<div></div>" * count + texts, *boxes)
        assert document.accessible
        return calls(lambda: overlapping_texts(document))

    few, many = work(400), work(800)
    assert many < 2.5 * few


def test_text_below_high_background() -> None:
    """A background as high as the page hides the text below it, so that no overlap is reported."""
    between = Node("div", (0, 0, 300, 1e6), styles={"background-color": "rgb(255, 255, 255)"}, order=2)
    texts = (paragraph(*LINE), between, paragraph(*LINE, order=3))
    assert overlapping_texts(rendered("<p>Sweet pears</p><div></div><p>Sour plums</p>", *texts)) == ()
    without = (paragraph(*LINE), paragraph(*LINE, order=3))
    assert len(overlapping_texts(rendered("<p>Sweet pears</p><p>Sour plums</p>", *without))) == 1
