"""Fonts that draw pictures in place of characters or words."""

import re

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.standards.lazy_pattern import lazy_pattern

_ICON_FONT = lazy_pattern(r"icon|symbols|awesome|glyph|dashicons|octicons|feather", re.IGNORECASE)


@cached_by_style
def draws_icons(style: Style) -> bool:
    """Return whether the font is one of icons, whose ligatures make pictures of words."""
    return _ICON_FONT.search(style.get("font-family") or "") is not None
