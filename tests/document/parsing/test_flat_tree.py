"""Shadow trees of rendered pages: what is in them is examined where visitors see it, and keeps its ids and styles."""

import pytest
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import elements, text, written_elements
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.rendered import RenderedDocument
from sitescan.rules.catalogue import catalogue
from tests.measured_pages import Node, layout
from tests.work import lines

TEXT = Node("#text", (0, 0, 80, 20), lines=((0, 0, 80, 20),))


def rendered(body: str, *measured: Node) -> Document:
    """Return a rendered page."""
    html = f"<html><head></head><body>{body}</body></html>"
    exchange = Exchange(requested="http://pears.example/", url="http://pears.example/", status=200)
    rendered = RenderedDocument(html=html, layout=layout(*measured) if measured else b"")
    return Document(Page(exchange=exchange, body=b"", rendered=rendered))


def shadow(inside: str) -> str:
    """Return a shadow tree, as browsers serialize it."""
    return f'<template shadowrootmode="open">{inside}</template>'


def outline(tag: Tag) -> str:
    """Return the names and texts of an element and its descendants."""
    return "".join(f"<{element.name}>" for element in written_elements(tag)) + " " + text(tag)


@pytest.mark.parametrize(
    ("body", "flat"),
    [
        (f"<x-a>{shadow('<b>A</b>')}</x-a>", "<x-a><b> A"),
        (f"<x-a>{shadow('<b>A</b><slot></slot>')}<i>B</i>C</x-a>", "<x-a><b><slot><i> ABC"),
        (
            f"<x-a>{shadow('<slot name=s></slot><slot></slot>')}<i>B</i><u slot=s>A</u></x-a>",
            "<x-a><slot><u><slot><i> AB",
        ),
        # A slot without assigned nodes shows its own content. The first slot of a name gets the nodes.
        (f"<x-a>{shadow('<slot><b>A</b></slot>')}</x-a>", "<x-a><slot><b> A"),
        (f"<x-a>{shadow('<slot></slot><slot>B</slot>')}A</x-a>", "<x-a><slot><slot> AB"),
        # A slot in the children of an inner host passes on what it gets.
        (
            f"<x-a>{shadow('<x-b>' + shadow('<p><slot></slot></p>') + '<slot></slot></x-b>')}A</x-a>",
            "<x-a><x-b><p><slot><slot> A",
        ),
        # Hosts in the children of a host.
        (f"<x-a>{shadow('<p><slot></slot></p>')}<x-b>{shadow('<b>A</b>')}</x-b></x-a>", "<x-a><p><slot><x-b><b> A"),
        # Elements that are not assigned remain, so that references to them are known.
        (f"<x-a>{shadow('<b>A</b>')}<i>B</i>C</x-a>", "<x-a><b><i> AB"),
        # Templates that are no shadow trees are inert.
        (f"<p></p><template>{shadow('<b>A</b>')}</template>", "<p><template><template><b> "),
        (f"<a>A{shadow('<b>B</b>')}</a>", "<a><template><b> A"),
        ("<p><template shadowrootmode=shut><b>B</b></template></p>", "<p><template><b> "),
        # The first template of a host is its shadow tree, wherever it is; others are inert.
        (f"<p>A{shadow('<b>B</b>')}{shadow('<i>C</i>')}</p>", "<p><b><template><i> B"),
    ],
)
def test_flattening(body: str, flat: str) -> None:
    """Each host contains its shadow tree, and each slot what is assigned to it."""
    document = rendered(body)
    assert document.body is not None
    assert outline(document.body) == flat
    around = document.body
    # The nodes are linked as in any other tree.
    for element in (around, *elements(around)):
        assert all(inner.parent is element for inner in element.contents)
        assert (
            [element.contents[0], *element.contents[0].next_siblings] == element.contents if element.contents else True
        )


def test_ids_belong_to_their_tree() -> None:
    """A reference finds only elements in its own tree, and equal ids in different trees are no duplicates."""
    field = '<label for="a">{}</label><input id="a">'
    document = rendered(field.format("One") + f"<x-a>{shadow(field.format('Two'))}</x-a>")
    assert [document.accessible.name(tag) for tag in document.all("input")] == ["One", "Two"]
    assert not list(catalogue()["accessibility/duplicate-id-referenced"].check(document))
    across = rendered(f'<x-a>{shadow("<p id=a>Pears</p>")}</x-a><button aria-labelledby="a"></button>')
    assert not across.accessible.name(across.all("button")[0])


def test_selectors() -> None:
    """A selector says in which shadow tree an element is; children of a host keep their place in their own tree."""
    document = rendered(
        f"<x-a>{shadow('<div><p>A</p><p><slot></slot></p></div>')}<p>B</p><p>C</p></x-a>"
        f'<x-a id="x">{shadow("<b>D</b>")}</x-a>'
    )
    found = {}
    for tag in document.all("p", "b"):
        place = document.place(tag)
        assert place is not None
        found[text(tag)] = place.selector
    assert found == {
        "A": "body > x-a:nth-of-type(1) >>> div > p:nth-of-type(1)",
        "BC": "body > x-a:nth-of-type(1) >>> div > p:nth-of-type(2)",
        "B": "body > x-a:nth-of-type(1) > p:nth-of-type(1)",
        "C": "body > x-a:nth-of-type(1) > p:nth-of-type(2)",
        "D": "#x >>> b",
    }


