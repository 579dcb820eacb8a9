"""
Generate a page of a given size and its files, with what real pages have: text, links, lists, images, faults.

The same arguments generate the same bytes.
"""

import random
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

_NOUNS = "apple bough cider crate garden harvest hedge ladder orchard pear pip press river root season tree wall"
_VERBS = "bears brings crosses fills finds gives holds keeps leaves needs shades takes turns"
_WORDS = (_NOUNS.split(), _VERBS.split(), _NOUNS.split())
_SHEETS = 3
_SCRIPTS = 5
_IMAGES = 12
_CLASSES = 150
_FUNCTIONS = 120
_SIZES = ((640, 360), (800, 450), (320, 240))

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>A year in the orchard: how a village grows its pears</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Twelve months among the trees of a village, from the first pruning to the press.">
<meta property="og:title" content="A year in the orchard">
<meta property="og:type" content="article">
<meta property="og:image" content="/files/0.png">
<script type="application/ld+json">
{"@context": "https://schema.org", "@type": "NewsArticle", "headline": "A year in the orchard", "image": "/files/0.png"}
</script>
"""
_FOOT = """</main>
<footer><form action="/search"><label for="q">Search</label> <input id="q" name="q"> <button>Go</button></form></footer>
</body>
</html>
"""


def generate(folder: Path, kilobytes: int, links: int = 50) -> Path:
    """
    Write ``index.html`` of about this size and its files, and return the folder.

    A page has three stylesheets, five scripts (three of which block), and, if it is long enough, twelve images (some
    without a text or a size) and the links (some of which say "click here"). There is an element for each 65 bytes.
    """
    dice = random.Random(kilobytes)
    (folder / "files").mkdir(parents=True, exist_ok=True)
    parts = [_HEAD]
    for number in range(_SHEETS):
        (folder / f"files/{number}.css").write_text("".join(_style_rules(dice, number)))
        parts.append(f'<link rel="stylesheet" href="/files/{number}.css">\n')
    for number in range(_SCRIPTS):
        (folder / f"files/{number}.js").write_text("".join(_functions(dice, number)))
        parts.append(f'<script src="/files/{number}.js"{" defer" * (number % 2)}></script>\n')
    sections = "".join(f'<li><a href="/{noun}/">{noun.title()}</a></li>' for noun in _WORDS[0][:8])
    parts.append(f"</head>\n<body>\n<header><nav><ul>{sections}</ul></nav></header>\n<main>\n<h1>The orchard</h1>\n")
    size = sum(map(len, (*parts, _FOOT)))
    for number, block in enumerate(_blocks(dice, folder, links)):
        if size + len(block) > kilobytes * 1024:
            break
        parts.append(f"<h2>{_sentence(dice, 4)}</h2>\n" * (number % 6 == 0) + block)
        size += len(parts[-1])
    (folder / "index.html").write_text("".join((*parts, _FOOT)))
    return folder


def _style_rules(dice: random.Random, sheet: int) -> Iterator[str]:
    if sheet == 0:
        yield "body {\n    max-width: 70em;\n    font: 16px sans-serif;\n    color: #222;\n    background: #fff;\n}\n"
        yield "img {\n    max-width: 100%;\n    height: auto;\n}\n"
    for number in range(_CLASSES):
        color, margin = f"#{dice.randrange(1 << 24):06x}", f"{dice.randrange(30)}px {dice.randrange(30)}px"
        yield f".s{sheet}-{number} {{\n    color: {color};\n    margin: {margin};\n}}\n"


def _functions(dice: random.Random, script: int) -> Iterator[str]:
    for number in range(_FUNCTIONS):
        body = f"    var pears = basket * {dice.randrange(99)} + more; // ripe\n    return pears % 97;\n"
        yield f"function count{script}_{number}(basket, more) {{\n{body}}}\n"


def _blocks(dice: random.Random, folder: Path, links: int) -> Iterator[str]:
    """Yield paragraphs with links, lists in cards, and figures, without end."""
    number = 0
    while True:
        text = " ".join(_sentence(dice, dice.randrange(7, 18)) for _ in range(5))
        if number < links:
            words = "click here" if number % 12 == 3 else _sentence(dice, 3)
            text += f' <a href="/p/{number}">{words}</a>'
        yield f'<p class="s0-{dice.randrange(_CLASSES)}">{text}</p>\n'
        if number % 3 == 0:
            yield _card(dice)
        if number % 2 == 0 and number // 2 < _IMAGES:
            yield _figure(dice, folder, number // 2)
        number += 1


def _card(dice: random.Random) -> str:
    items = "".join(
        f'<li class="s1-{number}"><span>{dice.choice(_WORDS[0])}</span> <b>{dice.randrange(99)}</b></li>'
        for number in range(dice.randrange(2, 7))
    )
    head = f'<div class="card-head"><h3>{_sentence(dice, 4)}</h3></div>'
    body = f'<div class="card-body"><ul>{items}</ul><p><em>{_sentence(dice, 5)}</em></p></div>'
    return f'<div class="row"><div class="col"><section class="card">{head}{body}</section></div></div>\n'


def _figure(dice: random.Random, folder: Path, number: int) -> str:
    width, height = dice.choice(_SIZES)
    (folder / f"files/{number}.png").write_bytes(_png(dice, width, height))
    alternative = f' alt="{_sentence(dice, 4)}"' * (number % 4 != 1)
    size = f' width="{width}" height="{height}"' * (number % 3 != 2)
    lazy = ' loading="lazy"' * (number % 2)
    image = f'<img src="/files/{number}.png"{alternative}{size}{lazy}>'
    return f"<figure>{image}<figcaption>{_sentence(dice, 6)}</figcaption></figure>\n"


def _png(dice: random.Random, width: int, height: int) -> bytes:
    """Return an image of rows of one gray each."""
    rows = b"".join(b"\0" + dice.randbytes(1) * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def _sentence(dice: random.Random, words: int) -> str:
    return " ".join(dice.choice(_WORDS[number % 3]) for number in range(words)).capitalize()
