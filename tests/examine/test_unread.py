"""A page whose styles are partly unknown is judged as far as possible, and the report says so."""

from collections.abc import Mapping

import pytest

from sitescan.document.document import Document
from sitescan.examine.messages import CategoryJudged, JudgeJob
from sitescan.examine.packing import Packed, pack
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.examine.worker import Worker
from sitescan.model.evidence import ScoreEffect
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.rendered import FocusTried, Paints, RenderedDocument
from sitescan.model.report import Category, Judged
from sitescan.standards.http_headers import Headers
from tests.measured_pages import measured
from tests.unexamined import are_uncounted, are_upper_bound, sentences

_PAGE = b'<!doctype html><html lang=en><title>P</title><link rel=stylesheet href=/a.css><p style="color: #999">Pears'
_FOR_PHONES = (
    b"<!doctype html><meta name=viewport content='width=device-width'>"
    b"<link rel=stylesheet media='(max-width: 500px)' href=/a.css><p>Pears"
)
_INSERTING = (
    b"<!doctype html><title>P</title><p>Pears<script>document.head.appendChild(Object.assign("
    b"document.createElement('script'), {src: 'https://example.org/b.js'}))</script>"
)
_CSS = b"p { background: black }"


def judged(
    head: Packed[Source], body: bytes = b"", page: bytes = _PAGE, kind: str = "text/html; charset=utf-8"
) -> Judged:
    """Return the judgement of the page's accessibility with this stylesheet."""
    return categories(head, body, page, kind)[Category.ACCESSIBILITY]


def categories(
    head: Packed[Source], body: bytes = b"", page: bytes = _PAGE, kind: str = "text/html; charset=utf-8"
) -> Mapping[Category, Judged]:
    """Return the judgements of the page's categories with this stylesheet."""
    url = "https://example.com/"
    headers = Headers((("Content-Type", kind),))
    exchange = Exchange(requested=url, url=url, status=200, headers=headers)
    job = JudgeJob(page=pack(Page(exchange=exchange, body=page))[0], parser="turbohtml", sheets=(head,), scripts=())
    answers = Worker().answers(job, page + body)
    return {answer.category: answer.judged for answer in answers if isinstance(answer, CategoryJudged)}


def head(size: int = 0, problem: str = "", *, gone: bool = False) -> Packed[Source]:
    """Return the head of the page's stylesheet."""
    source = Source(
        url="https://example.com/a.css", content_type="text/css", problem=problem, gone=gone, wire_size=size
    )
    return Packed(value=source, sizes=(size,))


def rules(found: Judged) -> set[str]:
    """Return the ids of the rules that found something."""
    return {judgement.rule for judgement in found.judgements}


def test_known_stylesheet() -> None:
    """If the stylesheet is known, a text with sufficient contrast isn't reported."""
    found = judged(head(len(_CSS)), _CSS)
    assert "accessibility/contrast" not in rules(found)
    assert found.unexamined == ()


def test_stylesheet_not_fetched() -> None:
    """If a stylesheet couldn't be fetched, contrast isn't judged, and the report has the reason."""
    found = judged(head(problem="it answered 503"))
    assert "accessibility/contrast" not in rules(found)
    assert [reason.partition("overall score: ")[2] for reason in sentences(found.unexamined)] == [
        "https://example.com/a.css (it answered 503)."
    ]


@pytest.mark.parametrize(
    ("page", "upper_bounds"),
    [
        (_PAGE, {Category.ACCESSIBILITY, Category.PERFORMANCE}),
        (
            _FOR_PHONES,
            {Category.ACCESSIBILITY, Category.PERFORMANCE},
        ),
        (
            b"<!doctype html><title>P</title><div id=root></div><script src=/a.js></script>",
            {Category.ACCESSIBILITY, Category.PERFORMANCE, Category.LINKS},
        ),
        (
            _INSERTING,
            {Category.PERFORMANCE},
        ),
    ],
    ids=["stylesheet", "stylesheet for phones", "app", "script of a script"],
)
def test_upper_bounds(page: bytes, upper_bounds: set[Category]) -> None:
    """What is missing makes the scores of the categories that need it upper bounds, and of no other."""
    found = categories(head(problem="it answered 503"), page=page)
    assert {
        category
        for category, judged in found.items()
        if are_uncounted(judged.unexamined) or are_upper_bound(judged.unexamined)
    } == upper_bounds


def test_stylesheet_for_phones_beside_one_of_a_script() -> None:
    """Styles for phones that can't be read are told even if a script adds others, which leave the score counted."""
    page = _FOR_PHONES + b"<script>document.write('<link rel=stylesheet href=/b.css>')</script>"
    parts = judged(head(problem="it answered 503"), page=page).unexamined
    assert [(part.key, part.effect) for part in parts] == [
        ("contrast-unknown", ScoreEffect.UPPER_BOUND),
        ("styles-unread", ScoreEffect.UNCOUNTED),
    ]


