"""The tree of a rendered page, from the nodes that DevTools sends."""

import json
from typing import Any

import pytest

from sitescan.document.document import Document
from sitescan.document.parsing.live_tree import LiveTree, live_tree
from sitescan.document.tree import HTML, MATHML, SVG
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RenderedDocument
from sitescan.model.report import Category


def node(number: int, parent: int, kind: int, name: str = "", **more: Any) -> dict[str, Any]:
    """Return a node as DevTools describes it."""
    return {
        "nodeId": number,
        "parentId": parent,
        "backendNodeId": number + 100,
        "nodeType": kind,
        "nodeName": name,
        "localName": name.lower() if kind == 1 else "",
        **more,
    }


def flattened(*nodes: dict[str, Any]) -> bytes:
    """Return the nodes of a document, the document last, as DevTools sends it."""
    return json.dumps({"nodes": [*nodes, node(1, 0, 9, "#document")]}).encode()


def tree(*nodes: dict[str, Any], layout: bytes = b"") -> LiveTree:
    """Return the tree of a document."""
    found = live_tree(flattened(*nodes), layout)
    assert found is not None
    return found


def test_tree_and_text() -> None:
    """Children keep their order, texts beside each other are one, and positions are those in the text."""
    found = tree(
        node(2, 1, 10, "html", publicId="-//W3C", systemId="about:legacy"),
        node(7, 6, 3, "#text", nodeValue="a\r\n"),
        node(8, 6, 3, "#text", nodeValue="<b> & \xa0"),
        node(6, 5, 1, "B", attributes=["class", 'x "y" <z>']),
        node(9, 5, 8, "#comment", nodeValue="said"),
        node(10, 5, 1, "BR"),
        node(12, 11, 3, "#text", nodeValue="1 < 2 && 3"),
        node(11, 5, 1, "SCRIPT"),
        node(14, 5, 7, "php", nodeValue="echo"),
        node(15, 5, 3, "#text", nodeValue=""),
        node(16, 5, 2, "class"),
        node(5, 1, 1, "HTML"),
    )
    assert found.text == (
        '<!DOCTYPE html PUBLIC "-//W3C" "about:legacy"><html><b class="x &quot;y&quot; &lt;z&gt;">a\n'
        "&lt;b&gt; &amp; &nbsp;</b><!--said--><br><script>1 < 2 && 3</script><?php echo?></html>"
    )
    assert {number: tag.name for number, tag in found.numbered.items()} == {
        105: "html",
        106: "b",
        110: "br",
        111: "script",
    }
    assert [found.numbered[number].position for number in (105, 106, 110)] == [(1, 46), (1, 52), (2, 37)]
    assert found.numbered[106].attrs == {"class": 'x "y" <z>'}


def test_system_identifier_alone() -> None:
    """A document type may have a system identifier only."""
    assert tree(node(2, 1, 10, "html", systemId="about:legacy-compat")).text == (
        '<!DOCTYPE html SYSTEM "about:legacy-compat">'
    )


def test_namespaces() -> None:
    """SVG and MathML elements have their namespaces, and HTML elements in them that of HTML."""
    found = tree(
        node(2, 1, 1, "HTML"),
        node(3, 2, 1, "svg", isSVG=True),
        node(4, 3, 1, "foreignObject", localName="foreignObject", isSVG=True),
        node(5, 4, 1, "P"),
        node(6, 2, 1, "math"),
        node(7, 6, 1, "mi"),
        node(8, 6, 1, "I"),
    )
    assert [(tag.name, tag.namespace) for tag in found.numbered.values()] == [
        ("html", HTML),
        ("svg", SVG),
        ("foreignObject", SVG),
        ("p", HTML),
        ("math", MATHML),
        ("mi", MATHML),
        ("i", HTML),
    ]


def test_shadow_trees() -> None:
    """Open and closed shadow trees are in the tree, and those of the browser's own controls are not."""

    def host(number: int, mode: str) -> list[dict[str, Any]]:
        root = node(number + 1, 0, 11, "#document-fragment", shadowRootType=mode)
        return [
            node(number + 2, number + 1, 1, "B"),
            node(number + 3, number, 1, "I"),
            node(number, 2, 1, "X-A", shadowRoots=[root]),
        ]

    found = tree(node(2, 1, 1, "HTML"), *host(10, "open"), *host(20, "closed"), *host(30, "user-agent"))
    assert found.text == (
        '<html><x-a><template shadowrootmode="open"><b></b></template><i></i></x-a>'
        '<x-a><template shadowrootmode="closed"><b></b></template><i></i></x-a><x-a><i></i></x-a></html>'
    )


def test_long_texts() -> None:
    """DevTools shortens long texts, and the layout has them."""
    text = "pears " * 3000
    shortened = node(3, 2, 3, "#text", nodeValue=text[:10_000] + "…")
    nodes = {"backendNodeId": [101, 102, 103], "nodeValue": [-1, -1, 1]}
    layout = json.dumps({"documents": [{"nodes": nodes}], "strings": ["", text]}).encode()
    assert tree(node(2, 1, 1, "HTML"), shortened, layout=layout).text == f"<html>{text}</html>"
    assert live_tree(flattened(node(2, 1, 1, "HTML"), shortened), b"") is None


