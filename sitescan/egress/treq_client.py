"""treq's client, without the agents that it puts around the one that it is given."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from treq.client import HTTPClient
from treq.cookies import IndexableCookieJar
from twisted.web.iweb import IAgent

_Method = TypeVar("_Method", bound=Callable[..., Any])

#: treq wants a cookie jar for each client and for each request. Nothing is ever put into this one.
NO_COOKIES = IndexableCookieJar()


def _with(method: _Method, **others: object) -> _Method:
    """
    A function that finds others under some of the global names that it uses.

    :raises ImportError: where it does not use them, so that what they stand for is not there unnoticed.
    """
    function = cast("FunctionType", method)
    missing = others.keys() - set(function.__code__.co_names)
    if missing:
        raise ImportError(f"{function.__qualname__} does not use {', '.join(sorted(missing))} in this version of treq")
    named = {**function.__globals__, **others}
    made = FunctionType(function.__code__, named, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return cast("_Method", made)


def _itself(agent: IAgent, _: object) -> IAgent:
    """Instead of another agent around it."""
    return agent


class PlainClient(HTTPClient):
    """
    treq's client, whose requests reach the agent as they are, and whose responses are the agent's.

    treq has no way to leave out its agents. The one for cookies keeps what strangers set, and parses the URL of each
    request for it: a fifteenth of all that a scan takes in the server process. The one that decodes bodies turns 64 KiB
    into 67 MB before any limit acts; :mod:`sitescan.egress.body` decodes instead.
    """

    request = _with(HTTPClient.request, CookieAgent=_itself, ContentDecoderAgent=_itself)

    def __init__(self, agent: IAgent) -> None:
        super().__init__(agent, NO_COOKIES)
