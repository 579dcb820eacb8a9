"""The installed service with ``--cache``: pages are fetched once, requests are counted."""

import pytest

from tests.running import PATIENT, running
from tests.site import page, serving

pytestmark = pytest.mark.integration

GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'


def test_a_page_is_fetched_once() -> None:
    """The second report is the first one; it says so, and costs as much of the quota."""
    with serving({"/": page(GOOD)}) as site:
        with running("--allow-private", "127.0.0.0/8", "--cache", "3600", *PATIENT) as service:
            answers = [service.scan(f"{site.origin}/") for _ in range(2)]
        assert [answer.status for answer in answers] == [200, 200]
        assert answers[0].json == answers[1].json
        assert [answer.headers["x-ratelimit-remaining"] for answer in answers] == ["4", "3"]
        assert answers[1].headers["server-timing"].startswith("cache;dur=")
        assert "fetch" in answers[0].headers["server-timing"]
        # A scan may ask for the page more than once; one that was answered from the cache asks nothing.
        asked = site.asked.count(("GET", "/"))
        with running("--allow-private", "127.0.0.0/8", *PATIENT) as service:
            service.scan(f"{site.origin}/")
        assert site.asked.count(("GET", "/")) == 2 * asked
