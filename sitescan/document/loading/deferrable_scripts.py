"""
The scripts of a page for which it doesn't matter whether they run before or after the page is parsed.

A deferred script runs after the first paint, after other scripts and after events of images and frames. What depends on
it until then fails, or is displayed first in one way and then in another. So a script is deferrable only if it does
nothing until the user acts, and if nothing else runs before it that could depend on it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import dropwhile

from bs4.element import Tag

from sitescan.document.content_cache import CACHE
from sitescan.document.document import Document
from sitescan.document.indexing.canonical import in_head
from sitescan.document.scripts.script_elements import is_script, script_file, script_reference, script_text, script_type
from sitescan.document.tree import source_position
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.script_start import USER_EVENTS, ScriptStart, script_start

_WORD = lazy_pattern(r"[\w$]+")
_USER_HANDLERS = frozenset(f"on{event}" for event in USER_EVENTS)
#: The memory of what a script does, in bytes.
_COST = 500


def is_read(document: Document, tag: Tag) -> bool:
    """Return whether the file of an external script was read."""
    file = script_file(document, tag)
    return file is not None and bool(file.body)


def writes_page(document: Document, tag: Tag) -> bool:
    """
    Return whether the file of an external script writes into the page, which a deferred script can't.

    https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html#document.write()
    """
    file = script_file(document, tag)
    return file is not None and b"document.write" in file.body


def defer_obstacle(document: Document, tag: Tag) -> str:
    """
    Return why a script that blocks the parser may be needed before the page is parsed; empty if it certainly isn't.

    :param tag: an external script whose file was read.
    """
    start = _start(document, tag)
    if start.effect:
        return f"{start.effect} runs while the page loads"
    obstacle = _other_obstacle(document)
    if obstacle:
        return obstacle
    if id(tag) in _after_deferred(document):
        return "an earlier script is deferred, and would run before it"
    # Listeners are called in the order in which they are added, and each can stop the event.
    later = _later(document).get(id(tag))
    if later is not None:
        return f"{_named(later)} would run before it"
    words = _words(document) if start.names else Counter[str]()
    used = next((name for name in sorted(start.names) if words[name] > 1), "")
    return f"the page may use {used} before it" if used else ""


@view
def _other_obstacle(document: Document) -> str:
    """Return what else of a page may run before its deferred scripts and depend on them; empty if nothing may."""
    if not document.complete or document.template_marks:
        return "other parts of the page may depend on it"
    if document.all("iframe", "frame", "object", "embed"):
        return "a frame may depend on it"
    if not all(in_head(document, link) for link in document.rel("stylesheet")):
        return "the first paint no longer waits for it, and might not for the stylesheet in the body"
    for name in document.by_attribute:
        if name.startswith("on") and name not in _USER_HANDLERS:
            return f"{name} may need it"
    for tag in _scripts(document):
        is_unread = script_reference(tag) is not None and not is_read(document, tag)
        # An async script runs at any time.
        if not _is_deferred(tag) and ("async" in tag.attrs or is_unread or _start(document, tag).effect):
            return f"{_named(tag)} may need it, or be needed by it"
    return ""


def _named(tag: Tag) -> str:
    line, _ = source_position(tag) or (0, 0)
    return f"the script in line {line}"


@view
def _scripts(document: Document) -> Sequence[Tag]:
    """Return the scripts that browsers run."""
    return tuple(filter(is_script, document.all("script")))


@view
def _after_deferred(document: Document) -> frozenset[int]:
    """Return the ``id()`` of each script from the first deferred one on."""
    return frozenset(id(tag) for tag in dropwhile(lambda tag: not _is_deferred(tag), _scripts(document)))


@view
def _later(document: Document) -> Mapping[int, Tag]:
    """Return the next script that isn't deferred after each script, by the ``id()`` of the latter."""
    found: dict[int, Tag] = {}
    later: Tag | None = None
    for tag in reversed(_scripts(document)):
        if later is not None:
            found[id(tag)] = later
        if not _is_deferred(tag):
            later = tag
    return found


def _is_deferred(tag: Tag) -> bool:
    """
    Return whether a script runs once the page is parsed.

    https://html.spec.whatwg.org/multipage/scripting.html#attr-script-defer
    """
    return "async" not in tag.attrs and (script_type(tag) == "module" or ("src" in tag.attrs and "defer" in tag.attrs))


def _start(document: Document, tag: Tag) -> ScriptStart:
    file = script_file(document, tag)
    if file is None:
        return script_start(script_text(document, tag).encode())
    return CACHE.get("start of a script", file.digest, lambda: script_start(file.body), lambda _: _COST)


@view
def _words(document: Document) -> Counter[str]:
    """Return the words of the page and of its scripts that aren't deferred, and in how many of them each occurs."""
    scripts = (script_text(document, tag) for tag in _scripts(document) if not _is_deferred(tag))
    texts = {document.decoded.text, *scripts}
    return Counter(word for text in texts for word in set(_WORD.findall(text)))
