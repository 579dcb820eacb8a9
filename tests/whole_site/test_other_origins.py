"""The other addresses of a site that its links lead to."""

from pathlib import Path

import pytest

from sitescan.model.site_facts import PageFacts, PageLink
from sitescan.site.other_origins import other_origins
from sitescan.site.page_record import PageRecord
from sitescan.site.scope import Scope
from sitescan.site.store import opened_store

OUT = "https://social.example/pears"


@pytest.mark.parametrize(
    ("start", "links", "canonical", "named"),
    [
        ("https://pears.example", ["https://www.pears.example/a", "https://www.pears.example/b", OUT], "", ["www 2"]),
        ("https://www.pears.example", ["https://pears.example/a", OUT], "", ["pears.example 1"]),
        ("http://pears.example", ["https://pears.example/", OUT], "", ["pears.example 1"]),
        ("https://pears.example", ["https://shop.pears.example/a", OUT], "", ["shop 1"]),
        ("https://shop.pears.example", ["https://pears.example/a", OUT], "", ["pears.example 1"]),
        ("https://staging.dev", ["https://pears.example/a"], "https://pears.example/", ["pears.example 1"]),
        ("https://pears.example", ["https://pears.example/a", "http://pears.example/b"], "", ["pears.example 1"]),
        ("https://pears.example", ["https://pears.example/a", "https://shop.pears.example/b", OUT], "", []),
        ("https://pears.example", ["https://pears.example/a", OUT], "https://social.example/", []),
        ("https://pears.example", [OUT], "https://pears.example/", []),
        ("https://pears.example", ["https://badpears.example/a", "https://pears.example.net/"], "", []),
        ("https://pears.example", [], "", []),
    ],
)
def test_other_origins(tmp_path: Path, start: str, links: list[str], canonical: str, named: list[str]) -> None:
    """An origin with another scheme or www is named, and if no link stays, also a relative or the canonical one."""
    facts = PageFacts(links=tuple(PageLink(link) for link in sorted([*links, f"{start}/"])), canonical=canonical)
    with opened_store(tmp_path, "key", fresh=True) as store:
        store.save(PageRecord(url=f"{start}/", depth=0, facts=facts))
        found = [
            f"{origin.partition('://')[2].removesuffix('.pears.example')} {count}"
            for origin, count, _ in other_origins(store, Scope(origin=start))
        ]
    assert found == named
