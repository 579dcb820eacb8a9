"""The colors of texts, from layouts that a browser has measured."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from attrs import evolve

from sitescan.document.contrast.measured_texts import measured_texts
from sitescan.document.contrast.scrolling import scrolls_free
from sitescan.document.contrast.text_contrast import text_contrasts
from sitescan.document.css.media import DESKTOP
from sitescan.document.document import Document
from sitescan.document.layout.measured_layout import measured_boxes
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.rendered import RenderedDocument
from sitescan.model.report import Category
from sitescan.rules.accessibility import scrollable_unreachable
from tests.measured_pages import Node, layout
from tests.measured_pages import snapshot as snapshot_of
from tests.unexamined import sentences

URL = "http://pears.example/"


def text(*lines: tuple[float, float, float, float], order: int = 1, **styles: str) -> Node:
    """Return a text node."""
    styles = {name.replace("_", "-"): value for name, value in styles.items()}
    return Node("#text", lines[0], styles, order=order, lines=lines)


LINE = (10, 10, 100, 20)
FILLING = "0px 0px 0px 60px inset"
GREY = {"background-color": "rgb(128, 128, 128)"}


def document(html: str, measured: bytes) -> Document:
    """Return a rendered page."""
    exchange = Exchange(requested=URL, url=URL, status=200)
    return Document(Page(exchange=exchange, body=b"", rendered=RenderedDocument(html=html, layout=measured)))


def colors(markup: str, /, *body: Node, **styles: Mapping[str, str]) -> str:
    """Return the colors of the letters and the background of a page's only text, or a word if they aren't known."""
    page = document(f"<html><head></head><body>{markup}</body></html>", layout(*body, **styles))
    found = measured_texts(page)
    if not found:
        return "unknown"
    (seen,) = found.values()
    if seen is None:
        return "hidden"
    return f"{seen.backdrop.displayed(seen.color).hex[1:]} {seen.backdrop.background.hex[1:]}"


def box(*inside: Node, at: tuple[float, float, float, float] = (0, 0, 400, 100), order: int = 1, **styles: str) -> Node:
    """Return a ``div`` node."""
    return Node("div", at, {name.replace("_", "-"): value for name, value in styles.items()}, inside, order)


DIV, AFTER, BEFORE = "<div>Pears</div>", "<div></div><div>Pears</div>", "<div>Pears</div><div></div>"
NEXT = "<div><div></div></div><div>Pears</div>"
RED, HALF, GREEN = "rgb(255, 0, 0)", "rgba(255, 0, 0, 0.5)", "rgb(73, 204, 144)"
INLINE = {"display": "inline", "background-color": RED}
SMALL, AWAY, BEYOND, FREE = (0, 0, 9, 9), (0, 200, 400, 100), (0, 0, 999, 100), (0, 0, 50, 300)
NESTED = "<div><div>Pears</div></div>"
ASIDE = (450, 0, 50, 50)
TAILED, WIDE = "<div><div><div></div></div></div><div>Pears</div>", (10, 10, 900, 20)
TAIL: Any = {"background_color": RED, "at": FREE, "position": "absolute"}
FIXED: Any = {"background_color": RED, "at": FREE, "position": "fixed"}
CLIPPED: Any = {"overflow_x": "hidden", "overflow_y": "hidden"}


#: A line that is seen when the box is scrolled down, and one that isn't seen.
BELOW, LEFT = (10, 210, 100, 20), (-200, 10, 100, 20)


def scroller(*inside: Node, at: tuple[float, float, float, float] = (0, 0, 400, 100), **styles: str) -> Node:
    """Return a division that is scrolled 200 pixels down."""
    scrolled: Any = {"overflow_x": "auto", "overflow_y": "auto", **styles}
    return evolve(box(*inside, at=at, **scrolled), beyond=(0, 200))


#: A line far down on the page, and a box that is as high as the window and doesn't scroll.
FAR = (10, 3000, 100, 20)
PINNED: Any = {"at": (0, 0, 200, 800), "position": "fixed", "background_color": RED}


@pytest.mark.parametrize(
    ("expected", "html", "body"),
    [
        ("hidden", BEFORE, [box(text(FAR)), box(order=2, **PINNED)]),
        # What covers the whole window is taken away at some time.
        ("unknown", BEFORE, [box(text(FAR)), box(order=2, **PINNED | {"at": (0, 0, 1280, 800)})]),
        ("000000 ff0000", AFTER, [box(**PINNED), box(text(FAR, order=2), at=FAR)]),
        ("000000 ffffff", BEFORE, [box(text((300, 3000, 100, 20))), box(order=2, **PINNED)]),
        ("000000 ffffff", BEFORE, [box(text(FAR)), box(order=2, **PINNED | {"at": (0, 0, 200, 400)})]),
        ("000000 ffffff", BEFORE, [box(text(FAR)), box(order=2, **PINNED | {"position": "absolute"})]),
        (
            "hidden",
            "<div>Pears</div><div><div></div></div>",
            [
                box(text(FAR)),
                box(
                    box(order=2, **PINNED | {"position": "static"}), **PINNED | {"background_color": "rgba(0, 0, 0, 0)"}
                ),
            ],
        ),
    ],
)
def test_boxes_as_high_as_the_window(expected: str, html: str, body: Sequence[Node]) -> None:
    """A box that is as high as the window and doesn't scroll covers all of the page, or is behind all of it."""
    assert colors(html, *body) == expected


