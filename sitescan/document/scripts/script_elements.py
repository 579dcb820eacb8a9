"""Classification of script elements: type, source, parser-blocking."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import HTML, SVG, attr, own_text, tokens
from sitescan.model.exchange import Source
from sitescan.standards.file_types import JAVASCRIPT_TYPES


def script_type(tag: Tag) -> str:
    """
    Return ``classic`` or ``module``, or an empty string for a data block.

    https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
    """
    kind, language = attr(tag, "type"), attr(tag, "language", "")
    if kind is None:
        name = f"text/{language.lower()}" if language else "text/javascript"
    else:
        name = kind.strip().lower() or ("text/javascript" if not kind else "")
    if name == "module":
        return "module"
    return "classic" if name in JAVASCRIPT_TYPES else ""


def is_script(tag: Tag) -> bool:
    """Return whether browsers run the script of an element."""
    return bool(script_type(tag))


def inline_scripts(document: Document) -> Iterator[Tag]:
    """Return the inline scripts of a page."""
    return (
        tag for tag in document.all("script") if tag.namespace == HTML and "src" not in tag.attrs and is_script(tag)
    )


def blocks_parsing(tag: Tag) -> bool:
    """Return whether an external script blocks the parser until it is loaded and has run."""
    deferred = any(name in tag.attrs for name in ("async", "defer", "nomodule"))
    return tag.name == "script" and "src" in tag.attrs and not deferred and script_type(tag) == "classic"


def blocks_rendering(tag: Tag) -> bool:
    """
    Return whether an external script in the head is said to block rendering.

    https://html.spec.whatwg.org/multipage/urls-and-fetching.html#blocking-attributes
    """
    says_so = tag.name == "script" and "src" in tag.attrs and "render" in tokens(tag, "blocking")
    return says_so and bool(script_type(tag)) and not ("nomodule" in tag.attrs and script_type(tag) == "classic")


def script_reference(tag: Tag) -> str | None:
    """Return the URL reference of a script element, or ``None`` for an inline script."""
    if tag.namespace == SVG:
        return attr(tag, "href") or attr(tag, "xlink:href")
    return attr(tag, "src")


def script_url(document: Document, tag: Tag) -> str:
    """Return the absolute URL of a script element's file without fragment, or an empty string for an inline script."""
    reference = script_reference(tag)
    return (document.resolve(reference) or "").partition("#")[0] if reference and reference.strip() else ""


def script_file(document: Document, tag: Tag) -> Source | None:
    """Return the fetched file of a script element, or ``None`` if there is none or it was not requested."""
    return document.scripts.get(script_url(document, tag))


def script_text(document: Document, tag: Tag) -> str:
    """Return the source of a script element, inline or external, or an empty string if its file was not read."""
    if script_reference(tag) is None:
        return own_text(tag)
    script = script_file(document, tag)
    return script.body.decode("utf-8", "replace") if script is not None else ""
