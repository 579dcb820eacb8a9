"""Facts about linked pages: their fragments, their content, and whether they exist."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitescan.document.document import Document
from sitescan.document.links.linked_page_reader import READ, not_in_source, page_parts, part_names, read
from sitescan.document.parsing.parse import MAX_ATTRIBUTES, MAX_ELEMENTS
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.model.exchange import Page
from sitescan.rules.catalogue import catalogue
from tests.document.pages import document

PARTS = '<h2 id="prices">Prices</h2><a name="old"></a><h2 id="Bäume">Bäume</h2><p id="user-content-install">'


TAGS = [
    *(
        "<h1>",
        "</h1>",
        "<h2 id=a>",
        "</h2>",
        "<title>",
        "</title>",
        "<p id=b>",
        "</p>",
        "<b id=c>",
        "</b>",
        "<i>",
        "</i>",
    ),
    *(
        "<a name=d>",
        "</a>",
        "<a name=e href=/>",
        "<div>",
        "</div>",
        "<table>",
        "<tr>",
        "<td id=f>",
        "</table>",
        "<svg>",
    ),
    *("</svg>", "<g id=g>", "<template id=h>", "</template>", "<template shadowrootmode=open>", "<slot></slot>"),
    *("<select>", "</select>", "<option id=i>", "<selectedcontent>", "</selectedcontent>", "<button>", "</button>"),
    *(
        "<noscript>",
        "</noscript>",
        "<link rel=canonical href=/a>",
        "<meta name=robots content=noindex>",
        "<base href=/b>",
    ),
    *(
        "<script>x()</script>",
        "<style>p {}</style>",
        "<input name=j>",
        "<body onload=k()>",
        "<head>",
        "</head>",
        "<!-- l -->",
    ),
    *("Pears", "Page not found", " ", "<frameset>", "<textarea>", "</textarea>"),
]


@pytest.mark.parametrize(
    "fragment",
    [
        "",
        "top",
        "TOP",
        "prices",
        "old",
        "B%C3%A4ume",
        "install",
        ":~:text=pears",
        "prices:~:text=x",
        "!/state",
        "/route",
        "page=2",
    ],
)
def test_existing_fragments(fragment: str) -> None:
    """Ids, names, fragments that browsers define and fragments for scripts are not missing."""
    assert not_in_source(document(PARTS), [fragment]) == []


@pytest.mark.parametrize("fragment", ["Prices", "price", "none:~:text=x", "%FF"])
def test_missing_fragments(fragment: str) -> None:
    """A fragment that no id equals letter by letter is missing."""
    assert not_in_source(document(PARTS), [fragment]) == [fragment]


@pytest.mark.parametrize("script", ["", "<script>document.title = 'Pears'</script>", "<script src=a.js></script>"])
def test_all_parts(script: str) -> None:
    """The digests of all parts say the same about fragments as the page itself."""
    page = document(PARTS + script)
    fragments = ("prices", "old", "none", "B%C3%A4ume", "install", "top", "Prices", "%FF", "page=2", "no:~:text=x")
    parts = page_parts(page)
    assert parts is not None
    assert parts.without(read(page, ()), fragments) == read(page, fragments)
    assert page_parts(document("<p>" * (MAX_ELEMENTS + 1))) is None


def test_page_content() -> None:
    """The content of a page is its source, or empty if it has scripts or a password field, or shows nothing."""
    contents = [read(document(body), ()).content for body in ("<p>a", "<p>a", "<p>b")]
    assert contents[0] == contents[1] != contents[2]
    for body in (
        "<p>a<script src=a.js></script>",
        "<p>a<script>b()</script>",
        '<p>a<input type="Password">',
        "<img>",
        "",
    ):
        assert read(document(body), ()).content == ""
    assert read(document('<p>a<script type="application/ld+json">{}</script>'), ()).content


def test_scripts_may_add_fragments() -> None:
    """No fragment is certainly missing on a page with scripts; data in a script element is no script."""
    page = read(document("<script src=a.js></script>"), ["none"])
    assert (page.missing, page.unverified) == ((), ("none",))
    page = read(document('<script type="application/ld+json">{}</script>'), ["none"])
    assert (page.missing, page.unverified) == (("none",), ())


@pytest.mark.parametrize(
    ("title", "heading", "found"),
    [
        ("404 - Page not found", "Sorry, page not found", False),
        ("Page Not Found | Pears", "404 Not Found", False),
        ("Pears - Seite nicht gefunden", "Seite nicht gefunden!", False),
        ("Error 404: Not found", "This page doesn't exist", False),
        ("Página no encontrada", "Página no encontrada", False),
        ("Page not found", "How to answer requests for pages that were not found", True),
        ("404", "404", True),
        ("Peugeot 404", "Peugeot 404", True),
        ("404 Page Not Found: the best designs", "404 pages", True),
        ("This page has been removed", "Removed", True),
        ("Lost and not found", "Not found", True),
        ("Pears", "Page not found", True),
    ],
)
def test_not_found_pages(title: str, heading: str, found: bool) -> None:
    """A page is not found only if both its title and its heading say so, and nothing else."""
    assert read(document(f"<title>{title}</title><h1>{heading}</h1>"), ()).not_found is not found


def test_page_without_heading() -> None:
    """A title alone does not make a page not found."""
    assert not read(document("<title>Page not found</title>"), ()).not_found


@pytest.mark.parametrize(
    ("head", "noindex", "canonical"),
    [
        ("", False, ""),
        ('<meta name="robots" content="noindex">', True, ""),
        ('<meta name="otherbot" content="noindex">', False, ""),
        ('<link rel="canonical" href="/pears">', False, "https://example.com/pears"),
        ('<link rel="canonical" href=""><link rel="canonical" href="https://a.example/">', False, "https://a.example/"),
    ],
)
def test_directive_and_canonical_address(head: str, noindex: bool, canonical: str) -> None:
    """The indexing directive and the canonical address of a page are read."""
    linked_page = read(document(f"<title>Pears</title>{head}<h1>Pears</h1>"), ())
    assert (linked_page.noindex, linked_page.canonical) == (noindex, canonical)


@pytest.mark.parametrize(
    "body",
    [
        "<div><p>Pears <b>and</b> <i>plums</i></p></div><div><p><span id=part>Figs</span></div>",
        "<h1><span>Not <em>found</em></span></h1><title>404</title><p>" + "word " * 500,
        "<svg><title>Pears</title><g id=part><text>Figs</text></g></svg><p>Plums",
        "<template><p id=part>Pears</p></template><div><template><b>Figs</b></template></div>",
        "<noscript><div><link rel=canonical href=/a><meta name=robots content=noindex></div></noscript>",
        "<select><button><selectedcontent></selectedcontent></button><option selected>Pears</select>",
        "<table><p>Pears<tr><td><a name=part>Figs</a><script>x()</script><style>p {}</style></table>",
        "<div><template shadowrootmode=open><slot></slot><b id=part>Pears</b></template>Figs</div>",
        "<a name=part><div><a name=other>Pears</a></div>",
        "<input name=part><form name=part></form><a name>Pears</a><p id>Figs",
        "<template><h1>Plums</h1><a name=part>Figs</a></template><h1 id=first>Pears</h1><h1>Figs</h1>",
        "<svg><template><h2>Plums</h2><g id=part /></template></svg><p id=other>Figs</p><h2>Pears</h2>",
        "<template><meta name=robots content=noindex><template id=part></template></template><template id=other>",
        "<p id='selectedcontent <selectedcontent>'><selectedcontent id=part>Pears</selectedcontent><i>Figs",
        "<title>Pears</title><!-- Plums --><?Figs?><svg><![CDATA[Figs]]><a name=part></a></svg><!-- Plums -->Figs",
        "<frameset><frame src=a.html></frameset>",
        "<div>" * 600 + "<i id=part>Pears</i>",
        "<p>Pears" * (MAX_ELEMENTS - 10) + "<i id=part>",
        "<p>Pears" * MAX_ELEMENTS + "<i id=part>",
        f"<p><a name={'a' * 100_000}>" + "<p>Pears" * (MAX_ATTRIBUTES // 100_000 - 5) + "<i id=part>",
        f"<p><a name={'a' * 100_000}>" + "<p>Pears" * (MAX_ATTRIBUTES // 100_000 + 5) + "<i id=part>",
    ],
)
def test_needed_elements(body: str) -> None:
    """A page is read from the elements that are needed as it is read from all."""
    assert_equal_reading(document(body).page)


def test_needed_elements_of_examples() -> None:
    """The examples of all rules are read from the elements that are needed as they are read from all."""
    pages = [document(example.html).page for rule in catalogue().values() for example in rule.examples if example.html]
    assert pages
    for page in pages:
        assert_equal_reading(page)


@given(st.lists(st.sampled_from(TAGS), max_size=40).map("".join))
@settings(deadline=None)
def test_needed_elements_of_arbitrary_tags(body: str) -> None:
    """Tags in any order are read from the elements that are needed as they are read from all."""
    assert_equal_reading(document(body).page)


def assert_equal_reading(page: Page) -> None:
    """Fail unless a page is read equally from the tree with the needed elements alone."""
    whole, needed = Document(parse_page(page)), Document(parse_page(page, needed=READ))
    fragments = ("part", "none", *whole.by_id)
    assert read(needed, fragments) == read(whole, fragments)
    assert part_names(needed) == part_names(whole)
    assert (needed.words, needed.title, needed.cut) == (whole.words, whole.title, whole.cut)