BAR: Any = {"at": (0, 700, 800, 100), "position": "fixed", "background_color": RED, "order": 2}


@pytest.mark.parametrize(
    ("expected", "line", "more"),
    [
        # The page can be scrolled, if only because of what sticks out of it.
        ("000000 ffffff", (10, 750, 100, 20), box(at=(0, 0, 400, 1500))),
        ("hidden", (10, 750, 100, 20), box(at=(0, 0, 400, 800))),
        ("hidden", (10, 1480, 100, 20), box(at=(0, 1380, 400, 120), background_color=RED, order=2)),
        ("000000 ffffff", (10, 1380, 100, 20), box(at=(0, 0, 400, 1500))),
    ],
)
def test_bars_that_do_not_scroll(expected: str, line: tuple[float, float, float, float], more: Node) -> None:
    """A text that a bar covers at first is judged as it is once people have scrolled to it."""
    html = "<div>Pears</div><div></div><div></div>"
    assert colors(html, box(text(line)), box(**BAR), more) == expected


@pytest.mark.parametrize(
    ("free", "line", "bars", "height"),
    [
        # The page can't be scrolled far enough.
        (False, (0, 700, 9, 720), [(0, 600, 99, 800)], 919),
        (True, (0, 700, 9, 720), [(0, 600, 99, 800)], 920),
        (False, (0, 0, 9, 20), [(0, 0, 99, 80)], 2000),
        (True, (0, 80, 9, 100), [(0, 0, 99, 80)], 2000),
        (True, (0, 10, 9, 20), [(9, 0, 99, 80)], 2000),
        (True, (0, 1000, 9, 1020), [(0, 0, 99, 80), (0, 600, 99, 800)], 2000),
        (False, (0, 1000, 9, 1020), [(0, 0, 99, 400), (0, 410, 99, 800)], 2000),
        (True, (0, 1000, 9, 1020), [(0, 410, 99, 800), (0, 0, 99, 380)], 2000),
        (False, (0, 1000, 9, 1020), [(0, 0, 99, 800)], 2000),
        (False, (0, 900, 9, 920), [], 900),
    ],
)
def test_scrolling_free(
    *,
    free: bool,
    line: tuple[float, float, float, float],
    bars: Sequence[tuple[float, float, float, float]],
    height: float,
) -> None:
    """A line is free if the page can be scrolled to where it is in the window and beside every bar."""
    assert scrolls_free(line, bars, height, DESKTOP) is free