def styled(*nodes: dict[str, Any], **styles: Any) -> str | None:
    """Return the text of a page whose scripts have changed its stylesheets, if that is valid."""
    said = {"all": 0, "references": [], "elements": 0, "texts": {}, "disabled": [], "adopted": [], **styles}
    found = live_tree(flattened(*nodes), b"", json.dumps(said).encode())
    return found.text if found is not None else None


def test_stylesheets_of_scripts() -> None:
    """Rules that scripts insert are in their elements, adopted ones in the head, and disabled ones don't apply."""
    in_shadow = node(20, 0, 11, "#document-fragment", shadowRootType="open")
    nodes = (
        node(2, 1, 1, "HTML"),
        node(3, 2, 1, "HEAD"),
        node(4, 3, 1, "STYLE"),
        node(5, 4, 3, "#text", nodeValue="a {}"),
        node(6, 3, 1, "LINK", attributes=["rel", "stylesheet"]),
        node(7, 2, 1, "BODY"),
        node(8, 7, 1, "X-A", shadowRoots=[in_shadow]),
        node(21, 20, 1, "STYLE"),
        node(9, 7, 1, "STYLE"),
    )
    assert styled(*nodes, elements=3, texts={"0": "b {}", "2": "c {}"}, disabled=[1], adopted=["d {}\r\ne {}"]) == (
        '<html><head><style>b {}</style><link rel="stylesheet" media="not all"><style>d {}\ne {}</style></head><body>'
        '<x-a><template shadowrootmode="open"><style></style></template></x-a><style>c {}</style></body></html>'
    )


def test_references_of_scripts() -> None:
    """References by properties are ids in the tree; a name by elements without one is a label."""
    nodes = (
        node(2, 1, 1, "HTML"),
        node(3, 2, 1, "P", attributes=["id", "pear"]),
        node(4, 2, 1, "P"),
        node(5, 4, 3, "#text", nodeValue="Sweet  pears"),
        node(6, 2, 1, "I", attributes=["aria-labelledby", ""]),
        node(7, 2, 1, "B", attributes=["aria-labelledby", ""]),
        node(8, 2, 1, "U", attributes=["aria-owns", "", "aria-details", ""]),
    )
    references = [
        [3, "aria-labelledby", [1]],
        [4, "aria-labelledby", [1, 2]],
        [5, "aria-owns", [2]],
        [5, "aria-details", [1]],
    ]
    assert styled(*nodes, all=6, references=references) == (
        '<html><p id="pear"></p><p>Sweet  pears</p><i aria-labelledby="pear"></i><b aria-label=" Sweet pears"></b>'
        '<u aria-owns="" aria-details="pear"></u></html>'
    )
    assert styled(*nodes, all=7, references=references) is None


def test_adopted_stylesheet_without_head() -> None:
    """A document without a head has adopted stylesheets at its end."""
    nodes = (node(2, 1, 10, "html"), node(3, 1, 1, "svg", isSVG=True))
    assert styled(*nodes, adopted=["a {}"]) == "<!DOCTYPE html><svg><style>a {}</style></svg>"


@pytest.mark.parametrize(
    "styles",
    [
        {"texts": {"0": ""}},
        {"texts": {"x": ""}},
        {"elements": 1, "texts": {"1": ""}},
        {"disabled": [-9], "elements": 1},
        {"adopted": [1]},
        {"references": [[0, "aria-owns", [0]]]},
        {"all": 2, "references": [[0, "aria-owns", [2]]]},
        {"all": 2, "references": [[0]]},
    ],
)
def test_invalid_stylesheets_of_scripts(styles: dict[str, Any]) -> None:
    """A tree whose stylesheets aren't known isn't taken."""
    assert styled(node(2, 1, 1, "HTML"), node(3, 2, 1, "STYLE"), **styles) is None
    assert styled(adopted=["a {}"]) is None


def test_noscript() -> None:
    """What is in a noscript isn't shown where scripts run, and not taken for elements."""
    assert styled(node(2, 1, 1, "HTML"), node(3, 2, 1, "NOSCRIPT"), node(4, 3, 3, nodeValue="<img src=a>")) == (
        "<html><noscript></noscript></html>"
    )


@pytest.mark.parametrize(
    "nodes",
    [b"{", b"{}", b'{"nodes": [{}]}', b'{"nodes": []}', flattened(node(2, 0, 9)), flattened()[:-2] + b", 1]}"],
)
def test_invalid_nodes(nodes: bytes) -> None:
    """If a browser sends anything else, its markup is parsed, and the report says so."""
    exchange = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
    rendered = RenderedDocument(html="<title>Pears</title>", nodes=nodes)
    document = Document(Page(exchange=exchange, body=b"", rendered=rendered))
    assert document.title == "Pears"
    assert any(part.key == "tree-unread" for part in unexamined_parts(document, Category.SEO))


def test_elements_that_contain_each_other() -> None:
    """Each node is in the tree once, even if a browser sends something else."""
    root = node(4, 0, 11, "#document-fragment", shadowRootType="open")
    found = tree(node(2, 1, 1, "HTML"), node(3, 2, 1, "X-A", shadowRoots=[root]), node(3, 4, 1, "X-B"))
    assert found.text == '<html><x-a><template shadowrootmode="open"><x-b></x-b></template></x-a></html>'
