"""Links that do something when they are followed, such as a logout."""

import re
from itertools import pairwise

from bs4.element import Tag

from sitescan.document.tree import attr
from sitescan.standards.lazy_pattern import lazy_pattern

#: The ends of a session or of a subscription, wherever they are a whole segment of a path.
_END = (
    r"log[-_]?out|log[-_]?off|sign[-_]?out|sign[-_]?off|unsubscribe|abmelden|abbestellen|(?:se-)?deconnexion|uitloggen|"
    r"uitschrijven|cerrar-sesion|logga-ut"
)

#: The verbs of other requests with side effects. Alone they may be the name of a page: ``/sql/delete``.
_VERB = (
    r"add|remove|delete|undelete|destroy|trash|erase|purge|cancel|buy|vote|upvote|downvote|like|unlike|follow|unfollow|"
    r"subscribe|approve|reject|accept|decline|confirm|dismiss|publish|unpublish|revoke|restore|revert|rollback|activate|"
    r"deactivate|enable|disable|ban|unban|toggle|increment|decrement|empty|clear|reset|unmark|unwatch"
)

#: What such requests change that needs no number: each visitor has one.
_OWN = r"sessions?|cart|basket|bag|wish-?list|favou?rites?|compare|subscriptions?"

#: The number or the opaque id of a thing, but not a year.
_ID = r"(?!(?:19|20)[0-9]{2}$)[0-9]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[a-z]*[0-9])[0-9a-z]{16,}"

_ENDS = lazy_pattern(rf"(?:{_END})(?:\.[a-z]{{2,5}})?", re.I)
_ACTS = lazy_pattern(
    rf"(?:{_VERB})(?:[-_]?(?:(?:to|from)[-_]?)?(?:{_OWN}|item|product))?(?:\.(?:php|aspx?|jsp|do))?", re.I
)
_THING = lazy_pattern(rf"{_ID}|{_OWN}", re.I)
_NUMBERED = lazy_pattern(rf"(?:id|item|product|sku|[a-z]+_?id)=.|(?:[^=]*=)?(?:{_ID})$", re.I)
_NAMES_ACTION = lazy_pattern(
    rf"(?:action|act|cmd|do|event|func|_?method|mode|op|task)=(?:[a-z]+[._-])?(?:{_END}|{_VERB})(?-i:(?![a-z]))", re.I
)

#: The attributes by which common libraries send a link with another method: Rails, Turbo, htmx.
_METHODS = ("data-method", "data-turbo-method")
_REQUESTS = ("hx-post", "hx-put", "hx-patch", "hx-delete")


def may_act(path: str, tag: Tag | None = None) -> bool:
    """
    Return whether following a link may end a session or change something.

    :param path: the path that it leads to, with its query.
    :param tag: the element, which may name another method than ``GET``.
    """
    if tag is not None and (
        any(attr(tag, name, "").lower() not in ("", "get") for name in _METHODS)
        or any(name in tag.attrs for name in _REQUESTS)
    ):
        return True
    segments, parameters = _parts(path)
    if any(map(_ENDS.fullmatch, segments)) or any(map(_NAMES_ACTION.match, parameters)):
        return True
    names = [parameter.partition("=")[0] for parameter in parameters]
    if any(_ENDS.fullmatch(name) or _ACTS.fullmatch(name) for name in names):
        return True
    if segments and _ACTS.fullmatch(segments[-1]) and any(map(_NUMBERED.match, parameters)):
        return True
    return any(
        (_ACTS.fullmatch(one) and _THING.fullmatch(other)) or (_THING.fullmatch(one) and _ACTS.fullmatch(other))
        for one, other in pairwise(segments)
    )


def _parts(path: str) -> tuple[list[str], list[str]]:
    """Return the segments of a path and the parameters of its query."""
    before, _, query = path.partition("?")
    return [segment for segment in before.split("/") if segment], [pair for pair in query.split("&") if pair]
