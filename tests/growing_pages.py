"""
Pages of any size, made of parts that refer to, contain or overlap each other.

A hostile page needs no unusual markup: ordinary parts are enough, if a check compares each of them with all others.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import count

from attrs import frozen

from tests.hostile_pages import SHAPES

_HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title>'
_VIEWPORT = "<meta name=viewport content='width=device-width'>"

#: The number of references in a fan, and of elements that share a reference.
_FAN = 20


@frozen
class Growing:
    """
    A page of a shape.

    :ivar html: its source.
    :ivar headers: the header fields of its response.
    :ivar sheet: the text of its external stylesheet, ``/a.css``.
    :ivar script: the text of its external script, ``/a.js``.
    """

    html: str
    headers: tuple[tuple[str, str], ...] = ()
    sheet: str = ""
    script: str = ""


_Shape = Callable[[int], Growing]


def _pieces(piece: Callable[[int], str], size: int) -> str:
    """Return as many numbered pieces as fit into a size."""
    return "".join(_fitting(piece, size))


def _fitting(piece: Callable[[int], str], size: int) -> Iterator[str]:
    for number in count():
        text = piece(number)
        size -= len(text)
        if size < 0:
            return
        yield text


def _each(piece: Callable[[int], str], before: str = "", after: str = "") -> _Shape:
    """Return a shape of numbered pieces."""
    return lambda size: Growing(_HEAD + before + _pieces(piece, size) + after)


def _repeated(piece: str, before: str = "", after: str = "") -> _Shape:
    return _each(lambda _: piece, before, after)


def _nested(opened: str, content: str, closed: str) -> _Shape:
    """Return a shape of nested elements, opened by the first half of a page and closed by the second half."""

    def make(size: int) -> Growing:
        levels = size // (len(opened) + len(closed))
        return Growing(_HEAD + opened * levels + content + closed * levels)

    return make


def _under(opened: str, piece: Callable[[int], str], levels: int = 100) -> _Shape:
    """Return a shape of many pieces below many ancestors."""
    return _each(piece, opened * levels)


def _styled(css: str, piece: Callable[[int], str], before: str = "", after: str = "") -> _Shape:
    return _each(piece, f"<style>{css}</style>{before}", after)


def _sheet(rule: Callable[[int], str], html: str, before: str = "", after: str = "") -> _Shape:
    """Return a shape with a stylesheet of numbered rules."""
    return lambda size: Growing(f"{_HEAD}<style>{before}{_pieces(rule, size)}{after}</style>{html}")


def _ruled(rule: Callable[[int], str], piece: Callable[[int], str]) -> _Shape:
    """Return a shape with a stylesheet of numbered rules and an element for each of them."""
    return lambda size: Growing(f"{_HEAD}<style>{_pieces(rule, size // 2)}</style>{_pieces(piece, size // 2)}")


def _external(rule: Callable[[int], str], piece: Callable[[int], str]) -> _Shape:
    """Return a shape with an external stylesheet of numbered rules and an element for each of them."""
    return lambda size: Growing(
        f"{_HEAD}<link rel=stylesheet href=/a.css>{_pieces(piece, size // 2)}", sheet=_pieces(rule, size // 2)
    )


def _header(name: str, value: Callable[[int], str], separator: str = ", ", html: str = "<p>Pears") -> _Shape:
    """Return a shape with a long header field."""
    return lambda size: Growing(_HEAD + html, ((name, separator.join(_fitting(value, size))),))


def _headers(name: str, value: Callable[[int], str]) -> _Shape:
    """Return a shape with a header field that is repeated."""
    return lambda size: Growing(f"{_HEAD}<p>Pears", tuple((name, text) for text in _fitting(value, size)))


def _json_ld(value: Callable[[int], object], before: str = "[", after: str = "{}]") -> _Shape:
    return _each(
        lambda number: json.dumps(value(number)) + ",",
        f'<script type="application/ld+json">{before}',
        f"{after}</script>",
    )


def _allowed(size: int, policy: str, source: Callable[[int], str], piece: Callable[[int], str]) -> Growing:
    """Return a page with a policy of many sources, and with many elements that the policy restricts."""
    sources = " ".join(_fitting(source, size // 2))
    return Growing(_HEAD + _pieces(piece, size // 2), (("Content-Security-Policy", f"{policy} {sources}"),))


# References.

_REFERENCES: Mapping[str, str] = {
    "aria-labelledby": "role=button",
    "aria-describedby": "role=textbox tabindex=0",
    "aria-owns": "role=list",
    "aria-controls": "role=combobox aria-expanded=true tabindex=0",
    "aria-activedescendant": "role=listbox tabindex=0",
    "aria-details": "role=img",
    "aria-errormessage": "role=textbox aria-invalid=true tabindex=0",
    "aria-flowto": "role=region",
}


def _fan(number: int) -> str:
    return " ".join(f"n{_FAN * number + other + 1}" for other in range(_FAN))


def _referring(attribute: str, role: str) -> Iterator[tuple[str, _Shape]]:
    """Yield shapes in which elements refer to each other by an attribute."""
    ways: Mapping[str, Callable[[int], str]] = {
        "in a chain": lambda number: f"n{number + 1}",
        "in circles": lambda number: f"n{number - number % _FAN + (number + 1) % _FAN}",
        "in fans": _fan,
        "to one": lambda _: "n0",
    }
    for way, references in ways.items():

        def piece(number: int, references: Callable[[int], str] = references) -> str:
            return f'<div id=n{number} {role} {attribute}="{references(number)}">x</div>'

        yield f"{attribute} {way}", _each(piece)

    def inside(number: int) -> str:
        return f'<div id=n{number} {role} {attribute}="n{number + 1} n{number + 2}">' + "</div>" * 40 * (
            number % 40 == 39
        )

    yield f"{attribute} within each other", _each(inside)

    def page(size: int) -> Growing:
        references = " ".join(_fitting(lambda number: f"n{number}", size // 4))
        pieces = _pieces(lambda number: f"<p id=n{number}>x</p>", 3 * size // 4)
        return Growing(f'{_HEAD}<div {role} {attribute}="{references}"></div>{pieces}')

    yield f"{attribute} from one", page


_POSITIONED: Mapping[str, str] = {
    "absolute": "position:absolute;background:#000",
    "absolute offsets": "position:absolute;top:9px;left:9px;background:#000",
    "absolute column": "position:absolute;width:99px;background:#000",
    "absolute inset": "position:absolute;inset:0;z-index:-1;background:#000",
    "relative offsets": "position:relative;top:-20px;left:30%;background:#000",
    "fixed bar": "position:fixed;top:0;height:40px;background:#000",
    "sticky": "position:sticky;top:0;background:#fff",
    "float": "float:left;background:#eee",
    "float right": "float:right;width:40%;margin-left:-40%;background:#eee",
    "negative top margin": "margin-top:-30px;background:#000",
    "negative bottom margin": "margin-bottom:-30px;background:#000",
    "negative side margin": "margin-left:-99px;width:60px;background:#000",
    "stacking context": "position:relative;z-index:1;opacity:.9;background:#fff",
    "transform": "transform:translate(10px,-50%);background:#fff",
    "grid": "display:grid;grid-template-columns:1fr 1fr;background:#eee",
    "grid area": "grid-area:a;background:#eee",
    "flex": "display:flex;flex-wrap:wrap;background:#eee",
    "box of a size": "width:300px;height:40px;background:#eee",
    "hidden overflow": "overflow:hidden;height:20px;max-height:10em",
    "scrolling overflow": "overflow:auto;height:99px",
    "off screen": "position:absolute;left:-9999px",
    "clipped": "clip-path:inset(50%);position:absolute;width:1px;height:1px",
    "gradient": "background:linear-gradient(#fff,#eee)",
    "image": "background:url(/a.png) no-repeat",
    "shadow": "text-shadow:1px 1px 2px #000;color:#999",
    "blending": "mix-blend-mode:multiply;filter:brightness(.9)",
    "inline block": "display:inline-block;vertical-align:top;width:50%",
    "contents": "display:contents;color:#777",
    "table cell": "display:table-cell;background:#ddd",
    "relative sizes": "font-size:1.01em;line-height:1.2;width:calc(100% - 1em);min-height:2em",
    "columns": "columns:2;column-gap:1em",
    "hidden": "visibility:hidden",
    "colors": "color:color-mix(in srgb,currentcolor 50%,#777);background:rgb(0 0 0/10%)",
}

#: Boxes that may be painted over boxes other than their neighbors.
_OVERFLOWING = frozenset({"absolute", "absolute offsets", "fixed bar", "float", "negative top margin"})


def _positioned(name: str, style: str) -> Iterator[tuple[str, _Shape]]:
    """Yield shapes of boxes with a style."""
    box = f"<div style='{style}'>"
    yield f"{name} and texts in turn", _repeated(f"{box}Pears</div><p><b>Pears</b> <a href=/a>Apples</a>")
    yield f"{name} in each other", _nested(box, "<b>Pears</b>", "</div>")
    yield f"{name} beside texts", _repeated("<p>Pears</p>", f"{box}Apples</div>")
    if name in _OVERFLOWING:
        yield f"{name} below boxes", _under(box, lambda _: f"<p>Pears</p>{box}Pears</div>", 40)
    yield f"{name} generated", _styled(f"p::before,p::after{{content:'';{style}}}", lambda _: "<p>Pears</p>")


_ROLES = (
    "button link list listitem table row cell grid gridcell tree treeitem tablist tab tabpanel menu menuitem "
    "radiogroup radio listbox option combobox textbox dialog alert status navigation main region img heading "
    "presentation group"
).split()
_TAGS = (
    "div p span a button label section nav ul li table tr td form fieldset h2 b em details summary figure main dl dt dd"
).split()


def _mixed(seed: int) -> _Shape:
    """Return a shape of random elements that nest, refer to each other and have random styles, the same for a seed."""

    def make(size: int) -> Growing:
        drawn = random.Random(seed)
        styles = drawn.sample(sorted(_POSITIONED.values()), 4)
        tags, roles = drawn.sample(_TAGS, 6), drawn.sample(_ROLES, 4)
        names = [*_REFERENCES, "for", "headers", "itemref", "form", "list"]
        closing: list[str] = []

        def piece(number: int) -> str:
            attributes = [f"id=n{number}"]
            if drawn.random() < 0.4:
                attributes.append(f"style='{drawn.choice(styles)}'")
            if drawn.random() < 0.3:
                attributes.append(f"role={drawn.choice(roles)}")
            if drawn.random() < 0.3:
                references = " ".join(f"n{drawn.randrange(number + 9)}" for _ in range(drawn.choice((1, 2, 9))))
                attributes.append(f"{drawn.choice(names)}='{references}'")
            if drawn.random() < 0.2:
                attributes.append(drawn.choice(("tabindex=0", "onclick=a()", f"href=#n{number // 2}", "itemscope")))
            tag = drawn.choice(tags)
            opened = f"<{tag} {' '.join(attributes)}>{drawn.choice(('', 'Pears', 'Learn more'))}"
            closing.append(f"</{tag}>")
            closed = "".join(closing.pop() for _ in range(min(len(closing), drawn.choice((0, 0, 1, 1, 2, 3)))))
            if len(closing) > 30:
                closed += "".join(reversed(closing))
                closing.clear()
            return opened + closed

        return Growing(_HEAD + _pieces(piece, size))

    return make


def _row_of_headers(number: int) -> str:
    return f"<tr><th id=h{number}>x<td headers='h{number} h{number - 1}'>y"


def _unheaded(make: Callable[[int], str]) -> _Shape:
    return lambda size: Growing(make(size))


#: Shapes for which parsers make far more than twice the elements for twice the size, and one that is random for each
#: size.
_IRREGULAR = frozenset({"noise", "p font unique", "reopened"})

#: The function that makes each shape, by the name of the shape.
GROWING: dict[str, _Shape] = {
    **{name: _unheaded(make) for name, make in SHAPES.items() if name not in _IRREGULAR},
    **dict(shape for name, role in _REFERENCES.items() for shape in _referring(name, role)),
    **dict(shape for name, style in _POSITIONED.items() for shape in _positioned(name, style)),
    **{f"{role} in each other": _nested(f"<div role={role}>x<b>", "y", "</b></div>") for role in _ROLES[::2]},
    **{f"{tag} in each other": _nested(f"<{tag} title=a>x<b>", "y", f"</b></{tag}>") for tag in _TAGS},
    **{f"mixed {seed}": _mixed(seed) for seed in range(12)},
    # Boxes.
    "boxes over paragraphs": _repeated(
        "<p>Pears</p>",
        "<p style='color:#ccc'>Pears</p>"
        + "<div style='position:absolute;top:0;height:500px;background:red'>Apples</div>" * 10,
    ),
    "stacking contexts with boxes behind": _repeated(
        "<div style='position:relative;z-index:1'><p>Pears</p>"
        "<b style='position:absolute;inset:0;z-index:-1;background:#000'></b></div>"
    ),
    "items of a grid": _repeated("<p style=grid-area:a>Pears</p>", "<div style='display:grid'>"),
    "a colored column": _repeated("<tr><td>Pears<td>Apples", "<table><col style='background:#eee'>"),
    "groups beside a box": _repeated(
        f"{'<div>' * 20}{'<p>Pears</p>' * 20}{'</div>' * 20}",
        "<b style='position:absolute;top:0;left:0;width:99px;height:40px;background:#000'></b>",
    ),
    # Names.
    "names of one long text": lambda size: Growing(
        f"{_HEAD}<p id=long>{'Pears ' * (size // 12)}</p>{'<i role=button aria-labelledby=long></i>' * (size // 74)}"
    ),
    # Tables.
    "tables with spans": _repeated("<table><tr><th rowspan=99 colspan=20>x<tr><td>y</table>"),
    "headers in a chain": _each(lambda n: f"<tr><td id=h{n} headers=h{n + 1}>y", "<table><tr><th>x"),
    "headers to one": _each(lambda _: "<tr><td headers=a>y", "<table><tr><th id=a>x"),
    "headers to all": lambda size: Growing(
        f"{_HEAD}<table><tr>{_pieces(lambda n: f'<th id=h{n}>x', size // 2)}"
        f"<tr><td headers='{' '.join(_fitting(lambda n: f'h{n}', size // 4))}'>y</table>"
    ),
    "a row of headers": _repeated("<th>", "<table><tr>", "<tr><th>Pears<td><button></button></table>"),
    "rows of headers": _each(_row_of_headers, "<table>", "</table>"),
    "scopes": _repeated("<tr><th scope=col>x<th scope=row>y<td><button></button>", "<table>", "</table>"),
    "rows of spans": _repeated("<tr><td rowspan=9>x<td colspan=9>y<th rowspan=0>z", "<table>"),
    "columns of spans": _repeated("<td rowspan=99>x", "<table><tr>"),
    "tables": _repeated("<table><caption>x</caption><tr><th>x<td>y</table>"),
    "tables in tables": _nested("<table><tr><td>", "x", "</table>"),
    "columns of a table": _repeated("<col span=999 style='background:#eee'>", "<table>", "<tr><td>x</table>"),
    "roles of a table": _repeated(
        "<div role=row><div role=columnheader>x</div><div role=cell>y</div></div>", "<div role=table>"
    ),
    "rows that own": _each(
        lambda n: f"<div role=row aria-owns='n{n}'></div><i id=n{n} role=cell>x</i>", "<div role=grid>"
    ),
    # Lists, headings and landmarks.
    "nested lists": _nested("<ul><li>", "x", "</ul>"),
    "a list": _repeated("<li>x</li><p>y</p>", "<ul>"),
    "terms": _repeated("<dt>x<dd>y<div><dt>z</div>", "<dl>"),
    "options far inside": _under("<div>", lambda _: "<p role=option>Pears</p>"),
    "headings of each level": _each(lambda n: f"<h{n % 6 + 1}>Pears {n}</h{n % 6 + 1}>"),
    "headings that skip": _repeated("<h1>x</h1><h3>y</h3><div role=heading aria-level=9>z</div>"),
    "landmarks": _each(lambda n: f"<nav>x</nav><section aria-label=n{n}>y</section><main>z</main><aside>w</aside>"),
    "nested landmarks": _nested("<main><nav><header>", "x", "</header></nav></main>"),
    "texts outside of landmarks": _each(lambda n: f"<a href='#to{n}'>Part {n}</a><b id=to{n}></b>", "<main></main>"),
    "skip links": lambda size: Growing(
        f"{_HEAD}{_pieces(lambda n: f'<a href=#to{n}>Skip to content</a>', size // 2)}"
        f"{_pieces(lambda n: f'<nav id=to{n}>', size // 4)}<b>Pears</b>"
    ),
    "skip links to nested landmarks": lambda size: Growing(
        f"{_HEAD}{_pieces(lambda n: f'<a href=#to{n}>Skip to content</a>', size // 3)}{'<nav>' * 100}"
        f"{_pieces(lambda n: f'<i id=to{n}></i>', size // 3)}{'<b></b>' * (size // 21)}"
    ),
    "tabs": _each(
        lambda n: (
            f"<button role=tab aria-controls=p{n} id=t{n} aria-selected=false tabindex=-1>x{n}</button>"
            f"<div role=tabpanel id=p{n} aria-labelledby=t{n}>y</div>"
        )
    ),
    "a tree": _each(
        lambda n: f"<div role=treeitem aria-level={n % 9} aria-expanded=true aria-owns=t{n + 1} id=t{n}>x</div>",
        "<div role=tree aria-activedescendant=t5>",
    ),
    "regions that change": _repeated("<div aria-live=polite role=status>x<b role=alert>y</b></div>"),
    "dialogs": _each(lambda n: f"<dialog open aria-modal=true role=dialog id=d{n}><button>x</button></dialog>"),
    "modal content": _repeated("<p>x<a href=/>y</a>", "<div aria-hidden=true>"),
    "hidden focusable": _repeated("<div aria-hidden=true><button>x</button></div>"),
    "hidden in each other": _nested("<div aria-hidden=true><div inert>", "<button>x</button>", "</div></div>"),
    "controls in controls": _repeated("<div role=button>Apples "),
    "handlers in handlers": _under("<div onclick=open()>", lambda _: "<b onclick=close()>Pears</b>"),
    "languages": _each(lambda n: f"<p lang=x{n}>x<b lang=de>Birnen und \u00c4pfel</b>"),
    "nested languages": _nested("<div lang=de><p lang=en>", "Pears are fruits", "</div>"),
    "details": _repeated(
        "<details><summary>x</summary><details><summary><a href=/>y</a></summary></details></details>"
    ),
    # Forms.
    "labels in turn": _each(lambda n: f"<label for=i{n}>Pears</label><input id=i{n}>"),
    "labels around labels": _nested("<label>x", "<input>", "</label>"),
    "labels with references": _each(
        lambda n: f"<label for=i{n} id=l{n}>x</label><input id=i{n} aria-labelledby='l{n} l0'>"
    ),
    "labels around many": _repeated("<input>", "<label>x"),
    "fieldsets": _nested("<fieldset><legend>x</legend>", "<input type=radio name=a>", "</fieldset>"),
    "radio groups": _each(lambda n: f"<input type=radio name=a{n // 3}><input type=checkbox name=b>"),
    "radio buttons of forms": _each(lambda n: f"<form><input type=radio name=a{n}><input type=radio name=a></form>"),
    "forms by reference": _each(
        lambda n: f"<form id=f{n}></form><input form=f{n // 2} name=a><button form=f0>x</button>"
    ),
    "fields in a form": _each(
        lambda n: f"<input name=a{n} placeholder=x required pattern=a aria-invalid=true>", "<form action=/a>"
    ),
    "passwords": _repeated("<form><input type=password name=p><input type=email autocomplete=email></form>"),
    "autofill": _each(lambda n: f"<input autocomplete='section-{n} shipping name' name=a>", "<form>"),
    "lists of options": _each(lambda n: f"<datalist id=l{n}><option>x</datalist><input list=l{n // 2}>"),
    "options of one": _each(lambda n: f"<option value={n}>x", "<label>y<select>", "</select></label>"),
    "selects in a label": _repeated("<select><option selected>x</select>", "<label>y"),
    "a calendar": _each(lambda n: f"<button aria-label='Day {n} of May'>{n}</button>"),
    "icons in buttons": _each(lambda n: f"<button aria-label=b{n}><i class=icon>close</i></button>"),
    "outputs": _each(
        lambda n: f"<output for='i{n} i{n + 1}'>x</output><input id=i{n}><meter></meter><progress></progress>"
    ),
    # Ids and links.
    "ids twice": _each(lambda n: f"<p id=a{n // 2}>x<label for=a{n}>y</label>"),
    "ids by case": _each(lambda n: f"<p id={'aA'[n % 2]}{n // 2}>x"),
    "fragments in turn": _each(lambda n: f"<a href=#f{n}>x{n}</a><p id=f{n}>y"),
    "fragments to one": _each(lambda n: f"<a href=#a>x{n}</a>", "<p id=a>y"),
    "fragments to names": _each(lambda n: f"<a href='#f%20{n}'>x</a><a name='f {n}'>y</a>"),
    "links with one text": _each(lambda n: f"<a href=/{n}>Learn more</a>"),
    "links with one text in paragraphs": _each(
        lambda n: f"<p>About {n} <a href=/{n}>Learn more</a> and <a href=/b{n}>here</a>"
    ),
    "links with one text in one paragraph": _each(lambda n: f"<a href=/{n}>here</a> ", "<p>"),
    "links with one text in lists": _each(lambda n: f"<li>About {n}<ul><li><a href=/{n}>here</a></ul>", "<ul>"),
    "links with one text in tables": _each(lambda n: f"<tr><th>{n}<td><a href=/{n}>here</a>", "<table>"),
    "links in a text": _each(lambda n: f"pears and <a href=/{n}>apples</a> ", "<p>"),
    "links to sites": _each(lambda n: f"<a href=https://s{n}.example/ target=_blank rel=nofollow>x</a>"),
    "access keys": _each(lambda n: f"<a href=/{n} accesskey={chr(97 + n % 26)} tabindex={n}>x</a>"),
    "links with queries": _each(lambda n: f"<a href='/?a={n}&utm_source=x&token=y'>x</a>"),
    "links nested deep": _under("<div>", lambda n: f"<a href=/{n}>here</a>"),
    "links without text": _each(lambda n: f"<a href=/{n}><img src=/{n} alt=''><svg><title>x</title></svg></a>"),
    "links beside each other": _each(lambda n: f"<a href=/{n // 2}>x</a><a href=/{n // 2}><img src=/a alt=x></a>"),
    "links by scripts": _repeated("<a href='javascript:void(0)' onclick='go()'>x</a><a href=#>y</a><a>z</a>"),
    "telephone links": _each(lambda n: f"<a href=tel:{n}>{n}</a><a href=mailto:a{n}@example.com>x</a>"),
    # Structured data.
    "JSON-LD in a chain": _json_ld(lambda n: {"@type": "Product", "@id": f"#n{n}", "offers": {"@id": f"#n{n + 1}"}}),
    "JSON-LD in circles": _json_ld(
        lambda n: {"@type": "Recipe", "@id": f"#n{n % 9}", "author": {"@id": f"#n{(n + 1) % 9}"}}
    ),
    "JSON-LD in fans": _json_ld(
        lambda n: {
            "@type": "ItemList",
            "@id": f"#n{n}",
            "itemListElement": [{"@id": f"#n{_FAN * n + i}"} for i in range(_FAN)],
        }
    ),
    "JSON-LD to one": _json_ld(lambda n: {"@type": "Article", "@id": f"#n{n}", "publisher": {"@id": "#n0"}}),
    "JSON-LD with one id": _json_ld(lambda n: {"@type": "Event", "@id": "#n", "name": f"n{n}"}),
    "JSON-LD graph": _json_ld(
        lambda n: {
            "@type": ["Product", "Thing"],
            "@id": f"#n{n}",
            "isRelatedTo": [{"@id": "#n0"}, {"@id": f"#n{n + 1}"}],
        },
        '{"@context":"https://schema.org","@graph":[',
        "{}]}",
    ),
    "JSON-LD properties": _json_ld(lambda n: f"p{n}", '{"@type":"Product","name":[', '"x"]}'),
    "JSON-LD breadcrumbs": _json_ld(
        lambda n: {"@type": "ListItem", "position": n, "name": "x", "item": f"https://example.com/{n}"},
        '{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[',
        "{}]}",
    ),
    "JSON-LD questions": _json_ld(
        lambda n: {"@type": "Question", "name": f"q{n}", "acceptedAnswer": {"@type": "Answer", "text": "x"}},
        '{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[',
        "{}]}",
    ),
    "JSON-LD blocks": _each(
        lambda n: (
            '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"x",'
            f'"@id":"#{n}","offers":{{"@id":"#{n + 1}"}},"review":{{"@type":"Review"}}}}</script>'
        )
    ),
    "microdata": _each(
        lambda n: (
            f"<div itemscope itemtype=https://schema.org/Product itemid=#{n}>"
            "<p itemprop=name>x<p itemprop=offers itemscope>y</div>"
        )
    ),
    "microdata in each other": _nested(
        "<div itemprop=review itemscope itemtype=https://schema.org/Review>", "<b itemprop=name>x</b>", "</div>"
    ),
    "microdata properties": _repeated("<b itemprop=name>x</b>", "<div itemscope itemtype=https://schema.org/Product>"),
    "itemref in a chain": _each(
        lambda n: f"<div itemscope itemref=n{n + 1} id=n{n} itemprop=a itemtype=https://schema.org/Thing></div>"
    ),
    "itemref in circles": _each(
        lambda n: f"<div itemscope itemref='n{n % 9} n{(n + 1) % 9}' id=n{n % 9} itemprop=a></div>"
    ),
    "itemref in fans": _each(lambda n: f"<div itemscope id=n{n} itemprop=a itemref='{_fan(n)}'></div>"),
    "itemref to one": _each(
        lambda _: "<div itemscope itemtype=https://schema.org/Product itemref=a></div>",
        f"<div id=a>{'<b itemprop=name>x</b>' * 50}</div>",
    ),
    "RDFa": _each(lambda n: f"<div vocab=https://schema.org/ typeof=Product resource=#{n}><p property=name>x</div>"),
    "RDFa in each other": _nested("<div typeof=Review property=review>", "<b property=name>x</b>", "</div>"),
    # Styles.
    "variables in a chain": _sheet(lambda n: f"--a{n}:var(--a{n + 1});", "<p>x" * 9, "p{", "color:var(--a0)}"),
    "variables in a chain backwards": _sheet(
        lambda n: f"--a{n + 1}:var(--a{n});", "<p>x" * 9, "p{--a0:red;", "color:var(--a9)}"
    ),
    "variables in fans": _sheet(
        lambda n: f"--a{n}:{''.join(f'var(--a{4 * n + i + 1},red)' for i in range(4))};",
        "<p>x" * 9,
        "p{",
        "color:var(--a0)}",
    ),
    "variables of elements": _each(lambda n: f"<p style='--a{n}:var(--a{n - 1},red);color:var(--a{n})'>x</p>"),
    "variables inherited": _nested("<div style='--a:calc(var(--a)*2);--b:var(--a);width:var(--b)'>", "x", "</div>"),
    "rules for ids": _ruled(lambda n: f"#n{n}{{color:red}}", lambda n: f"<p id=n{n}>x"),
    "rules for classes": _external(lambda n: f".n{n}{{color:#{n % 1000:03}}}", lambda n: f"<p class=n{n}>x"),
    "rules for classes of one": _external(lambda n: f".n{n}{{color:red}}", lambda n: f"<p class='n{n} n{n + 1} n0'>x"),
    "rules for attributes": _external(lambda n: f"[data-n{n}~=a]{{color:red}}", lambda n: f"<p data-n{n}=a>x"),
    "rules for pseudo-elements": _external(
        lambda n: f".n{n}::before{{content:'{n}';position:absolute;inset:0;background:#000}}",
        lambda n: f"<p class=n{n}>x",
    ),
    "rules for focus": _external(lambda n: f".n{n}:focus{{outline:none}}", lambda n: f"<a href=/ class=n{n}>x</a>"),
    "rules for hovering": _external(
        lambda n: f".n{n}:hover>b{{display:block}}", lambda n: f"<a href=/ class=n{n}>x<b>y</b></a>"
    ),
    "selectors with is": _sheet(lambda n: f":is(.a{n},:is(p,.b{n}) b) i{{color:red}}", "<p><b><i>x</i></b>" * 5),
    "selectors with has": _sheet(lambda n: f"p:has(.a{n}){{color:red}}", "<p><b class=a1>x</b>" * 5),
    "elements with has": _styled("p:has(b){color:red}div:has(~p b){color:red}", lambda _: "<p><b>x</b></p>"),
    "elements with has in one": _styled(":has(.a){color:red}", lambda _: "<b>x</b>", "<div>" * 50),
    "elements with siblings": _styled(".a~p{color:red}p~.b{color:blue}", lambda _: "<p>x</p>", "<b class=a></b>"),
    "elements on a phone": _styled(
        "p{color:#bbb}@media(max-width:700px){p{color:#ccc;width:9vw}b{display:none}}i{color:#bbb}",
        lambda n: f"<p class=a{n}><i>x</i><b>y</b><button></button></p>",
        _VIEWPORT,
    ),
    "rules on a phone": _ruled(
        lambda n: f"@media(max-width:{n}00px){{.n{n}{{color:#bbb}}.n{n}::before{{content:'x'}}}}",
        lambda n: f"<p class=n{n}>x<b style='width:9vw'>y</b></p>{_VIEWPORT * (n == 0)}",
    ),
    "nested elements on a phone": _nested(
        "<div class=a>x", f"{_VIEWPORT}<style>@media(max-width:700px){{.a{{color:#bbb;left:-9px}}}}</style>", "</div>"
    ),
    "elements with next siblings": _styled("p+p+p{color:red}", lambda _: "<p>x</p>"),
    "elements with numbers": _styled(
        "p:nth-child(odd){color:red}p:nth-last-of-type(2){color:blue}", lambda _: "<p>x</p><b>y</b>"
    ),
    "elements with numbers of a kind": _styled("p:nth-child(2n of .a){color:red}", lambda _: "<p class=a>x</p>"),
    "elements with ancestors": _styled(".a .b .c p{color:red}", lambda _: "<p>x</p>", "<div class=b>" * 60),
    "elements with languages": _styled("p:lang(en){color:red}", lambda _: "<p>x</p>", "<div>" * 60),
    "elements with first": _styled(
        "p:first-of-type{color:red}:only-child{color:blue}:empty{top:0}", lambda _: "<p>x</p>"
    ),
    "media in media": lambda size: Growing(
        f"{_HEAD}<style>{'@media screen{' * (size // 20)}p{{color:red}}{'}' * (size // 20)}</style><p>x"
    ),
    "media queries": _sheet(lambda n: f"@media (min-width:{n}px){{p{{color:#{n % 1000:03}}}}}", "<p>x"),
    "layers": _sheet(lambda n: f"@layer a{n}.b{{p{{color:red!important}}}}", "<p>x"),
    "layers in layers": lambda size: Growing(
        f"{_HEAD}<style>{'@layer a{' * (size // 12)}p{{color:red}}{'}' * (size // 12)}</style><p>x"
    ),
    "layer names": _sheet(lambda n: f"a{n}.b,", "<p>x", "@layer ", "c;"),
    "containers": _sheet(lambda n: f"@container a{n} (width>1px){{p{{color:red}}}}", "<p>x"),
    "supports": _sheet(lambda n: f"@supports (color:red) or (a:{n}){{p{{color:red}}}}", "<p>x"),
    "scopes of styles": _sheet(lambda n: f"@scope (.a{n}) to (.b){{p{{color:red}}}}", "<p class=a1>x"),
    "nested rules": lambda size: Growing(
        f"{_HEAD}<style>{'p{&' * (size // 8)}{{color:red}}{'}' * (size // 4)}</style><p>x"
    ),
    "nested selectors": _sheet(lambda n: f"&.a{n}{{color:red;b &{{top:0}}}}", "<p class=a1>x", ".x,.y,p{", "}"),
    "nested lists of selectors": lambda size: Growing(
        f"{_HEAD}<style>{'a,b,p{& c,d &,' * (size // 30)}i{{color:red}}{'}' * (size // 30)}</style><p>x"
    ),
    "fonts": _sheet(
        lambda n: f"@font-face{{font-family:f{n};src:url(/{n}.woff2)}}.a{n}{{font-family:f{n}}}", "<p class=a1>x"
    ),
    "variables everywhere": _ruled(
        lambda n: f".v{n}{{--a{n}:{n}px;--b:calc(var(--a{n}) + var(--c,1px));margin:var(--b);color:var(--d,#777)}}",
        lambda n: f"<p class=v{n}>x",
    ),
    "utility classes": _ruled(
        lambda n: f".md\\:p-{n}{{padding:{n}px;margin:1px;color:#777;background:#888}}",
        lambda n: f"<div class='md:p-{n} md:p-{n + 1} md:p-{n // 2}'>Pears</div>",
    ),
    "stops of a gradient": _sheet(
        lambda n: f"#{n % 1000:03} {n}px,", "<p>x" * 50, "p{background:linear-gradient(", "#fff)}"
    ),
    "used fonts": _ruled(
        lambda n: f"@font-face{{font-family:f{n};src:url(/{n}.woff2);unicode-range:U+{n:x}}}",
        lambda n: f"<p style='font-family:f{n},f{n + 1}'>x",
    ),
    "animations": _ruled(lambda n: f"@keyframes k{n}{{to{{top:0}}}}", lambda n: f"<p style='animation:k{n} 1s'>x"),
    "properties": _sheet(lambda n: f"@property --a{n}{{syntax:'*';inherits:true}}", "<p style='color:var(--a1)'>x"),
    "backgrounds": _each(lambda n: f"<p style='background-image:url(/{n}.png),url(/a.png)'>x"),
    "background layers": _sheet(lambda n: f"url(/{n}.png),", "<p>x" * 5, "p{background:", "url(/a.png)}"),
    "declarations": _sheet(lambda n: f"a{n}:b;margin:{n}px;", "<p>x" * 5, "p{", "}"),
    "calculations": _sheet(lambda n: f"{n}px + (", "<p>x" * 5, "p{width:calc(", "1px)}"),
    "imports": _sheet(lambda n: f"@import url(/{n}.css) layer(a{n}) screen;", "<p>x"),
    "inline styles": _each(lambda n: f"<p style='color:#{n % 1000:03};margin:{n}px;font:{n}px a'>x"),
    "style elements": _each(lambda n: f"<style media='(min-width:{n}px)'>.a{n}{{color:red}}</style><p class=a{n}>x"),
    "important colors": _each(lambda _: "<font color=#777 face=a size=1>x</font><td bgcolor=#888>y"),
    # Scripts, images and other files.
    "different scripts": _each(
        lambda n: f"<script>var a{n}=document.getElementById('n{n}');a{n}.innerHTML=location.hash</script>"
    ),
    "long script": _each(lambda n: f"function f{n}(){{return '{n}'+f{n - 1}()}}\n", "<script>", "</script>"),
    "long external script": lambda size: Growing(
        f"{_HEAD}<script src=/a.js></script><p>x",
        script=_pieces(lambda n: f"/* {n} */ var a{n} = `b${{c}}`, d = /e{n}/;\n", size),
    ),
    "harmless scripts": lambda size: Growing(
        f"{_HEAD}{_pieces(lambda _: '<script src=/a.js></script>', size)}<p>x",
        script="function listen() { document.addEventListener('click', function () {}) }",
    ),
    "shadow trees": _each(
        lambda n: (
            f"<x-a id=s{n}></x-a><script>document.getElementById('s{n}').attachShadow({{mode"
            f":'open'}}).innerHTML='<p>x'</script>"
        )
    ),
    "shadow templates": _repeated("<div><template shadowrootmode=open><p>x</template></div>"),
    "slots of shadow templates": _repeated(
        "<div><template shadowrootmode=open><style>:host(.a) p{color:red}::slotted(b){top:0}</style><p><slot></slot>"
        "</template><b>x</b></div>"
    ),
    "scripts that are deferred": _each(
        lambda n: f"<script defer async type=module src=/{n} integrity=sha256-a{n} crossorigin></script>"
    ),
    "import map": _each(lambda n: f'"a{n}":"/a{n}.js",', '<script type=importmap>{"imports":{', '"b":"/b"}}</script>'),
    "scopes of import maps": _each(
        lambda n: (
            f'<script type=importmap>{{"scopes":{{"/":{{"{"a/" * (n % 900)}":"/a/"}},"/{n}/":{{"b":"/b"}}}}}}</script>'
            f'<script type=module>import "{"a/" * 900}a.js"</script>'
        )
    ),
    "handlers of each": _each(lambda n: f"<p onclick='a({n})' onkeydown='b()' onmouseover='c({n})'>x"),
    "libraries": _each(lambda n: f"<script src=/jquery-1.{n % 9}.{n}.min.js></script>"),
    "secrets": _each(lambda n: f"<!-- password=a{n} AKIAIOSFODNN7EXAMPL{n % 10} --><p data-key=sk_live_{n:024}>x"),
    "pictures": _each(
        lambda n: f"<picture><source srcset='/{n} 1x,/b{n} 2x' media=(width>9px)><img src=/{n} alt=x></picture>"
    ),
    "candidates of each": _each(
        lambda n: f"<img src=/{n} alt=x srcset='/{n}a 320w, /{n}b 640w, /{n}c 1280w' sizes='(width<{n}px) 100vw, 50vw'>"
    ),
    "candidates": _each(lambda n: f"/{n} {n + 1}w,", "<img alt=x src=/a sizes=100vw srcset='", "/b 9999w'>"),
    "sized images": _each(
        lambda n: f"<img src=/{n} alt=n{n}.png width={n} height=9 loading=lazy sizes=9px srcset='/a 9w'>"
    ),
    "images with one text": _each(lambda n: f"<img src=/{n} alt='Pears'>"),
    "image maps": _each(lambda n: f"<img src=/{n} alt=x usemap=#m{n // 2}><map name=m{n}><area href=/ alt=x></map>"),
    "areas": _each(lambda n: f"<area href=/{n} alt=x>", "<img src=/ alt=x usemap=#m><map name=m>"),
    "vector images": _each(
        lambda n: (
            f"<svg role=img aria-labelledby=t{n}><title id=t{n}>x</title>"
            f"<use href=#s{n + 1} /><g id=s{n}><text>y</text></g></svg>"
        )
    ),
    "uses in a chain": _each(lambda n: f"<g id=g{n}><use href=#g{n + 1} /></g>", "<svg>"),
    "uses of one": _each(lambda _: "<svg><use href=#g /></svg>", f"<svg><g id=g>{'<text>x</text>' * 50}</g></svg>"),
    "media elements": _each(
        lambda n: f"<video src=/{n} controls autoplay><track src=/t{n} kind=captions><source src=/s{n}></video>"
    ),
    "objects": _each(
        lambda n: f"<object data=/{n}>x</object><embed src=/e{n}><iframe src=/f{n} title=x sandbox></iframe>"
    ),
    "frames with documents": _repeated("<iframe title=x srcdoc='<p>x<script>a()</script>'></iframe>"),
    "hints": _each(
        lambda n: f"<link rel=preconnect href=https://s{n}.example><link rel=dns-prefetch href=//s{n}.example>"
    ),
    "preloads in use": _each(lambda n: f"<link rel=preload as=image href=/{n}><img src=/{n} alt=x>"),
    "http files": _each(
        lambda n: f"<img src=http://a{n}.example/ alt=x><script src=http://a{n}.example/a.js></script>"
    ),
    # The head.
    "languages of pages": _each(lambda n: f"<link rel=alternate hreflang=x-{n} href=/{n}>"),
    "languages of one page": _each(lambda n: f"<link rel=alternate hreflang=de-{n % 9} href=/a>"),
    "previews": _each(lambda n: f"<meta property=og:image content=/{n}.png><meta name=twitter:card content=x{n}>"),
    "robots metas": _each(
        lambda n: f"<meta name=robots content='noindex,max-snippet:{n}'><meta name=a{n}bot content=none>"
    ),
    "directives": _each(lambda n: f"a{n}:b,", "<meta name=robots content='", "noindex'>"),
    "policies": _each(lambda n: f"<meta http-equiv=content-security-policy content='script-src a{n}.example'>"),
    "viewports": _each(lambda n: f"a{n}=b,", "<meta name=viewport content='", "width=9'>"),
    "refreshes": _each(lambda n: f"<meta http-equiv=refresh content='{n};url=/{n}'>"),
    "icons": _each(lambda n: f"<link rel='icon apple-touch-icon' sizes={n}x{n} href=/{n}><link rel=manifest href=/m>"),
    "head elements in the body": _repeated("<p><meta charset=latin1><link rel=canonical href=/><base href=/>"),
    # Texts.
    "sentences": _each(lambda n: f"Pears are number {n} among fruits. "),
    "paragraphs of sentences": _each(lambda n: f"<p>Pears are number {n} among fruits, and taste best when ripe. "),
    "repeated paragraphs": _repeated("<p>Pears are among the best fruits, and taste best when ripe.</p>"),
    "odd characters": _repeated("<p>\u200b\u202e\u0301\ufeff\u00adPe\u200dars\u2028\ufffd\ue000</p>"),
    "garbled characters": _repeated("<p>\u00c3\u00a4pfel \u00e2\u20ac\u2122 \u00f0\u0178\u02dc\u20ac</p>"),
    "scripts of the world": _repeated(
        "<p>\u68a8\u662f\u6c34\u679c \u0433\u0440\u0443\u0448\u0430"
        " \u05d0\u05d2\u05e1 \u0e25\u0e39\u0e01\u0e41\u0e1e\u0e23\u0e4c</p>"
    ),
    "capitals": _repeated("<p>PEARS ARE FRUITS AND TASTE BEST WHEN THEY ARE RIPE</p>"),
    "long names": _repeated(f"<a href=/ title='{'Pears ' * 20}' aria-label='{'Pears ' * 20}'>x</a>"),
    "line breaks": _repeated("x<br><br>&nbsp;&nbsp;"),
    "breaks in paragraphs": _repeated("<p>x<br>- y<br>1. z</p>"),
    "comments with code": _repeated("<!-- <p>x</p> TODO: <script>a()</script> -->"),
    "inline texts": _nested("<b><i><u>", "Pears ", "</u></i></b>"),
    "custom elements in each other": _nested("<x-a><slot>", "Pears", "</slot></x-a>"),
    # Header fields.
    "blocked scripts": lambda size: _allowed(
        size, "script-src", lambda n: f"https://a{n}.example", lambda n: f"<script src=https://b{n}.example/></script>"
    ),
    "handlers with hashes": lambda size: _allowed(
        size,
        "script-src 'unsafe-hashes'",
        lambda n: f"'sha256-{n:043}='",
        lambda n: f"<p onclick=a{n}() style='color:#{n % 1000:03}'>x",
    ),
    "scripts with hashes": lambda size: _allowed(
        size, "script-src", lambda n: f"'sha256-{n:043}='", lambda n: f"<script>a({n})</script>"
    ),
    "blocked images": lambda size: _allowed(
        size, "img-src", lambda n: f"*.a{n}.example", lambda n: f"<img src=//b{n}.example alt=x>"
    ),
    "policies of many kinds": _header("Content-Security-Policy", lambda n: f"a{n}-src 'self' https:", "; "),
    "policies and files": _each(
        lambda n: f"<meta http-equiv=content-security-policy content='img-src a{n}.example'><img src=/{n} alt=x>"
    ),
    "policies before scripts": lambda size: Growing(
        _HEAD
        + _pieces(lambda n: f"<meta http-equiv=content-security-policy content='script-src a{n}.example'>", size // 2)
        + _pieces(lambda n: f"<script>a({n})</script>", size // 2)
    ),
    "policies side by side": _headers(
        "Content-Security-Policy", lambda n: f"default-src 'self' a{n}.example; report-uri /{n}"
    ),
    "policies in one field": _header("Content-Security-Policy", lambda n: f"default-src 'none' a{n}.example"),
    "cookies": _headers("Set-Cookie", lambda n: f"a{n}=b; Path=/{n}; Domain=example.com; SameSite=Lax"),
    "attributes of a cookie": _header("Set-Cookie", lambda n: f"a{n}=b", "; "),
    "permissions": _header("Permissions-Policy", lambda n: f'a{n}=(self "https://a{n}.example")'),
    "link fields": _header("Link", lambda n: f"</{n}>; rel=preload; as=style"),
    "alternate link fields": _headers("Link", lambda n: f"</{n}>; rel=alternate; hreflang=x-{n}"),
    "cache fields": _header("Cache-Control", lambda n: f"max-age={n}, a{n}"),
    "vary fields": _header("Vary", lambda n: f"a{n}"),
    "strict transport": _header("Strict-Transport-Security", lambda n: f"max-age={n}; a{n}", "; "),
    "server timings": _header("Server-Timing", lambda n: f'a{n};dur={n};desc="x"'),
    "robots fields": _header("X-Robots-Tag", lambda n: f"a{n}: noindex, max-snippet:{n}"),
    "unknown fields": lambda size: Growing(
        f"{_HEAD}<p>x", tuple((f"X-A{n}", text) for n, text in enumerate(_fitting(lambda n: f"value {n}", size)))
    ),
    "reports": _headers("Report-To", lambda n: f'{{"group":"g{n}","max_age":1,"endpoints":[{{"url":"/{n}"}}]}}'),
    "cleared data": _header("Clear-Site-Data", lambda n: f'"a{n}"'),
}
