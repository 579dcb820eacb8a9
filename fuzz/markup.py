"""Pages that a sequence of bytes describes: elements inside of any other, with any attribute, style and function."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_TAGS = (
    "a abbr area article aside audio b base blockquote body br button canvas caption col colgroup dd details "
    "dialog div dl dt em embed fieldset figcaption figure font footer form frameset h1 h2 h6 head header hr html "
    "i iframe img input label legend li link main map marquee math menu meta meter mi nav noscript object ol "
    "optgroup option output p picture pre progress q rp rt ruby s script search section select selectedcontent "
    "slot small source span style summary sup svg table tbody td template textarea tfoot th thead title tr track "
    "u ul use var video x-pear"
).split()
_ATTRIBUTES = (
    "abbr accept accesskey action align allow alt aria-activedescendant aria-checked aria-controls "
    "aria-describedby aria-errormessage aria-expanded aria-haspopup aria-hidden aria-label aria-labelledby "
    "aria-level aria-live aria-owns aria-roledescription aria-selected aria-valuenow as async autocomplete "
    "autofocus charset checked class command commandfor content contenteditable coords crossorigin datetime defer "
    "dir disabled download enctype fetchpriority for form formaction headers height hidden href hreflang "
    "http-equiv id imagesizes imagesrcset inert inputmode integrity is itemid itemprop itemscope itemtype lang "
    "list loading max maxlength media method min multiple name nonce onclick onfocus onkeydown open pattern ping "
    "placeholder popover popovertarget poster preload property readonly rel required role rowspan sandbox scope "
    "selected shadowrootmode shape size sizes slot span src srcdoc srcset start step style tabindex target title "
    "type usemap value width xlink:href xml:lang xmlns"
).split()
#: Those that most rules are about; every other choice is one of them.
_COMMON_TAGS = (
    "a button details div h2 iframe img input label li main option p select span summary svg table td ul".split()
)
_COMMON_ATTRIBUTES = (
    "alt aria-hidden aria-label aria-labelledby class for hidden href id name role src style tabindex title type value"
).split()
_ROLES = (
    "alert application article banner button cell checkbox columnheader combobox dialog directory document feed "
    "figure form graphics-symbol grid gridcell group heading img link list listbox listitem log main marquee math "
    "menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none option presentation progressbar "
    "radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status "
    "switch tab table tablist tabpanel term textbox timer toolbar tooltip tree treegrid treeitem"
).split()
_WORDS = (
    *("", " ", "a", "b", "a b", "Pears", "true", "false", "0", "1", "-1", "2.5", "1e9", "%", "#", "#a", "/", "//", "?"),
    *("a.css", "/a.png", "a.js", "https://example.com/", "http://x.example/a?b=c#d", "data:,x", "javascript:a()"),
    *("blob:a", "mailto:a@b.example", "tel:1", "\ud7ff", "\u200b", "🍐", "en", "en-US", "zzz", "utf-8", "text/html"),
    *("100vw", "(min-width: 1px) 50vw, 1px", "a 1x, b 2x", "a 1w,", "nofollow", "stylesheet", "icon", "preload"),
    *(
        "document.getElementById('a').focus()",
        "{{ a }}",
        "{% b %}",
        "<?php",
        "&amp;",
        "&#0;",
        "<",
        '{"@type": "Product"}',
    ),
)
_PROPERTIES = (
    "-webkit-line-clamp aspect-ratio backdrop-filter background background-clip background-color background-image "
    "background-position block-size border border-block border-bottom border-inline-start border-radius "
    "box-shadow clip clip-path color color-scheme column-count container-type content content-visibility cursor "
    "display filter flex float font font-family font-size font-weight gap grid-template height inline-size inset "
    "isolation left letter-spacing line-height list-style margin mask max-height max-inline-size max-width "
    "min-height mix-blend-mode object-fit opacity order outline overflow padding perspective pointer-events "
    "position right rotate scale src text-align text-decoration text-indent text-overflow text-shadow "
    "text-transform top transform transition translate unicode-bidi vertical-align visibility white-space width "
    "will-change word-spacing writing-mode z-index zoom --a --b"
).split()
_FUNCTIONS = (
    "attr blur brightness calc circle clamp color color-mix conic-gradient cross-fade cubic-bezier element env "
    "hsl hwb image image-set inset lab lch light-dark linear-gradient local matrix matrix3d max min minmax oklab "
    "oklch opacity path perspective polygon radial-gradient rect repeat rgb rgba rotate rotate3d rotateX scale "
    "scale3d skew src steps translate translate3d translateX translateY translateZ url var"
).split()
#: The functions of some properties; in their values, every other function is one of them.
_OWN_FUNCTIONS = {
    "background-image": ("conic-gradient", "image-set", "linear-gradient", "radial-gradient", "url"),
    "clip-path": ("circle", "inset", "path", "polygon", "rect"),
    "color": ("color", "color-mix", "hsl", "hwb", "lab", "light-dark", "oklch", "rgb", "rgba", "var"),
    "content": ("attr", "counter", "image-set", "url"),
    "filter": ("blur", "brightness", "opacity"),
    "transform": ("matrix", "matrix3d", "perspective", "rotate", "rotate3d", "scale", "translate", "translate3d"),
    "width": ("calc", "clamp", "max", "min"),
}
_TOKENS = (
    *(
        "0",
        "1",
        "-1",
        ".5",
        "1e3",
        "50%",
        "90deg",
        "1turn",
        "1px",
        "-9999px",
        "2em",
        "1rem",
        "100vw",
        "1fr",
        "1s",
        "auto",
    ),
    *(
        "none",
        "inherit",
        "initial",
        "unset",
        "revert",
        "absolute",
        "fixed",
        "sticky",
        "hidden",
        "block",
        "inline-block",
    ),
    *(
        "flex",
        "grid",
        "contents",
        "table-cell",
        "red",
        "#fff",
        "#1234",
        "transparent",
        "currentColor",
        "'a'",
        '"b.png"',
    ),
    *(
        "--a",
        "from",
        "in",
        "to",
        "/",
        ",",
        "+",
        "*",
        "!important",
        "\\",
        "\\66",
        "serif",
        "bold",
        "solid",
        "cover",
        "text",
    ),
)
_SELECTORS = (
    *(
        "*",
        "a",
        ".a",
        "#a",
        "[href]",
        "[a='b' i]",
        ":not(.a)",
        ":is(a, .b)",
        ":where()",
        ":has(> a)",
        ":nth-child(2n+1)",
    ),
    *(
        ":nth-child(1 of .a)",
        "::before",
        "::after",
        "::part(a)",
        ":host(.a)",
        "::slotted(*)",
        ":focus",
        ":hover",
        ":root",
    ),
    *("> a", "a ~ b", "a + b", "a || b", "&", ":lang(en)", ":dir(rtl)", "svg|a", "*|*", ":nth-last-of-type(-n)", "@a"),
)
_RULES = (
    *("@media (orientation: portrait)", "@media (max-width: 600px)", "@media print", "@media not all", "@media (a: b)"),
    *(
        "@supports (display: grid)",
        "@supports not (a: b)",
        "@layer a",
        "@layer",
        "@container (width > 1px)",
        "@scope (a)",
    ),
    *(
        "@font-face",
        "@keyframes a",
        "@page",
        "@property --a",
        "@import 'a.css' layer(b)",
        "@namespace svg url(b)",
        "@x",
    ),
)
_DEEPEST, _DEEPEST_FUNCTION, _MOST_ARGUMENTS = 12, 2, 17


class _Choices:
    """
    Choices that bytes make. When there are none left, each is the first one, or zero.

    :ivar left: whether there are bytes left.
    """

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)
        self.left = True

    def number(self, most: int) -> int:
        """Return a number from 0 to a maximum."""
        chosen = next(self._data, None)
        self.left = chosen is not None
        return (chosen or 0) % (most + 1)

    def one(self, options: Sequence[T]) -> T:
        """Return one of up to 256 options."""
        return options[self.number(len(options) - 1)]


def _value(choices: _Choices, functions: Sequence[str] = (), depth: int = 0) -> str:
    """Return the value of a declaration: tokens, and functions with too few and too many arguments."""
    parts = []
    for _ in range(1 + choices.number(2)):
        if depth < _DEEPEST_FUNCTION and choices.number(1):
            name = choices.one(functions) if functions and choices.number(1) else choices.one(_FUNCTIONS)
            count = choices.number(3) if choices.number(1) else choices.number(_MOST_ARGUMENTS)
            parts.append(f"{name}({', '.join(_argument(choices, depth) for _ in range(count))})")
        else:
            parts.append(choices.one(_TOKENS))
    return choices.one((" ", ", ")).join(parts)


def _argument(choices: _Choices, depth: int) -> str:
    return choices.one(_TOKENS) if choices.number(7) else _value(choices, depth=depth + 1)


def _declarations(choices: _Choices) -> str:
    declared = []
    for _ in range(1 + choices.number(3)):
        name = choices.one((*_OWN_FUNCTIONS,)) if choices.number(1) else choices.one(_PROPERTIES)
        declared.append(f"{name}:{_value(choices, _OWN_FUNCTIONS.get(name, ()))}")
    return ";".join(declared)


def _stylesheet(choices: _Choices) -> str:
    rules = []
    for _ in range(1 + choices.number(3)):
        selector = choices.one(_SELECTORS) + choices.one(("", "", " a", ", .a"))
        rule = f"{selector}{{{_declarations(choices)}}}"
        rules.append(f"{choices.one(_RULES)}{{{rule}}}" if choices.number(2) == 2 else rule)
    return "\n".join(rules)


def _attributes(choices: _Choices) -> Iterator[str]:
    for _ in range(choices.number(4)):
        name = choices.one(_COMMON_ATTRIBUTES if choices.number(1) else _ATTRIBUTES)
        if name == "style":
            value = _declarations(choices)
        elif name == "role":
            value = choices.one(_ROLES)
        else:
            value = choices.one(_WORDS)
        yield f""" {name}="{value.replace('"', "&quot;")}" """


