"""What a page's load is simulated from, and what comes of it."""

from collections.abc import Mapping

from attrs import field, frozen
from msgspec import Struct

from sitescan.model.page_load import LoadEstimates, PageLoad


class FileFacts(Struct, frozen=True, kw_only=True, gc=False):
    """
    What the network said of a file.

    :ivar size: bytes as sent; ``None`` where they are not known.
    :ivar missing: whether browsers get no file for it, but an answer that says so.
    :ivar unreachable: whether its server can't be reached.
    :ivar packed: whether it comes compressed.
    :ivar redirects: redirects before it.
    """

    size: int | None = None
    missing: bool = False
    unreachable: bool = False
    packed: bool = False
    redirects: int = 0


@frozen(kw_only=True)
class PageFacts:
    """
    What is simulated.

    :ivar url: the page.
    :ivar size: its bytes as sent.
    :ivar server: milliseconds that its server took to answer.
    :ivar redirects: the origins that redirected to it, first to last.
    :ivar icon: bytes of its icon, which browsers load when all is done.
    :ivar files: facts by URL.
    :ivar multiplexed: whether its origin speaks HTTP/2; other origins are taken to do so over TLS.
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
    What the simulation of a page's load says.

    :ivar estimates: when content appears, and what decides that.
    :ivar gains: milliseconds by which fixes make content appear sooner, by the id of the rule that asks for the fix;
        one that gains next to nothing is left out.
    """

    estimates: LoadEstimates = LoadEstimates()
    gains: Mapping[str, int] = field(factory=dict)
