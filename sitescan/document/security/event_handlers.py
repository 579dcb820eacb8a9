"""Event handler attributes."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.tree import attr

#: https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers-on-elements,-document-objects,-and-window-objects
_EVENTS = (
    "abort afterprint animationend animationiteration animationstart auxclick beforeinput beforematch beforeprint "
    "beforetoggle beforeunload blur cancel canplay canplaythrough change click close contextmenu copy cuechange cut "
    "dblclick drag dragend dragenter dragleave dragover dragstart drop durationchange emptied ended error focus "
    "focusin focusout formdata gotpointercapture hashchange input invalid keydown keypress keyup languagechange load "
    "loadeddata loadedmetadata loadstart lostpointercapture message messageerror mousedown mouseenter mouseleave "
    "mousemove mouseout mouseover mouseup mousewheel offline online pagehide pageshow paste pause play playing "
    "pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerup popstate "
    "progress ratechange reset resize scroll scrollend search seeked seeking select selectionchange selectstart "
    "slotchange stalled storage submit suspend timeupdate toggle touchcancel touchend touchmove touchstart "
    "transitionend unhandledrejection unload volumechange waiting wheel"
)
HANDLERS = frozenset(f"on{event}" for event in _EVENTS.split())
"""Attributes whose value browsers run as a script."""


def handlers(tag: Tag) -> Iterator[tuple[str, str]]:
    """Return the event handler attributes of an element with their scripts."""
    return ((name, attr(tag, name, "")) for name in tag.attrs if name in HANDLERS and tag.attrs[name])
