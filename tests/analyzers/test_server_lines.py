"""The order of the lines for web servers."""

import pytest
from attrs import evolve

from sitescan.analyzers.server_lines import with_own_server_first
from sitescan.model.report import Category, CategoryResult
from tests.report.reports import small_report

TEXT = "Send it:\nnginx:\n location / {\n }\nApache: b\nCaddy: c\nOr ask.\nnginx: d\nApache: e"


def _result(text: str) -> CategoryResult:
    result = next(result for result in small_report().categories if result.issues)
    return evolve(result, issues=(evolve(result.issues[0], how_to_fix=text),))


@pytest.mark.parametrize(
    ("server", "text"),
    [
        ("nginx/1.26.3", TEXT),
        ("openresty", TEXT),
        (
            "Apache/2.4.66 (Debian)",
            "Send it:\nApache: b\nnginx:\n location / {\n }\nCaddy: c\nOr ask.\nApache: e\nnginx: d",
        ),
        ("Caddy", "Send it:\nCaddy: c\nnginx:\n location / {\n }\nApache: b\nOr ask.\nnginx: d\nApache: e"),
        ("Apachex", TEXT),
        ("cloudflare", TEXT),
        ("", TEXT),
    ],
)
def test_own_server_comes_first(server: str, text: str) -> None:
    """The lines for the server that has answered come first in each group; no line is lost."""
    (result,) = with_own_server_first([_result(TEXT)], server)
    assert result.issues[0].how_to_fix == text
    assert result.category in Category


def test_texts_without_servers() -> None:
    """Texts that name no server stay as they are."""
    text = "Use Apache: it is a server.\n}\nnginx is one, too."
    (result,) = with_own_server_first([_result(text)], "Apache")
    assert result.issues[0].how_to_fix == text
