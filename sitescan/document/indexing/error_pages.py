"""Pages that only say that there is no page."""

from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import own_text, text
from sitescan.document.views import view
from sitescan.standards.data_files import data_bytes
from sitescan.standards.lazy_pattern import lazy_pattern

#: The messages of error pages for missing pages, in the languages of most of the Web, without the
#: words of :data:`_AROUND`. The whole title and the whole heading must be such a message: "has been
#: removed" or "not found" inside a text proves nothing.
_NOT_FOUND = frozenset(data_bytes("not_found_messages.txt").decode().splitlines())
_AROUND = frozenset("404 error http sorry oops whoops ooops the this that die requested leider diese dieser".split())
_WORD = lazy_pattern(r"\w+")
_SITE_NAME = lazy_pattern(r" [|–—·»-] ")
_LONGEST = 120
_MOST_WORDS, _MOST_WORDS_OF_APP = 400, 60
_STATUS = frozenset({"404"})

#: The files that hosts of static sites, and configurations of servers, send with the status of an error.
#: https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-custom-404-page-for-your-github-pages-site
_FILE = lazy_pattern(r"/(?:4\d\d|4xx|50\d|50x|5xx)(?:\.x?html?|/(?:index\.x?html?)?)?$")
#: The least status of a response that is an error.
_ERROR = 400


def is_error_page(document: Document) -> bool:
    """Return whether a page is shown in place of another one, so that search engines and previews don't need it."""
    return document.exchange.status >= _ERROR or _is_named(document) or says_not_found(document)


def _is_named(document: Document) -> bool:
    """Return whether a file, which has no status, has the name by which servers find their error page."""
    return document.exchange.status == 0 and _FILE.search(document.url) is not None


def says_not_found(document: Document) -> bool:
    """Return whether a page's content is only a message that the page was not found."""
    return bool(not_found_message(document))


@view
def not_found_message(document: Document) -> str:
    """
    Return the message that a page was not found if that is all of its content; else an empty string.

    Both the title and the first heading must be such a message; a long page is about the subject. Where scripts write
    the page, the title is often that of the application, so that the heading decides on a page with few other words.
    """
    heading = document.first("h1")
    if heading is not None and _is_message(document.title) and _is_message(text(heading)):
        return document.title if document.words <= _MOST_WORDS else ""
    if document.is_rendered and document.words <= _MOST_WORDS_OF_APP:
        heading = heading or document.first("h2")
        if heading is not None and _is_message(_with_text_below(document, heading)):
            return text(heading)
    return ""


def _with_text_below(document: Document, heading: Tag) -> str:
    """Return the text of a heading; if that is only a number of a status, the next text is the message."""
    message = text(heading)
    if not _STATUS <= set(words := _WORD.findall(message.lower())) <= _AROUND:
        return message
    inside = {id(heading)}
    for tag in islice(document.elements, document.order[id(heading)] + 1, None):
        if id(tag.parent) in inside:
            inside.add(id(tag))
        elif own_text(tag).strip():
            return " ".join((*words, text(tag)))
    return message


def _is_message(message: str) -> bool:
    # The site's name often precedes or follows the page's title.
    pieces = (message, *_SITE_NAME.split(message)) if len(message) <= _LONGEST else ()
    return any(
        " ".join(word for word in _WORD.findall(piece.lower()) if word not in _AROUND) in _NOT_FOUND for piece in pieces
    )
