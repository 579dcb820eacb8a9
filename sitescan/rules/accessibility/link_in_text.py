from itertools import islice

from bs4.element import PageElement, Tag

from sitescan.document.contrast.effects import has_visual_effects
from sitescan.document.contrast.letters import letter_color, recolors_letters
from sitescan.document.contrast.text_contrast import Text, text_contrasts, texts
from sitescan.document.css.colors import Color, contrast
from sitescan.document.css.computed_style import Style
from sitescan.document.layout.borders import has_border, has_outline
from sitescan.document.tree import TextNode, ancestors, has_own_words
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern, text

_ENOUGH = 3.0
_WORDS = 3
_DEEPEST = 60
#: Separators of lists of links, such as a bar or a bracketed number, are not words.
_WORD = lazy_pattern(r"[^\W\d_]\S*")
#: Two letters of a script without spaces count as a word: Thai to Khmer, kana, ideographs.
_UNSPACED = lazy_pattern("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]{2}")
#: The maximum number of nodes of a block that are searched for words.
_LOOKED_AT = 2000
#: Elements whose content doesn't look like text, or, as that of a template in a drawing, isn't displayed.
_OTHER_CONTENT = frozenset({"button", "input", "label", "select", "template", "textarea"})
#: Elements whose name does not describe their purpose.
_GENERAL = frozenset("a article dd div dl dt footer header li section td th".split())
_BLOCKS = frozenset({"block", "list-item", "table-cell", "flow-root", "flex", "grid", "inline-block"})


def check(document: Document) -> Findings:
    """Report links in text that no line, weight or contrast of 3:1 distinguishes."""
    if not document.styles.complete:
        return
    shown = {id(measured.tag): measured for measured in texts(document)}
    # A block may contain seventy thousand links: its words are counted once.
    in_text: dict[int, bool] = {}
    for link in document.all("a"):
        style = document.styles.of(link)
        if "href" not in link.attrs or style.display != "inline":
            continue
        block = next((around for around in ancestors(link) if _block(document, around)), None)
        if block is None:
            continue
        if id(block) not in in_text:
            in_text[id(block)] = _in_text(block, document)
        if not in_text[id(block)] or _is_distinct(style, document.styles.of(block), link, document):
            continue
        colors = _measured(shown.get(id(link)), shown.get(id(block)))
        if colors is None and not recolors_letters(document, link):
            colors = _specified(document, link, block)
        if colors is None or colors[0] == colors[1]:
            # A link of the same color is not distinguished by color.
            continue
        ratio = contrast(*colors)
        if ratio < _ENOUGH:
            detail = f"{int(ratio * 100) / 100:.2f}:1 to the surrounding text"
            yield Finding(link, detail=detail, links=_selectors(link, block))


def _selectors(link: Tag, block: Tag) -> str:
    """Return a selector for links like this one, but not for those of menus, which are in items and boxes as well."""
    last, text_block = _selector(link), _selector(block)
    if last == "a" and text_block in _GENERAL:
        around = map(_selector, islice(ancestors(block), _DEEPEST))
        outer = next((selector for selector in around if "." in selector), "")
        return f"{outer} {text_block} a" if outer else f"{text_block} a:not(nav a)"
    return f"{text_block} {last}"


def _selector(tag: Tag) -> str:
    """Return a selector for elements of this kind: by class if the element name is too general."""
    found = attr(tag, "class", "").split() if tag.name in _GENERAL else []
    known = next((name for name in found if name.isascii() and name.replace("-", "").isalpha()), "")
    return f"{tag.name}.{known}" if known else tag.name


def _measured(link: Text | None, block: Text | None) -> tuple[Color, Color] | None:
    """Return the displayed colors of a link and its block, if both have the same background."""
    if link is None or block is None or link.background != block.background:
        return None
    return link.foreground, block.foreground


def _specified(document: Document, link: Tag, block: Tag) -> tuple[Color, Color] | None:
    """Return the specified colors of a link and its block, if they are opaque, so that backgrounds are irrelevant."""
    if not has_own_words(link) or any(document.accessible.state(tag).visible is not True for tag in (link, block)):
        return None
    around = list(islice(ancestors(link), _DEEPEST))
    if len(around) == _DEEPEST or any(_is_changed(document.styles.of(tag)) for tag in (link, *around)):
        return None
    link_color, block_color = (letter_color(document.styles.of(tag)) for tag in (link, block))
    return (
        (link_color, block_color)
        if link_color is not None and block_color is not None and link_color.alpha == block_color.alpha == 1
        else None
    )


def _is_changed(style: Style) -> bool:
    """Return whether letters are displayed in another color than specified."""
    shadowed = style.get("text-shadow") not in ("", "none")
    return shadowed or style.number("opacity", 1.0) != 1 or has_visual_effects(style)


def _block(document: Document, tag: Tag) -> bool:
    return document.styles.of(tag).display in _BLOCKS


def _in_text(block: Tag, document: Document) -> bool:
    """Return whether a block contains words around its links that look like its own text."""
    if block.name == "nav":
        return False
    words = 0
    waiting: list[PageElement] = [*reversed(block.contents)]
    for _ in range(_LOOKED_AT):
        if words >= _WORDS or not waiting:
            break
        node = waiting.pop()
        if isinstance(node, Tag):
            if _looks_alike(node, block, document):
                waiting.extend(reversed(node.contents))
        elif type(node) is TextNode:
            words += len(_WORD.findall(node)) + len(_UNSPACED.findall(node))
    return words >= _WORDS