def test_measured_styles() -> None:
    """Styles of the document don't apply to shadow trees, and theirs apply to nothing else."""
    tree = shadow("<style>img{display:none}</style><img><button></button><i></i>")
    body = f"<style>button{{display:none}} i{{color:#fff}}</style><img><x-a>{tree}</x-a>"
    document = rendered(
        body,
        Node("style", None),
        Node("img"),
        Node(
            "x-a",
            styles={"display": "inline-block"},
            inside=[
                Node("style", None),
                Node("img", None),
                Node("button", inside=[Node("::before", styles={"content": '"Go"'}, generated=True)]),
                Node("i", None, inside=[Node("::after", styles={"content": '"!"'}, generated=True)]),
            ],
        ),
    )
    outer, inner = document.all("img")
    (button,) = document.all("button")
    assert document.accessible.exposed(outer)
    assert document.accessible.hidden(inner)
    assert document.accessible.exposed(button)
    assert document.accessible.name(button) == "Go"
    assert document.styles.of(document.all("x-a")[0]).display == "inline-block"
    assert document.styles.of(document.all("i")[0]).display == "contents"
    assert document.styles.of(document.all("i")[0]).color is None


def test_contrast_of_slotted_text() -> None:
    """Text in a slot is judged by what the browser has painted, and reported at the element around the slot."""
    pale = Node("#text", (0, 0, 80, 20), {"-webkit-text-fill-color": "rgb(187, 187, 187)"}, lines=((0, 0, 80, 20),))
    document = rendered(
        f"<x-a>{shadow('<button><slot></slot></button>')}Pears</x-a>",
        Node("x-a", inside=[Node("button", inside=[Node("slot", None, inside=[pale])])]),
    )
    (finding,) = catalogue()["accessibility/contrast"].check(document)
    assert finding.at is document.all("button")[0]


def shown(name: str, *inside: Node) -> Node:
    """Return an element with a box."""
    return Node(name, inside=inside)


def test_lists_across_trees() -> None:
    """Which list an item is in isn't judged across trees; within a tree it is."""
    rules = [catalogue()[f"accessibility/{name}"] for name in ("list-children", "list-item-orphan", "definition-list")]

    def found(body: str, *measured: Node) -> int:
        document = rendered(body, *measured)
        assert len(document.measured_tags) == len(document.elements)
        return sum(1 for rule in rules for _ in rule.check(document))

    item, term = shown("li"), (shown("dt"), shown("dd"))
    slotted = Node("slot", None, inside=[item])
    assert not found(f"<x-a>{shadow('<ul><slot></slot></ul>')}<li>A</li></x-a>", shown("x-a", shown("ul", slotted)))
    assert not found(f"<x-a>{shadow('<li>A</li>')}</x-a>", shown("x-a", item))
    assert not found(
        f"<x-a>{shadow('<dl><slot></slot></dl>')}<dt>A</dt><dd>B</dd></x-a>",
        shown("x-a", shown("dl", Node("slot", None, inside=term))),
    )
    assert found(f"<x-a>{shadow('<b><li>A</li></b>')}</x-a>", shown("x-a", shown("b", item))) == 1


def test_roles_by_element_internals() -> None:
    """A host may be a list or an item by ``ElementInternals``."""

    def found(name: str, body: str) -> int:
        inside = Node("x-a", inside=[Node("div"), Node("slot", None)])
        document = rendered(body, inside if body.startswith("<x-a") else Node("div", inside=[inside]))
        return sum(1 for _ in catalogue()[f"accessibility/{name}"].check(document))

    tree = shadow('<div role="listitem">A</div><slot></slot>')
    assert not found("aria-parent-missing", f"<x-a>{tree}</x-a>")
    assert found("aria-parent-missing", f'<x-a role="group">{tree}</x-a>') == 1
    assert not found(
        "aria-children-missing", f'<div role="list"><x-a>{shadow("<div>A</div><slot></slot>")}</x-a></div>'
    )


def test_unknown_styles() -> None:
    """Without a measured layout, nothing is said about elements whose styles a shadow tree may decide."""
    document = rendered(f"<x-a>{shadow('<img>')}</x-a><img>")
    states = [document.accessible.exposed(tag) for tag in document.all("img")]
    assert states == [False, True]
    assert not document.accessible.hidden(document.all("img")[0])


def test_unassigned_elements_are_hidden() -> None:
    """A child of a host without a slot is not rendered."""
    document = rendered(f"<x-a>{shadow('<b>A</b>')}<img></x-a>", Node("x-a", inside=[Node("b", inside=[TEXT])]))
    assert document.accessible.hidden(document.all("img")[0])
    assert document.accessible.exposed(document.all("b")[0])


