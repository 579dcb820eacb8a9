"""Audio and video elements, and the facts about them that need no files."""

import pytest

from sitescan.document.accessibility.media_elements import media_elements
from sitescan.model.outline import MediaElement, MediaSource
from tests.document.pages import document
from tests.work import calls

_SEA = "https://example.com/sea.mp4"


def only(html: str) -> MediaElement:
    """Return the only media element of a page."""
    (found,) = media_elements(document(html))
    return found


@pytest.mark.parametrize(
    "html",
    [
        "<audio src=sea.mp4 controls></audio>",
        "<audio autoplay></audio>",
        "<audio src='' autoplay><source src=sea.mp4></audio>",
        "<audio src=sea.mp4 autoplay muted></audio>",
        "<video src=sea.mp4 muted></video>",
        "<video src=sea.mp4><track src=sea.vtt></video>",
        "<video src=sea.mp4 hidden></video>",
        "<video src=data:,sea></video>",
        "<p>Sea<noscript><video src=sea.mp4 autoplay></video></noscript>",
        "<video><source src=sea.m3u8 type=application/vnd.apple.mpegurl></video>",
    ],
)
def test_elements_that_are_not_listed(html: str) -> None:
    """An element that visitors start themselves, is muted or has no file is not listed."""
    assert media_elements(document(html)) == ()


@pytest.mark.parametrize(
    ("html", "sources"),
    [
        ("<video src=sea.mp4>", [MediaSource(url=_SEA)]),
        ("<video src=sea.mp4#t=1,5><source src=a.webm>", [MediaSource(url=_SEA, start=1, end=5)]),
        (
            "<video><source src=a.m3u8 type=application/x-mpegURL><source src=sea.mp4><source><source src=/b.webm>",
            [MediaSource(url=_SEA), MediaSource(url="https://example.com/b.webm")],
        ),
        ("<video>" + "<source src=sea.mp4>" * 9, [MediaSource(url=_SEA)] * 5),
    ],
)
def test_sources(html: str, sources: list[MediaSource]) -> None:
    """The sources of an element are its own file, or its source elements, at most five."""
    assert list(only(html).sources) == sources


def test_attributes_and_fixes() -> None:
    """Autoplay, controls, scripts and captions of an element are known, and fixes add controls and captions."""
    audio = only("<audio src=sea.mp4 autoplay loop>")
    assert (audio.autoplay, audio.loop, audio.controls, audio.scripted, audio.uncaptioned) == (
        *(True,) * 2,
        *(False,) * 3,
    )
    assert audio.fixed_autoplay == '<audio src="sea.mp4" loop controls>…</audio>'
    assert audio.place.line == 1
    video = only("<video src=sea.mp4 controls></video><script>sea.pause()</script>")
    assert (video.autoplay, video.controls, video.scripted, video.uncaptioned) == (False, True, True, True)
    assert video.fixed_captions.endswith('…<track kind="captions" src="(the captions).vtt"></video>')
    assert only("<audio src=sea.mp4 autoplay></audio><button onclick='x()'>Stop</button>").scripted


@pytest.mark.parametrize(
    ("html", "controllable"),
    [
        ("<script>sea()</script>", False),
        ("<script>sea()</script><p>Stop the sound", False),
        ("<script>sea()</script><button>Stop</button>", True),
        ("<script>sea()</script><button></button>", False),
        ("<script>sea()</script><button disabled>Stop</button>", True),
        ("<script>sea()</script><style>button{display:none}</style><button>Stop</button>", False),
        ("<script>sea()</script><i role=button>Stop</i>", True),
        ("<script>sea()</script><i tabindex=0>Stop</i>", True),
        ("<script>sea()</script><a href=/>Home</a>", True),
        ("<script>sea()</script><sea-player></sea-player>", True),
        ("<script>sea()</script><iframe hidden></iframe>", True),
        ("<i onpointerdown='sea()'>Stop</i>", True),
        ("<body onload='sea()'>", False),
    ],
)
def test_scripted_controls(html: str, controllable: bool) -> None:
    """Scripts may control a player only if an element that visitors can use has a name, or may have one."""
    assert only(f"{html}<audio src=sea.mp4 autoplay></audio>").controllable is controllable


def test_nested_players() -> None:
    """The work for nested players grows in proportion to their number."""
    small, large = (document("<audio autoplay>" * size + "<b></b>" * 10 * size) for size in (100, 200))
    assert calls(lambda: media_elements(large)) < 2.5 * calls(lambda: media_elements(small))


def test_element_limit() -> None:
    """At most twenty media elements of a page are listed."""
    assert len(media_elements(document("<audio src=sea.mp4 autoplay></audio>" * 1000))) == 20
