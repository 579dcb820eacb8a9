"""The parts of a rule: evidence, findings, examples, and the rule itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import partial
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from attrs import Attribute, evolve, field, frozen

from sitescan.charging import LOAD_TIME, SHARES, ChargedBy, Scale
from sitescan.document.change import Change
from sitescan.document.fragment_elements import Scope
from sitescan.model.answers import Answer
from sitescan.model.file_facts import MediaFile
from sitescan.model.outline import Place
from sitescan.model.rendered import MixedRequest, ScriptError
from sitescan.model.report import Category, Fact, Severity
from sitescan.model.site import Site
from sitescan.rules.server_configuration import ServerSetting


class Evidence(Protocol):
    """The input of a rule: a document, an HTTP exchange, or the answers of the network."""

    @property
    def complete(self) -> bool:
        """Whether all of it was read or answered; if not, a rule that finds nothing may have missed something."""

    def place(self, at: object) -> Place | None:
        """Return the place in the page of the object that a finding refers to."""


E = TypeVar("E", bound=Evidence)


class Finding:
    """
    One occurrence of a fault.

    The issue takes severity and magnitude from its first finding.

    :ivar at: the element, link or resource with the fault; ``None`` if the whole page has it.
    :ivar severity: one of the rule's ``severities``; ``None`` for the rule's own.
    :ivar magnitude: how large the fault is, by which the rule's ``scale`` lets the share grow.
    :ivar change: the change that removes it; ``None`` if none is known.
    :ivar screen: the screen that it was found on, ``desktop`` or ``phone``; an empty string if it was found on both.
    :ivar frame: the document of the frame that it was found in; ``None`` if it was found in the page itself.
    :ivar where: words that say the only screen or the frame; otherwise empty.
    :param facts: the values that the rule's texts name. ``detail`` is shown after the place, and ``fixed_markup`` (the
        markup without the fault, by default that of the change) before ``how_to_fix``.
    """

    __slots__ = ("_facts", "at", "change", "frame", "magnitude", "screen", "severity", "where")

    def __init__(self, at: object = None, /, *, change: Change | None = None, **facts: Fact) -> None:
        self.at = at
        self.change = change
        self.screen = self.where = ""
        self.frame: Evidence | None = None
        self.severity: Severity | None = None
        self.magnitude = 0.0
        self._facts: Mapping[str, Fact] | Callable[[], Mapping[str, Fact]] = facts

    @classmethod
    def lazy(cls, at: object, facts: Callable[[], Mapping[str, Fact]]) -> "Finding":
        """
        Return a finding whose facts take long to compute.

        ``facts`` is not called for occurrences that are only counted.
        """
        finding = cls(at)
        finding._facts = facts
        return finding

    def of_magnitude(self, magnitude: float) -> "Finding":
        """Set the magnitude of the fault, in the unit of the rule's ``scale``, and return it."""
        self.magnitude = float(magnitude)
        return self

    def of_severity(self, severity: Severity) -> "Finding":
        """Set the severity of this occurrence, and return it."""
        self.severity = severity
        return self

    def of_screen(self, screen: str) -> "Finding":
        """Set the only screen that the fault was found on, and return the finding."""
        self.screen, self.where = screen, f"on {screen}s"
        return self

    def of_frame(self, frame: Evidence, where: str) -> "Finding":
        """Set the document of the frame that the fault was found in, and words that say so; return the finding."""
        self.frame, self.where = frame, where
        return self

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The values that the rule's texts name, and where it was found if that is one screen or a frame."""
        facts = self._facts() if callable(self._facts) else self._facts
        if not self.where:
            return facts
        detail = str(facts.get("detail", "")).removesuffix(".")
        screen = {"screen": self.screen} if self.screen else {}
        return {**facts, **screen, "detail": f"{detail}; {self.where}" if detail else self.where}


Findings: TypeAlias = Iterator[Finding]
"""The result of a check: a finding for each occurrence of the fault."""


