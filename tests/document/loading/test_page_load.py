"""The load of a page, as its HTML and its stylesheets declare it."""

from attrs import evolve

from sitescan.document.document import Document
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.page_load import OWN_IMAGE, Loading, PageLoad
from sitescan.model.rendered import Paints, RenderedDocument
from tests.measured_pages import FIRST_NODE, measured

URL = "https://pears.example/"


def load(html: str, **sheets: str) -> PageLoad:
    """Return the load of a page with stylesheets, which are named by keyword."""
    exchange = Exchange(requested=URL, url=URL, status=200)
    found = [Source(url=f"{URL}css/{name}.css", body=text.encode()) for name, text in sheets.items()]
    return page_load(Document(Page(exchange=exchange, body=html.encode()), found))


def loadings(html: str, **sheets: str) -> dict[str, Loading]:
    """Return how each file is loaded, by the end of its URL."""
    return {file.url.removeprefix(URL): file.loading for file in load(html, **sheets).files}


def test_blocking_scripts() -> None:
    """A classic script blocks what follows it, unless it is deferred or asynchronous."""
    assert loadings(
        "<head><script src=a.js></script><script defer src=b.js></script><script async src=c.js></script>"
        "<script type=module src=d.js></script><script nomodule src=e.js></script>"
        '<script type="application/json" src=f.json></script></head><body><script src=g.js></script>'
        "<p>Pears</p><script src=h.js></script>"
    ) == {
        "a.js": Loading.BLOCKING,
        "b.js": Loading.DEFERRED,
        "c.js": Loading.ASYNC,
        "d.js": Loading.DEFERRED,
        "g.js": Loading.BLOCKING,
        "h.js": Loading.PARSER,
    }


def test_blocking_stylesheets() -> None:
    """Stylesheets for print and for wide screens do not block rendering on a phone."""
    assert loadings(
        "<meta name=viewport content='width=device-width'>"
        "<link rel=stylesheet href=a.css><link rel=stylesheet media=print href=b.css>"
        "<link rel=stylesheet media='(min-width: 900px)' href=c.css><link rel='alternate stylesheet' href=d.css>"
    ) == {"a.css": Loading.BLOCKING, "b.css": Loading.NORMAL, "c.css": Loading.NORMAL}


def test_imports() -> None:
    """Imported stylesheets have a parent, and a circle of imports is loaded once."""
    found = load(
        "<link rel=stylesheet href=css/a.css>", a="@import 'b.css';", b="@import 'a.css'; @import 'c.css';", c="p{}"
    )
    assert [(file.url.rpartition("/")[2], file.parent.rpartition("/")[2]) for file in found.files] == [
        ("a.css", ""),
        ("b.css", "a.css"),
        ("c.css", "b.css"),
    ]


def test_preloads_and_priorities() -> None:
    """A preload and the priority of a hint or an element are known."""
    hint = "<link rel=preload as=image href=a.jpg fetchpriority=high>"
    found = load(f"{hint}<img src=a.jpg><img src=b.jpg fetchpriority=low>")
    assert [(file.preloaded, file.priority) for file in found.files] == [(True, 1), (False, -1)]


def test_backgrounds_in_use() -> None:
    """Backgrounds are relative to their stylesheet, and those of hidden or absent elements are not loaded."""
    css = (
        ".hero { background: linear-gradient(red, blue), url('../img/pears.jpg'); height: 100vh }"
        ".none { background-image: url(never.jpg) } .hidden { display: none; background: url(hidden.jpg) }"
    )
    html = "<link rel=stylesheet href=css/a.css><div class=hero><h1>Pears</h1></div><div class=hidden>a</div>"
    found = load(html, a=css)
    assert [file.url for file in found.files] == [f"{URL}css/a.css", f"{URL}img/pears.jpg"]
    assert any(candidate.url == f"{URL}img/pears.jpg" and candidate.area > 300_000 for candidate in found.candidates)


def test_fonts_that_hide_text() -> None:
    """A font hides the text that uses it unless it declares otherwise, and an unused font is not loaded."""
    css = (
        "@font-face { font-family: Pear; src: url(pear.woff2) }"
        "@font-face { font-family: Quince; src: url(quince.woff2); font-display: swap }"
        "@font-face { font-family: Plum; src: url(plum.woff2) }"
        "h1 { font-family: Pear } p { font-family: Quince }"
    )
    found = load("<link rel=stylesheet href=css/a.css><h1>Pears</h1><p>Quinces</p>", a=css)
    fonts = {file.url.rpartition("/")[2]: file.hides_text for file in found.files if file.kind == "font"}
    assert fonts == {"pear.woff2": True, "quince.woff2": False}