@pytest.mark.parametrize("aside", [b"", b"<aside class=profile><img src=x alt=Me></aside>"])
def test_stylesheet_added_by_script(aside: bytes) -> None:
    """Texts whose colors may be set by a stylesheet that a script adds are counted as unchecked, whatever is on top."""
    script = b"<script>document.write('<link rel=stylesheet href=/b.css>')</script>"
    css = _CSS + b"aside { position: absolute; top: 0; right: 0; background: #fff }"
    found = judged(head(len(css)), css, page=_PAGE + script + aside)
    assert "accessibility/contrast" not in rules(found)
    (sentence,) = sentences(found.unexamined)
    assert sentence == (
        "The contrast of 1 text was not checked, so the score is at most what is shown: the colors depend on "
        "stylesheets that scripts add."
    )


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (b"", ("1 text", " It may overlap <aside class=profile> (line 1).")),
        (b"<b>Red</b>", ("2 texts", " All of them may overlap <aside class=profile> (line 1).")),
        (b"<p class=pale>Red", ("2 texts", " 1 of them may overlap <aside class=profile> (line 1).")),
    ],
)
def test_box_that_may_cover_texts(page: bytes, expected: tuple[str, str]) -> None:
    """The one that most of the texts without a known contrast may be under or over is named."""
    pale = b".pale { position: relative; z-index: 1; background: #fff url(x) }"
    css = b"aside { position: absolute; top: 0; right: 0; background: #fff }" + pale
    found = judged(head(len(css)), css, page=_PAGE + page + b"<aside class=profile><img src=x alt=Me></aside>")
    number, end = expected
    (sentence,) = [reason for reason in sentences(found.unexamined) if reason.startswith("The contrast")]
    assert sentence.startswith(f"The contrast of {number} was ")
    assert sentence.endswith(f"without a browser.{end}")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            b"<iframe src=/map title=Map></iframe>",
            "A frame shows a page of its own, which was not checked: <iframe src",
        ),
        (
            b"<iframe src=/map></iframe><iframe src=//b></iframe>",
            "2 frames show pages of their own, which were not che",
        ),
        (b"<iframe srcdoc=pears></iframe>", "The contrast of texts in a frame was not checked."),
        (
            b"<iframe srcdoc='<iframe src=/map></iframe>'></iframe>",
            "A frame shows a page of its own, which was not checked: <iframe src=/map> (line ",
        ),
        (b"<iframe srcdoc='<img>'></iframe>", ""),
        (b"<iframe></iframe><iframe src=about:blank></iframe><iframe src=/p width=1 height=1></iframe>", ""),
        (b"<iframe hidden src=/map></iframe><template><iframe src=/map></iframe></template>", ""),
        (b"<canvas id=a></canvas>", "What scripts draw on a canvas was not checked: <canvas id=a> (line 1)."),
        (
            b"<canvas></canvas><canvas></canvas>",
            "What scripts draw on 2 canvases was not checked, such as <canvas> (li",
        ),
        (b"<canvas hidden></canvas>", ""),
    ],
)
def test_content_of_its_own(page: bytes, expected: str) -> None:
    """Frames and canvases that visitors see have content that isn't examined, which is said and costs nothing."""
    found = judged(head(len(_CSS)), _CSS, page=_PAGE + page)
    assert [sentence[: len(expected)] for sentence in sentences(found.unexamined)] == [expected] * bool(expected)
    assert not are_uncounted(found.unexamined)


@pytest.mark.parametrize(
    ("page", "drawn"),
    [
        (b"<canvas>Your browser shows no canvas. <a href=/>Home</a></canvas><script>draw('pears')</script>", True),
        (b"<div><canvas></canvas></div><p hidden>Paused</p><style>b {}</style>", True),
        (b"<canvas></canvas><p>Score of the game</p>", False),
        (b"<canvas></canvas><button></button>", False),
        (b"<canvas hidden></canvas>", False),
        (b"", False),
    ],
)
def test_canvas_is_the_page(page: bytes, drawn: bool) -> None:
    """A page that shows nothing but a canvas can't raise the overall score by its accessibility."""
    found = judged(head(len(_CSS)), _CSS, page=b"<!doctype html><title>Pears</title>" + page)
    assert are_uncounted(found.unexamined) is drawn
    assert any(sentence.startswith("Scripts draw this page") for sentence in sentences(found.unexamined)) is drawn


