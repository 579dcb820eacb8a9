"""Texts as Chromium draws them: the contrast of their pixels with the pixels behind them."""

import base64
import zlib
from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from sitescan.document.css.colors import Color, contrast
from tests.chromium import Browser

Pixel = tuple[int, int, int]

_CHANNELS = {2: 3, 6: 4}
_LARGEST = 900
#: Fewer pixels than this belong to a stroke of a neighboring letter, not to a text.
_FEWEST = 12

_BOXES = """(() => {
  const range = document.createRange(), target = document.querySelector('TARGET');
  if (!target) return null;
  if (['input', 'textarea'].includes(target.localName) && !target.value) target.value = '888888';
  target.scrollIntoView({block: 'center', behavior: 'instant'});
  target.setAttribute('data-measured-text', '');
  let boxes = [];
  const walk = node => { for (const child of node.childNodes) {
    if (child.nodeType === 3 && child.data.trim()) { range.selectNode(child); boxes.push(...range.getClientRects()); }
  } };
  walk(target);
  if (!boxes.length) boxes = [...target.getClientRects()];
  boxes = boxes.filter(box => box.width && box.height);
  if (!boxes.length) return null;
  const left = Math.max(0, Math.min(...boxes.map(b => b.left))), top = Math.max(0, Math.min(...boxes.map(b => b.top)));
  const right = Math.max(...boxes.map(b => b.right)), bottom = Math.max(...boxes.map(b => b.bottom));
  // A page that runs from right to left extends to the left of the window, and screenshots begin there.
  const page = document.documentElement;
  const origin = getComputedStyle(page).direction === 'rtl' ? page.scrollWidth - page.clientWidth : 0;
  return right - left < 1 || bottom - top < 1 || left > 1280 ? null
    : [left + scrollX + origin, top + scrollY, right - left, bottom - top];
})()"""

#: Hides the letters of the measured text and nothing else.
_BLANK = """(() => {
  const sheet = document.createElement('style');
  sheet.textContent = '*, *::before, *::after { transition: none !important; animation-play-state: paused !important }'
    + '[data-measured-text] { transition: none !important; -webkit-text-fill-color: transparent !important;'
    + ' text-decoration-color: transparent !important; text-shadow: none !important;'
    + ' -webkit-text-stroke-color: transparent !important }'
    + '[data-measured-text] * { -webkit-text-fill-color: currentcolor }'
    + '[data-measured-text]::first-line, [data-measured-text]::first-letter {'
    + ' -webkit-text-fill-color: transparent !important }';
  document.head.append(sheet);
})()"""


@frozen
class Drawn:
    """A text as it is drawn: the contrast of its clearest pixels with the pixels behind them, and both colors."""

    ratio: float
    foreground: Pixel
    background: Pixel


#: Restores the page as it was before a text was measured.
_RESTORED = """(() => {
  document.querySelectorAll('[data-measured-text]').forEach(one => one.removeAttribute('data-measured-text'));
  document.head.lastElementChild.remove();
})()"""


def drawn(browser: Browser, selector: str = "#t") -> Drawn | None:
    """Return the text of an element of the open page as it is drawn; ``None`` if it is not visible."""
    box = browser.run(_BOXES.replace("TARGET", selector.replace("\\", "\\\\")))
    if box is None:
        return None
    left, top, width, height = box
    clip = (int(left), int(top), min(_LARGEST, int(width) + 2), min(_LARGEST, int(height) + 2))
    with_letters = _shot(browser, clip)
    browser.run(_BLANK)
    without = _shot(browser, clip)
    browser.run(_RESTORED)
    pairs = Counter(
        (one, other)
        for row, blank in zip(with_letters, without, strict=True)
        for one, other in zip(row, blank, strict=True)
        if one != other
    )
    if sum(pairs.values()) < _FEWEST:
        return None
    # The edges of smoothed letters have colors between the two; the inner pixels have the color of the text.
    ranked = sorted(((contrast(_color(one), _color(other)), one, other) for one, other in pairs), reverse=True)
    left_over = _FEWEST // 4
    for ratio, one, other in ranked:
        left_over -= pairs[one, other]
        if left_over <= 0:
            return Drawn(ratio, one, other)
    return None


def _color(pixel: Pixel) -> Color:
    return Color(pixel[0] / 255, pixel[1] / 255, pixel[2] / 255)


def _shot(browser: Browser, clip: tuple[int, int, int, int]) -> Sequence[Sequence[Pixel]]:
    x, y, width, height = clip
    area = {"x": x, "y": y, "width": width, "height": height, "scale": 1}
    return _rows(base64.b64decode(browser.ask("Page.captureScreenshot", format="png", clip=area)["data"]))


def _rows(png: bytes) -> list[list[Pixel]]:
    """Return the pixels of a PNG file with 8 bits a channel, https://www.w3.org/TR/png-3/#9Filters."""
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    channels = _CHANNELS[png[25]]
    packed = bytearray()
    at = 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += length + 12
    data = zlib.decompress(bytes(packed))
    size = width * channels
    above = bytearray(size)
    rows: list[list[Pixel]] = []
    for number in range(height):
        start = number * (size + 1)
        line = bytearray(data[start + 1 : start + 1 + size])
        _unfilter(data[start], line, above, channels)
        rows.append([(line[i], line[i + 1], line[i + 2]) for i in range(0, size, channels)])
        above = line
    return rows


def _unfilter(kind: int, line: bytearray, above: bytearray, channels: int) -> None:
    for i in range(len(line)):
        left = line[i - channels] if i >= channels else 0
        up = above[i]
        if kind == 1:
            line[i] = (line[i] + left) & 255
        elif kind == 2:
            line[i] = (line[i] + up) & 255
        elif kind == 3:
            line[i] = (line[i] + (left + up) // 2) & 255
        elif kind == 4:
            corner = above[i - channels] if i >= channels else 0
            guess = left + up - corner
            near = min((left, up, corner), key=lambda one: abs(guess - one))
            line[i] = (line[i] + near) & 255


def shown(text: Drawn | None) -> str | None:
    """Return a text's contrast and colors for people."""
    if text is None:
        return None
    colors = ("#" + "".join(f"{part:02x}" for part in pixel) for pixel in (text.foreground, text.background))
    return f"{text.ratio:.2f}:1, {' on '.join(colors)}"
