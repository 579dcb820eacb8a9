"""Detection of the debugging error pages of web frameworks."""

from sitescan.document.document import Document
from sitescan.document.security.leaked_errors import MESSAGES, first_match
from sitescan.document.tree import text
from sitescan.standards.lazy_pattern import lazy_pattern

#: The titles of the debug pages of frameworks.
_TITLES = (
    ("Werkzeug debugger", lazy_pattern(r".{1,500} // Werkzeug Debugger")),
    ("the debug page of Rails", lazy_pattern(r"Action Controller: Exception caught")),
    ("ASP.NET error page", lazy_pattern(r"(?:Runtime Error|Server Error in '/.{0,200}' Application\.?)")),
    ("the debug page of Laravel", lazy_pattern(r"Whoops! There was an error\.")),
    ("the debug page of Symfony", lazy_pattern(r".{1,500} \([45][0-9]{2} [A-Z][A-Za-z ]{1,40}\)")),
)
_DJANGO = "You're seeing this error because you have DEBUG = True"
#: In an error response, a part of a message is enough.
_TRACES = (
    lazy_pattern(r"Traceback \(most recent call last\):"),
    lazy_pattern(r"\bat [\w$.<>]{3,200}\([\w$]{1,100}\.java:[0-9]{1,6}\)"),
    lazy_pattern(r"#[0-9]{1,3} /[^\s()]{1,200}\.php\([0-9]{1,6}\): "),
    lazy_pattern(r"You have an error in your SQL syntax; check the manual|ORA-[0-9]{5}: |SQLSTATE\[[0-9A-Z]{5}\]"),
)
_FAILED = 400
_LONGEST = 200_000


def debug_page(document: Document) -> str:
    """
    Return a description of the debugging output on a page, or an empty string.

    Other pages may be about such output (:mod:`sitescan.document.security.leaked_errors`).
    """
    if document.body is None:
        return ""
    failed = document.exchange.status >= _FAILED
    if failed:
        for description, title in _TITLES:
            if title.fullmatch(document.title):
                return description
    shown = text(document.body)[:_LONGEST] if failed else ""
    if _DJANGO in shown:
        return "Django's debug page"
    match = first_match((*_TRACES, *MESSAGES), shown)
    return f"stack trace ({match[0][:80]})" if match is not None else ""
