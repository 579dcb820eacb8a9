"""Snippets for server configurations in the texts of fixes."""

import re

import pytest

from sitescan.rules.catalogue import catalogue
from tests.server_snippets import Snippet, snippets, snippets_in

SNIPPETS = list(snippets())


def test_snippets_are_found() -> None:
    """A snippet is one line, or several lines below the name of the server."""
    text = (
        "Do it.\nnginx: gzip on;\nApache:\n <If true>\n </If>\nThen.\nCaddy, in the site: encode gzip\nCaddy does it."
    )
    assert list(snippets_in(text)) == [
        ("nginx", "gzip on;"),
        ("Apache", "<If true>\n</If>"),
        ("Caddy", "encode gzip"),
    ]
    assert len(SNIPPETS) > 80


@pytest.mark.parametrize("rule", catalogue())
def test_configuration_is_on_separate_lines(rule: str) -> None:
    """A snippet is on lines of its own, not in the middle of a sentence."""
    for line in catalogue()[rule].how_to_fix.split("\n"):
        inside = re.search(
            r"(?:(?:add|proxy_hide)_header [A-Z]|ErrorDocument |Header (?:always )?(?:un)?set X|redir )", line
        )
        assert inside is None or re.match(r"(?:nginx|Apache|Caddy)(?:, [^:]+)?: | ", line), line


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: f"{snippet.rule} {snippet.server}")
def test_quotes_are_straight(snippet: Snippet) -> None:
    """Snippets have no typographic quotes, which servers do not understand, and no ellipses."""
    assert not re.search("[“”‘’…]", snippet.text.replace('"..."', "")), snippet


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: f"{snippet.rule} {snippet.server}")
def test_headers_are_not_discarded(snippet: Snippet) -> None:
    """No snippet discards headers, as ``add_header`` in a location of nginx would, or a set content type in Caddy."""
    if snippet.server == "nginx":
        assert not re.search(r"location[^{]*\{[^}]*add_header", snippet.text), snippet
    if snippet.server == "Caddy":
        assert not re.search(r"header (?:\* )?Content-Type", snippet.text), snippet
