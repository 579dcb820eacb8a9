"""The web fonts that the text of a page certainly loads."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from unicodedata import category

from attrs import frozen

from sitescan.document.css.computed_style import Style
from sitescan.document.css.generated_content import drawn
from sitescan.document.css.stylesheet_text import CssText, css_texts
from sitescan.document.document import Document
from sitescan.document.tree import TextNode
from sitescan.document.views import view
from sitescan.standards.css.stylesheet_items import FontFace
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import resolve

_WEIGHTS = {"normal": 400.0, "bold": 700.0}
_RANGE = lazy_pattern(r"u\+([0-9a-f]{1,6})(?:-([0-9a-f]{1,6}))?", re.IGNORECASE)
_CHARACTERS = 200
#: The categories of characters of the private use area and of spaces.
_ICONS = frozenset({"Co", "Zs", "Cc"})
#: The names of fonts that draw a symbol in place of a word, such as Material Symbols.
_ICON_NAME = lazy_pattern(r"icon|symbol|awesome|glyph")
_NO_TEXT = frozenset({"script", "style", "title", "textarea", "option"})
_DISPLAYED_AT_ONCE = frozenset({"swap", "fallback", "optional"})

#: The maximum number of faces and of text styles that are examined: more than real pages have, and quickly done.
_MOST_FACES = 500
_MOST_STYLES = 50


@frozen(kw_only=True)
class _Face:
    """
    A font face that is loaded from a file.

    :ivar weights: the lowest and the highest weight of the face.
    :ivar ranges: the ranges of code points of the face; empty for all characters.
    """

    url: str
    weights: tuple[float, float]
    slanted: bool
    ranges: tuple[tuple[int, int], ...]

    def distance(self, weight: float) -> float:
        """Return the distance of the face's weights from a requested weight."""
        return max(self.weights[0] - weight, weight - self.weights[1], 0.0)

    def draws(self, characters: Sequence[int]) -> bool:
        """Return whether the face contains any of the sorted code points; otherwise it is not loaded."""
        return not self.ranges or any(
            bisect_left(characters, low) < bisect_right(characters, high) for low, high in self.ranges
        )


def used_fonts(document: Document) -> Mapping[str, str]:
    """
    Return the font files that visible text certainly loads: the family by URL.

    Only the first family of each text is considered: its fallbacks may never be needed. Empty if a stylesheet could
    not be read.

    https://www.w3.org/TR/css-fonts-4/#font-matching-algorithm
    """
    faces = _faces(document)
    found: dict[str, str] = {}
    for (family, weight, slanted), characters in islice(_wanted(document).items(), _MOST_STYLES):
        ordered = sorted(characters)
        of_style = [face for face in faces[family] if face.slanted is slanted] or faces[family]
        nearest = min(face.distance(weight) for face in of_style)
        drawing = (face for face in of_style if face.distance(weight) == nearest and face.draws(ordered))
        found.update((face.url, family) for face in drawing)
    return found


@view
def unused_sources(document: Document) -> frozenset[str]:
    """
    Return the URLs of the font files in which no text can be displayed: browsers load another source of each face.

    https://drafts.csswg.org/css-fonts-4/#src-desc
    """
    loaded, others = set[str](), set[str]()
    for css in css_texts(document):
        for face in islice(css.content.font_faces, _MOST_FACES):
            base = css.url or document.base_url
            loaded.update(_files(css, face, document.base_url))
            others.update(filter(None, (resolve(base, load.reference) for load in face.loads)))
    return frozenset(others - loaded)


@view
def unwanted_fonts(document: Document) -> frozenset[str]:
    """
    Return the font files that no text of the page needs, on any screen and in any state.

    None are known if a stylesheet could not be read, or if texts may get other styles: by media queries, in states, or
    in fields, whose text isn't part of the page.
    """
    if not document.styled or document.all("input", "textarea", "select"):
        return frozenset()
    if any(
        css.content.mentions("@media", "@container", "@scope", ":hover", ":focus", ":active")
        for css in css_texts(document)
    ):
        return frozenset()
    files = {face.url for faces in _faces(document).values() for face in faces}
    return frozenset(files - used_fonts(document).keys()) if len(_wanted(document)) <= _MOST_STYLES else frozenset()


