"""The input and the result of the simulation of a page load."""

from collections.abc import Mapping

from attrs import field, frozen
from msgspec import Struct

from sitescan.model.page_load import LoadEstimates, LoadGain, LoadStep, PageLoad


class FileFacts(Struct, frozen=True, kw_only=True, gc=False):
    """
    The facts about a file that requests have shown.

    :ivar size: the size in bytes as sent; ``None`` if unknown.
    :ivar missing: whether the response is an error.
    :ivar unreachable: whether its server can't be reached.
    :ivar packed: whether it is sent compressed.
    :ivar redirects: the number of redirects before it.
    """

    size: int | None = None
    missing: bool = False
    unreachable: bool = False
    packed: bool = False
    redirects: int = 0


@frozen(kw_only=True)
class SimulatedPage:
    """
    The facts about a page and its files that its load is simulated from.

    :ivar url: the URL of the page.
    :ivar size: the size of the page in bytes as sent.
    :ivar server: the response time of its server in milliseconds.
    :ivar redirects: the origins that redirected to it, in order.
    :ivar icon: the size of its icon in bytes; browsers load it last.
    :ivar files: the facts about its files by URL.
    :ivar multiplexed: whether its origin supports HTTP/2; other origins are assumed to support it over TLS.
    """

    url: str
    size: int
    server: float = 0.0
    redirects: tuple[str, ...] = ()
    icon: int = 0
    files: Mapping[str, FileFacts] = field(factory=dict)
    multiplexed: bool = False
    load: PageLoad = PageLoad()


@frozen(kw_only=True)
class SimulatedLoad:
    """
    The result of the simulation of a page load.

    :ivar estimates: the times at which content appears and the files that determine them.
    :ivar gains: what the fix of a rule alone gains, by rule id; negligible gains are omitted.
    :ivar plan: the fixes that gain something together, in the order in which content appears soonest.
    :ivar late_images: the URLs of the images whose size is known only after the content around them is painted.
    """

    estimates: LoadEstimates = LoadEstimates()
    gains: Mapping[str, LoadGain] = field(factory=dict)
    plan: tuple[LoadStep, ...] = ()
    late_images: frozenset[str] = frozenset()
