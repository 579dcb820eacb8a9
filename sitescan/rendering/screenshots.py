"""The checks of a screenshot, before it becomes part of a report that people open in their own browsers."""

import msgspec

from sitescan.fetch.image_dimensions import picture
from sitescan.model.file_facts import Picture
from sitescan.model.rendered import SCREEN_HEIGHT, SCREEN_WIDTH

QUALITIES = (60, 25)
"""The qualities of JPEG that are tried one after the other."""

#: The maximum size in bytes. The largest of 37 saved pages needs 123 KB in the first quality.
_MOST_BYTES = 200_000

_SCREEN = Picture(format="JPEG", width=SCREEN_WIDTH, height=SCREEN_HEIGHT)
_END_OF_IMAGE = b"\xff\xd9"


def is_too_large(data: bytes) -> bool:
    """Return whether a screenshot has more bytes than a report may get."""
    return len(data) > _MOST_BYTES


def checked(data: bytes) -> bytes:
    """
    Return a screenshot that is a whole JPEG of the size of the window, or empty if the browser has made none.

    :raises msgspec.ValidationError: if it is anything else.
    """
    if data and (picture(data) != _SCREEN or not data.endswith(_END_OF_IMAGE)):
        raise msgspec.ValidationError("the screenshot is no JPEG of the window")
    return data
