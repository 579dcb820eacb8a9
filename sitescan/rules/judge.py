"""Run rules on evidence; a rule that raises an exception does not stop the others."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice
from operator import attrgetter
from typing import Any

from attrs import define, field

from sitescan.document.accessibility.frame_documents import FrameDocument, frame_documents
from sitescan.document.change import Change
from sitescan.document.document import Document
from sitescan.document.fragment_elements import Scope
from sitescan.model.evidence import check_failed
from sitescan.model.fix import Fix, Moved, Sized
from sitescan.model.report import Category, Fact, Judged, Judgement, Occurrence
from sitescan.rules.both_screens import findings, screens
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Evidence, Finding, Rule

#: The number of a rule's occurrences that are kept with their place; further occurrences are only counted.
KEPT = 50

#: The same number for answers of the network. Settings limit the number of requests.
KEPT_OF_ANSWERS = 1000

#: The number of characters that are kept of a fact.
_LONGEST = 1000

_IS_COMPLETE = attrgetter("complete")


class RuleFailed(Exception):
    """
    A rule raised an exception, which is the cause of this one.

    :ivar rule: the id of the rule.
    :ivar title: its title.
    """

    def __init__(self, rule: Rule[Any]) -> None:
        super().__init__(rule.id)
        self.rule, self.title = rule.id, rule.title


def judge(
    rule: Rule[Any], evidence: Evidence, kept: int = KEPT, fix_of: Callable[[Change], Fix | None] | None = None
) -> Judgement | None:
    """
    Run one rule on each screen and in frames, and return its judgement, or ``None`` if it finds nothing.

    :param kept: the number of occurrences that are kept with their place.
    :param fix_of: returns the edits for a change of the page; by default, occurrences have no fix.
    :raises RuleFailed: if the rule raises any exception but :exc:`MemoryError`.
    """
    try:
        found = _shown(findings(rule, evidence), evidence, rule.scope)
        if frames := _frames(rule, evidence):
            found = chain(found, *(_found_in(frame, rule) for frame in frames))
        first = next(found, None)
        if first is None:
            return None
        listed = [first, *islice(found, kept - 1)]
        severity = rule.published(first.severity)
        occurrences = tuple(_occurrence(rule, finding, evidence, fix_of) for finding in listed)
        count = len(listed) + sum(1 for _ in found)
    except MemoryError:
        raise
    except Exception as problem:
        raise RuleFailed(rule) from problem
    return Judgement(rule=rule.id, count=count, occurrences=occurrences, severity=severity, magnitude=first.magnitude)


def _frames(rule: Rule[Any], evidence: Evidence) -> Sequence[FrameDocument]:
    """Return the documents in the frames of a page that a rule is about too."""
    if rule.in_frames and isinstance(evidence, Document) and evidence.has_frames:
        return frame_documents(evidence)
    return ()


def _found_in(frame: FrameDocument, rule: Rule[Any]) -> Iterator[Finding]:
    return (finding.of_frame(frame, frame.where) for finding in _shown(findings(rule, frame), frame, rule.scope))


@define
class RuleResults:
    """
    The results of rules that run one after the other.

    A rule that finds nothing has passed, or doesn't apply. One that may have missed something is neither, and a fact
    has nothing to pass.

    :ivar kept: the number of a rule's occurrences that are kept with their place.
    :ivar fix_of: returns the edits for a change of the page; by default, occurrences have no fix.
    :ivar lacking: the ids of the rules whose subject the page lacks.
    :ivar judgements: one judgement for each rule that found something.
    :ivar failures: the exceptions of the rules that raised one.
    """

    kept: int = KEPT
    fix_of: Callable[[Change], Fix | None] | None = None
    lacking: frozenset[str] = frozenset()
    judgements: list[Judgement] = field(factory=list, init=False)
    failures: list[RuleFailed] = field(factory=list, init=False)
    _applying: dict[str, bool] = field(factory=dict, init=False)

    @property
    def passed(self) -> tuple[str, ...]:
        """The ids of the rules that apply and could see everything they need."""
        return tuple([rule for rule, applies in self._applying.items() if applies])

    @property
    def inapplicable(self) -> tuple[str, ...]:
        """The ids of the rules that don't apply."""
        return tuple([rule for rule, applies in self._applying.items() if not applies])

    def judged(self, *, ignored: tuple[type[Exception], ...] = ()) -> Judged:
        """
        Return the results. They name the rules that failed.

        :param ignored: the exceptions that rules may raise without having failed.
        """
        failed = (failure for failure in self.failures if not isinstance(failure.__cause__, ignored))
        return Judged(
            judgements=tuple(self.judgements),
            passed=self.passed,
            inapplicable=(*self.inapplicable, *self.lacking),
            unexamined=tuple(check_failed(f"The check “{it.title}” failed on this page", it.rule) for it in failed),
        )

    def run(self, rule: Rule[Any], evidence: Evidence) -> None:
        """Run a rule on evidence. If it fails, the others can run all the same."""
        try:
            judgement = judge(rule, evidence, self.kept, self.fix_of)
            if judgement is not None:
                self.judgements.append(judgement)
            elif rule.id not in self.lacking:
                self._add_silent(rule, evidence)
        except RuleFailed as failure:
            self.failures.append(failure)

    def _add_silent(self, rule: Rule[Any], evidence: Evidence) -> None:
        try:
            frames = _frames(rule, evidence)
            if rule.applies is not None and not any(map(rule.applies, (*screens(rule, evidence), *frames))):
                self._applying[rule.id] = False
            elif (
                rule.passed
                and evidence.complete
                and all(map(_IS_COMPLETE, frames))
                and (rule.needs is None or all(map(rule.needs, (*screens(rule, evidence), *frames))))
            ):
                self._applying[rule.id] = True
        except MemoryError:
            raise
        except Exception as problem:
            raise RuleFailed(rule) from problem


