"""The parameters of URLs that change nothing on a page."""

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet

from attrs import define, field

from sitescan.model.site_facts import PageFacts

#: The number of different values of a parameter that are tried.
_TRIES = 3


def without(url: str, names: Collection[str]) -> str:
    """Return a URL without some parameters."""
    base, _, query = url.partition("?")
    kept = [pair for pair in query.split("&") if pair and pair.partition("=")[0] not in names]
    return f"{base}?{'&'.join(kept)}" if kept else base


@define(eq=False, kw_only=True)
class Parameters:
    """
    The parameters that are dropped: those that were named, and those of one path that were tried and change nothing.

    :ivar drop: the names of parameters that are dropped on all paths.
    :ivar keep: the names of parameters that are never dropped.
    """

    drop: AbstractSet[str] = frozenset()
    keep: AbstractSet[str] = frozenset()
    _idle: set[tuple[str, str]] = field(factory=set, init=False)
    _decided: set[tuple[str, str]] = field(factory=set, init=False)
    _values: dict[tuple[str, str], dict[str, str]] = field(factory=dict, init=False)

    def dropped_of(self, url: str) -> tuple[str, ...]:
        """Return the names of the parameters of a URL that are dropped, sorted."""
        base, _, query = url.partition("?")
        names = {pair.partition("=")[0] for pair in query.split("&") if pair}
        return tuple(sorted(name for name in names if name in self.drop or (base, name) in self._idle))

    def kept(self, url: str) -> str:
        """Return a URL without the parameters that are dropped."""
        return without(url, names) if (names := self.dropped_of(url)) else url

    def undecided(self, urls: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """
        Yield each parameter that has enough values to be tried, with URLs of different values.

        Each is yielded once. The caller may drop it before it takes the next one.
        """
        for url in urls:
            base, _, query = self.kept(url).partition("?")
            for pair in filter(None, query.split("&")):
                name = pair.partition("=")[0]
                key = base, name
                if name in self.keep or key in self._decided:
                    continue
                values = self._values.setdefault(key, {})
                values.setdefault(pair, url)
                if len(values) == _TRIES:
                    del self._values[key]
                    self._decided.add(key)
                    yield name, tuple(values.values())

    def drop_on(self, url: str, name: str) -> None:
        """Drop a parameter on the path of a URL."""
        self._idle.add((url.partition("?")[0], name))


def is_same(page: PageFacts, bare: PageFacts, url: str) -> bool:
    """
    Return whether a page is the one at its URL without a parameter: it says so, or its text is the same.

    :param url: the URL without the parameter.
    """
    return page.canonical == url or (page.words > 0 and page.text_digest == bare.text_digest)
