"""The parameters of URLs that change nothing on a page."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from attrs import define, field

from sitescan.model.site_facts import PageFacts

#: The number of different values of a parameter that are tried.
_TRIES = 3


def without(url: str, names: Collection[str]) -> str:
    """Return a URL without some parameters."""
    base, pairs = _parts(url)
    kept = [pair for pair in pairs if _name(pair) not in names]
    path = base + "".join(pair for pair in kept if pair.startswith(";"))
    query = "&".join(pair for pair in kept if not pair.startswith(";"))
    return f"{path}?{query}" if query else path


def _parts(url: str) -> tuple[str, Sequence[str]]:
    """Return a URL without parameters, and its parameters; those of its path, as servlets write them, have a ``;``."""
    path, _, query = url.partition("?")
    folder, slash, last = path.rpartition("/")
    name, *of_path = last.split(";")
    return f"{folder}{slash}{name}", [*(f";{pair}" for pair in of_path), *filter(None, query.split("&"))]


def _name(pair: str) -> str:
    return pair.removeprefix(";").partition("=")[0]


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
    _first: dict[tuple[str, tuple[str, ...]], str] = field(factory=dict, init=False)
    _values: dict[tuple[str, str], dict[str, str]] = field(factory=dict, init=False)

    def dropped_of(self, url: str) -> tuple[str, ...]:
        """Return the names of the parameters of a URL that are dropped, sorted."""
        base, pairs = _parts(url)
        names = set(map(_name, pairs))
        return tuple(sorted(name for name in names if name in self.drop or (base, name) in self._idle))

    def kept(self, url: str) -> str:
        """Return a URL without the parameters that are dropped, as it was first seen in any order of the others."""
        if "?" not in url and ";" not in url:
            return url
        kept = without(url, names) if (names := self.dropped_of(url)) else url
        base, pairs = _parts(kept)
        return self._first.setdefault((base, tuple(sorted(pairs, key=_name))), kept)

    def undecided(self, urls: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """
        Yield each parameter that has enough values to be tried, with URLs of different values.

        Each is yielded once. The caller may drop it before it takes the next one.
        """
        for url in urls:
            base, pairs = _parts(self.kept(url))
            for pair in pairs:
                name = _name(pair)
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
        self._idle.add((_parts(url)[0], name))


def is_same(page: PageFacts, bare: PageFacts, url: str) -> bool:
    """
    Return whether a page is the one at its URL without a parameter: it says so, or its text is the same.

    :param url: the URL without the parameter.
    """
    return page.canonical == url or (page.words > 0 and page.text_digest == bare.text_digest)
