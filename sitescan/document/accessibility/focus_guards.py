"""Focus guards: elements that hand the focus on as soon as they get it, such as those around an open dialog."""

from bs4.element import Tag

from sitescan.document.accessibility.focus_handlers import first_statement
from sitescan.document.document import Document
from sitescan.document.tree import attr, own_text
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

#: A first statement that always moves the focus to another element.
_HANDS_ON = lazy_pattern(
    r"\{?(?!this\.focus\()[\w$.]{1,60}(?:\([\"'`][^\"'`()]{1,80}[\"'`]\))?(?:\.[\w$]{1,40})?\.focus\(\)\}?"
)
#: A script that handles the focus of an element with an id.
_HANDLER = lazy_pattern(
    r"(?:getElementById\(\s{0,9}[\"'`]|querySelector\(\s{0,9}[\"'`]#|(?<![\w$.]))([\w-]{1,60})(?:[\"'`]\s{0,9}\))?"
    r"\s{0,9}\.(?:onfocus(?:in)?\s{0,9}=(?!=)|addEventListener\(\s{0,9}[\"'`]focus(?:in)?[\"'`]\s{0,9},)"
    r"\s{0,9}(?:function\s{0,9}\(\w{0,20}\)|\(?\w{0,20}\)?\s{0,9}=>)\s{0,9}"
    r"((?:\{\s{0,99})?[^\s{;}][^;}\n]{0,199}?\.focus\(\))"
)


def hands_focus_on(document: Document, tag: Tag) -> bool:
    """Return whether an element certainly moves the focus to another one when it gets it."""
    if any(_moves(attr(tag, name, "")) for name in ("onfocus", "onfocusin")):
        return True
    return attr(tag, "id", "") in _guarded(document)


@view
def _guarded(document: Document) -> frozenset[str]:
    """Return the ids of the elements whose focus a script of the page moves on."""
    scripts = (own_text(script) for script in document.all("script"))
    found = (match.groups() for script in scripts if "focus" in script for match in _HANDLER.finditer(script))
    return frozenset(name for name, handler in found if _moves(handler) and not handler.startswith(name))


def _moves(handler: str) -> bool:
    """Return whether the first statement of a handler moves the focus."""
    return _HANDS_ON.fullmatch(first_statement(handler)) is not None
