"""The ``audio`` and ``video`` elements of a page that may be faulty, depending on the content of their files."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.change import changed
from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import runs_scripts
from sitescan.document.tree import attr, children, text
from sitescan.document.views import view
from sitescan.model.outline import MediaElement, MediaSource
from sitescan.standards.media_fragments import temporal
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget

#: The maximum number of elements in the result, and of files of each; fewer are requested.
MOST_ELEMENTS, MOST_SOURCES = 20, 5
#: Part of the media type of playlists, which few browsers play natively.
_PLAYLIST = "mpegurl"
#: Prefixes of handlers of user input, and elements that may contain controls of their own.
_POINTED_AT = ("onclick", "onkey", "onmouse", "onpointer", "ontouch")
_OF_THEIR_OWN = frozenset({"canvas", "embed", "frame", "iframe", "object", "svg", "template"})
_CONTROLS = ("button", "checkbox", "link", "menuitem", "menuitemcheckbox", "slider", "switch")
_CAPTIONS = '<track kind="captions" src="(the captions).vtt">'


@view
def media_elements(document: Document) -> tuple[MediaElement, ...]:
    """Return the first elements that play automatically with sound, and videos without captions."""
    return tuple(islice(_found(document), MOST_ELEMENTS))


def _found(document: Document) -> Iterator[MediaElement]:
    for tag in document.all("audio", "video"):
        if "muted" in tag.attrs or document.in_noscript(tag):
            continue
        autoplay, uncaptioned = "autoplay" in tag.attrs, _uncaptioned(document, tag)
        sources = tuple(islice(_sources(document, tag), MOST_SOURCES)) if autoplay or uncaptioned else ()
        if sources:
            place = document.place(tag)
            assert place is not None  # noqa: S101 - an element has a place
            yield MediaElement(
                sources=sources,
                autoplay=autoplay,
                loop="loop" in tag.attrs,
                controls="controls" in tag.attrs,
                scripted=not inert(document),
                controllable=not inert(document) and controllable(document),
                uncaptioned=uncaptioned,
                fixed_autoplay=changed(tag, "…", autoplay=None, controls="").markup if autoplay else "",
                fixed_captions=changed(tag, f"…{_CAPTIONS}").markup if uncaptioned else "",
                place=place,
            )


def _uncaptioned(document: Document, tag: Tag) -> bool:
    if tag.name != "video" or not document.accessible.exposed(tag):
        return False
    tracks = (attr(inner, "kind", "subtitles").lower() for inner in children(tag) if inner.name == "track")
    return not any(kind in ("captions", "subtitles") for kind in tracks)


def _sources(document: Document, tag: Tag) -> Iterator[MediaSource]:
    """
    Return the files among which a browser selects.

    https://html.spec.whatwg.org/multipage/media.html#concept-media-load-algorithm
    """
    own = [tag] if "src" in tag.attrs else [inner for inner in children(tag) if inner.name == "source"]
    for source in own:
        reference = attr(source, "src", "").strip()
        if not reference or (source is not tag and _PLAYLIST in attr(source, "type", "").lower()):
            continue
        try:
            target = document.target(reference)
        except InvalidTarget:
            continue
        if len(target.url) <= MAX_URL_LENGTH:
            start, end = temporal(target.fragment)
            yield MediaSource(url=target.url, start=start, end=end)


@view
def inert(document: Document) -> bool:
    """Return whether the page runs no scripts, so that nothing can stop playback."""
    handled = any(name.startswith("on") for name in document.by_attribute)
    return not handled and not runs_scripts(document)


@view
def controllable(document: Document) -> bool:
    """
    Return whether the page contains anything by which a script could let visitors stop playback.

    Visitors cannot use controls that are hidden or have no accessible name. If parts of the page could not be examined,
    the result is true.

    https://www.w3.org/WAI/standards-guidelines/act/rules/4c31df/
    """
    accessible = document.accessible
    if document.cut or any(name.startswith(_POINTED_AT) for name in document.by_attribute):
        return True
    if any(element.name in _OF_THEIR_OWN or "-" in element.name for element in document.elements):
        return True
    operable = (*accessible.focus_takers, *accessible.having(*_CONTROLS))
    return any(
        not accessible.hidden(element) and (text(element) or not accessible.nameless(element)) for element in operable
    )