def without_subject(category: Category, document: Document) -> frozenset[str]:
    """Return the ids of the rules of a category whose subject a page lacks, also in its frames if they are judged."""
    names = document.names | document.source.names
    framed = names.union(*(frame.names for frame in frame_documents(document)))
    return frozenset(
        [rule.id for rule in _with_subjects(category) if not rule.subjects & (framed if rule.in_frames else names)]
    )


@cache
def _with_subjects(category: Category) -> tuple[Rule[Any], ...]:
    return tuple(rule for rule in catalogue().values() if rule.subjects and rule.categories == (category,))


def _shown(found: Iterable[Finding], evidence: Evidence, scope: Scope) -> Iterator[Finding]:
    """Return the findings without those that may be wrong because the source lacks a part of the page."""
    if not isinstance(evidence, Document):
        return iter(found)
    if not (evidence.bindings or evidence.exchange.truncated or evidence.page.is_fragment):
        return iter(found)
    return (finding for finding in found if evidence.shows(finding.at, finding.change, scope))


def _occurrence(
    rule: Rule[Any], finding: Finding, evidence: Evidence, fix_of: Callable[[Change], Fix | None] | None
) -> Occurrence:
    # The page has no bytes of a frame's document that could be edited.
    facts, change = finding.facts, finding.change if finding.frame is None else None
    place = (finding.frame or evidence).place(finding.at)
    if isinstance(change, Moved | Sized):
        return Occurrence(place=place, facts=_facts(facts), change=change)
    if change is not None and rule.shows_change:
        facts = {**facts, "fixed_markup": change.markup}
    return Occurrence(
        place=place,
        facts=_facts(facts),
        fix=fix_of(change) if fix_of is not None and change is not None else None,
    )


def _facts(facts: Mapping[str, Fact]) -> Mapping[str, Fact]:
    return {name: _fact(value) for name, value in facts.items()}


def _fact(value: Fact) -> Fact:
    """Shorten a text and replace lone surrogates, which JSON in UTF-8 can't hold."""
    if not isinstance(value, str):
        return value
    if len(value) <= _LONGEST and value.isascii():
        return value
    shortened = value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
    return shortened.encode("utf-8", "replace").decode()
