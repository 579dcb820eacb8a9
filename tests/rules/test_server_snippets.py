"""What people paste into the configuration of their server."""

import re

import pytest

from sitescan.rules.catalogue import catalogue
from tests.server_snippets import Snippet, snippets, snippets_in

SNIPPETS = list(snippets())


def test_snippets_are_found() -> None:
    """One line, or several below the name of the server."""
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
def test_configuration_is_on_lines_of_its_own(rule: str) -> None:
    """A snippet in the middle of a sentence is pasted with the sentence."""
    for line in catalogue()[rule].how_to_fix.split("\n"):
        inside = re.search(
            r"(?:(?:add|proxy_hide)_header [A-Z]|ErrorDocument |Header (?:always )?(?:un)?set X|redir )", line
        )
        assert inside is None or re.match(r"(?:nginx|Apache|Caddy)(?:, [^:]+)?: | ", line), line


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda one: f"{one.rule} {one.server}")
def test_quotes_are_straight(snippet: Snippet) -> None:
    """No server knows typographic ones, and nothing is cut."""
    assert not re.search("[“”‘’…]", snippet.text.replace('"..."', "")), snippet


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda one: f"{one.rule} {one.server}")
def test_nothing_that_was_sent_is_lost(snippet: Snippet) -> None:
    """An ``add_header`` in a location replaces all those around it; a policy is added to the one that is there."""
    if snippet.server == "nginx":
        assert not re.search(r"location[^{]*\{[^}]*add_header", snippet.text), snippet
    if snippet.server == "Caddy":
        assert not re.search(r"header (?:\* )?Content-Type", snippet.text), snippet
