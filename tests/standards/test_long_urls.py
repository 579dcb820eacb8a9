"""URLs of more than 2,048 characters: clients can't submit them, but pages and redirects can contain them."""

import pytest

from sitescan.model.redirects import Redirect, Step, redirect_kind
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, parse_target, serialized_target

_LONG = "https://www.example.com/a?" + "b" * 3000
_CJK = "https://www.example.com/" + "%E6%A2%A8" * 230


def test_submitted_url_is_too_long() -> None:
    """A submitted URL that is too long is rejected."""
    with pytest.raises(InvalidTarget, match="longer than"):
        parse_target(_LONG)


@pytest.mark.parametrize("url", [_LONG, _CJK])
def test_long_url_has_host_and_site(url: str) -> None:
    """A long URL has a host and a site, like any other."""
    assert len(url) > MAX_URL_LENGTH
    assert serialized_target(url).url == url
    assert same_site(url, "https://example.com/")
    assert not same_site(url, "https://example.org/")


@pytest.mark.parametrize(
    ("requested", "final", "kind"),
    [
        ("https://example.com/account", f"https://example.com/login?next={'a' * 3000}", Redirect.LOGIN),
        ("http://www.example.com/a?" + "b" * 3000, _LONG, Redirect.SECURE),
        (_CJK, "https://www.example.com/", Redirect.HOME),
    ],
)
def test_redirects(requested: str, final: str, kind: Redirect) -> None:
    """A long redirect is of the same kind as a short one."""
    assert redirect_kind(requested, (Step(url=requested, status=301, location=final),)) is kind
