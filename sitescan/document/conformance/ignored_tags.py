"""
The parse errors of the tree builder: tags that the parser ignored, and elements that it closed or moved itself.

They follow from a comparison of the tags in the source with the tree. A start tag that made no element was ignored. The
ancestors of each element say what is open at its start tag: elements that are no longer among them, and have met no end
tag, were closed by something else.

https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
"""

from collections.abc import Iterator, Sequence
from typing import Any

import turbohtml
from bs4.element import PageElement, Tag

from sitescan.document.conformance.parse_error import Kind, ParseError, Position
from sitescan.document.document import Document
from sitescan.document.element_markup import VOID
from sitescan.document.tree import HTML, elements, source_position
from sitescan.document.views import view

_START, _END = turbohtml.TokenType.START_TAG, turbohtml.TokenType.END_TAG
_TEXT, _REFERENCE = turbohtml.TokenType.TEXT, turbohtml.TokenType.CHARACTER_REFERENCE

#: Elements without content, including obsolete ones.
_EMPTY = VOID | frozenset({"basefont", "bgsound", "frame", "keygen", "param"})
#: Elements whose end tag may be omitted, https://html.spec.whatwg.org/multipage/syntax.html#optional-tags
_OPTIONAL = frozenset(
    "html head body li dt dd p rt rp optgroup option colgroup caption thead tbody tfoot tr td th".split()
)
#: Elements that no text may be directly in.
_TABLE_PARTS = frozenset({"table", "tbody", "thead", "tfoot", "tr"})
_PAGE_PARTS = frozenset({"html", "head", "body"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
#: Elements whose start tags change where the tags and texts after them are.
_NOTED_STARTS = _PAGE_PARTS | _TABLE_PARTS | {"form", "frameset", "math", "svg"}
#: Elements whose content the end tags of elements around them don't reach, apart from those of tables and their parts.
#: https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope
_SCOPES = frozenset("applet caption marquee object select table td template th".split())
_TABLES = _TABLE_PARTS | {"caption", "colgroup", "td", "template", "th"}
#: Further such elements, for some end tags.
_SCOPES_OF = {"p": frozenset({"button"}), "li": frozenset({"ol", "ul"})}
#: Elements at which the end tags of others that are neither special nor formatting stop.
#: https://html.spec.whatwg.org/multipage/parsing.html#special
_SPECIAL = frozenset(
    "address applet article aside blockquote body button caption center colgroup dd details dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup html iframe li listing main marquee "
    "menu nav noembed noframes noscript object ol p plaintext pre script search section select style summary table "
    "tbody td template textarea tfoot th thead title tr ul xmp".split()
)
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_WHITE_SPACE = " \t\n\f\r"


def tree_errors(document: Document) -> Sequence[ParseError]:
    """Return the errors of the tree builder."""
    reader = _TagReader(document)
    for token in turbohtml.tokenize(document.decoded.text, resolve_references=False, capture_attributes=False):
        kind = token.type
        if kind is _START:
            reader.start_tag(token)
        elif kind is _END:
            reader.end_tag(token)
        elif reader.attentive and (kind is _TEXT or kind is _REFERENCE):
            reader.text(token)
    reader.end()
    return reader.errors


@view
def elements_by_position(document: Document) -> dict[Position, Tag]:
    """Return the elements by the positions of their start tags, without the copies of formatting elements."""
    inert = (element for template in document.all("template") for element in elements(template))
    # Of several elements at a position, the first one is kept: the last one in this order.
    listed = [*document.elements, *inert]
    return {at: element for element in reversed(listed) if (at := source_position(element)) is not None}


def _moved(document: Document) -> Iterator[Position]:
    """Yield the positions of the elements that were moved out of a table: they are before it, but begin after it."""
    for table in document.all("table"):
        position, before = _position(table), table.previous_sibling
        while before is not None and position is not None:
            # Texts, and elements without a tag in the source, have no position.
            at = _position(before)
            if at is not None and at < position:
                break
            if at is not None:
                yield at
            before = before.previous_sibling


def _position(node: PageElement) -> Position | None:
    return source_position(node) if isinstance(node, Tag) else None


class _TagReader:
    """
    Reads the tags of a source one after the other, with the tree in hand.

    :ivar errors: the errors found so far.
    :ivar attentive: whether the place of every tag and text matters here: before the body begins, after it has ended,
        directly in a table, and everywhere on a page with content that was moved out of a table.
    """

    def __init__(self, document: Document) -> None:
        self.errors: list[ParseError] = []
        self.attentive = True
        self._starts = elements_by_position(document)
        self._moved = frozenset(_moved(document))
        # The open elements, the innermost last, including those without a tag in the source.
        self._open: list[Tag] = []
        self._open_ids: set[int] = set()
        # The copies of formatting elements that were closed by something else.
        self._copies: set[int] = set()
        # Elements that were closed without an end tag, and end tags that didn't reach their elements, by name.
        self._unclosed: dict[str, list[Tag]] = {}
        self._blocked: dict[str, list[Position]] = {}
        # The end tags that end a group of columns, though they close no element of their own.
        self._column_ends: set[Position] = set()
        self._last_paragraph: Tag | None = None
        # The link that is open in each table cell, or outside of one, and the links that begin inside of others.
        self._open_links: dict[int, Tag] = {}
        self._limits: dict[int, int] = {}
        self._inner_links: dict[int, Position] = {}
        self._ignored_forms = 0
        # The depth of SVG or MathML, whose tags the tokenizer alone can't read.
        self._foreign = 0
        # Where a text would be: directly in a table, or between the elements of the head.
        self._in_table = False
        self._in_head = True
        # Whether the body has not begun yet, and the content with which it began without a tag.
        self._before_body = True
        self._began: tuple[Position, str] | None = None
        self._reported: set[Kind] = set()
        # The end tags of body and html.
        self._ended: set[str] = set()

    # Tags and texts.

    def text(self, token: Any) -> None:
        """Read a text or a character reference."""
        written = token.data if token.type is _TEXT else "&"
        blank = written[: len(written) - len(written.lstrip(_WHITE_SPACE))]
        if len(blank) == len(written) or self._foreign:
            return
        lines = blank.count("\n")
        at = (token.line + lines, len(blank) - blank.rfind("\n") - 1 if lines else token.col + len(blank))
        if self._in_table:
            self._add(Kind.TABLE_CONTENT, at, "text")
        self._content(at, "text", in_body=self._in_head)

    def start_tag(self, token: Any) -> None:
        """Read a start tag."""
        name, at = token.tag, (token.line, token.col)
        element = self._starts.get(at)
        if self._foreign:
            self._foreign += name in ("svg", "math") and not token.self_closing
        elif element is None:
            self._ignored(name, at)
        else:
            if at in self._moved:
                self._add(Kind.TABLE_CONTENT, at, name)
            elif not self._open or element.parent is not self._open[-1]:
                self._close_until(element)
            if name == "a":
                self._link(element, at)
            elif name == "p":
                self._last_paragraph = element
            if self.attentive or name in _NOTED_STARTS:
                self._note(element, name, at, token)
            if element.name not in _EMPTY and not self._foreign:
                self._open.append(element)
                self._open_ids.add(id(element))

    def _note(self, element: Tag, name: str, at: Position, token: Any) -> None:
        """Notice what an element means for the tags and texts after it."""
        parent = element.parent.name if element.parent is not None else ""
        self._content(at, name, in_body=parent == "body")
        if element.namespace != HTML and name not in ("a", "p"):
            self._foreign = int(not token.self_closing)
        if element.name not in _EMPTY:
            self._before_body = self._before_body and name not in ("body", "frameset")
            self._in_head = name in ("html", "head")
            self._in_table = name in _TABLE_PARTS or (name == "form" and parent in _TABLE_PARTS)
        self._look()

    def end_tag(self, token: Any) -> None:
        """Read an end tag."""
        name = token.tag
        if self._foreign:
            self._foreign -= name in ("svg", "math")
        elif name in ("body", "html"):
            if name in self._ended:
                self._add(Kind.END_TAG_STRAY, (token.line, token.col), name)
            self._ended.add(name)
            self._look()
        elif self._open and self._open[-1].name == name:
            element = self._open.pop()
            self._open_ids.discard(id(element))
            self._forget(element)
            parent = element.parent.name if element.parent is not None else ""
            if self.attentive or self._copies or parent in _TABLE_PARTS:
                self._closed(element, parent, (token.line, token.col))
        else:
            self._close(name, (token.line, token.col))

    def end(self) -> None:
        """Report the elements that are open at the end of the source, and those that waited for their end tag."""
        while self._open and not self._foreign:
            self._drop()
        for tags in self._unclosed.values():
            for tag in tags:
                at, parent = _position(tag), tag.parent.name if tag.parent is not None else ""
                if at is not None and not (tag.name == "form" and parent in _TABLE_PARTS):
                    self._add(Kind.UNCLOSED, at, tag.name, self._inner_links.get(id(tag)), parent)
        for name, ends in self._blocked.items():
            for at in ends:
                self._add_stray(at, name)

    # The open elements.

    def _close_until(self, element: Tag) -> None:
        """Close the elements that don't contain a new one, and open those that the parser has put around it."""
        parent = element.parent
        around: list[Tag] = []
        while parent is not None and parent.parent is not None and id(parent) not in self._open_ids:
            around.append(parent)
            parent = parent.parent
        while self._open and self._open[-1] is not parent:
            self._drop()
        for tag in reversed(around):
            self._open.append(tag)
            self._open_ids.add(id(tag))
            if tag.name in _FORMATTING:
                self._copies.add(id(tag))

    def _drop(self) -> None:
        """Close the innermost element, which has no end tag."""
        element = self._open.pop()
        self._open_ids.discard(id(element))
        at, name = _position(element), element.name
        if name in _OPTIONAL or at is None or self._starts.get(at) is not element:
            return
        ends = self._blocked.get(name)
        if ends and ends[-1] > at:
            self._overlap(name, element, ends.pop())
        else:
            self._unclosed.setdefault("h1" if name in _HEADINGS else name, []).append(element)

    def _close(self, name: str, at: Position) -> None:
        """Close the innermost element of a name that an end tag reaches."""
        if self._open and self._open[-1].name == "colgroup" and name != "col":
            self._column_ends.add(at)
        for depth, element in enumerate(reversed(self._open)):
            if element.name == name or (name in _HEADINGS and element.name in _HEADINGS):
                for _ in range(depth):
                    self._drop()
                self._open.pop()
                self._open_ids.discard(id(element))
                if element.name == name:
                    self._forget(element)
                    self._closed(element, element.parent.name if element.parent is not None else "", at)
                else:
                    self._overlap(name, element, at)
                return
            if _stops(name, element.name):
                if any(tag.name == name for tag in self._open[: -depth - 1]):
                    self._blocked.setdefault(name, []).append(at)
                    return
                break
        self._stray(name, at)

    def _closed(self, element: Tag, parent: str, at: Position) -> None:
        """Notice that an end tag has closed an element."""
        name = element.name
        self._in_table = parent in _TABLE_PARTS or _position(element) in self._moved
        self._in_head = parent in ("head", "html")
        if id(element) in self._copies and self._unclosed.get(name):
            self._overlap(name, self._unclosed[name].pop(), at)
        self._look()

    # Errors.

    def _look(self) -> None:
        self.attentive = self._before_body or self._in_table or bool(self._ended or self._moved)

    def _add(self, kind: Kind, at: Position, name: str, other: Position | None = None, cause: str = "") -> None:
        self.errors.append(ParseError(kind, at, name, other, cause, element=self._starts.get(at)))

    def _add_once(self, kind: Kind, at: Position, name: str, other: Position | None = None) -> None:
        if kind not in self._reported:
            self._reported.add(kind)
            self._add(kind, at, name, other)

    def _content(self, at: Position, name: str, *, in_body: bool) -> None:
        """Notice content of the body, before its start tag or after its end tag."""
        if self._ended:
            self._add_once(Kind.CONTENT_AFTER_BODY, at, name)
        if in_body and self._before_body:
            self._before_body, self._began = False, (at, name)

    def _ignored(self, name: str, at: Position) -> None:
        """Report a start tag that made no element."""
        if name == "form":
            self._ignored_forms += 1
            self._add(Kind.FORM_NESTED, at, name)
        elif name in _PAGE_PARTS and self._began is not None:
            self._add_once(Kind.HEAD_ENDED, *self._began, at)
        else:
            self._add(Kind.START_TAG_IGNORED, at, name)

    def _stray(self, name: str, at: Position) -> None:
        """Report an end tag that closed no element."""
        waiting = self._unclosed.get("h1" if name in _HEADINGS else name)
        if name == "head":
            if self._began is not None:
                self._add_once(Kind.HEAD_ENDED, *self._began, at)
        elif name == "p" and self._last_paragraph is not None:
            paragraph, self._last_paragraph = self._last_paragraph, None
            after = paragraph.find_next_sibling()
            cause = after.name if isinstance(after, Tag) else ""
            self._add(Kind.PARAGRAPH_ENDED, _position(paragraph) or at, name, at, cause)
        elif waiting:
            self._overlap(name, waiting.pop(), at)
        elif name == "form" and self._ignored_forms:
            self._ignored_forms -= 1
        else:
            self._add_stray(at, name)

    def _add_stray(self, at: Position, name: str) -> None:
        self._add(Kind.END_TAG_STRAY, at, name, cause="colgroup" if at in self._column_ends else "")

    def _overlap(self, name: str, element: Tag, at: Position) -> None:
        """Report an end tag that comes after the end of an element around the start tag."""
        start, inner = _position(element) or at, self._inner_links.get(id(element))
        self._forget_link(element)
        if inner is not None:
            self._add(Kind.LINK_NESTED, inner, name, start)
        else:
            self._add(Kind.OVERLAP, start, element.name, at, name)

    def _link(self, element: Tag, at: Position) -> None:
        """Notice a link, and whether it begins inside of another."""
        limit = next((id(tag) for tag in reversed(self._open) if tag.name in _SCOPES), 0)
        outer = self._open_links.get(limit)
        if outer is not None:
            self._inner_links[id(outer)] = at
            self._forget_link(outer)
        self._open_links[limit] = element
        self._limits[id(element)] = limit

    def _forget(self, element: Tag) -> None:
        """Forget a link or a paragraph that an end tag has closed."""
        if element.name == "a":
            self._forget_link(element)
        elif element.name == "p":
            self._last_paragraph = None

    def _forget_link(self, element: Tag) -> None:
        limit = self._limits.pop(id(element), None)
        if limit is not None:
            del self._open_links[limit]


def _stops(name: str, around: str) -> bool:
    """Return whether an end tag reaches no element around one of this name."""
    if name in _TABLES:
        return around in ("table", "template")
    if around in _SCOPES or around in _SCOPES_OF.get(name, ()):
        return True
    return around in _SPECIAL and name not in _SPECIAL and name not in _FORMATTING
