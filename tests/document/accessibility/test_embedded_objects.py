"""Object elements without a name, and the files that they load."""

import pytest

from sitescan.document.accessibility.embedded_objects import embedded_objects
from sitescan.model.outline import EmbeddedObject
from tests.document.pages import document

_PEAR = "https://example.com/pear.png"
_POLICY = '<head><meta http-equiv=content-security-policy content="{}"></head>'


def only(html: str) -> EmbeddedObject:
    """Return the only embedded object of a page."""
    (found,) = embedded_objects(document(html))
    return found


@pytest.mark.parametrize(
    "html",
    [
        "<object data=pear.png title='A pear'></object>",
        "<object data=pear.png role=none></object>",
        "<object data=pear.png hidden></object>",
    ],
)
def test_objects_that_need_no_name(html: str) -> None:
    """An object that has a name, is decoration or is hidden is not listed."""
    assert embedded_objects(document(html)) == ()


@pytest.mark.parametrize(
    ("html", "url"),
    [
        ("<object data=pear.png></object>", _PEAR),
        ("<object data=pear.png#top type=image/png></object>", _PEAR),
        ("<object data=pear.png type=application/x-shockwave-flash></object>", ""),
        ("<object></object>", ""),
        ("<object data='data:image/png,'></object>", ""),
        (_POLICY.format("object-src 'none'") + "<object data=pear.png></object>", ""),
        (_POLICY.format("default-src 'self'") + "<object data=pear.png></object>", _PEAR),
        (_POLICY.format("default-src 'self'") + "<object data=https://pears.example/pear.png></object>", ""),
    ],
)
def test_files_that_browsers_load(html: str, url: str) -> None:
    """A file of a type that browsers can't show, or that the page's policy blocks, has no URL."""
    assert only(html).url == url


def test_type_and_fallback_content() -> None:
    """The type of the file, as far as the markup shows it, and the fallback content are known."""
    found = only("<object data=pear.png><p><img src=pear.gif alt='A pear'></object>")
    assert (found.media, found.alternative) == (True, True)
    assert found.fixed_markup == '<object data="pear.png" aria-label="(what it holds)">…</object>'
    found = only("<object data=pear?id=1><img src=pear.gif alt=' '></object>")
    assert (found.media, found.alternative) == (False, False)


def test_object_limit() -> None:
    """At most fifty objects of a page are listed."""
    assert len(embedded_objects(document("<object data=pear.png></object>" * 200))) == 50
