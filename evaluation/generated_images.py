"""Generated pages with an image, one for each property that can hide, size or move it or the box around it."""

import struct
import zlib
from collections.abc import Iterator
from itertools import product
from pathlib import Path

IMAGE = "pear.png"
"""The name of the image."""

_SIZE = 640, 480
#: Declarations that hide, size or move a box.
_DECLARATIONS = """
color: green|display: none|display: flex|display: grid|display: contents|visibility: hidden|opacity: 0|zoom: 0.5
content-visibility: hidden|clip-path: inset(50%)|filter: opacity(0)|position: fixed; top: -999px
position: absolute; left: -9999px|position: absolute; inset-inline-start: -9999px|position: absolute; top: 2000px
position: relative; left: 100vw|margin-left: -9999px|margin-block-start: 900px|padding-top: 900px|float: left
transform: translateX(-9999px)|transform: translate3d(-9999px, 0, 0)|translate: -9999px|transform: scale(0)|scale: 0
transform: matrix(1, 0, 0, 1, -9999, 0)|rotate: 90deg; translate: 0 -2000px|width: 50%|width: 1px; overflow: hidden
height: 0; overflow: hidden|block-size: 0; overflow: hidden|max-height: 0; overflow: clip|height: 200px
max-block-size: 0; overflow: hidden|inline-size: 1px; block-size: 1px; overflow: hidden|height: auto|max-width: 100%
max-inline-size: 100%|max-width: 100%; height: auto|max-inline-size: 100%; block-size: auto|min-height: 900px
min-block-size: 300px; height: auto|min-inline-size: 100%|max-height: 100px; width: auto|aspect-ratio: 1
aspect-ratio: 1; height: auto|object-fit: cover|all: unset|writing-mode: vertical-rl; max-block-size: 100px
writing-mode: vertical-rl; max-inline-size: 50vh|direction: rtl; margin-inline-start: 2000px|columns: 2
contain: size|contain: strict|contain: inline-size|content-visibility: auto|contain: paint; max-width: 100%
content-visibility: auto; contain-intrinsic-size: 300px 100px|width: min-content|width: max-content; height: auto
width: fit-content|height: fit-content|width: auto; height: auto|width: calc(50% - 1px)|width: min(300px, 100%)
height: 20vh|width: 50vw; height: auto|width: 100%; max-width: 300px|box-sizing: border-box; padding: 10%; width: 50%
border: 20px solid; width: 50%|min-width: 900px|min-width: 900px; height: auto|min-height: 100%|max-height: 50%
max-height: 50vh|max-height: min(100px, 50vh); max-width: 100%|aspect-ratio: auto 2 / 1|aspect-ratio: 2; width: 50%
display: inline-grid|display: inline-flex|display: table|display: flow-root|display: -webkit-box|display: list-item
position: sticky; top: 0|object-view-box: inset(10%)|image-orientation: none|image-resolution: 2dppx|zoom: 0
float: right; width: 30%|column-width: 100px|grid-template-columns: 100px; display: grid
justify-items: start; display: grid|align-items: start; display: flex
flex-direction: column; display: flex|font-size: 0; width: 20em; height: auto
width: 20em; font-size: 2em|width: inherit; max-width: inherit|width: revert; height: revert|width: unset; height: unset
width: -webkit-fill-available|inline-size: 50%|inline-size: 50%; block-size: auto
inset: 0; position: absolute; width: 100%
"""
#: Rules around a declaration: none, a layer, phones, wide screens, print.
_RULES = (
    "{}",
    "@layer a {{ {} }}",
    "@media (max-width: 600px) {{ {} }}",
    "@media (min-width: 600px) {{ {} }}",
    "@media print {{ {} }}",
)
_ELEMENTS = ("img", "div")
_ATTRIBUTES = ("", 'width="640" height="480"', 'width="640" height="480" loading="lazy"')
_HIDDEN = (
    "<details><summary>More</summary>{}</details>",
    "<div hidden>{}</div>",
    "<dialog>{}</dialog>",
    "<p popover>{}</p>",
)


def write_image(folder: Path) -> None:
    """Write the image into a folder."""
    (folder / IMAGE).write_bytes(_png(*_SIZE))


def write_pages(folder: Path) -> None:
    """Write the pages and their image into a folder."""
    write_image(folder)
    for number, html in enumerate(_pages()):
        (folder / f"{number:03}.html").write_text(html)


def _pages() -> Iterator[str]:
    declarations = [one for line in _DECLARATIONS.split("\n") for one in line.split("|") if one]
    for declared, rule, element, attributes in product(declarations, _RULES, _ELEMENTS, _ATTRIBUTES):
        yield _page(rule.format(f"{element} {{ {declared} }}"), f"<div>{_img(attributes)}</div>")
    for around, attributes in product(_HIDDEN, _ATTRIBUTES):
        yield _page("", around.format(_img(attributes)))


def _img(attributes: str) -> str:
    return f'<img src="{IMAGE}" alt="A pear"{" " * bool(attributes)}{attributes}>'


def _page(css: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Pears and how to store them</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{css}</style></head>\n<body><main><h1>Pears</h1>{body}<p>Pears are stored in cellars.</p></main>"
        "</body></html>\n"
    )


def _png(width: int, height: int) -> bytes:
    """Return an image of stripes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((row * 3 + column // 8) % 256 for column in range(width)) for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)