@view
def icon_families(document: Document) -> frozenset[str]:
    """
    Return the families that draw icons, not words: characters of the private use area, or the words of ligatures.

    While such a font loads, all text is visible.
    """
    characters: dict[str, set[int]] = {}
    for (family, _, _), drawn_by in _wanted(document).items():
        characters.setdefault(family, set()).update(drawn_by)
    by_use = (
        family for family, used in characters.items() if all(category(chr(code_point)) in _ICONS for code_point in used)
    )
    return frozenset((*by_use, *filter(_ICON_NAME.search, declared_families(document))))


@view
def declared_families(document: Document) -> frozenset[str]:
    """Return the font families of the page's stylesheets, including those that may be installed on a device."""
    faces = (face for css in css_texts(document) for face in css.content.font_faces)
    return frozenset(filter(None, map(family_name, islice(faces, _MOST_FACES))))


def family_name(face: FontFace) -> str:
    """Return the family of a font face, in lower case; empty if it declares none."""
    return _family(face.descriptors.get("font-family", ""))


def fonts_that_hide_text(document: Document) -> frozenset[str]:
    """
    Return the font files whose text is invisible until they are loaded, for up to three seconds.

    https://drafts.csswg.org/css-fonts-4/#font-display-desc
    """
    return frozenset(
        file
        for css, face in islice(_loaded_faces(document), _MOST_FACES)
        if face.descriptors.get("font-display", "").lower() not in _DISPLAYED_AT_ONCE
        for file in _files(css, face, document.base_url)
    )


@view
def _wanted(document: Document) -> Mapping[tuple[str, float, bool], set[int]]:
    """Return the characters displayed in each family, weight and slant, for families with a font face."""
    faces = _faces(document) if document.styled else {}
    wanted: dict[tuple[str, float, bool], set[int]] = {}
    for style, text in _texts(document) if faces else ():
        family = _family((style.get("font-family") or "").partition(",")[0])
        if family in faces and style.font_weight is not None:
            slanted = (style.get("font-style") or "normal").startswith(("italic", "oblique"))
            wanted.setdefault((family, style.font_weight, slanted), set()).update(map(ord, text))
    return wanted


def _texts(document: Document) -> Iterator[tuple[Style, str]]:
    """
    Iterate over the style and the beginning of the text of each element with visible text.

    Icon fonts are used by ``::before`` content.
    """
    hidden: set[int] = set()
    for tag in document.elements:
        around, style = tag.parent, document.styles.of(tag)
        if (around is not None and id(around) in hidden) or style.display == "none":
            hidden.add(id(tag))
            continue
        if tag.name in _NO_TEXT:
            continue
        text = "".join(node for node in tag.contents if type(node) is TextNode).strip()
        if text:
            yield style, text[:_CHARACTERS]
        for name in ("before", "after"):
            sign = drawn(document.styles, tag, name)
            if sign is not None and sign[1].strip():
                yield sign


@view
def _faces(document: Document) -> Mapping[str, list[_Face]]:
    found: dict[str, list[_Face]] = {}
    for css, face in islice(_loaded_faces(document), _MOST_FACES):
        file = next(_files(css, face, document.base_url), None)
        if file is not None and (family := family_name(face)):
            found.setdefault(family, []).append(_face(file, face.descriptors))
    return found


def _loaded_faces(document: Document) -> Iterator[tuple[CssText, FontFace]]:
    """Iterate over the font faces that cannot be installed on a device, each with its stylesheet."""
    for css in css_texts(document):
        yield from ((css, face) for face in css.content.font_faces if not face.may_be_installed)


def _files(css: CssText, face: FontFace, base_url: str) -> Iterator[str]:
    """Iterate over the absolute URL of the file that a browser loads for a font face, if any."""
    url = resolve(css.url or base_url, face.file) if face.file else None
    if url is not None:
        yield url


def _face(url: str, descriptors: Mapping[str, str]) -> _Face:
    weights = [_weight(weight) for weight in descriptors.get("font-weight", "normal").lower().split()[:2]]
    ranges = _RANGE.findall(descriptors.get("unicode-range", ""))
    return _Face(
        url=url,
        weights=(min(weights, default=400.0), max(weights, default=400.0)),
        slanted=descriptors.get("font-style", "normal").lower().startswith(("italic", "oblique")),
        ranges=tuple((int(low, 16), int(high or low, 16)) for low, high in ranges),
    )


def _weight(text: str) -> float:
    return _WEIGHTS.get(text) or (float(text) if re.fullmatch(r"[0-9]{1,4}", text) else 400.0)


def _family(text: str) -> str:
    return " ".join(text.strip(" \t\r\n\f\"'").lower().split())
