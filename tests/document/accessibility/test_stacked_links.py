"""Links in a column that are certainly too close to each other, on pages without a layout."""

import pytest

from sitescan.document.accessibility.small_targets import small_targets
from sitescan.document.document import Document
from tests.document.pages import document
from tests.work import calls

PEARS, PLUMS = "<a href=/pears>Pears</a>", "<a href=/plums>Plums</a>"
LIST = f"<ul><li>{PEARS}<li>{PLUMS}</ul>"


def page(body: str, css: str = "", attributes: str = "") -> Document:
    """Return a page for phones and desktops."""
    head = f"<!doctype html><html lang=en {attributes}><meta name=viewport content='width=device-width'>"
    return document(f"{head}<title>Fruit</title><style>{css}</style><body>{body}")


def found(body: str, css: str = "", attributes: str = "") -> list[str]:
    """Return the texts of the links that are too close to another one."""
    return [target.element.get_text() for target, _ in small_targets(page(body, css, attributes))]


@pytest.mark.parametrize(
    ("body", "css"),
    [
        (LIST, ""),
        (LIST, "li{font:14px/20px Verdana, sans-serif}"),
        (LIST, "li{font-size:13px;line-height:1.4;padding:1px 0}"),
        (LIST, "li{font-size:14px;border-bottom:1px solid}"),
        (LIST, "a{border-bottom:1px solid}"),
        (LIST, "ul{text-align:justify}"),
        (LIST, "ul{float:left;width:220px;margin-left:-100%}"),
        (LIST, "ul{float:left}"),
        (f"<div>{LIST}</div>", "div{margin:auto}"),
        (LIST, "ul{font-size:14px}a{font-size:13px}"),
        (LIST, "li{font-size:12px;line-height:1.2}a{font-size:16px}"),
        (LIST.replace("<a", "<span><a"), "a{font-size:80%}"),
        (LIST, "ul{float:left;width:40%;box-sizing:border-box}li{font-size:12px}"),
        (f"<div>{LIST}</div>", "div{float:left;width:150px;margin-left:-100%}ul{float:left;margin-right:9px}"),
        (f"<div>{LIST}</div>", "div{width:50%;margin:auto;box-sizing:border-box}"),
        (LIST, "ul{position:absolute;left:0}li{white-space:nowrap}"),
        (LIST, "ul{position:fixed;top:0;bottom:0;overflow:auto;width:300px}"),
        (LIST, "ul{max-height:200px;overflow-y:scroll}"),
        (f"<div>{PEARS}</div><div>{PLUMS}</div>", ""),
        (f"<dl><dt><span>{PEARS}</span><dd>{PLUMS}</dl>", "dd{margin-left:0}"),
        (f"<ul><li>{PEARS}<ul><li>{PLUMS}</ul></ul>", "ul ul{padding-left:4px}"),
        (f"<ul><li>{PEARS}<li hidden>Cherries<!-- --><li>{PLUMS}</ul>", ""),
        (f"<img src=/a.png class=f><div class=n>{LIST}</div>", ".f{float:left}.n{overflow:hidden}li{white-space:pre}"),
        (f"<div class=c><img src=/a.png align=left></div>{LIST}", ".c::after{content:'';display:table;clear:both}"),
        ("<ul><li><a href=/a><span>Pears</span></a><li><a href=/b><span>Plums</span></a></ul>", ""),
    ],
)
def test_column(body: str, css: str) -> None:
    """Links on lines of less than 24 px are too close, whatever font of the usual ones they have."""
    assert len(found(body, css)) == 2