@frozen
class Example:
    """
    A page or other evidence, and whether the rule reports it.

    :ivar bad: whether the rule reports it.
    :ivar html: the source of the page.
    :ivar rendered: the source of the rendered page, if its scripts change it.
    :ivar boxes: the bounds of elements by id (left, top, width, height), as a browser would measure them in the
        rendered page.
    :ivar narrow: the same in a window of 320 pixels.
    :ivar shifts: the layout shifts that a browser would measure: the id of the element that moves, and the score.
    :ivar tried: the ids of elements to which a browser would give the focus, and whether that changes anything visible.
    :ivar unused: its external scripts in a browser: URL, characters that don't run, and all characters.
    :ivar errors: the errors that its scripts report in a browser.
    :ivar mixed: its requests over plain HTTP, as a browser would measure them.
    :ivar body: the bytes of the page, if they are not its source in UTF-8.
    :ivar headers: the lines of the response header, ``Name: value``.
    :ivar url: the URL of the page.
    :ivar status: the status code of the response.
    :ivar sheets: the external stylesheets of the page: URL and text.
    :ivar scripts: the external scripts of the page: URL and text.
    :ivar media: the headers of its audio and video files by URL; files that are not named could not be read.
    :ivar answers: the answers for the URLs that the page names.
    :ivar evidence: the evidence itself, if it is not made from a page.
    """

    bad: bool
    html: str = ""
    rendered: str | None = field(default=None, kw_only=True)
    boxes: tuple[tuple[str, tuple[int, int, int, int]], ...] = field(default=(), kw_only=True)
    narrow: tuple[tuple[str, tuple[int, int, int, int]], ...] = field(default=(), kw_only=True)
    shifts: tuple[tuple[str, float], ...] = field(default=(), kw_only=True)
    tried: tuple[tuple[str, bool], ...] = field(default=(), kw_only=True)
    unused: tuple[tuple[str, int, int], ...] = field(default=(), kw_only=True)
    errors: tuple[ScriptError, ...] = field(default=(), kw_only=True)
    mixed: tuple[MixedRequest, ...] = field(default=(), kw_only=True)
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
    def network(self) -> tuple[str, ...]:
        """What a browser has measured, the media files and the answers, one line of text each."""
        return (
            *(f"#{name}: {_bounds(bounds)}" for name, bounds in self.boxes),
            *(f"#{name} in a window of 320 px: {_bounds(bounds)}" for name, bounds in self.narrow),
            *(f"#{name}: moves, layout shift score {score}" for name, score in self.shifts),
            *(f"#{name}: {'shows' if shows else 'does not show'} the focus" for name, shows in self.tried),
            *(f"{url}: {unused:,} of {size:,} characters don't run" for url, unused, size in self.unused),
            *(f"{error.url or 'unknown script'}, line {error.line}: {error.text}" for error in self.errors),
            *(
                f"{request.url}: {'blocked' if request.blocked else 'upgraded'} by the browser"
                for request in self.mixed
            ),
            *(f"{url}: {file}" for url, file in self.media),
            *(f"{answer.url}: {_answer(answer)}" for answer in self.answers),
        )


def _bounds(bounds: tuple[int, int, int, int]) -> str:
    left, top, width, height = bounds
    return f"{width} by {height} px at {left}, {top}"


def _answer(answer: Answer) -> str:
    kind = answer.headers.content_type
    target = f" at {answer.final_url}" if answer.steps else ""
    return f"{answer.reason}{target}{', ' * bool(kind)}{kind}"


#: An example that the rule reports.
Bad = partial(Example, True)

#: An example that the rule does not report.
Good = partial(Example, False)


class Status(Enum):
    """The stage in the life of a rule (docs/stability.rst, "The life of a rule")."""

    PREVIEW = "preview"
    STABLE = "stable"
    DEPRECATED = "deprecated"


@frozen(kw_only=True)
class SiteWideCheck:
    """
    How a rule about pages finds its fault on a whole site: once for all pages that have it, with texts that name them.

    :ivar check: a pure function that yields a :class:`Finding` for each fault.
    :ivar description: the fault, and why it matters. It can name the facts of the finding.
    :ivar how_to_fix: the concrete change; it can name facts, too.
    :ivar examples: documentation and test at once.
    """

    check: Callable[[Site], Iterable[Finding]]
    description: str
    how_to_fix: str
    examples: tuple[Example, ...]


def _names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(names)


