"""Which script elements are scripts, and which of them stop the parser."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import HTML, attr, own_text

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


def script_text(document: Document, tag: Tag) -> str:
    """The text that a script element holds or loads; empty where what it loads was not read."""
    reference = attr(tag, "src")
    if reference is None:
        return own_text(tag)
    script = document.scripts.get((document.resolve(reference) or "").partition("#")[0])
    return script.body.decode("utf-8", "replace") if script is not None else ""
