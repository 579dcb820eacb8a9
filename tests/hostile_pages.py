"""Pages that are expensive to read: one function for each shape, which makes a page of about a given size."""

import random
from collections.abc import Callable, Iterator
from itertools import cycle, islice

_HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'


def _fill(pieces: Iterator[str], size: int) -> str:
    """Return as many pieces as fit into a size."""
    made: list[str] = []
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > size:
            break
        made.append(piece)
    return "".join(made)


def _repeat(*pieces: str) -> Callable[[int], str]:
    return lambda size: _HEAD + _fill(cycle(pieces), size)


def _half(opened: str, closed: str) -> Callable[[int], str]:
    """Return a shape whose first half opens elements and whose second half closes them."""
    return lambda size: _HEAD + opened * (size // 2 // len(opened)) + closed * (size // 2 // len(closed))


def _numbered(pattern: str, before: str = "", behind: str = "") -> Callable[[int], str]:
    """Return a shape of pieces, each with a number of its own."""

    def make(size: int) -> str:
        numbers = range(size // len(pattern) + 1)
        return _HEAD + before + _fill((pattern.replace("#", f"{number:x}") for number in numbers), size) + behind

    return make


def _around(before: str, filling: str, behind: str) -> Callable[[int], str]:
    """Return a shape with one enormous piece."""
    return lambda size: _HEAD + before + filling * (size // len(filling)) + behind


def _reopened(size: int) -> str:
    """Return formatting elements closed in the wrong order: https://github.com/lexbor/lexbor/issues/340."""
    number = size // 28
    opened = "".join(f"<b {index:x}>" for index in range(number)) + "".join(f"<i {index:x}>" for index in range(number))
    return _HEAD + opened + "x</b>" * (number // 2)


def _paragraphs(size: int) -> str:
    """Return paragraphs that each reopen a link with a long address: https://github.com/whatwg/html/issues/10772."""
    address = "A" * (size // 3)
    return f"{_HEAD}<p><a href={address}>" + "<p>a" * ((size - len(address)) // 4)


def _one_tag(size: int) -> str:
    return _HEAD + "<p " + _fill((f"a{number:x} " for number in range(size)), size) + ">Pears"


def _noise(size: int) -> str:
    """Return random tags, quotes and brackets, always the same for a size."""
    pieces = "<b> </b> <table> </p> <svg> <math> <a\thref=' \" > < & x \0 <template> </template> <select> <form>".split(
        " "
    )
    drawn = random.Random(size)
    return _HEAD + _fill((drawn.choice(pieces) for _ in range(size)), size)


def _css(before: str, filling: str, behind: str = "") -> Callable[[int], str]:
    """Return a shape with an enormous stylesheet."""
    return lambda size: f"{_HEAD}<style>{before}{filling * (size // len(filling))}{behind}</style><p class=a>Pears"


def _matched(size: int) -> str:
    """Return a page with many rules for many elements, and with many ancestors for each rule to try."""
    rules = _fill((f"div div div > p ~ p.k{number:x} {{ color: red }}\n" for number in range(size)), size // 2)
    return f"{_HEAD}<style>{rules}</style>" + "<div>" * 100 + "<p class=k1>x" * (size // 2 // 13)


#: The function that makes each shape, by the name of the shape.
SHAPES: dict[str, Callable[[int], str]] = {
    # Nesting.
    "div": _repeat("<div>"),
    "div closed": _half("<div>", "</div>"),
    "bold": _repeat("<b>"),
    "p font": _repeat("<p><font>"),
    "p font unique": _numbered("<p><font a#>"),
    "font unique": _numbered("<font a#>"),
    "table bold": _repeat("<table><b>"),
    "table text": _repeat("<table>x<b>"),
    "table div": _repeat("<table><div>"),
    "bold div closed": _half("<b><div>", "</b>"),
    "link italic": _repeat("<a><i></a>"),
    "div closed as bold": _half("<div>", "</b>"),
    "span closed as p": _half("<span>", "</p>"),
    "lists": _repeat("<ul><li>"),
    "definition lists": _repeat("<dl><dt><dd>"),
    "buttons": _repeat("<button><p>"),
    "selects": _repeat("<select><option><optgroup>"),
    "svg": _repeat("<svg><g>"),
    "math": _repeat("<math><mi><svg><desc>"),
    "templates": _repeat("<template>"),
    "forms": _repeat("<form><fieldset><legend><label>"),
    "reopened": _reopened,
    "paragraphs": _paragraphs,
    "noise": _noise,
    # Attributes.
    "many attributes": _one_tag,
    "html attributes": _numbered("<html a#>"),
    "body attributes": _numbered("<body a#=b>"),
    "one huge attribute": _around('<img alt="', "pear ", '">'),
    "one huge id": _around('<p id="', "a", '">'),
    "one huge class": _around('<p class="', "a b ", '">'),
    "one huge link": _around('<a href="', "/..", '">Pears</a>'),
    "one huge srcset": _around('<img alt="" src=/a srcset="', "/a 1x, ", '">'),
    "one huge sizes": _around('<img alt="" src=/a srcset="/a 9w" sizes="', "(", '">'),
    "one huge style": _around('<p style="', "color:red;", '">x'),
    "one huge open style": _around('<p style="', "a:(", '">x'),
    "one huge content": _around('<meta http-equiv=refresh content="', "0;", '">'),
    "one huge policy": _around('<meta http-equiv=content-security-policy content="', "script-src 'self';", '">'),
    "one huge rel": _around('<a href=/ rel="', "nofollow ", '">Pears</a>'),
    "one huge role": _around('<p role="', "none ", '">'),
    "one huge autofill": _around('<input autocomplete="', "section-a ", '">'),
    "one huge labelledby": _around('<p id=a>x</p><img src=/a aria-labelledby="', "a ", '">'),
    "unclosed attribute": _around('<p title="', "<p>", ""),
    # Characters.
    "ampersands": _repeat("&"),
    "ampersands in an attribute": _around('<p title="', "&", '">'),
    "control characters": _repeat("\1"),
    "nulls": _repeat("\0"),
    "not characters": _repeat("\ufffe"),
    "half surrogates": _repeat("&#xd800;"),
    "big number": _around("&#", "9", ";"),
    "angle brackets": _repeat("<"),
    "unclosed tags": _repeat("<a <"),
    "comments": _repeat("<!--"),
    "short comments": _repeat("<!---->"),
    "closing tags": _repeat("</p>"),
    "doctypes": _repeat("<!doctype html>"),
    "text": _repeat("pear "),
    "white space": _repeat(" "),
    "lines": _repeat("\n"),
    "one word": _repeat("a"),
    "combining marks": _repeat("a\u0301\u0302"),
    "right to left": _repeat("\u202e"),
    # Many of a kind.
    "links": _numbered("<a href=/#>x</a>"),
    "same links": _repeat("<a href=/>x</a>"),
    "empty links": _repeat("<a href=/></a>"),
    "fragments": _numbered("<a href=##>x</a>"),
    "images": _numbered("<img src=/#>"),
    "scripts": _numbered("<script src=/#></script>"),
    "inline scripts": _repeat("<script>document.write(1)</script>"),
    "stylesheets": _numbered("<link rel=stylesheet href=/#>"),
    "preloads": _numbered("<link rel=preload as=font href=/#>"),
    "alternates": _numbered("<link rel=alternate hreflang=en href=/#>"),
    "canonicals": _numbered("<link rel=canonical href=/#>"),
    "metas": _numbered("<meta name=a# content=b>"),
    "descriptions": _repeat("<meta name=description content=Pears>"),
    "bases": _numbered("<base href=/#>"),
    "titles": _repeat("<title>Pears</title>"),
    "ids": _numbered("<p id=a#>"),
    "same id": _repeat("<p id=a>x"),
    "headings": _repeat("<h1>x</h1><h6>y</h6>"),
    "inputs": _numbered("<input name=a#>"),
    "labels": _numbered("<label for=a#>x</label>"),
    "labels of one": _around("<input id=a>", "<label for=a>x</label>", ""),
    "radio buttons": _repeat("<input type=radio name=a>"),
    "options": _repeat("<select>", "<option>x"),
    "cells": _repeat("<td>x"),
    "a table": _around("<table>", "<tr><th>x<td>y", "</table>"),
    "a wide table": _around("<table><tr>", "<th>x<td headers=a>y", "</table>"),
    "a spanned table": _around("<table>", "<tr><th rowspan=65534 colspan=1000>x<td>y", "</table>"),
    "frames": _numbered("<iframe src=/#></iframe>"),
    "noscripts": _repeat("<noscript><p>x"),
    "owned": _around("", "<p id=a aria-owns=a aria-labelledby=a aria-describedby=a>x", ""),
    "labelled by each other": _numbered("<p id=a# aria-labelledby='a0 a1 a2'>x"),
    "structured data": _repeat('<script type="application/ld+json">{"@type": "Thing"}</script>'),
    "nested structured data": _around('<script type="application/ld+json">', '{"a":[', "</script>"),
    "wide structured data": _around('<script type="application/ld+json">[', '{"@type":"Thing"},', "{}]</script>"),
    "custom elements": _numbered("<x-# role=button tabindex=0>x</x-#>"),
    "focusable": _repeat("<p tabindex=1 accesskey=a>x"),
    "handlers": _repeat("<p onclick=a() role=button>x"),
    # Styles.
    "style rules": _css("", "a b c { color: red } "),
    "style classes": _numbered(".a# > .b# { color: red } ", "<style>", "</style>"),
    "style brackets": _css("a { b: ", "("),
    "style nesting": _css("", "a{"),
    "style media": _css("", "@media print{"),
    "style pseudo": _css("", ":not(", "a{color:red}"),
    "style steps": _css("", "* ", "{color:red}"),
    "style siblings": _css("", "* ~ ", "p{color:red}"),
    "style selectors": _css("a", ",a", "{color:red}"),
    "style has": _css("", ":has(* ~ * p) ", "{color:red}"),
    "style variables": _css("p{", "--a:var(--b,var(--c));--b:var(--a)var(--a);", "color:var(--a)}"),
    "style laughs": _numbered("--a#:var(--a)var(--a);", "<style>p{", "color:var(--a1)}</style><p>x"),
    "style imports": _numbered("@import '/#';", "<style>", "</style>"),
    "style strings": _css("a{b:", '"\\\n'),
    "style comments": _css("", "/*"),
    "style matched": _matched,
    "style tags": _repeat("<style>p{color:red}</style>"),
    "style attributes": _repeat("<p style='color:red;margin:0 auto'>x"),
}


def page(shape: str, size: int) -> bytes:
    """Return a page of a shape, of about this many bytes."""
    return SHAPES[shape](size).encode("utf-8", "surrogatepass")


def laughs(levels: int) -> str:
    """Return a page with custom properties that double in length at each level."""
    steps = "".join(f"--a{level}:var(--a{level - 1})var(--a{level - 1});" for level in range(1, levels))
    return f"{_HEAD}<style>p{{--a0:red;{steps}color:var(--a{levels - 1})}}</style>" + "".join(
        islice(cycle(["<p>x"]), 1000)
    )
