"""The images whose size a browser learns only after it has painted the content around them."""

import pytest

from sitescan.model.page_load import LoadedFile, Loading
from sitescan.performance.estimates import simulated_load
from tests.performance.test_estimates import URL, file, page

IMAGE = f"{URL}pear.jpg"
_Files = tuple[tuple[LoadedFile, int | None], ...]


def _image(loading: Loading = Loading.NORMAL) -> tuple[LoadedFile, int]:
    return file("pear.jpg", "image", loading, position=20), 60_000


def _others(number: int) -> _Files:
    return tuple((file(f"{index}.jpg", "image", Loading.NORMAL, position=10), 60_000) for index in range(number))


_STYLES = (file("a.css", "stylesheet", position=1), 30_000)
_SCRIPT = (file("a.js", "script", Loading.PARSER, position=15), 30_000)


@pytest.mark.parametrize(
    ("files", "is_late"),
    [
        ((_image(),), True),
        ((_STYLES, _image()), False),
        ((_STYLES, _image(Loading.LAZY)), True),
        ((_STYLES, *_others(40), _image()), True),
        ((_SCRIPT, _image()), False),
        ((_SCRIPT, _image(Loading.LAZY)), True),
        ((_image(), (file("z.js", "script", Loading.PARSER, position=30), 30_000)), True),
        (((file("a.js", "script", Loading.DEFERRED, position=1), 30_000), _image()), True),
    ],
    ids=(
        *("alone", "beside a stylesheet", "lazy", "after other images", "after a script", "lazy after a script"),
        *("before a script", "beside a deferred script"),
    ),
)
def test_late_image(files: _Files, is_late: bool) -> None:
    """An image is late if it is requested so late that nothing of it has come at the first paint."""
    late = simulated_load(page(*files), {}, (), {}).late_images
    assert (IMAGE in late) is is_late


def test_other_files() -> None:
    """Only images that are loaded are late, and no other files."""
    frame = (file("a.html", "frame", Loading.NORMAL), 9000)
    lost = file("lost.jpg", "image", Loading.NORMAL)
    facts = page(frame, (lost, None))
    assert simulated_load(facts, {}, (), {}).late_images == {f"{URL}lost.jpg"}