@pytest.mark.parametrize(("texts", "partial"), [(1, True), (3, True), (4, False)])
def test_many_texts_without_known_contrast(texts: int, partial: bool) -> None:
    """If the contrast of more than a fifth of the texts isn't known, the score is an upper bound."""
    css = b"aside { background: url(x) }"
    page = b"<!doctype html><html lang=en><title>P</title><link rel=stylesheet href=/a.css><aside>Pears</aside>"
    found = judged(head(len(css)), css, page=page + b"<p>Plums" * texts)
    assert are_upper_bound(found.unexamined) is partial
    assert not are_uncounted(found.unexamined)


def test_nonexistent_stylesheet() -> None:
    """If a stylesheet doesn't exist, contrast is judged without it, because browsers don't get it either."""
    found = judged(head(problem="it answered 404", gone=True))
    assert "accessibility/contrast" in rules(found)
    assert found.unexamined == ()


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        (b"@container (width > 1px) { p { color: #ccc } }", True),
        (b"@scope (body) { p { background: #ccc } }", True),
        (b"@container (width > 1px) { b { color: #ccc } }", False),
        (b"@container (width > 1px) { p { margin: 0 } }", True),
        (b"@container (width > 1px) { b { margin: 0 } }", False),
        (b"@layer a { p { color: #ccc } p { color: revert-layer } }", False),
    ],
)
def test_colors_that_depend_on_layout(css: bytes, expected: bool) -> None:
    """A text whose colors depend on the layout isn't judged, and the report says so."""
    found = judged(head(len(css)), css, page=_PAGE.replace(b' style="color: #999"', b""))
    assert "accessibility/contrast" not in rules(found)
    assert [reason.partition(" was ")[0] for reason in sentences(found.unexamined)] == [
        "The contrast of 1 text"
    ] * expected
    assert all(
        reason.endswith(" or values that can't be worked out without a browser.")
        for reason in sentences(found.unexamined)
    )


@pytest.mark.parametrize("media", ["print", "(max-width: 100px)"])
def test_stylesheet_not_for_screens(media: str) -> None:
    """A stylesheet that doesn't apply to screens is ignored."""
    found = judged(
        head(problem="it answered 503"), page=_PAGE.replace(b"stylesheet", f'stylesheet media="{media}"'.encode())
    )
    assert "accessibility/contrast" in rules(found)
    assert found.unexamined == ()


@pytest.mark.parametrize(
    ("outdated", "other", "words"), [(True, "", "don't adapt it"), (False, "<b>Menu</b>", "1 element")]
)
def test_what_scripts_show_on_a_desktop(*, outdated: bool, other: str, words: str) -> None:
    """A rendered page was loaded on a phone; the report says that scripts may show something else on a desktop."""
    html = "<!doctype html><html lang=en><title>Pears</title><body><p>Sweet</p>"
    layouts = RenderedDocument(
        html=html,
        phone=measured(html, {}),
        layout=measured(html + other.replace("b>", "b id=a>", 1), {"a": (0, 0, 9, 9)}),
        outdated=outdated,
        paints=Paints(focus=FocusTried()),
    )
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    page = Document(Page(exchange=exchange, body=html.encode(), rendered=layouts))
    (sentence,) = sentences(unexamined_parts(page, Category.ACCESSIBILITY))
    assert words in sentence


def test_nested_names() -> None:
    """Accessible names that contain each other are computed up to a limit, and the report says so."""
    ids = " ".join(f"n{number}" for number in range(20))
    owners = "".join(f'<div role=button id=n{number} aria-owns="{ids}"></div>' for number in range(20))
    found = judged(head(problem="it answered 404", gone=True), page=owners.encode())
    assert [
        reason for reason in sentences(found.unexamined) if reason.startswith("The accessible names of some elements")
    ]
    assert "accessibility/button-name" not in rules(found)


@pytest.mark.parametrize(
    ("html", "kind", "expected"),
    [
        (b"<html><body><div/><p>Pears</p></body></html>", "application/xhtml+xml; charset=utf-8", False),
        (b"<html><body><p><![CDATA[Pears]]></p></body></html>", "application/xhtml+xml", True),
        (b"<html><body><p>Pears<br/><img src='a.png' alt=''/></p></body></html>", "application/xhtml+xml", False),
        (b"<html><body><p><svg><path d='M0 0'/></svg></p></body></html>", "application/xhtml+xml", False),
        (b"<html><body><p><![CDATA[Pears]]></p></body></html>", "text/html", False),
    ],
)
def test_xml(html: bytes, kind: str, *, expected: bool) -> None:
    """XHTML that an HTML parser reads differently is judged all the same, and the report says so."""
    found = judged(head(problem="it answered 404", gone=True), page=html, kind=kind)
    assert any("XML" in reason for reason in sentences(found.unexamined)) is expected


