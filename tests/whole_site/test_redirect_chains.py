"""What is said of a linked URL that redirects lead on from."""

import pytest

from sitescan.rules.judge import RuleFailed
from sitescan.rules.site_authoring import moved, page_at, site_of, url
from sitescan.site.site_rules import site_issues


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (("/a", "/b"), f"a permanent redirect to {url('/b')}. "),
        (("/a", "/b", "/c"), f"2 redirects to {url('/b')} → {url('/c')}. "),
        (
            ("/a", "/b", "/c", "/d", "/e", "/f"),
            f"5 redirects to {url('/b')} → {url('/c')} → {url('/d')} → … → {url('/f')}. ",
        ),
    ],
)
def test_addresses_between(way: tuple[str, ...], said: str) -> None:
    """The first addresses between the link and the page are named, so that people find the redirect to remove."""
    site = site_of(page_at("/", way[0]), page_at(way[-1]), answers=(moved(*way),))
    failures: list[RuleFailed] = []
    (issue,) = (issue for issue in site_issues(site, failures.append) if issue.rule == "links/redirect-permanent")
    assert f"which leads by {said}" in issue.description
    assert not failures
