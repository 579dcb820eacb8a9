"""The texts of a page's style elements and external stylesheets, without comments."""

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.stylesheet_content import CssContent, fetched_content, inline_content, one_byte_each
from sitescan.document.document import Document
from sitescan.document.tree import attr, own_text, tokens
from sitescan.document.views import view

#: Translates the signs next to which white space is not significant to one of them.
_SIGNS_AS_ONE = bytes.maketrans(b"{},", b";;;")


@frozen(kw_only=True)
class CssText:
    """
    A stylesheet of a page.

    :ivar tag: the style element; ``None`` for an external stylesheet.
    :ivar url: the URL of an external stylesheet; empty for a style element.
    :ivar content: the text of the stylesheet.
    """

    tag: Tag | None
    url: str
    content: CssContent

    @property
    def source(self) -> str:
        """The text as written."""
        return self.content.source

    @property
    def text(self) -> str:
        """The text without comments."""
        return self.content.text


@view
def css_texts(document: Document) -> tuple[CssText, ...]:
    """
    Return the stylesheets of a page, style elements first.

    https://www.w3.org/TR/css-syntax-3/#input-byte-stream
    """
    inline = [CssText(tag=tag, url="", content=inline_content(own_text(tag))) for tag in document.all("style")]
    external = [
        CssText(tag=None, url=sheet.url, content=fetched_content(sheet))
        for sheet in document.sheets.values()
        if sheet.body and not sheet.problem
    ]
    return (*inline, *external)


@view
def has_all_css(document: Document) -> bool:
    """Return whether every stylesheet that the page links to was fetched, except alternative ones."""
    for link in document.rel("stylesheet"):
        if "alternate" in tokens(link, "rel"):
            continue
        href = attr(link, "href", "")
        sheet = document.sheets.get((document.resolve(href) or "").partition("#")[0]) if href.strip() else None
        if href.strip() and (sheet is None or not sheet.known):
            return False
    return True


def minified_size(text: str) -> int:
    """
    Return an upper bound of the number of characters of a stylesheet without insignificant white space.

    Names, values and their order are not changed. White space inside strings counts as removed, as it is rare and
    short.

    :param text: a stylesheet without comments.
    """
    written = one_byte_each(" ".join(text.split())).translate(_SIGNS_AS_ONE)
    return len(written.replace(b" ;", b";").replace(b"; ", b";"))


def least_size(text: str) -> int:
    """Return the number of characters that are not white space, a lower bound of :func:`minified_size`."""
    return sum(map(len, text.split()))
