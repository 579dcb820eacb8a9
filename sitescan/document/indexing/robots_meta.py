"""The indexing directives of a page: ``<meta name="robots">`` and ``X-Robots-Tag``."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.document.views import view
from sitescan.model.exchange import Exchange

#: The user agents whose directives are read: all, and the two crawlers on which search engines rely.
AGENTS = {"robots": "all search engines", "googlebot": "Google", "bingbot": "Bing"}

_VALUED = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
_DATES = ("%d-%b-%Y %H:%M:%S %Z", "%d-%b-%Y", "%d-%b-%y %H:%M:%S %Z", "%d %b %Y", "%Y/%m/%d")


@frozen(kw_only=True)
class Directive:
    """
    A robots directive.

    :ivar name: the name in lower case: ``noindex``, ``max-snippet``, ...
    :ivar value: the value after the colon, or an empty string.
    :ivar agent: a key of :data:`AGENTS`, or another crawler's name in lower case.
    :ivar tag: the ``meta`` element, or ``None`` for the header field.
    """

    name: str
    value: str = ""
    agent: str = "robots"
    tag: Tag | None = None

    @property
    def written(self) -> str:
        """The directive as written."""
        return f"{self.name}: {self.value}" if self.value else self.name

    @property
    def source(self) -> str:
        """A description of where the directive was found."""
        return "robots meta tag" if self.tag is not None else "X-Robots-Tag header"


@view
def robots_directives(document: Document) -> Sequence[Directive]:
    """
    Return the directives for all crawlers, Google's and Bing's, those of meta tags first.

    https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
    """
    found = [*_from_metas(document), *_from_headers(document.exchange)]
    return tuple(directive for directive in found if directive.agent in AGENTS)


def exclusions(document: Document) -> Sequence[Directive]:
    """Return the directives that exclude the page from an index: the strictest one applies."""
    now = document.exchange.fetched_at
    return [
        directive
        for directive in robots_directives(document)
        if directive.name in ("noindex", "none") or is_expired(directive, now)
    ]


def for_all(directives: Sequence[Directive]) -> bool:
    """Return whether directives apply to all search engines, or to both Google and Bing."""
    agents = {directive.agent for directive in directives}
    return "robots" in agents or agents >= AGENTS.keys() - {"robots"}


def is_expired(directive: Directive, now: float) -> bool:
    """Return whether the date of an ``unavailable_after`` has passed; false if it is invalid."""
    if directive.name != "unavailable_after":
        return False
    moment = _moment(directive.value)
    return moment is not None and moment < datetime.fromtimestamp(now, UTC)


def _from_metas(document: Document) -> Iterator[Directive]:
    for agent in AGENTS:
        for meta in document.metas(agent):
            if attr(meta, "name") is not None and not document.in_noscript(meta):
                for name, value in _split(attr(meta, "content", "")):
                    yield Directive(name=name, value=value, agent=agent, tag=meta)


def _from_headers(exchange: Exchange) -> Iterator[Directive]:
    for line in exchange.headers.all("x-robots-tag"):
        agent = "robots"
        for name, value in _split(line):
            if value and name not in _VALUED:
                # In "googlebot: noindex, nofollow" the name applies to the rest of the line.
                agent = name
                own, _, rest = value.partition(":")
                yield Directive(name=own.strip().lower(), value=rest.strip(), agent=agent)
            else:
                yield Directive(name=name, value=value, agent=agent)


def _split(content: str) -> Iterator[tuple[str, str]]:
    """Iterate over the directives of a list, as lower-case name and value."""
    parts = content.split(",")
    number = 0
    while number < len(parts):
        name, colon, value = (part.strip() for part in parts[number].partition(":"))
        number += 1
        if not colon:
            yield from ((word.lower(), "") for word in name.split())
            continue
        # The comma of "Wed, 25 Jun 2025" is part of the date.
        if name.lower() == "unavailable_after" and value.isalpha() and number < len(parts):
            value = f"{value}, {parts[number].strip()}"
            number += 1
        yield name.lower(), value


def _moment(written: str) -> datetime | None:
    for read in _READERS:
        try:
            moment = read(written)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return None


def _read(form: str, written: str) -> datetime:
    return datetime.strptime(written, form)  # noqa: DTZ007 - the caller sets the zone


_READERS: tuple[Callable[[str], datetime], ...] = (
    datetime.fromisoformat,
    parsedate_to_datetime,
    *(partial(_read, form) for form in _DATES),
)