def test_icon_fonts_hide_no_text() -> None:
    """A font of symbols, known by its characters or by its name, hides icons, and no text."""
    css = (
        "@font-face { font-family: Signs; src: url(signs.woff) } @font-face { font-family: Both; src: url(both.woff) }"
        "@font-face { font-family: Pear Symbols; src: url(symbols.woff) }"
        "i::before { font-family: Signs; content: '\\f101' } b::before { font-family: Both; content: '\\f101' }"
        "u { font-family: Pear Symbols } h1 { font-family: Both }"
    )
    found = load("<link rel=stylesheet href=css/a.css><h1>Pears</h1><i></i><b></b><u>search</u>", a=css)
    fonts = [file for file in found.files if file.kind == "font"]
    assert {file.url.rpartition("/")[2] for file in fonts if file.hides_text} == {"both.woff"}
    assert {file.url.rpartition("/")[2] for file in fonts if file.hides_icons} == {"signs.woff", "symbols.woff"}


def test_lazy_images_on_first_screen() -> None:
    """A lazy image on the first screen is loaded once the layout is known."""
    text = "<p>" + "Pears are good. " * 300 + "</p>"
    assert loadings(f"<img loading=lazy src=a.jpg>{text}<img loading=lazy src=b.jpg><img src=c.jpg>") == {
        "a.jpg": Loading.STYLED,
        "b.jpg": Loading.LAZY,
        "c.jpg": Loading.NORMAL,
    }


def test_number_of_files_is_limited() -> None:
    """The number of files is limited, and the files left out are counted, as a minimum if not all are examined."""
    found = load("".join(f"<img src={number}.jpg>" for number in range(5000)))
    assert len(found.files) == 300
    assert (found.left_out, found.capped) == (700, True)
    few = load("".join(f"<img src={number}.jpg>" for number in range(400)))
    assert (few.left_out, few.capped) == (100, False)


def test_empty_background_is_ignored() -> None:
    """A background with an empty reference is ignored, not taken for the page itself."""
    assert load("<style>div{background-image:url()}</style><div>Pears</div>").files == ()


def _shown(html: str) -> list[str]:
    return [candidate.url.removeprefix(URL) for candidate in load(html).candidates if candidate.url]


HERO = "<style>.h { background: url(h.jpg); height: 100vh } .l { background: url(l.jpg) }</style>"
LATER = "<div class=l><p>Pears</p></div>"


def test_content_below_high_block() -> None:
    """A block as high as the screen moves what follows below the first screen, even if it has few words."""
    assert _shown(f"{HERO}<div class=h><h1>Pears</h1></div>{LATER}") == ["h.jpg"]
    assert _shown(f"{HERO}<header style='height: 400px'>a</header><main style='min-height: 60vh'>b</main>{LATER}") == []


def test_content_beside_high_block() -> None:
    """A high block in a column, in a float or out of the flow does not move other content down."""
    for around, style in (
        ("display: flex", ""),
        ("display: grid", ""),
        ("", "float: left"),
        ("", "position: absolute"),
        ("", "width: 200px; display: inline-block"),
        ("position: fixed", ""),
    ):
        html = f"{HERO}<section style='{around}'><div class=h style='{style}'>Pears</div>{LATER}</section>"
        assert "l.jpg" in _shown(html), (around, style)


def test_only_visible_area_counts() -> None:
    """A text below an image counts with the area that the image leaves on the screen."""
    text = "Pears and figs. " * 400
    image, words = load(f"<img src=a.jpg width=412 height=700><p>{text}</p>").candidates
    assert image.area == 412 * 700
    assert words.area == 412 * (823 - 700)
    (words,) = load(f"<p>{text}</p><img src=a.jpg width=412 height=700>").candidates
    assert words.area == 412 * 823


def test_percentages_are_relative_to_container() -> None:
    """A percentage is relative to the block around it, and only a known height makes a background a hero."""
    full = "<div style='position: absolute; width: 100%; height: 100%; background: url(h.jpg)'></div>"
    assert load(f"<div style='position: relative; width: 250px'>{full}<p>Pears</p></div>").hero == ""
    assert load(f"<div style='position: relative; width: 250px; height: 90px'>{full}</div>").candidates == ()
    assert load(f"<div style='position: relative; height: 100vh'>{full}</div>").hero == f"{URL}h.jpg"
    assert load(f"<aside style='position: fixed; height: 100vh'>{full}</aside>").hero == ""
    assert load(f"<aside style='max-width: 80px'>{full}</aside>").candidates == ()
    small = "<div style='max-width: 80px; height: 100vh; background: url(h.jpg)'>Pears</div>"
    assert [candidate.url for candidate in load(small).candidates] == [""]
    image = "<img src=a.jpg style='width: 100%; height: 50px'>"
    (found,) = load(f"<div style='width: 120px'>{image}</div>").candidates
    assert (found.width, found.height) == (120, 50)