@frozen(kw_only=True)
class Rule(Generic[E]):
    """
    A check for one kind of fault.

    :ivar check: a pure function that yields a :class:`Finding` for each occurrence.
    :ivar id: ``category/name``, the names of the folder and the file of ``check``; a published id never vanishes.
    :ivar former_ids: the ids of rules that it has taken over, which configurations may still name.
    :ivar since: the version that the rule came with.
    :ivar status: the stage in its life; a rule in preview costs no points.
    :ivar reads: the type of evidence that ``check`` takes, as it is annotated.
    :ivar severity: the severity of an issue, unless its first finding has another.
    :ivar severities: all severities that a finding may have, the mildest first.
    :ivar share: the least percentage of the remaining points that an issue costs; by default that of the severity
        (:data:`sitescan.charging.SHARES`). A rule with a share of 0 is an ``info`` and never costs points.
    :ivar scale: how the share grows with the magnitude of the fault, if it does.
    :ivar charged_by: the rules that charge for the fault instead, if they find something.
    :ivar fact: whether it tells something about the page that asks for no change.
    :ivar momentary: whether the fault may come and go without a change of the site, as a slow answer does.
    :ivar title: the fault, as a bug tracker would name it; constant and unique, because clients use it as a key.
    :ivar passed: what is true of every page that the rule applies to and finds nothing in, in positive words; empty for
        a fact.
    :ivar subjects: names of elements and attributes (``[role]``; ``[aria-*]`` for all ARIA attributes). The rule
        doesn't apply to a page that has none of them. Empty if its subject is not an element.
    :ivar applies: returns whether the rule applies to evidence in which it finds nothing, so that ``passed`` is true of
        it; by default, it always applies.
    :ivar needs: returns whether the rule could see everything that it depends on, if it applies; by default, it could.
    :ivar scope: the part of the source that a finding depends on, which has to be seen: of a template, only faults of
        its elements and tags are certain.
    :ivar in_frames: whether the documents in the page's frames are judged too; by default, those of accessibility are
        if the scope is not the page.
    :ivar description: the fault on this page, and why it matters. It can name ``{count}`` and the facts of the first
        finding (:mod:`sitescan.rules.texts`).
    :ivar recommendation: one imperative sentence.
    :ivar how_to_fix: the concrete change; it can name facts, too.
    :ivar shows_change: whether the markup that a change makes is shown before ``how_to_fix``; otherwise that says it.
    :ivar setting: the setting of the web server that removes the fault, if there is one for all sites; it can name
        facts, too.
    :ivar sources: the URLs of standards and guides.
    :ivar covers: the equivalent checks of other tools, ``tool:check``.
    :ivar leaves_out: whether a finding means that the category had nothing to examine, so that its score is not part of
        the overall score.
    :ivar categories: the categories whose issues the rule reports; by default the one that its id names.
    :ivar examples: documentation and test at once.
    :ivar site_wide: how it finds the fault on a whole site, if it does.
    """

    check: Callable[[E], Iterable[Finding]]
    id: str = field()
    reads: type[E] = field()
    former_ids: tuple[str, ...] = ()
    since: str = "1.0.0"
    status: Status = field(default=Status.STABLE)
    charged_by: ChargedBy | None = None
    severity: Severity
    severities: tuple[Severity, ...] = field()
    share: int = field()
    scale: Scale | None = None
    fact: bool = False
    momentary: bool = False
    title: str
    passed: str = ""
    subjects: frozenset[str] = field(default=frozenset(), converter=_names)
    applies: Callable[[E], object] | None = None
    needs: Callable[[E], object] | None = None
    scope: Scope = "page"
    in_frames: bool = field()
    description: str
    recommendation: str
    how_to_fix: str
    shows_change: bool = True
    setting: ServerSetting | None = None
    sources: tuple[str, ...]
    covers: tuple[str, ...] = ()
    examples: tuple[Example, ...]
    site_wide: SiteWideCheck | None = None
    leaves_out: bool = False
    categories: tuple[Category, ...] = field()

    @id.default  # noqa: A003 - the attribute, not the builtin
    def _id_of_module(self) -> str:
        category, name = self.check.__module__.split(".")[-2:]
        return f"{category}/{name.replace('_', '-')}"

    @reads.default
    def _evidence_of_check(self) -> type[E]:
        evidence: type[E] = next(iter(self.check.__annotations__.values()))
        return evidence

    @severities.default
    def _own_severity(self) -> tuple[Severity, ...]:
        # A cause of delay is as grave as what it delays.
        return (self.severity,) if self.charged_by is not LOAD_TIME else tuple(reversed(Severity))

    @severities.validator
    def _includes_own(self, _: "Attribute[tuple[Severity, ...]]", severities: tuple[Severity, ...]) -> None:
        if self.severity not in severities:
            raise ValueError(f"{self.id}: {self.severity} is not among the severities")

    @status.validator
    def _preview_is_free(self, _: "Attribute[Status]", status: Status) -> None:
        if status is Status.PREVIEW and self.share:
            raise ValueError(f"{self.id}: a rule in preview costs no points")

    @property
    def of_site(self) -> "Rule[Site] | None":
        """The rule as it judges a whole site; ``None`` if it doesn't."""
        if self.site_wide is None:
            return None
        of_page: Rule[Any] = self
        return evolve(
            of_page,
            check=self.site_wide.check,
            reads=Site,
            description=self.site_wide.description,
            how_to_fix=self.site_wide.how_to_fix,
            examples=self.site_wide.examples,
            site_wide=None,
            applies=None,
            needs=None,
            scale=None,
        )

    def published(self, severity: Severity | None) -> Severity:
        """
        Return the severity of an issue whose first finding has this severity.

        :raises ValueError: if it is not among the severities that the rule publishes.
        """
        if severity is not None and severity not in self.severities:
            raise ValueError(f"{self.id}: {severity} is not among the severities")
        return severity or self.severity

    @share.default
    def _share_of_severity(self) -> int:
        return SHARES[self.severity]

    @in_frames.default
    def _if_about_elements(self) -> bool:
        return self.scope != "page" and self.id.startswith("accessibility/")

    @categories.default
    def _category_of_id(self) -> tuple[Category, ...]:
        return (Category(self.id.partition("/")[0]),)
