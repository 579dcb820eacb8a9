"""What a rule is."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Generic, Protocol, TypeVar

from attrs import field, frozen

from sitescan.model.answers import Answer
from sitescan.model.file_facts import MediaFile
from sitescan.model.outline import Place
from sitescan.model.report import Category, Fact, Severity

#: Per cent of what is left of the score that an issue takes (docs/contract.rst, "The score").
SHARES = {Severity.ERROR: 15, Severity.WARNING: 6, Severity.INFO: 1}


class Evidence(Protocol):
    """Something that rules read: a document, an exchange, the answers of a probe."""

    def place(self, at: object) -> Place | None:
        """Where in the page the thing is that a rule points at."""


#: The most that one issue takes.
MOST_SHARE = 60

E = TypeVar("E", bound=Evidence)


class Finding:
    """
    One occurrence of a fault, as a rule reports it.

    :ivar at: the element, link or resource where it is; ``None`` where the whole page is at fault.
    :param facts: what this occurrence's texts need to name. ``detail`` is shown after the place,
        ``fixed_markup`` (the markup without its fault) before how to fix it.
    """

    __slots__ = ("_facts", "at")

    def __init__(self, at: object = None, /, **facts: Fact) -> None:
        self.at = at
        self._facts: Mapping[str, Fact] | Callable[[], Mapping[str, Fact]] = facts

    @classmethod
    def lazy(cls, at: object, facts: Callable[[], Mapping[str, Fact]]) -> "Finding":
        """One whose facts take long to work out: of occurrences that are counted alone, nobody asks for them."""
        finding = cls(at)
        finding._facts = facts
        return finding

    @property
    def facts(self) -> Mapping[str, Fact]:
        """What this occurrence's texts need to name."""
        return self._facts() if callable(self._facts) else self._facts


@frozen
class Example:
    """
    A page, or a rule's other evidence, and whether the rule finds fault with it.

    :ivar bad: whether the rule reports it.
    :ivar html: the page's source.
    :ivar body: its bytes, where they are not its source in UTF-8.
    :ivar headers: response header lines, ``Name: value``.
    :ivar url: the page's address.
    :ivar status: the status it answered.
    :ivar sheets: the page's external stylesheets: URL and text.
    :ivar scripts: its external scripts: likewise.
    :ivar media: what the headers of its audio and video files say: URL and header; others could not be read.
    :ivar answers: what the URLs that it names answered.
    :ivar evidence: what the rule reads, where that is not made from a page.
    """

    bad: bool
    html: str = ""
    body: bytes = field(default=b"", kw_only=True)
    headers: tuple[str, ...] = field(default=(), kw_only=True)
    url: str = field(default="https://example.com/", kw_only=True)
    status: int = field(default=200, kw_only=True)
    sheets: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)
    scripts: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)
    media: tuple[tuple[str, MediaFile], ...] = field(default=(), kw_only=True)
    answers: tuple[Answer, ...] = field(default=(), kw_only=True)
    evidence: Evidence | None = field(default=None, kw_only=True)

    @property
    def told(self) -> tuple[str, ...]:
        """What its files and the URLs that it names say, a line each."""
        return (
            *(f"{url}: {file}" for url, file in self.media),
            *(f"{one.url}: {_answer(one)}" for one in self.answers),
        )


def _answer(answer: Answer) -> str:
    kind = answer.headers.content_type
    way = f" at {answer.final_url}" if answer.steps else ""
    return f"{answer.reason}{way}{', ' * bool(kind)}{kind}"


#: An example that the rule reports.
Bad = partial(Example, True)

#: An example that the rule has nothing to say about.
Good = partial(Example, False)


@frozen(kw_only=True)
class Rule(Generic[E]):
    """
    One thing that can be wrong with a page.

    :ivar id: ``category/name``, the name being the file's; published once, it never vanishes.
    :ivar reads: the kind of evidence that ``check`` takes.
    :ivar check: yields a :class:`Finding` for each occurrence; pure, no I/O.
    :ivar share: per cent of what is left of the score that it takes, where the severity's own
        share (:data:`SHARES`) does not fit; 0 only for an ``info``.
    :ivar title: what is wrong, as a bug tracker would say it; constant and unique, so that clients can key on it.
    :ivar description: what is wrong on this page and why it matters. ``{count}`` and the first
        occurrence's facts can be named in it (:mod:`sitescan.rules.texts`).
    :ivar recommendation: one imperative sentence.
    :ivar how_to_fix: the concrete change; facts can be named in it as well.
    :ivar sources: URLs of the standards and guides that say so.
    :ivar covers: the checks of other tools that this one answers, ``tool:check``.
    :ivar leaves_out: whether a category in which it finds something had nothing to examine: its score then is no part
        of the overall score.
    :ivar category: the category whose score it counts in.
    :ivar examples: documentation and test at once.
    """

    id: str
    reads: type[E]
    check: Callable[[E], Iterable[Finding]]
    severity: Severity
    share: int = field()
    title: str
    description: str
    recommendation: str
    how_to_fix: str
    sources: tuple[str, ...]
    covers: tuple[str, ...] = ()
    examples: tuple[Example, ...]
    leaves_out: bool = False
    category: Category = field(init=False)

    @share.default
    def _share(self) -> int:
        return SHARES[self.severity]

    @category.default
    def _category(self) -> Category:
        return Category(self.id.partition("/")[0])