@pytest.mark.parametrize(
    "html",
    [
        f"<x-a>{shadow('<p><slot></slot></p>')}<b>A</b></x-a>",
        f"<x-a>{shadow('<slot></slot>')}",
    ],
)
def test_hostile_trees_take_linear_work(html: str) -> None:
    """Shadow trees beside and within each other take as much work for each as for the first."""

    def work(count: int) -> int:
        return lines(lambda: rendered(html * count).elements, {})[""]

    small, double, fourfold = map(work, (50, 100, 200))
    assert fourfold - double < 3 * (double - small)


def sent(body: str, *sheets: Source) -> Document:
    """Return a page that declares its shadow trees itself."""
    exchange = Exchange(requested="http://pears.example/", url="http://pears.example/", status=200)
    return Document(Page(exchange=exchange, body=f"<!doctype html><body>{body}".encode()), sheets)


def host(css: str, inside: str, light: str = "", attributes: str = "") -> str:
    """Return a host with a shadow tree that has a stylesheet."""
    return f"<x-a {attributes}>{shadow(f'<style>{css}</style>{inside}')}{light}</x-a>"


P = "<p id=t part='a b'>A</p>"


@pytest.mark.parametrize(
    ("body", "color"),
    [
        # The styles of a tree apply to its own elements.
        ("<style>p{color:red}</style>" + host("", P), ""),
        (host("p{color:red}", "") + P, ""),
        (host("p{color:red}", P), "red"),
        (host("p{color:red}", "<slot></slot>", P), ""),
        (host("p:nth-child(3){color:red}", "<i></i>" + P), "red"),
        # The root of a tree is the host in ``:host`` alone.
        (host("x-a p{color:red}", P), ""),
        (host("*>p{color:red}", P), ""),
        (host(":root p{color:red}", P), ""),
        (host(":host>p{color:red}", P), "red"),
        (host(":host(.b) p{color:red}", P, attributes="class=b"), "red"),
        ("<style>:host{color:red}</style>" + P, ""),
        # Styles are inherited in the flat tree.
        (host("", P, attributes="style=color:red"), "red"),
        (host("b{color:red}", "<b><slot></slot></b>", P), "red"),
        # The host: outer styles win.
        (host(":host{color:red}", "", attributes="id=t"), "red"),
        (host("*{color:red}", "", attributes="id=t"), ""),
        (host("x-a:host{color:red}", "", attributes="id=t"), ""),
        (host(":host(.b){color:red}", "", attributes="id=t class=b"), "red"),
        (host(":host(.b){color:red}", "", attributes="id=t"), ""),
        (f"<div class=b>{host(':host-context(.b){color:red}', '', attributes='id=t')}</div>", "red"),
        ("<style>x-a{color:blue}</style>" + host(":host(#t){color:red}", "", attributes="id=t"), "blue"),
        # Elements in slots, and parts that outer styles name.
        (host("slot::slotted(p){color:red}", "<slot></slot>", P), "red"),
        (host("::slotted(b){color:red}", "<slot></slot>", P), ""),
        ("<style>p{color:blue}</style>" + host("::slotted(p){color:red}", "<slot></slot>", P), "blue"),
        ("<style>x-a::part(b){color:red}</style>" + host("p{color:blue}", P), "red"),
        ("<style>x-a::part(c){color:red}</style>" + host("p{color:blue}", P), "blue"),
        (host("", host("", P)) + "<style>x-a::part(b){color:red}</style>", ""),
    ],
)
def test_styles_belong_to_their_tree(body: str, color: str) -> None:
    """The stylesheets of a shadow tree apply to that tree, its host and what is in its slots."""
    document = sent(body)
    marked = next(element for element in document.elements if element.get("id") == "t")
    assert document.styles.complete
    found = document.styles.of(marked).get("color")
    assert (found if found in ("red", "blue") else "") == color


def test_stylesheets_shared_by_trees() -> None:
    """A stylesheet is read once for all trees that have the same ones; what is read again and again is limited."""
    css = "".join(f".c{number} {{ color: red }}" for number in range(5000))
    sheet = Source(url="http://pears.example/a.css", body=css.encode(), content_type="text/css")
    link = "<link rel=stylesheet href=/a.css>"
    assert sent("".join(f"<x-a>{shadow(link)}</x-a>" for _ in range(500)), sheet).styles.complete
    other = (f"<x-a>{shadow(f'{link}<style>/* {number} */</style>')}</x-a>" for number in range(500))
    assert not sent("".join(other), sheet).styles.complete


def test_source_order() -> None:
    """Places are those of the source, and flattening adds no parse errors."""
    document = sent(
        "<x-a>\n<template shadowrootmode=open>\n<p><img src=/a.png></p><slot></slot></template>\n<b>A</b></x-a>"
    )
    place = document.place(document.all("img")[0])
    assert place is not None
    assert (place.line, place.selector) == (3, "body > x-a >>> p > img")
    assert [element.name for element in document.as_written.all("template")] == ["template"]
    assert not list(catalogue()["seo/element-misplaced"].check(document))
