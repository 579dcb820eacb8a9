"""A cookie jar for treq that stays empty: a scan is a first visit."""

from http.client import HTTPResponse
from urllib.request import Request

from treq.cookies import IndexableCookieJar


class NoCookies(IndexableCookieJar):
    """
    A cookie jar that keeps and sends no cookies.

    :mod:`.follow_redirects` keeps those that a chain of redirects needs.
    """

    def add_cookie_header(self, request: Request) -> None:
        """Send no cookies."""

    def extract_cookies(self, response: HTTPResponse, request: Request) -> None:
        """Keep no cookies."""