def _looks_alike(tag: Tag, block: Tag, document: Document) -> bool:
    """Return whether the words in an element belong to the text around it and look like it."""
    style, around = document.styles.of(tag), document.styles.of(block)
    if style.display != "inline" or tag.name in _OTHER_CONTENT or (tag.name == "a" and "href" in tag.attrs):
        return False
    if style.color is None or style.color != around.color or document.accessible.state(tag).visible is not True:
        return False
    return not _is_distinct(style, around, tag, document)


def _is_distinct(style: Style, around: Style, link: Tag, document: Document) -> bool:
    inside = (inner for inner in link.find_all(True, limit=20) if document.accessible.state(inner).visible)
    if any(map(_decorated, (style, *map(document.styles.of, inside)))):
        return True
    if style.font_weight != around.font_weight or style.get("font-style") != around.get("font-style"):
        return True
    if style.font_size != around.font_size or style.get("font-family") != around.get("font-family"):
        return True
    return any(_is_drawn(document.styles.pseudo(link, name)) for name in ("before", "after")) or len(text(link)) == 0


def _is_drawn(style: Style | None) -> bool:
    """Return whether a ``::before`` or ``::after`` is rendered, which requires content."""
    return style is not None and (style.get("content") or "none") not in ("none", "normal")


def _decorated(style: Style) -> bool:
    if style.get("text-decoration-line") != "none" or style.get("box-shadow") not in ("", "none"):
        return True
    background = style.background
    if background is None or background.alpha or style.get("background-image") not in ("", "none"):
        return True
    return has_border(style) or has_outline(style)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links in text are distinguished by color alone",
    passed="Links in text are distinguished by more than color",
    subjects=("a",),
    needs=lambda document: document.styled and not text_contrasts(document).not_judged,
    description=(
        "{count:# link in a text differs|# links in texts differ} from the surrounding words only by a color that is "
        "too similar, with a contrast of less than 3:1. People with low vision or color blindness can miss "
        "{count:it|them} (WCAG 2.2, 1.4.1 Use of Color, level A)."
    ),
    recommendation="Underline links inside text.",
    how_to_fix="In the stylesheet: {links} {{ text-decoration: underline; }}",
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/use-of-color",),
    covers=(
        "axe:link-in-text-block",
        "lighthouse:link-in-text-block",
    ),
    examples=(
        Bad(
            '<style>a { text-decoration: none; color: #039 }</style><p>Read more about <a href="/">pears</a> here.</p>'
        ),
        Bad('<style>a { text-decoration: none; color: #039 }</style><p>请阅读有关<a href="/">梨</a>的更多信息。</p>'),
        Bad(
            "<style>a { text-decoration: none; color: #039 } body { background: url(a.png) }</style>"
            '<p>Read more about <a href="/">pears</a> here.</p>'
        ),
        Good(
            "<style>a { text-decoration: none; color: #039; opacity: 0.5 } body { background: url(a.png) }</style>"
            '<p>Read more about <a href="/">pears</a> here.</p>'
        ),
        Good('<p>Read more about <a href="/">pears</a> here.</p>'),
        *(
            kind(
                f"<style>a {{ text-decoration: none; color: #039; {line} }}</style>"
                '<p>Read more about <a href="/">pears</a> here.</p>'
            )
            for kind, line in (
                (Good, "border-block-end: 1px solid"),
                (Good, "border-inline: 1px solid"),
                (Good, "border-bottom-style: dotted"),
                (Good, "outline: 1px dotted"),
                (Bad, "border-bottom: 1px solid transparent"),
                (Bad, "border-block: 0 solid"),
                (Bad, "outline: 1px solid #0000"),
            )
        ),
        Bad(
            "<style>a { text-decoration: none; color: #039 } a:not([href]) { color: inherit }"
            " h1::first-line { color: #900 }</style>"
            '<p><span>Read more</span> <a id="more">about <a href="/">pears</a> here.</p>'
        ),
        Good(
            "<style>a { text-decoration: none; color: #039 } span { color: #039 } button { all: unset }</style>"
            '<p><b>Our sweet, green</b> <button>Pick up</button> <span>Read more about</span> <a href="/">pears</a></p>'
        ),
        Bad(
            '<style>a { text-decoration: none; color: #039 }</style><footer>Built with <a href="/">pears</a> by us.'
            "</footer>"
        ),
        Good(
            '<style>a { text-decoration: none; color: #039 }</style><p>| <a href="/">Red</a> | <a href="/">Green</a> '
            '| 2 | <a href="/">Pears</a> | - |</p>'
        ),
        Bad(
            "<style>a { text-decoration: none; color: #039 } *::before { border: 0 solid } *::after { content: none }"
            '</style><p>Read more about <a href="/">pears</a> here.</p>'
        ),
        Good(
            "<style>a { text-decoration: none; color: #039 } a::after { content: '*' }</style>"
            '<p>Read more about <a href="/">pears</a> here.</p>'
        ),
        Good('<style>a { text-decoration: none }</style><p><a href="/">pears</a></p>'),
        Good(
            '<style>a { text-decoration: none; color: #777 }</style><p>Read more about <a href="/">pears</a> here.</p>'
        ),
        Bad(
            '<style>a { text-decoration: none; color: #039 }</style><p>Read more about <a href="/">pears'
            "<template><i>and apples</i></template></a> here.</p>"
        ),
        Good('<style>a { all: unset }</style><p>Read more about <a href="/">pears</a> here.</p>'),
        Good(
            "<style>a { text-decoration: none; font-weight: bold; color: #039 }</style>"
            '<p>Read more about <a href="/">pears</a> here.</p>'
        ),
    ),
)