def test_painted_element() -> None:
    """The largest content is the element that the browser has painted, with its image; none if it has gone."""
    html = '<html><head></head><body><h1>Pears</h1><img id="b" src="/b.png" width="400" height="300"></body></html>'
    exchange = Exchange(requested=URL, url=URL, status=200)
    layout = measured(html, {"b": (0, 0, 400, 300)})
    paints = Paints(largest=FIRST_NODE + 6)
    document = RenderedDocument(html=html, layout=layout, paints=paints)
    page = Page(exchange=exchange, body=html.encode(), rendered=document)
    found = page_load(Document(page))
    assert found.painted is not None
    assert found.painted.place.selector == "#b"
    assert found.painted.url == ""
    for url, known in ((f"{URL}b.png#c", f"{URL}b.png"), ("data:image/png;base64,aa", OWN_IMAGE)):
        image = evolve(page, rendered=evolve(document, paints=Paints(largest=FIRST_NODE + 6, largest_url=url)))
        candidate = page_load(Document(image)).painted
        assert candidate is not None
        assert candidate.url == known
    other = evolve(page, rendered=evolve(document, paints=Paints(largest=99)))
    assert page_load(Document(other)).painted is None


DATA = f"<script type=application/json>{'[1, 2]' * 1000}</script>"


def offsets(html: str) -> tuple[float, float]:
    """Return how much of a page comes before what it shows first, and before its content, in tenths."""
    found = load(f"<!doctype html><title>Pears</title><body>{html}")
    return round(10 * found.message_offset), round(10 * found.content_offset)


def test_offset_of_first_content() -> None:
    """The first content is the first element that is shown, or may be."""
    assert offsets(f"<h1>Pears</h1>{DATA}") == (0, 0)
    assert offsets(f"<svg></svg>{DATA}<h1>Pears</h1>") == (0, 0)
    assert offsets(f"<p hidden>Figs</p><noscript><img src=a></noscript>{DATA}<h1>Pears</h1>") == (10, 10)
    assert offsets(f"{DATA}<h1>Pears</h1>{DATA}") == (5, 5)


def test_offset_of_written_content() -> None:
    """Content that scripts write waits for the last of them, and if one is deferred, for the whole page."""
    write = "<script>document.getElementById('root').innerHTML = 'Pears'</script>"
    assert offsets(f"<div id=root></div>{write}{DATA}") == (0, 0)
    assert offsets(f"<div id=root></div>{DATA}{write}") == (0, 10)
    assert offsets(f"<div id=root>Loading...</div>{DATA}{write}") == (0, 10)
    assert offsets(f"<script src=a.js defer></script><div id=root></div>{DATA}") == (0, 10)
    assert offsets(f"<script type=module>b()</script><div id=root></div>{DATA}") == (0, 10)
    assert offsets(f"<script src=a.js></script><div id=root></div>{DATA}{DATA}") == (0, 0)
    assert offsets(f"<div id=root></div>{write}{DATA}<script async src=a.js></script>") == (0, 0)


def test_offsets_of_files_and_candidates() -> None:
    """Files and candidates for the largest content have the offset of their tag."""
    found = load(
        f"<link rel=stylesheet href=a.css><img src=b.png width=300 height=300>{DATA}<script src=c.js></script>"
    )
    assert {file.url[-5:]: round(10 * file.offset) for file in found.files} == {"a.css": 0, "b.png": 0, "/c.js": 10}
    found = load(f"<p>Pears</p>{DATA}<p>Figs</p>")
    assert [round(10 * candidate.offset) for candidate in found.candidates] == [0, 10]


def painted_offset(sent: str, html: str, number: int) -> int:
    """Return how much of a page that was sent comes before a node of the rendered one, in tenths."""
    paints = Paints(largest=FIRST_NODE + number)
    rendered = RenderedDocument(html=html, layout=measured(html, {}), paints=paints)
    exchange = Exchange(requested=URL, url=URL, status=200)
    painted = page_load(Document(Page(exchange=exchange, body=sent.encode(), rendered=rendered))).painted
    assert painted is not None
    return round(10 * painted.offset)


def test_offset_of_painted_element() -> None:
    """What scripts have made comes with the element around it that was sent, and never before the first content."""
    sent = f"<html><head></head><body><h1>Pears</h1>{DATA}<main></main></body></html>"
    html = sent.replace("<main>", "<main><h2>Figs</h2>")
    heading, made = 4, 9
    assert painted_offset(sent, html, heading) == 0
    assert painted_offset(sent, html, made) == 10
    empty = sent.replace("<h1>Pears</h1>", "").replace("<main></main>", "<script>a()</script>")
    assert painted_offset(empty, html, heading) == 10
