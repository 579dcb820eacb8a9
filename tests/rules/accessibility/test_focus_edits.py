"""Edits that take elements out of the order of focus."""

import pytest

from sitescan.document.change import ElementChange
from sitescan.rules.accessibility import aria_hidden_focus, focus_without_role
from tests.document.pages import document

_LIST = "<ul tabindex=0><li>Pears</li></ul>"
_HIDDEN = "<p tabindex=0 aria-hidden=true>Pears</p>"


@pytest.mark.parametrize("html", [_LIST, _HIDDEN, "<main>" + _LIST + "<script type=application/ld+json>{}</script>"])
def test_nothing_listens(html: str) -> None:
    """An element can lose the focus on a page on which nothing listens to keys."""
    assert _takes_focus(html)


@pytest.mark.parametrize("page", [_LIST, _HIDDEN])
@pytest.mark.parametrize(
    "rest",
    [
        "<script src=menu.js></script>",
        "<script>1</script>",
        "<script type=module>1</script>",
        "<body onkeydown='go(event)'>",
        "<button onclick='go()'>Go</button>",
    ],
)
def test_something_may_listen(page: str, rest: str) -> None:
    """An element that may react to keys keeps the focus: without it, it would be for the mouse alone."""
    assert not _takes_focus(f"{rest}{page}")


@pytest.mark.parametrize(
    ("html", "takes"),
    [
        ("<a href=/ aria-hidden=true>Home</a>", False),
        ("<a href=/ aria-hidden=true>Home</a><a href=/>Home</a>", True),
        ("<a href=/ aria-hidden=true onclick='go()'>Home</a><a href=/>Home</a>", False),
        ("<a href=/ aria-hidden=true>Home</a><a href=/ tabindex=-1>Home</a>", False),
        ("<div aria-hidden=true><button>Next</button></div>", False),
        ("<div aria-hidden=true><input aria-label=Name></div>", False),
        ("<details aria-hidden=true><summary>More</summary>Pears</details>", False),
    ],
)
def test_links_and_controls(html: str, takes: bool) -> None:
    """A link can lose the focus if another one leads to the same address; a control can't."""
    assert _takes_focus(html) is takes


def _takes_focus(html: str) -> bool:
    """Return whether an edit takes an element of a page out of the order of focus."""
    page = document(f"<!doctype html><body>{html}")
    (found,) = (*focus_without_role.check(page), *aria_hidden_focus.check(page))
    assert found.change is None or isinstance(found.change, ElementChange)
    return found.change is not None and found.change.attributes.get("tabindex") == "-1"
