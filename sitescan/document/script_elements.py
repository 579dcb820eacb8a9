"""Which script elements are scripts, and which of them stop the parser."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import HTML, SVG, attr, own_text
from sitescan.model.exchange import Source

#: https://mimesniff.spec.whatwg.org/#javascript-mime-type
_JAVASCRIPT = frozenset(
    {
        *("application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript"),
        *("text/ecmascript", "text/javascript", "text/jscript", "text/livescript", "text/x-ecmascript"),
        *("text/x-javascript", *(f"text/javascript1.{number}" for number in range(6))),
    }
)


def script_type(tag: Tag) -> str:
    """
    ``classic``, ``module``, or empty for a block of data.

    https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
    """
    kind, language = attr(tag, "type"), attr(tag, "language", "")
    if kind is None:
        name = f"text/{language.lower()}" if language else "text/javascript"
    else:
        name = kind.strip().lower() or ("text/javascript" if not kind else "")
    if name == "module":
        return "module"
    return "classic" if name in _JAVASCRIPT else ""


def is_script(tag: Tag) -> bool:
    """Whether a script element holds or loads a script that browsers run."""
    return bool(script_type(tag))


def inline_scripts(document: Document) -> Iterator[Tag]:
    """The scripts that stand in the page itself."""
    return (
        tag for tag in document.all("script") if tag.namespace == HTML and "src" not in tag.attrs and is_script(tag)
    )


def blocks_parsing(tag: Tag) -> bool:
    """Whether browsers stop building the page until an external script is loaded and has run."""
    deferred = any(name in tag.attrs for name in ("async", "defer", "nomodule"))
    return tag.name == "script" and "src" in tag.attrs and not deferred and script_type(tag) == "classic"


def script_reference(tag: Tag) -> str | None:
    """What a script element refers to; ``None`` where its script is in the page."""
    if tag.namespace == SVG:
        return attr(tag, "href") or attr(tag, "xlink:href")
    return attr(tag, "src")


def script_url(document: Document, tag: Tag) -> str:
    """The absolute URL of the file that a script element names, without fragment; empty where it names none."""
    reference = script_reference(tag)
    return (document.resolve(reference) or "").partition("#")[0] if reference and reference.strip() else ""


def script_file(document: Document, tag: Tag) -> Source | None:
    """The file that a script element names, as it was fetched; ``None`` where it names none or none was asked for."""
    return document.scripts.get(script_url(document, tag))


def script_text(document: Document, tag: Tag) -> str:
    """The text that a script element holds or loads; empty where what it loads was not read."""
    if script_reference(tag) is None:
        return own_text(tag)
    script = script_file(document, tag)
    return script.body.decode("utf-8", "replace") if script is not None else ""
