"""Texts that fade in are judged as they are seen afterwards."""

import pytest

from tests.document.pages import has_measured_text

_FADE = "@keyframes f{from{opacity:0}to{opacity:1}}"


def _is_measured(styles: str) -> bool:
    page = f"<style>body{{background:#fff}}#t{{color:#ccc}}{styles}</style><p id=t>Pears and plums"
    return has_measured_text(page)


@pytest.mark.parametrize(
    "styles",
    [
        f"{_FADE}#t{{animation:f 1s both}}",
        f"{_FADE}#t{{animation-name:f;animation-fill-mode:forwards}}",
        "@keyframes f{from{opacity:0}}#t{animation:f 1s forwards}",
        "@keyframes f{0%{opacity:0}50%,100%{opacity:1}}#t{animation:f 1s both}",
        "@keyframes f{from{visibility:hidden}to{visibility:visible}}body{animation:f 8s steps(1,end) 0s 1 normal both}",
        "@keyframes f{from{opacity:0;filter:blur(9px)}to{opacity:1;filter:none}}#t{animation:f 1s both}",
        "@keyframes f{from{clip-path:inset(0 99% 0 0)}to{clip-path:none}}#t{animation:f 1s both}",
    ],
)
def test_end(styles: str) -> None:
    """An animation that ends with the text as it would be without it leaves its contrast known."""
    assert _is_measured(styles)


@pytest.mark.parametrize(
    "styles",
    [
        f"{_FADE}#t{{animation:f 1s infinite}}",
        f"{_FADE}#t{{animation:f 1s both reverse}}",
        f"{_FADE}#t{{animation:f 1s both;animation-direction:alternate}}",
        f"{_FADE}#t{{animation:f 1s both;animation-play-state:paused}}",
        f"{_FADE}#t{{animation:f 1s both;opacity:.5}}",
        "@keyframes f{from{opacity:0}to{opacity:.9}}#t{animation:f 1s both}",
        "@keyframes f{from{color:#fff}to{color:#222}}#t{animation:f 1s both}",
        "@keyframes f{from{opacity:0}to{opacity:1;color:#000}}#t{animation:f 1s both}",
        "@keyframes f{to,from{opacity:.3}}#t{animation:f 1s both}",
    ],
)
def test_other_ends(styles: str) -> None:
    """One that doesn't end, or ends with other colors, does not."""
    assert not _is_measured(styles)
