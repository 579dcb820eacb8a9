import re
import unicodedata
from collections.abc import Container

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.element_markup import UNCHANGED
from sitescan.document.layout.off_screen import is_off_screen, may_be_clipped_away
from sitescan.document.tree import TextNode, descendants
from sitescan.document.views import view
from sitescan.rules.authoring import (
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    changed,
    lazy_pattern,
    shorten,
)

_ROLES = (
    "button",
    "checkbox",
    "gridcell",
    "link",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "switch",
    "tab",
    "treeitem",
)
_SHORTEST = 2
_PARENTHESES = lazy_pattern(r"\([^()]*\)")
_LIGATURE = lazy_pattern(r"\d{1,3}|[0-9_]*[a-z][a-z0-9_]*")
_ICON_FONT = lazy_pattern(r"material.{0,3}(?:icons|symbols)|font-?awesome|icon", re.IGNORECASE)


def check(document: Document) -> Findings:
    """Report controls named by ARIA whose visible words are not in the name in the same order, if styles are known."""
    if not document.styled:
        return
    accessible = document.accessible
    controls = [
        control
        for control in accessible.having(*_ROLES)
        if accessible.named(control).source in ("aria-label", "aria-labelledby")
    ]
    control_ids = set(map(id, controls))
    for control in controls:
        named = accessible.named(control)
        visible = _visible(control, document, control_ids) if named.sure else None
        if visible is None:
            continue
        label = "".join(visible.texts).strip()
        icon = _LIGATURE.fullmatch(label) is not None and _has_icon_font(document)
        if icon or sum(map(str.isalnum, label)) < _SHORTEST:
            continue
        pairs = [
            (words(named.text, dash), words(glue.join(visible.texts), dash)) for glue in ("", " ") for dash in ("", " ")
        ]
        if not any(_contained(*pair) or (not visible.complete and _in_order(*pair)) for pair in pairs):
            alone = changed(control, UNCHANGED, **{named.source: None})
            yield Finding(control, detail=f'shows "{shorten(label)}"', change=alone)


@view
def _has_icon_font(document: Document) -> bool:
    """Return whether the source contains the name of an icon font, which draws a symbol in place of a word."""
    return _ICON_FONT.search(document.decoded.text) is not None


@frozen
class _Label:
    """
    The visible texts of a control, blocks separated by spaces.

    :ivar complete: whether there is no other text that may be visible, since it is hidden only from sight.
    """

    texts: list[str]
    complete: bool


def _visible(control: Tag, document: Document, controls: Container[int]) -> _Label | None:
    """
    Return the visible label of a control, or ``None`` if it is uncertain or the control contains another one.

    :param controls: the ids of all controls.
    """
    if _is_unseen(document.styles.of(control)):
        return None
    pieces: list[str] = []
    complete = True
    uncertain: set[int] = set()
    block: Tag = control
    # The box that contains the lines of an element's own text, by the element's id.
    blocks = {id(control): control}
    for node in descendants(control):
        if isinstance(node, Tag):
            style = document.styles.of(node)
            if id(node) in controls:
                return None
            if id(node.parent) in uncertain or document.accessible.state(node).visible is None or _is_unseen(style):
                uncertain.add(id(node))
            in_line = style.display in _IN_LINE
            blocks[id(node)] = blocks[id(node.parent)] if in_line else node
            pieces.extend(" " if node.name in _SEPARATORS else "")
        elif type(node) is TextNode:
            parent = node.parent
            if id(parent) in uncertain:
                complete = complete and node.isspace()
            elif parent is not None and document.accessible.state(parent).visible:
                around = blocks[id(parent)]
                pieces.extend((" ", node) if around is not block else (node,))
                block = around
        if len(pieces) > _MOST_PIECES:
            return None
    return _Label(pieces, complete)


@cached_by_style
def _is_unseen(style: Style) -> bool:
    """Return whether the text of an element may be hidden from sight, but not from screen readers."""
    transparent = style.color is not None and style.color.alpha == 0
    if transparent or style.font_size == 0:
        return True
    if style.display == "contents":
        # Without a box, there is nothing to fade or to clip.
        return False
    is_clipped = style.declares("clip-path") and style.get("clip-path") != "none"
    return style.number("opacity", 1.0) != 1 or is_clipped or is_off_screen(style) or may_be_clipped_away(style)


_IN_LINE = frozenset({"inline", "contents", "ruby", "ruby-text"})
_SEPARATORS = frozenset({"br", "img", "svg", "input", "hr"})
_MOST_PIECES = 200


def words(text: str, dash: str) -> list[str]:
    """
    Return the words of a text for comparison: without parentheses, case and symbols; hyphens become ``dash``.

    Abbreviated words keep their full stop. In scripts without spaces between words, each character counts as one.
    """
    plain = unicodedata.normalize("NFKD", _PARENTHESES.sub("", text[:2000]).casefold()).replace("-", dash)
    kept = _UNSPACED.sub(r" \g<0> ", _SHORTENED.sub(r"\1" + _STOP, plain))
    return "".join(
        c if unicodedata.category(c)[0] in "LN" or c == _STOP else "" if unicodedata.combining(c) else " " for c in kept
    ).split()


