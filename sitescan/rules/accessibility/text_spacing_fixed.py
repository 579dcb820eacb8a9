import re

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.css.lengths import Relative, length, number
from sitescan.document.tree import own_text
from sitescan.rules.authoring import (
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    lazy_pattern,
    shorten,
)

_ENOUGH = {"letter-spacing": 0.12, "word-spacing": 0.16, "line-height": 1.5}
#: The number of letters that certainly fill more than one line of the default width.
_LONG = 400
_WIDTH = lazy_pattern(r"(?:^|;|\s)(?:max-)?width\s*:\s*([0-9]{1,4})px")
_OFF = lazy_pattern(r"(?:^|;|\s)(?:top|left|text-indent|margin-left)\s*:\s*-[0-9]{3}")

_IMPORTANT = lazy_pattern(r"\s{0,9}!\s{0,9}important", re.I)


def check(document: Document) -> Findings:
    """Report style attributes that force a spacing too small for the element's own visible text."""
    for element in document.having("style"):
        style = attr(element, "style", "")
        if "important" not in style.lower() or len(style) > 5000 or _OFF.search(style):
            continue
        if document.accessible.state(element).visible is not True:
            continue
        for name in _ENOUGH:
            value = _forced(style, name)
            if (
                value is not None
                and _small(name, value, document.styles.of(element))
                and _has_enough_text(element, name, style)
            ):
                yield Finding(
                    element,
                    detail=f"{name}: {shorten(value or '')}",
                    change=changed(element, style=_IMPORTANT.sub("", style)),
                )


def _forced(style: str, name: str) -> str | None:
    """Return the last ``!important`` value of a property in a style attribute, in lower case, or ``None``."""
    forced = None
    for declaration in style.lower().split(";"):
        written, _, text = declaration.partition(":")
        value, _, mark = text.partition("!")
        if written.strip() == name and mark.strip() == "important" and value.strip():
            forced = value.strip()
    return forced


def _small(name: str, value: str, style: Style) -> bool:
    """Return whether a value is certainly too small, relative to the font size."""
    if value in ("normal", "initial"):
        return True
    size, root = style.font_size, style.root.font_size
    if not size or root is None:
        return False
    factor = number(value) if name == "line-height" and "(" not in value and value[-1] != "%" else None
    pixels = factor * size if factor is not None else length(value, Relative(size, root, size))
    return pixels is not None and pixels / size < _ENOUGH[name] - 0.001


def _has_enough_text(element: Tag, name: str, style: str) -> bool:
    """Return whether the element has enough text of its own for the property to matter."""
    shown = own_text(element).strip()
    if name != "line-height":
        return bool(shown)
    width = _WIDTH.search(style)
    return len(shown) > (int(width[1]) / 4 if width else _LONG)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Inline styles prevent custom text spacing",
    passed="Inline styles allow custom text spacing",
    subjects=("[style]",),
    description=(
        "{count:# style attribute sets|# style attributes set} narrow letter, word or line spacing with !important. "
        "People with dyslexia or low vision can't increase it in their browser (WCAG 2.2, 1.4.12 Text "
        "Spacing, level AA)."
    ),
    recommendation="Remove !important from letter-spacing, word-spacing and line-height in style attributes.",
    how_to_fix=(
        'Without !important, people who need it can increase the spacing: <p style="line-height: 1.2">. Better still, '
        "set it in a stylesheet."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/text-spacing",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/24afc2/",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/9e45ec/",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/78fd32/",
    ),
    covers=(
        "act:24afc2",
        "act:78fd32",
        "act:9e45ec",
        "axe:avoid-inline-spacing",
    ),
    examples=(
        Bad('<p style="letter-spacing: 0.05em !important">Pears</p>'),
        Bad('<p style="word-spacing: normal!important">Green pears</p>'),
        Bad(
            '<p style="line-height: 1 !important; max-width: 100px">Pears are a fruit that grows on trees '
            "in many gardens</p>"
        ),
        Good('<p style="letter-spacing: 0.2em !important">Pears</p>'),
        Good('<p style="letter-spacing: 0.05em">Pears</p>'),
        Good('<p style="letter-spacing: inherit !important">Pears</p>'),
        Good('<p style="line-height: 1 !important">Pears</p>'),
        Good('<div style="word-spacing: 0 !important"></div>'),
        Bad('<p style="font-size: 20px; word-spacing: 2px !important">Green pears</p>'),
        Good('<p style="letter-spacing: 3px !important">Pears</p>'),
        Good('<p hidden style="letter-spacing: 0.05em !important">Pears</p>'),
    ),
)
