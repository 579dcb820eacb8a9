"""Accessible names of elements."""

import time

import pytest

from tests.document.pages import document, marked

CASES = [
    ('<a id=x href="/">Home <b>page</b></a>', "Home page"),
    ('<a id=x href="/"><img alt="Logo"><span hidden>no</span></a>', "Logo"),
    ('<a id=x href="/"><i title="Cart"></i></a>', "Cart"),
    ('<a id=x href="/"><svg><title>Cart</title></svg></a>', "Cart"),
    (
        '<svg hidden><symbol id=s><title>Cart</title></symbol></svg><a id=x href="/"><svg><use href="#s"/></svg></a>',
        "Cart",
    ),
    ('<svg hidden><g id=s><text>Cart</text></g></svg><a id=x href="/"><svg><use xlink:href="#s"/></svg></a>', "Cart"),
    ('<svg><g id=s><use href="#s"/><path/></g></svg><a id=x href="/"><svg><use href="#s"/></svg></a>', ""),
    ('<p id=s title=Cart>Cart</p><a id=x href="/"><svg><use href="#s"/></svg></a>', ""),
    ('<a id=x href="/"><svg><use href="icons.svg#cart"/></svg></a>', ""),
    ('<a id=x href="/"><span aria-label="Cart">icon</span> now</a>', "Cart now"),
    ('<a id=x href="/"><div>One</div><div>Two</div></a>', "One Two"),
    ('<a id=x href="/">B<b>oo</b>k</a>', "Book"),
    ('<button id=x aria-labelledby="a b"></button><p id=a>One</p><p id=b hidden>Two</p>', "One Two"),
    ('<button id=x aria-labelledby="x a" aria-label="Delete"></button><p id=a>file</p>', "Delete file"),
    ('<button id=x aria-labelledby="a">Own</button><p id=a aria-labelledby="b">A</p><p id=b>B</p>', "A"),
    ('<button id=x aria-labelledby="nothing">Own</button>', "Own"),
    ('<label for=x>Name</label><input id=x title="T" placeholder="P">', "Name"),
    ("<label>Wait <input id=x> minutes</label>", "Wait minutes"),
    ('<label>Wait <input value="5" aria-label="five"> minutes <input type=checkbox></label>', None),
    ('<label for=x>Every <input value="5"> minutes</label><input type=checkbox id=x>', "Every 5 minutes"),
    ("<label for=x>Every <select><option>1<option selected>2</select></label><input type=radio id=x>", "Every 2"),
    ("<input id=x type=submit>", "Submit"),
    ('<input id=x type=button value="Go">', "Go"),
    ('<input id=x type=image alt="Go">', "Go"),
    ("<fieldset id=x><legend>Size</legend></fieldset>", "Size"),
    ("<table id=x><caption>Prices</caption></table>", "Prices"),
    ("<figure id=x><figcaption>Pears</figcaption></figure>", "Pears"),
    ('<iframe id=x title="Map"></iframe>', "Map"),
    ('<img id=x alt="" title="T">', "T"),
    ("<div id=x role=textbox>first name</div>", ""),
    ("<div id=x>text</div>", ""),
    ("<details><summary id=x>Hours</summary></details>", "Hours"),
    ("<h1 id=x><span aria-hidden=true>A</span></h1>", ""),
    ("<h1 id=x>A<!-- no --><style>b{}</style><script>c</script></h1>", "A"),
]


@pytest.mark.parametrize(("html", "expected"), [case for case in CASES if case[1] is not None])
def test_names(html: str, expected: str) -> None:
    """Names are those of the specification."""
    page = document(html)
    assert page.accessible.name(marked(page)) == expected


def test_circular_references() -> None:
    """Elements that refer to each other in a circle get a name, and the computation ends."""
    page = document("<p id=x role=link aria-labelledby=b>A</p><p id=b role=link aria-labelledby=x>B</p>")
    assert page.accessible.name(marked(page)) == "B"
    assert page.accessible.name(marked(page, "b")) == "A"


def test_work_limit() -> None:
    """A name that the page's limit of work cut off is uncertain, and is not counted as missing."""
    ids = " ".join(f"n{number}" for number in range(20))
    page = document("".join(f'<p id=n{number} role=button aria-owns="{ids}"></p>' for number in range(20)))
    named = [page.accessible.named(element) for element in page.accessible.of_role("button")]
    assert not any(name.sure for name in named)
    assert page.accessible.names_cut


@pytest.mark.cpu
@pytest.mark.parametrize(
    "html",
    [
        "".join(f'<p id=p{n} role=link aria-labelledby="p{n + 1} p{n + 1} p{n + 2}">t' for n in range(2000)),
        "".join(f'<p id=p{n} role=link aria-owns="p{n + 1} p{n + 1} p{n + 2} p0">t' for n in range(2000)),
        "<span role=button>" * 3000 + "x",
        '<div role=button aria-labelledby="' + " ".join(f"i{n}" for n in range(1000)) + '">' * 300,
        "<label><fieldset><legend>" * 600 + "<input>",
        "<table><caption>" * 600,
        "<svg role=img><title>" * 600,
        "<section aria-labelledby=a>" * 600,
        "<b role=link></b>" * 5000,
        "<li role=listitem>" * 2000,
    ],
    ids=["chain", "owned", "nested", "many references", "labels", "captions", "titles", "sections", "many", "items"],
)
def test_hostile_pages(html: str) -> None:
    """The names on a hostile page are computed within three seconds of CPU time."""
    page = document(html)
    started = time.process_time()
    for element in page.elements:
        page.accessible.named(element)
        page.accessible.context(element)
    assert time.process_time() - started < 3
