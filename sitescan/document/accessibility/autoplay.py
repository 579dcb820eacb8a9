"""Sounds of a page that start by themselves."""

from collections.abc import Sequence

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import runs_scripts
from sitescan.document.tree import elements
from sitescan.document.views import view


@view
def starting(document: Document) -> Sequence[Tag]:
    """The ``audio`` elements that play by themselves, aloud and without controls; a film may be silent."""
    return [
        audio
        for audio in document.all("audio")
        if {"autoplay", "controls", "muted"} & audio.attrs.keys() == {"autoplay"}
        and ("src" in audio.attrs or any(tag.name == "source" for tag in elements(audio)))
    ]


@view
def inert(document: Document) -> bool:
    """Whether nothing on the page runs a script, so that nothing can stop what plays."""
    handled = any(name.startswith("on") for name in document.by_attribute)
    return not handled and not runs_scripts(document)


def endless(document: Document, audio: Tag) -> bool:
    """Whether a sound that starts by itself is repeated and nothing can stop it."""
    return "loop" in audio.attrs and inert(document)
