"""The audio and video elements of a page that may be at fault, depending on what their files hold."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.links.hyperlinks import runs_scripts
from sitescan.document.tree import attr, children, text
from sitescan.document.views import view
from sitescan.model.outline import MediaElement, MediaSource
from sitescan.standards.media_fragments import temporal
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, join_target

#: Elements, and files of one, that are told of at most: the network is asked about fewer.
_MOST, _MOST_SOURCES = 20, 5
#: A list of files, which few browsers play by themselves.
_PLAYLIST = "mpegurl"
#: Handlers of what visitors do with an element, and elements that hold controls of their own.
_POINTED_AT = ("onclick", "onkey", "onmouse", "onpointer", "ontouch")
_OF_THEIR_OWN = frozenset({"canvas", "embed", "frame", "iframe", "object", "svg", "template"})
_CONTROLS = ("button", "checkbox", "link", "menuitem", "menuitemcheckbox", "slider", "switch")
_CAPTIONS = '<track kind="captions" src="(the captions).vtt">'


@view
def media_elements(document: Document) -> tuple[MediaElement, ...]:
    """Those that play by themselves, aloud, and videos without a track of captions, the first of them."""
    return tuple(islice(_found(document), _MOST))


def _found(document: Document) -> Iterator[MediaElement]:
    for tag in document.all("audio", "video"):
        if "muted" in tag.attrs or document.in_noscript(tag):
            continue
        autoplay, uncaptioned = "autoplay" in tag.attrs, _uncaptioned(document, tag)
        sources = tuple(islice(_sources(document, tag), _MOST_SOURCES)) if autoplay or uncaptioned else ()
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
                fixed_autoplay=fixed_markup(tag, "…", autoplay=None, controls="") if autoplay else "",
                fixed_captions=fixed_markup(tag, f"…{_CAPTIONS}") if uncaptioned else "",
                place=place,
            )


def _uncaptioned(document: Document, tag: Tag) -> bool:
    if tag.name != "video" or not document.accessible.exposed(tag):
        return False
    tracks = (attr(inner, "kind", "subtitles").lower() for inner in children(tag) if inner.name == "track")
    return not any(kind in ("captions", "subtitles") for kind in tracks)


def _sources(document: Document, tag: Tag) -> Iterator[MediaSource]:
    """
    The files that a browser chooses among.

    https://html.spec.whatwg.org/multipage/media.html#concept-media-load-algorithm
    """
    own = [tag] if "src" in tag.attrs else [inner for inner in children(tag) if inner.name == "source"]
    for one in own:
        reference = attr(one, "src", "").strip()
        if not reference or (one is not tag and _PLAYLIST in attr(one, "type", "").lower()):
            continue
        try:
            target = join_target(document.base_url, document.encoded(reference))
        except InvalidTarget:
            continue
        if len(target.url) <= MAX_URL_LENGTH:
            start, end = temporal(target.fragment)
            yield MediaSource(url=target.url, start=start, end=end)


@view
def inert(document: Document) -> bool:
    """Whether nothing on the page runs a script, so that nothing can stop what plays."""
    handled = any(name.startswith("on") for name in document.by_attribute)
    return not handled and not runs_scripts(document)


@view
def controllable(document: Document) -> bool:
    """
    Whether there is anything on the page by which a script may let visitors stop what plays.

    What has no accessible name, or is hidden, they can't use. Where the page has parts of which that can't be told, it
    may be among them.

    https://www.w3.org/WAI/standards-guidelines/act/rules/4c31df/
    """
    accessible = document.accessible
    if document.cut or any(name.startswith(_POINTED_AT) for name in document.by_attribute):
        return True
    if any(one.name in _OF_THEIR_OWN or "-" in one.name for one in document.elements):
        return True
    operable = (*accessible.focus_takers, *accessible.having(*_CONTROLS))
    return any(not accessible.hidden(one) and (text(one) or not accessible.nameless(one)) for one in operable)