@pytest.mark.parametrize(
    ("expected", "html", "body"),
    [
        ("000000 ffffff", DIV, [scroller(text(BELOW))]),
        ("000000 ff0000", DIV, [scroller(text(BELOW), background_color=RED)]),
        ("000000 ff0000", NESTED, [box(scroller(text(BELOW)), background_color=RED)]),
        ("000000 ff0000", NESTED, [scroller(box(text(BELOW), at=(0, 200, 400, 50), background_color=RED))]),
        ("hidden", NESTED, [scroller(box(text(BELOW)), overflow_y="hidden", overflow_x="hidden")]),
        ("hidden", DIV, [scroller(text(LEFT))]),
        ("hidden", DIV, [scroller(text((10, 410, 100, 20)))]),
        # What covers the box, and what is behind a part of it.
        ("hidden", BEFORE, [scroller(text(BELOW)), box(background_color=RED, order=2)]),
        ("hidden", AFTER, [box(at=(0, 0, 50, 50), background_color=RED), scroller(text(BELOW))]),
        ("hidden", NESTED, [box(scroller(text(BELOW)), opacity="0.5")]),
        # Boxes that are closed or cut off.
        ("hidden", DIV, [scroller(text(BELOW), at=(0, 0, 400, 0))]),
        ("hidden", NESTED, [box(scroller(text(BELOW)), at=(0, 500, 400, 100), **CLIPPED)]),
        # Boxes in boxes that are scrolled.
        ("hidden", NESTED, [scroller(scroller(text(BELOW)))]),
        ("000000 ffffff", NESTED, [scroller(scroller(text((10, 230, 100, 20)), at=(0, 200, 400, 90)))]),
    ],
)
def test_scrolled_texts(expected: str, html: str, body: Sequence[Node]) -> None:
    """A text that people scroll into view is measured where it is in its box, on what is behind the box."""
    assert colors(html, *body) == expected


