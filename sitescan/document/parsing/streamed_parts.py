"""
Parts of a page that React sends later than the rest and moves into their place.

They arrive in hidden elements, each followed by a script that puts it in the place of its fallback:
https://react.dev/reference/react/Suspense#revealing-content-together-at-once
"""

from bs4 import BeautifulSoup
from bs4.element import Tag

from sitescan.document.tree import attr
from sitescan.standards.lazy_pattern import lazy_pattern

#: A call that completes a boundary, with or without stylesheets to wait for: the place, and the id of the part.
_CALL = lazy_pattern(
    r"\$R[CR]\(\s{0,9}[\"'][\w-]{0,50}B:[\w-]{1,50}[\"']\s{0,9},\s{0,9}[\"']([\w-]{0,50}S:[\w-]{1,50})[\"']"
)


def reveal(soup: BeautifulSoup, text: str) -> None:
    """
    Show the parts that scripts of the page move into their place, which then are hidden no longer.

    They stay where they are in the tree, near the end of the body.

    :param soup: the tree, which is changed.
    :param text: the source.
    """
    moved = set(_CALL.findall(text)) if "$R" in text else set[str]()
    node = soup.next_element if moved else None
    while node is not None:
        if isinstance(node, Tag) and node.name == "div" and attr(node, "id", "") in moved:
            node.attrs.pop("hidden", None)
        node = node.next_element
