"""The facts read from the content of a linked page."""

from urllib.parse import unquote

from attrs import frozen


@frozen(kw_only=True)
class LinkedPage:
    """
    The facts about a linked page.

    :ivar missing: the fragments of links, as written, whose targets the page certainly does not have.
    :ivar unverified: those whose targets its source does not have, but which its scripts may add.
    :ivar not_found: whether its text says that the page was not found, whatever its status.
    :ivar content: a hash of its source; empty if scripts or a login may change the content.
    :ivar heading: a hash of its title, first heading and description; empty if it lacks title or heading.
    :ivar noindex: whether it asks search engines not to show it.
    :ivar canonical: its absolute canonical URL; empty if it names none.
    :ivar alternates: the absolute URLs without fragment of its first versions in other languages.
    """

    missing: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    not_found: bool = False
    content: str = ""
    heading: str = ""
    noindex: bool = False
    canonical: str = ""
    alternates: tuple[str, ...] = ()


#: The least number of links to parts that show whether the parts are in the source, and how many of ten must be.
_LEAST_LINKS, _OF_TEN = 20, 9


def are_parts_written(named: int, absent: int) -> bool:
    """
    Return whether the parts of pages are in their source, as the links to them show, and are not made by scripts.

    Of 26,968 links to parts in documentation whose pages load scripts, 99.65 % led to a part in the source.

    :param named: the number of parts that links name.
    :param absent: how many of these the source lacks.
    """
    return named >= _LEAST_LINKS and (named - absent) * 10 >= named * _OF_TEN


def is_element_fragment(fragment: str) -> bool:
    """Return whether a fragment names an element, rather than the top, a text, a view or the state of a script."""
    part = fragment.partition(":~:")[0]
    return (
        bool(part)
        and unquote(part).lower() != "top"
        and not part.startswith(("!", "/", "svgView("))
        and "=" not in part
    )


def names_of_part(fragment: str) -> tuple[str, ...]:
    """Return the ids and names of which an element must have one for a fragment to lead to it."""
    part = fragment.partition(":~:")[0]
    # GitHub and its imitators prefix the ids of user content.
    return part, unquote(part), f"user-content-{unquote(part)}".lower()