@pytest.mark.parametrize(
    ("expected", "html", "body"),
    [
        ("000000 ffffff", DIV, [box(text(LINE))]),
        ("000000 ff0000", DIV, [box(text(LINE), background_color=RED)]),
        ("000000 ff8080", DIV, [box(text(LINE), background_color=HALF)]),
        ("ff8080 ffffff", DIV, [box(text(LINE, _webkit_text_fill_color=HALF))]),
        # Opacity: of the text's own box, and of one around it, with and without a background.
        ("808080 ffffff", DIV, [box(text(LINE), opacity="0.5")]),
        ("800000 ff0000", "<div><div>Pears</div></div>", [box(box(text(LINE), opacity="0.5"), background_color=RED)]),
        ("808080 ff8080", "<div><div>Pears</div></div>", [box(box(text(LINE)), background_color=RED, opacity="0.5")]),
        ("hidden", DIV, [box(text(LINE), opacity="0")]),
        ("hidden", DIV, [box(text(LINE, visibility="hidden"))]),
        # A box that lies behind the text without containing it, before and after it in the document.
        ("000000 ff0000", AFTER, [box(background_color=RED), box(text(LINE))]),
        ("000000 ff0000", BEFORE, [box(text(LINE, order=3)), box(background_color=RED, order=2)]),
        ("hidden", BEFORE, [box(text(LINE)), box(background_color=RED, order=2)]),
        ("unknown", BEFORE, [box(text(LINE)), box(background_color=HALF, order=2)]),
        ("000000 ffffff", BEFORE, [box(text(LINE)), box(order=2)]),
        ("unknown", AFTER, [box(at=(0, 0, 50, 50), background_color=RED), box(text(LINE))]),
        ("000000 ffffff", AFTER, [box(at=(0, 0, 5, 50), background_color=RED), box(text(LINE))]),
        # Backgrounds and effects without a certain color.
        ("unknown", DIV, [box(text(LINE), background_image="url(a.png)")]),
        ("unknown", "<img><div>Pears</div>", [Node("img"), box(text(LINE))]),
        ("000000 ff0000", "<img><div>Pears</div>", [Node("img"), box(text(LINE), background_color=RED)]),
        ("unknown", DIV, [box(text(LINE), filter="blur(1px)")]),
        ("unknown", DIV, [box(text(LINE), transform="matrix(0.7, 0.7, -0.7, 0.7, 0, 0)")]),
        ("000000 ffffff", DIV, [box(text(LINE), transform="matrix(2, 0, 0, 2, 10, 0)")]),
        ("unknown", DIV, [box(text(LINE), box_shadow="rgb(0, 0, 0) 0px 0px 9px 0px inset")]),
        ("000000 ffffff", DIV, [box(text(LINE), box_shadow="rgb(0, 0, 0) 0px 0px 0px 1px inset")]),
        # A shadow as broad as the box, or half as high, fills it; one that leaves the line free doesn't.
        ("000000 ff0000", DIV, [box(text(LINE), box_shadow="rgb(255, 0, 0) 0px 0px 0px 50px inset")]),
        ("000000 ff8080", DIV, [box(text(LINE), box_shadow="rgba(255, 0, 0, 0.5) 0px 0px 0px 9999px inset")]),
        ("000000 ffffff", DIV, [box(text(LINE), box_shadow="rgba(0, 0, 0, 0) 0px 0px 0px 9999px inset")]),
        ("000000 ffffff", DIV, [box(text(LINE), box_shadow="rgb(255, 0, 0) 0px 0px 0px 9px inset")]),
        ("unknown", DIV, [box(text(LINE), box_shadow="rgb(255, 0, 0) 0px 0px 0px 20px inset")]),
        ("000000 ff0000", AFTER, [box(box_shadow="rgb(255, 0, 0) 0px 0px 0px 50px inset"), box(text(LINE))]),
        (
            "000000 ff8000",
            DIV,
            [box(text(LINE), box_shadow=f"rgba(255, 255, 0, 0.5) {FILLING}, rgb(255, 1, 0) {FILLING}")],
        ),
        ("unknown", DIV, [box(text(LINE), background_clip="text")]),
        ("unknown", DIV, [box(text(LINE), clip_path="inset(9px)")]),
        ("000000 ffffff", DIV, [box(text(LINE), clip_path="inset(0px)")]),
        ("unknown", NEXT, [box(box(background_color=RED), at=SMALL, clip_path="inset(0px)"), box(text(LINE))]),
        ("unknown", NEXT, [box(box(background_color=RED), opacity="0.5"), box(text(LINE))]),
        ("000000 ff8080", AFTER, [box(background_color=RED, opacity="0.5"), box(text(LINE))]),
        # Lines on different backgrounds, on the same one, and out of sight.
        ("unknown", DIV, [box(text(LINE, (10, 80, 9, 20)), box(at=(0, 70, 400, 90), background_color=RED, order=0))]),
        ("000000 ffffff", DIV, [box(text(LINE, (10, 50, 9, 20)))]),
        ("hidden", DIV, [box(text(LINE), at=(10, 10, 1, 1), overflow_x="hidden", position="absolute")]),
        ("hidden", DIV, [box(text((-999, 10, 100, 20)))]),
        ("hidden", DIV, [box(text((190, 40, 0, 0)), at=(190, 40, 0, 0), transform="matrix(0, 0, 0, 0, -16, 0)")]),
        # A box that is clipped, or may not be.
        ("unknown", NEXT, [box(box(background_color=RED), at=SMALL, overflow_x="clip"), box(text(LINE))]),
        ("000000 ffffff", NESTED, [box(box(text(LINE), position="absolute"), overflow_x="hidden")]),
        ("000000 ffffff", NESTED, [box(box(text(LINE), at=BEYOND, position="absolute"), overflow_x="hidden")]),
        ("000000 ffffff", NESTED, [box(box(text(WIDE), at=BEYOND, position="absolute"), overflow_x="hidden")]),
        ("000000 ffffff", TAILED, [box(box(box(**TAIL), position="relative"), at=AWAY, **CLIPPED), box(text(LINE))]),
        ("unknown", TAILED, [box(box(box(**TAIL)), at=AWAY, **CLIPPED), box(text(LINE))]),
        # A label over its field.
        ("000000 ffffff", "<input><div>Pears</div>", [Node("input", value=""), box(text(LINE))]),
        ("000000 ffffff", "<textarea></textarea><div>Pears</div>", [Node("textarea", value=""), box(text(LINE))]),
        ("unknown", "<input><div>Pears</div>", [Node("input", value="Apples"), box(text(LINE))]),
        ("000000 808080", "<input><div>Pears</div>", [Node("input", styles=GREY, value=""), box(text(LINE))]),
        ("unknown", "<input placeholder=Apples><div>Pears</div>", [Node("input", value=""), box(text(LINE))]),
        ("unknown", "<input type=range><div>Pears</div>", [Node("input", value=""), box(text(LINE))]),
        ("000000 ffffff", BEFORE, [box(text(WIDE), overflow_x="auto"), box(at=ASIDE, background_color=RED)]),
        # A box that is clipped elsewhere.
        ("000000 ff0000", NESTED, [box(box(text(LINE), at=(0, 0, 400, 900), background_color=RED), overflow_x="clip")]),
        ("000000 ffffff", NEXT, [box(box(background_color=RED), at=AWAY, **CLIPPED), box(text(LINE))]),
        ("unknown", NEXT, [box(box(background_color=RED), at=AWAY, overflow_x="clip"), box(text(LINE))]),
        (
            "unknown",
            NEXT,
            [box(box(background_color=RED, at=FREE, position="fixed"), at=AWAY, **CLIPPED), box(text(LINE))],
        ),
        ("unknown", NEXT, [box(box(background_color=RED, at=FREE), at=SMALL, **CLIPPED), box(text((5, 5, 9, 9)))]),
        # A box in lines is behind its own text only.
        ("000000 ff0000", "<span>Pears</span>", [Node("span", (0, 0, 400, 50), INLINE, [text(LINE)])]),
        ("unknown", "<span></span>Pears", [Node("span", (0, 0, 400, 50), INLINE), text(LINE)]),
    ],
)
def test_colors(expected: str, html: str, body: Sequence[Node]) -> None:
    """Colors are known only if they are certain."""
    assert colors(html, *body) == expected


