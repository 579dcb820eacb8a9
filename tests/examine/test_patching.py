"""The patches that a child makes of a page."""

from sitescan.examine.messages import PatchJob
from sitescan.examine.patching import patches
from sitescan.model.exchange import Exchange
from sitescan.model.fix import Moved

_URL = "https://example.com/"
_RULE = "links/redirect-permanent"


def test_changes_of_rule_are_limited() -> None:
    """A patch changes at most 200 elements for a rule."""
    moved = Moved(url=f"{_URL}a", to=f"{_URL}b", elements=("a",))
    exchange = Exchange(requested=_URL, url=_URL, status=200)
    job = PatchJob(exchange=exchange, parser="turbohtml", fixes={}, changes={_RULE: (moved,)})
    made = patches(job, b"<!doctype html>" + b"<a href=/a>Pears</a>" * 201)
    assert made.changes == 200
    assert made.whole.count("/b") == 200
