"""Media fragments: the part of a recording that a URL names."""

import pytest

from sitescan.standards.media_fragments import temporal


@pytest.mark.parametrize(
    ("fragment", "part"),
    [
        ("", (0, 0)),
        ("chapter", (0, 0)),
        ("t=10", (10, 0)),
        ("t=10,20", (10, 20)),
        ("t=,20", (0, 20)),
        ("t=npt:10.5,20", (10.5, 20)),
        ("t=02:00,0:02:01.5", (120, 121.5)),
        ("t=1:00:00", (3600, 0)),
        ("track=1&t=5", (5, 0)),
        ("t=1&t=2", (2, 0)),
        ("t=20,10", (0, 0)),
        ("t=10,", (0, 0)),
        ("t=ten", (0, 0)),
        ("t=smpte:10", (0, 0)),
        ("t=1:90", (0, 0)),
        ("t=-1", (0, 0)),
    ],
)
def test_temporal_fragments(fragment: str, part: tuple[float, float]) -> None:
    """A fragment that is malformed or unknown selects the whole recording."""
    assert temporal(fragment) == part