@pytest.mark.parametrize(
    ("judged", "shadow"),
    [
        (True, "none"),
        (True, "rgb(0, 0, 0) 0px 0px 0.25px"),
        (True, "rgba(0, 0, 0, 0.1) 0px 1px 0px"),
        (False, "rgb(0, 0, 0) 0px 0px 2px"),
        (False, "rgba(0, 0, 0, 0.1) 0px 0px 2px, rgba(0, 0, 0, 0.9) 0px 0px 2px"),
    ],
)
def test_shadows(*, judged: bool, shadow: str) -> None:
    """Pale text is reported unless its shadow may make it readable."""
    white = text(LINE, _webkit_text_fill_color="rgb(255, 255, 255)", text_shadow=shadow)
    page = document(f"<html><head></head><body>{DIV}</body></html>", layout(box(white, background_color=GREEN)))
    found = text_contrasts(page)
    assert (len(found.measured), found.not_judged) == (judged, not judged)


def test_text_for_screen_readers() -> None:
    """Text that is clipped to a dot isn't seen, and hides no other text."""
    hidden = box(text(LINE), at=(10, 10, 1, 1), position="absolute", **CLIPPED)
    page = document(f"<html><head></head><body>{BEFORE}</body></html>", layout(hidden, box(text(LINE))))
    shown = [text for text in measured_texts(page).values() if text is not None]
    assert len(shown) == 1


@pytest.mark.parametrize(
    ("expected", "styles"),
    [
        ("000000 808080", {"body": GREY}),
        ("000000 808080", {"html": GREY, "body": {"background-color": "rgba(0, 0, 0, 0)"}}),
        ("unknown", {"html": {"color-scheme": "dark"}}),
        ("unknown", {"body": {"background-image": "url(a.png)"}}),
    ],
)
def test_canvas_background(expected: str, styles: Mapping[str, Mapping[str, str]]) -> None:
    """The background of the root or the body fills the page, also beyond its box."""
    assert colors(DIV, box(text((10, 900, 100, 20)), at=(0, 890, 400, 100)), **styles) == expected


def test_boxes_match_elements() -> None:
    """Boxes belong to the elements of the document that have the same siblings; generated ones belong to none."""
    generated = Node("::before", generated=True, inside=[text(LINE)])
    snapshot = layout(generated, Node("p", inside=[text(LINE)]), Node("ul", inside=[Node("li"), Node("li")]))
    page = document("<p>Pears</p><ul><li>One</li></ul>", snapshot)
    named = [
        (measured_box.name, measured_box.tag.name if measured_box.tag is not None else "")
        for measured_box in measured_boxes(page)
    ]
    assert named == [
        ("html", "html"),
        ("body", "body"),
        ("::before", ""),
        ("#text", ""),
        ("p", "p"),
        ("#text", "p"),
        ("ul", "ul"),
        ("li", ""),
        ("li", ""),
    ]


@pytest.mark.parametrize("snapshot", [b"", b"{}", b"[", b'{"documents": [], "strings": []}', b"\xff", layout()[:-1]])
def test_malformed_layouts(snapshot: bytes) -> None:
    """A malformed layout from a compromised browser is ignored."""
    assert not measured_boxes(document("<p>Pears", snapshot))
    assert not measured_texts(document("<p>Pears", snapshot))