def test_stylesheet_with_long_url() -> None:
    """A stylesheet with a long URL is never requested, and the report has the reason."""
    page = _PAGE.replace(b"/a.css", b"/a.css?" + b"x" * 2100)
    (reason,) = sentences(judged(head(), page=page).unexamined)
    assert reason.endswith("the address of a stylesheet has more than 2,048 characters.")


def test_style_is_too_long() -> None:
    """A page whose styles are too long is judged without them, and the report says so."""
    page = _PAGE.replace(b"color: #999", b"color: #999; --pears: " + b"x" * 500_000)
    (reason,) = sentences(judged(head(problem="it answered 404", gone=True), page=page).unexamined)
    assert reason.endswith("overall score: the page has too many styles, or too large ones.")


def test_deep_structured_data() -> None:
    """It is reported in SEO only."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    body = b"<script type=application/ld+json>%b</script>" % (b"[" * 2000 + b"]" * 2000)
    document = Document(Page(exchange=exchange, body=body))
    sentence = "1 JSON-LD block nests too deeply to be checked."
    assert [category for category in Category if sentence in sentences(unexamined_parts(document, category))] == [
        Category.SEO
    ]


@pytest.mark.parametrize("written", ["<style>@import '/b.css';", "<link rel=stylesheet href=/a.css>"])
def test_unfetched_stylesheet_is_named(written: str) -> None:
    """The report names it, whether an element or another stylesheet refers to it."""
    (reason,) = sentences(
        judged(head(size=17), body=b"@import '/b.css';", page=f"<!doctype html>{written}".encode()).unexamined
    )
    assert reason.endswith(": https://example.com/b.css was not fetched.")


@pytest.mark.parametrize(("untried", "named"), [(0, ""), (1, "1 element"), (1200, "1,200 elements")])
def test_elements_without_focus_test(untried: int, named: str) -> None:
    """The report has the number of elements whose focus wasn't tried, in accessibility only."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    paints = Paints(focus=FocusTried(untried=untried))
    document = Document(
        Page(exchange=exchange, body=b"", rendered=RenderedDocument(html="<p>Pears</p>", paints=paints))
    )
    parts = [part for part in unexamined_parts(document, Category.ACCESSIBILITY) if part.key == "focus-untried"]
    assert [f" on {named} was not checked." in sentence for sentence in sentences(parts)] == [True] * bool(untried)
    assert not any("focus" in sentence for sentence in sentences(unexamined_parts(document, Category.SEO)))


def test_focus_test_fails() -> None:
    """A rendered page whose elements couldn't get the focus is reported, and a page that wasn't rendered isn't."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    rendered = Document(Page(exchange=exchange, body=b"", rendered=RenderedDocument(html="<p>Pears</p>")))
    assert any(
        "got the keyboard focus" in sentence
        for sentence in sentences(unexamined_parts(rendered, Category.ACCESSIBILITY))
    )
    sent = Document(Page(exchange=exchange, body=b"<p>Pears</p>"))
    assert not any("focus" in sentence for sentence in sentences(unexamined_parts(sent, Category.ACCESSIBILITY)))


_VIEWPORT = b"<meta name=viewport content='width=device-width'>"


@pytest.mark.parametrize(
    ("css", "unexamined"),
    [
        (b"@media (max-width:700px) { p { background: url(/pears.jpg) } }", ("1 text was not checked on phones",)),
        (b"p { background: url(/a.jpg) } @media (max-width:700px) { i { top: 0 } }", ("1 text was not checked",)),
        (
            b"p { background: url(/a.jpg) } @media (max-width:700px) { p { background: red } }",
            ("1 text was not checked",),
        ),
        (b"@media (max-width:700px) { p { padding: 9px } }", ()),
    ],
)
def test_contrast_unknown_on_phones(css: bytes, unexamined: tuple[str, ...]) -> None:
    """The texts whose contrast is not known on a phone alone are counted apart."""
    found = judged(head(len(css)), css, page=_PAGE.replace(b"<title>", _VIEWPORT + b"<title>"))
    assert tuple(part.text.removeprefix("The contrast of ") for part in found.unexamined) == unexamined


def test_styles_unknown_on_phones() -> None:
    """A page whose styles for phones are too many to be read is not judged as a whole, and the report says so."""
    many = "".join(f"#t:not(.a{number} .b .c) b{{top:{number}px}}" for number in range(60)).encode()
    css = b"b{color:#000}@media (max-width:700px){b{color:#bbb}" + many + b"}"
    page = (
        _PAGE.replace(b"<title>", _VIEWPORT + b"<title>").replace(b"#999", b"#000")
        + b"<div id=t>"
        + b"<b>Pears</b>" * 20_000
    )
    found = judged(head(len(css)), css, page=page)
    assert are_uncounted(found.unexamined)
    assert any("could be read on phones, so contrast" in reason for reason in sentences(found.unexamined))
    assert "accessibility/contrast" not in rules(found)