def _contained(name: list[str], label: list[str]) -> bool:
    """Return whether a name contains a label; an abbreviation matches the full word, and digits may be apart."""
    plain = [word.rstrip(_STOP) for word in name]
    if any(all(map(_same, label, plain[start : start + len(label)])) for start in range(len(plain) - len(label) + 1)):
        return True
    figures = "".join(word.rstrip(_STOP) for word in label)
    spelled = "".join(word for word in plain if len(word) == 1)
    return figures.isdigit() and figures in spelled and all(len(word) == 1 for word in plain if word.isdigit())


def _in_order(name: list[str], label: list[str]) -> bool:
    """Return whether a name contains the words of a label in their order, between which there may be others."""
    plain = iter([word.rstrip(_STOP) for word in name])
    return all(any(_same(word, other) for other in plain) for word in label)


def _same(label: str, name: str) -> bool:
    if label.endswith(_STOP):
        return name.startswith(label.rstrip(_STOP))
    return label == name


#: A placeholder for the full stop of an abbreviation in comparisons.
_STOP = "\N{SYMBOL FOR END OF TEXT}"
#: Letters of Thai to Lao, Burmese, Khmer, kana and ideographs.
_UNSPACED = lazy_pattern("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_SHORTENED = lazy_pattern(r"(?<![^\W\d_])([^\W\d_]{1,9})\.(?=\s|$)")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Visible label is not part of the accessible name",
    passed="Accessible names contain the visible label",
    subjects=("[aria-label]", "[aria-labelledby]"),
    needs=lambda document: document.styled,
    in_frames=True,
    description=(
        "{count:# control shows|# controls show} text that isn't part of {count:its accessible name|their accessible "
        "names}. People who use voice control say what they see, and nothing happens (WCAG 2.2, 2.5.3 Label in Name, "
        "level A)."
    ),
    recommendation="Start the aria-label with the visible text, or remove the aria-label.",
    how_to_fix=(
        'Write <button aria-label="Search the shop">Search</button> instead '
        'of <button aria-label="Find">Search</button>.'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/label-in-name",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/2ee8b8/",
    ),
    covers=(
        "act:2ee8b8",
        "axe:label-content-name-mismatch",
        "lighthouse:label-content-name-mismatch",
    ),
    examples=(
        Good('<button aria-label="Toggle dark mode"><template><svg></svg>Sun</template></button>'),
        Good('<a href="/" aria-label="1 2 3. 4 5 6. 7 8 9 0">123.456.7890</a>'),
        Good('<a href="/" aria-label="November 2">Nov. 2</a>'),
        Bad('<a href="/" aria-label="November 2">Nov 2</a>'),
        Bad('<a href="/" aria-label="row: 0 1 1 2 13">row: 011213</a>'),
        Good('<button aria-label="Sign upward"><span style="display: block">Sign</span><b>up</b>ward</button>'),
        Bad('<button aria-label="Find">Search</button>'),
        Good('<a href="/" aria-label="梨の記事を読む">梨の記事</a>'),
        Bad('<a href="/" aria-label="梨の記事を読む">林檎の記事</a>'),
        Bad('<a href="/" aria-label="Discover Italy">Discover It</a>'),
        Bad('<a href="/" aria-label="WCAG">W C A G</a>'),
        Good('<button aria-label="Search the shop">Search</button>'),
        Good('<button aria-label="close">X</button>'),
        Good('<a href="/" aria-label=" ACT rules ">act Rules</a>'),
        Good('<button aria-label="Next page">Next…</button>'),
        Bad('<button aria-label="Menu"><span class="sr-only">Open it</span></button>'),
        Good('<style>b { opacity: 0 }</style><button aria-label="Menu"><b>Open it</b></button>'),
        Bad('<style>i { opacity: 0 }</style><button aria-label="Menu"><i><b></b></i><b>Open it</b></button>'),
        Bad('<style>i { opacity: 0 }</style><button aria-label="Menu"><i><b>Now</b></i><b>Open it</b></button>'),
        Good('<style>i { opacity: 0 }</style><button aria-label="Open all menus"><i>Now</i>Open menus</button>'),
        Good('<style>button { text-indent: -9999px }</style><button aria-label="Menu">Open it</button>'),
        Good('<button aria-label="Hello world"><p>Hello</p><p>world</p></button>'),
        Good('<button aria-label="Find" class="material-icons">search</button>'),
        Bad('<button aria-label="Choose a year">2026</button><i class="icon"></i>'),
        Good('<button aria-label="Turn around" class="material-icons">360</button>'),
        Good('<button aria-label="Date">Date (YYYY-MM-DD)</button>'),
        Good('<nav aria-label="Main">Pears</nav>'),
        Good('<button aria-label="E-mail us">Email us</button>'),
    ),
)
