"""Kinds of redirects, by their meaning for the owner of a link."""

from itertools import pairwise

import pytest

from sitescan.model.redirects import Redirect, Step, redirect_kind


def way(*urls: str, status: int = 301) -> tuple[str, list[Step]]:
    """Return the redirects from the first of these URLs to the last."""
    return urls[0], [Step(url=url, status=status, location=location) for url, location in pairwise(urls)]


@pytest.mark.parametrize(
    ("urls", "kind"),
    [
        (("https://a.example/x", "https://a.example/y"), Redirect.PERMANENT),
        (("https://a.example/x", "https://a.example/y", "https://a.example/z"), Redirect.CHAIN),
        (("https://a.example/x", "https://a.example/x#part"), None),
        (("https://a.example/x", "https://a.example/y", "https://a.example/x"), None),
        (("http://a.example/x", "https://a.example/x"), Redirect.SECURE),
        (("http://a.example:8080/x", "https://a.example/x"), Redirect.SECURE),
        (("http://a.example/x", "https://www.a.example/x"), Redirect.PERMANENT),
        (("https://a.example/x", "http://a.example/x"), Redirect.PERMANENT),
        (("https://a.example/x", "https://a.example/x/"), Redirect.SLASH),
        (("https://a.example/x/?q=1", "https://a.example/x?q=1"), Redirect.SLASH),
        (("https://a.example/x?q=1", "https://a.example/x/"), Redirect.PERMANENT),
        (("https://a.example/x/y", "https://a.example/"), Redirect.HOME),
        (("http://a.example/x/y", "https://a.example/x/y", "https://www.a.example/"), Redirect.HOME),
        (("https://a.example/en/", "https://a.example/"), Redirect.PERMANENT),
        (("https://a.example/index.php", "https://a.example/"), Redirect.PERMANENT),
        (("https://a.example/x", "https://b.example/"), Redirect.PERMANENT),
        (("https://a.example/x", "https://a.example/login?next=/x"), Redirect.LOGIN),
        (("https://a.example/x", "https://login.a.example/"), Redirect.LOGIN),
        (("https://a.example/x", "https://a.example/wp-login.php?redirect_to=x"), Redirect.LOGIN),
        (("https://a.example/x", "https://a.example/users/sign_in"), Redirect.LOGIN),
        (("https://a.example/x", "https://a.example/session/new"), Redirect.LOGIN),
        (("https://a.example/x", "https://accounts.a.example/v3?continue=x"), Redirect.LOGIN),
        (("https://a.example/x", "https://a.example/blog/session/newest"), Redirect.PERMANENT),
        (("https://a.example/login", "https://a.example/sso/login"), Redirect.PERMANENT),
        (("https://a.example/x", "https://a.example/login-help"), Redirect.PERMANENT),
    ],
)
def test_kinds(urls: tuple[str, ...], kind: Redirect | None) -> None:
    """The kind of a redirect depends on lost content first, then on the number of steps, then on other changes."""
    assert redirect_kind(*way(*urls)) is kind


def test_status_determines_permanence() -> None:
    """The status of the first redirect decides whether it is permanent."""
    for status, kind in (
        (301, Redirect.PERMANENT),
        (308, Redirect.PERMANENT),
        (302, Redirect.TEMPORARY),
        (307, Redirect.TEMPORARY),
    ):
        assert redirect_kind(*way("https://a.example/x", "https://a.example/y", status=status)) is kind


def test_location_is_not_web_url() -> None:
    """A redirect to anything but a web URL is of the same kind as any other."""
    assert redirect_kind(*way("https://a.example/x", "mailto:a")) is Redirect.PERMANENT