@pytest.mark.parametrize("name", ["parentIndex", "nodeName", "styles", "nodeIndex", "layoutIndex"])
@pytest.mark.parametrize("value", [-5, 99_999])
def test_numbers_out_of_range(name: str, value: int) -> None:
    """Numbers out of range in a layout cause no error."""
    snapshot = json.loads(layout(box(text(LINE))))
    for part in snapshot["documents"][0].values():
        if name in part:
            part[name] = [[value] * len(entry) if isinstance(entry, list) else value for entry in part[name]]
    measured_texts(document(DIV, json.dumps(snapshot).encode()))


def test_measured_texts_take_precedence() -> None:
    """Texts that the browser has measured are not estimated."""
    html = "<html><head></head><body><p style='color: #777; background: url(a.png)'>Pears</p></body></html>"
    assert text_contrasts(document(html, b"")).not_judged == 1
    grey = text(LINE, _webkit_text_fill_color="rgb(170, 170, 170)")
    found = text_contrasts(document(html, layout(Node("p", inside=[grey]))))
    assert [contrast.description for contrast in found.measured] == ["2.32:1, #aaaaaa on #ffffff"]
    assert found.not_judged == 0
    hidden = text_contrasts(document(html, layout(Node("p", inside=[text((-500, 0, 9, 9))]))))
    assert (hidden.measured, hidden.not_judged) == ((), 0)


@pytest.mark.parametrize(
    ("scrolls", "styles", "beyond"),
    [
        (True, {"overflow-y": "auto"}, (0, 15)),
        (True, {"overflow-x": "scroll"}, (15, 0)),
        (False, {"overflow-y": "auto"}, (0, 14)),
        (False, {"overflow-y": "hidden"}, (0, 99)),
        (False, {"overflow-x": "auto", "overflow-y": "hidden"}, (0, 99)),
    ],
)
def test_scrolling(scrolls: bool, styles: Mapping[str, str], beyond: tuple[float, float]) -> None:
    """Scrolling is decided by the measured layout; without one, only boxes of a fixed height are known to scroll."""
    html = "<html><head></head><body><div>Pears</div></body></html>"
    page = document(html, layout(Node("div", styles=styles, beyond=beyond)))
    assert [finding.at for finding in scrollable_unreachable.check(page)] == page.all("div")[: int(scrolls)]
    assert not list(scrollable_unreachable.check(document(html, b"")))
    empty = document(html.replace("Pears", ""), layout(Node("div", styles=styles, beyond=beyond)))
    assert not list(scrollable_unreachable.check(empty))


@pytest.mark.parametrize(
    ("head", "known", "judged"),
    [
        ("<style>p {margin: 0}</style><link rel=stylesheet href=/fonts.css>", (), True),
        ("<link rel=stylesheet href=/app.css><link rel=stylesheet href=/fonts.css>", ("app.css",), True),
        ("<link rel=stylesheet href=/app.css><link rel=stylesheet href=/fonts.css>", (), False),
    ],
)
def test_missing_stylesheet(head: str, known: Sequence[str], judged: bool) -> None:
    """A page without one of its stylesheets is judged as it was painted, and one without any isn't."""
    html = f"<html><head>{head}</head><body><div>Pears</div><div>Not measured</div></body></html>"
    names = html.count("href")
    sheets = [
        Source(url=f"{URL}{name}", problem="" if name in known else "no answer")
        for name in ("app.css", "fonts.css")[-names:]
    ]
    links = [Node("style" if "<style>" in head else "link", None), Node("link", None)]
    inside = (
        Node("head", None, inside=links),
        Node("body", inside=(box(text(LINE, _webkit_text_fill_color="rgb(200, 200, 200)")), box())),
    )
    measured = RenderedDocument(html=html, layout=snapshot_of(Node("html", inside=inside)))
    exchange = Exchange(requested=URL, url=URL, status=200)
    page = Document(Page(exchange=exchange, body=b"", rendered=measured), sheets)
    contrasts = text_contrasts(page)
    assert not page.styled
    assert [round(found.ratio, 2) for found in contrasts.measured] == [1.67] * judged
    assert contrasts.not_judged == judged
    unexamined = sentences(unexamined_parts(page, Category.ACCESSIBILITY))
    (sentence,) = (part for part in unexamined if "styles could be read" in part)
    assert ("as a browser showed" in sentence) is judged
    colors = [part for part in unexamined if part.startswith("The contrast of 1 text was not checked")]
    assert ["on styles that could not be read, images" in part for part in colors] == [True] * judged