@pytest.mark.parametrize(
    ("body", "css"),
    [
        (LIST, "li{line-height:24px}"),
        (LIST, "li{line-height:1.5}"),
        (LIST, "li{padding:1px 0}"),
        (LIST, "li{margin-bottom:2px}"),
        (LIST, "li{min-height:30px}"),
        (LIST, "body{font-size:17px}"),
        (LIST, "body{line-height:1.5em}li{font-size:12px}"),
        (LIST, "a{padding:4px 0}"),
        (LIST, "a{font-family:Poppins, sans-serif}"),
        (LIST, "body{font-family:Poppins, sans-serif}"),
        (LIST, "body{font-family:monospace}"),
        (LIST, "a{font-size:20px}"),
        (LIST, "a{display:inline-block}"),
        (LIST, "a{letter-spacing:2px}"),
        (LIST, "a{text-transform:uppercase}"),
        (LIST, "ul{text-align:center}"),
        (LIST, "a{font-size:15px}li+li a{font-size:14px}"),
        (LIST, "li{line-height:20px}a{font-size:14px}"),
        (LIST, "li{line-height:.9}a{font-size:14px}"),
        (LIST, "li{font-size:14px;line-height:1.4}a{font-size:18px}"),
        (LIST.replace("Pears", "Pe<b>ars</b>"), "b{font-size:13px}"),
        (LIST, "ul{float:left;width:20%;box-sizing:border-box}"),
        (f"<div>{LIST}</div>", "div{float:left;width:90px}ul{float:left}"),
        (f"<div>{LIST}</div>", "div{float:left}ul{width:90%}"),
        (f"<div>{LIST}</div>", "div{display:flex}ul{float:left;width:90%}"),
        (LIST, "ul{columns:2}"),
        (LIST, "ul{display:flex}"),
        (LIST, "ul{display:grid}"),
        (LIST, "ul{display:none}"),
        (LIST, "ul{visibility:hidden}"),
        (LIST, "ul{opacity:0}"),
        (LIST, "ul{position:absolute;left:-9999px}"),
        (LIST, "ul{max-height:0;overflow:hidden}"),
        (LIST, "ul{height:40px;overflow:hidden}"),
        (LIST, "ul{height:0;overflow:auto}"),
        (LIST, "ul{position:fixed;top:99%;bottom:0;overflow:hidden;width:300px}"),
        (LIST, "ul{zoom:2}"),
        (LIST, "ul{transform:scale(2)}"),
        (LIST, "ul{position:absolute}"),
        (LIST, "ul{width:20px}"),
        (LIST, "li{float:left}"),
        (LIST, "li{display:inline}"),
        (LIST, "li{position:relative;top:9px}"),
        (LIST, "li:first-child{margin-bottom:-9px}"),
        (LIST, "li::before{content:'- '}"),
        (LIST, "a::after{content:url(/a.png)}"),
        (LIST, "ul{writing-mode:vertical-rl}"),
        (LIST, "ul{clip-path:inset(50%)}"),
        (f"<img src=/a.png class=f>{LIST}", ".f{float:left}"),
        (f"<img src=/a.png align=left>{LIST}", ""),
        (f"<div dir=rtl>{LIST}</div>", ""),
        (f"<center>{LIST}</center>", ""),
        (f"<div align=center>{LIST}</div>", ""),
        (f"<div aria-hidden=true>{LIST}</div>", ""),
        (f"<table><tr><td>{PEARS}<tr><td>{PLUMS}</table>", ""),
        (f"<h2>{PEARS}</h2><h2>{PLUMS}</h2>", ""),
        (f"<p>{PEARS}</p><p>{PLUMS}</p>", ""),
        (f"<ul><li>{PEARS}</ul><ul><li>{PLUMS}</ul>", ""),
        (f"<ul><li>{PEARS}, ripe<li>{PLUMS}, ripe</ul>", ""),
        (f"<ul><li>{PEARS}<li>Cherries<li>{PLUMS}</ul>", ""),
        (f"<ul><li>{PEARS}<p>Ripe<p>Green<li>{PLUMS}</ul>", ""),
        (f"<ul><li>{PEARS} <img src=/a.png alt=New><li>{PLUMS}</ul>", ""),
        ("<ul><li><a href=/a><img src=/a.png alt=A></a><li><a href=/b><img src=/b.png alt=B></a></ul>", ""),
        ("<ul><li><a href=/a>Birnen 梨</a><li><a href=/b>Birnen 梅</a></ul>", ""),
        ("<ul><li><a href=/a role=button>Pears</a><li><a href=/b role=button>Plums</a></ul>", ""),
        (LIST, "@import '/missing.css';"),
    ],
)
def test_uncertain_columns(body: str, css: str) -> None:
    """Nothing is reported where lines may be farther apart, or links may be elsewhere, larger or hidden."""
    assert not found(body, css)


def test_widths() -> None:
    """A short link is too close to a long one in the next line, while the middle of the long one may be beside it."""
    long = "<a href=/all>All fruit of the orchard</a>"
    assert found(f"<ul><li>{long}<li>{PLUMS}</ul>", "li{line-height:19px}") == ["Plums"]
    assert not found(f"<ul><li>{long}<li><a href=/a>A</a></ul>", "li{font-size:12px;line-height:21px}")


def test_fonts() -> None:
    """Letters that both links have are as wide in both only if they are in the same font."""
    apples = "<ul><li><a href=/a>Apples of May</a><li><a href=/b class=b>Apples of June</a></ul>"
    css = "li{font-size:14px;line-height:20px}"
    assert len(found(apples, css)) == 2
    assert not found(apples, f"{css}.b{{font-weight:bold}}")


def test_room() -> None:
    """A link that may need two lines is large enough; on a phone there is less room than on a desktop."""
    long = "<a href=/all>All the fruit of the orchard</a>"
    body = f"<ul><li>{long}<li>{long}</ul>"
    assert len(found(body)) == 2
    assert not found(body, "ul{width:200px}")
    assert not found(f"<div>{body}</div>", "div{padding-left:200px}")
    assert len(found(f"<div>{body}</div>", "div{padding-left:200px}li{white-space:nowrap}")) == 2


def test_screens() -> None:
    """Columns of each screen are judged by the styles of that screen."""
    both = page(LIST, "li{line-height:40px}@media (max-width:700px){li{line-height:18px}}")
    assert not small_targets(both)
    assert len(small_targets(both.on_phone)) == 2


def test_work_of_many_columns() -> None:
    """Twice as many columns take twice the work, and less than that in boxes that are ten times as deep."""

    def work(columns: int, depth: int) -> int:
        one = f"<div>{LIST.replace('<ul>', '<ul style=margin:0>')}</div>"
        deep = page(f"{'<div>' * depth}{one * columns}", "li{margin:0}")
        assert deep.accessible.exposure.state(deep.elements[0]).visible
        count = calls(lambda: small_targets(deep))
        assert len(small_targets(deep)) >= 2 * columns
        return count

    assert work(100, 20) < 2.1 * work(50, 20)
    assert work(100, 200) < 2 * work(100, 20)


def test_work_of_links_without_room() -> None:
    """Links that take no room are passed over once, not once for each of them."""

    def work(count: int) -> int:
        empty = page("<a href=/></a>" * count + LIST)
        assert empty.accessible.exposure.state(empty.elements[0]).visible
        return calls(lambda: small_targets(empty))

    assert work(400) < 2.1 * work(200)


def test_number_of_links_is_limited() -> None:
    """Of lists with any number of links, the first ones are judged."""
    found = [len(small_targets(page(f"<ul>{'<li><a href=/p>Pears</a>' * count}</ul>"))) for count in (400, 600, 1200)]
    assert found == [400, 500, 500]