def markup(data: bytes) -> bytes:
    """Return the page that bytes describe, in UTF-8."""
    choices = _Choices(data)
    parts = ["<!doctype html>" if choices.number(3) else "", f"<style>{_stylesheet(choices)}</style>"]
    opened: list[str] = []
    while choices.left:
        step = choices.number(7)
        if step < 4 and len(opened) < _DEEPEST:
            name = choices.one(_COMMON_TAGS if choices.number(1) else _TAGS)
            parts.append(f"<{name}{''.join(_attributes(choices))}>")
            opened.append(name)
            if name == "style":
                parts.append(_stylesheet(choices))
        elif step == 4:
            parts.append(choices.one(_WORDS))
        elif step == 5 and len(opened) < _DEEPEST:
            parts.append("<template>")
            opened.append("template")
        elif opened:
            parts.append(f"</{opened.pop()}>")
    return "".join(parts).encode("utf-8", "replace")


def styled(data: bytes) -> bytes:
    """Return the page that bytes describe, which has elements with styles of their own and no stylesheet."""
    choices = _Choices(data)
    parts = ["<!doctype html>"]
    while choices.left:
        parts.append(f"""<p style="{_declarations(choices).replace('"', "&quot;")}">a</p>""")
    return "".join(parts).encode("utf-8", "replace")


def every_element(value: str | None) -> str:
    """
    Return each element once, empty and beside the others.

    :param value: what each attribute of each element is set to; ``None`` for elements without attributes.
    """
    attributes = "" if value is None else "".join(f' {name}="{value}"' for name in _ATTRIBUTES)
    return "".join(f"<{tag}{attributes}></{tag}>" for tag in _TAGS)
