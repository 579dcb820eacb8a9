"""Decide what an issue takes of its category's points, and why (docs/score.rst)."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import erfc, inf, log, sqrt
from typing import Protocol

from attrs import evolve, field, frozen

from sitescan.model.report import Judgement, Severity

SHARES = {Severity.ERROR: 15, Severity.WARNING: 6, Severity.INFO: 1}
"""The percentage of the points left that an issue takes by its severity, unless its rule has a share of its own."""

# In SEO, what Google's Search Essentials and its pages on titles, snippets, links, images, canonical URLs and language
# versions name as needed weighs far more than conventions, which decide little or nothing about searches.
# https://developers.google.com/search/docs/essentials

NOT_SHOWN = 40
"""The share of a fault because of which search engines don't show the page."""

NEEDED = 10
"""The share of a fault in something that Google documents as needed."""

CONVENTION = 2
"""The share of a fault against a convention that Google does not need."""

_IN_SEARCHES = {
    NOT_SHOWN: "search engines don't show such a page",
    NEEDED: "Google documents it as needed",
    CONVENTION: "a convention, which searches don't need",
}


class Scale(Protocol):
    """A share that grows with the magnitude of a fault."""

    @property
    def of(self) -> str:
        """What is measured, in words."""

    def share(self, magnitude: float) -> int:
        """Return the share of a fault of this magnitude in per cent."""

    def explained(self) -> str:
        """Return how the share grows, in words."""


@frozen
class Steps:
    """
    A share that grows in steps.

    :ivar of: what is measured, with its unit.
    :ivar steps: bounds, and the share above each bound in per cent, both in ascending order.
    """

    of: str
    steps: tuple[tuple[float, int], ...]

    def share(self, magnitude: float) -> int:
        """Return the share of a fault of this magnitude in per cent; 0 up to the first bound."""
        return max((share for bound, share in self.steps if magnitude > bound), default=0)

    def explained(self) -> str:
        """Return the steps in words."""
        steps = ", ".join(f"{bound:,} {share}%" for bound, share in self.steps)
        return f"more by {self.of}: above {steps}"


@frozen
class Curve:
    """
    A log-normal curve through two published points, by which Lighthouse scores a time.

    https://developer.chrome.com/docs/lighthouse/performance/performance-scoring

    :ivar of: the time, in words.
    :ivar weight: the largest share, in per cent of the score.
    :ivar good: the time that costs a tenth of it, milliseconds.
    :ivar median: the time that costs half of it, milliseconds.
    """

    of: str
    weight: int
    good: int
    median: int

    def share(self, magnitude: float) -> int:
        """Return the share of a time in milliseconds in per cent, rounded; 0 up to a good time."""
        if not self.good < magnitude < inf:
            return 0
        spread = log(self.median / self.good) / _TENTH
        return round(self.weight * erfc(log(self.median / magnitude) / spread / sqrt(2)) / 2)

    def explained(self) -> str:
        """Return the points of the curve in words."""
        return (
            f"more by {self.of}, on Lighthouse's curve: a tenth of {self.weight}% at {self.good / 1000} s, half of it "
            f"at {self.median / 1000} s"
        )


#: The number of standard deviations above the mean at which a tenth of a normal distribution begins.
_TENTH = 1.2815515655446004


@frozen
class ChargedBy:
    """
    Rules that charge for a fault in place of the rule that found it, so that it is charged once.

    :ivar rules: the ids of the rules; the first that found something charges.
    :ivar together: whether that rule takes at least what the faults that it charges for would take together, so that
        no fix lowers the score.
    """

    rules: tuple[str, ...]
    together: bool = False


LARGEST_PAINT, FIRST_PAINT = "performance/largest-paint-slow", "performance/first-paint-slow"
"""The ids of the rules that charge for late content."""

LOAD_TIME = ChargedBy((LARGEST_PAINT, FIRST_PAINT, "performance/load-estimate"))
"""A delay is charged by the estimated load time. If nothing that visitors wait for is delayed, it costs nothing."""

NOTHING = -1.0
"""The magnitude of a fault that is gone."""

WEIGHT = ChargedBy(("performance/total-weight",), together=True)
"""Heavy parts of a page are charged by its weight."""


class Terms(Protocol):
    """What a rule charges (:class:`sitescan.rules.rule.Rule`)."""

    @property
    def id(self) -> str:
        """The id of the rule."""

    @property
    def severity(self) -> Severity:
        """The severity of an issue, unless the judgement has another."""

    @property
    def severities(self) -> tuple[Severity, ...]:
        """The severities that an issue may have."""

    @property
    def share(self) -> int:
        """The least percentage that an issue takes; 0 if it never takes any."""

    @property
    def scale(self) -> Scale | None:
        """How the share grows with the magnitude, if it does."""

    @property
    def charged_by(self) -> ChargedBy | None:
        """The rules that charge for the fault instead, if they find something."""


@frozen(kw_only=True)
class Charge:
    """
    What an issue takes.

    :ivar share: the percentage of the points left.
    :ivar severity: the severity of the issue: an ``info`` if another rule charges for the fault.
    :ivar relieves: the shares that other issues would have without this one, by rule id.
    :ivar by: the id of the rule that charges for the fault instead; an empty string if this one does.
    :ivar reason: why it takes this share, a phrase.
    """

    share: int
    severity: Severity
    relieves: Mapping[str, int] = field(factory=dict)
    by: str = ""
    reason: str


def charges(judgements: Sequence[Judgement], terms_of: Callable[[str], Terms]) -> Mapping[str, Charge]:
    """
    Return what the issues of one category take, by the id of their rule.

    The judgements may come from a child process that was taken over: no number in them leaves the bounds of the rule.

    :param terms_of: returns the terms of a rule, given its id.
    """
    made = _charges(judgements, terms_of)
    return {judgement.rule: _with_relief(judgement, judgements, made, terms_of) for judgement in judgements}


def shares_without(
    fixed: Container[str],
    magnitudes: Mapping[str, float],
    judgements: Sequence[Judgement],
    terms_of: Callable[[str], Terms],
) -> Mapping[str, int]:
    """
    Return what a scan of the page would charge once some faults are fixed, in per cent by the id of the rule.

    :param fixed: the ids of the rules that then find nothing.
    :param magnitudes: the magnitudes that other rules then find, by their ids; a rule finds no more than it does now.
    """
    left: list[Judgement] = []
    for judgement in judgements:
        magnitude, scale = magnitudes.get(judgement.rule, inf), terms_of(judgement.rule).scale
        if judgement.rule in fixed or magnitude <= NOTHING:
            continue
        if scale is not None and magnitude < judgement.magnitude:
            # What is within the bounds is no fault any more.
            left += [evolve(judgement, magnitude=magnitude)] if scale.share(magnitude) else []
        else:
            left.append(judgement)
    return {rule: charge.share for rule, charge in _charges(left, terms_of).items()}


def _charges(judgements: Sequence[Judgement], terms_of: Callable[[str], Terms]) -> Mapping[str, Charge]:
    """Return what each issue takes, without what its fix relieves."""
    found = {judgement.rule for judgement in judgements}
    own = {judgement.rule: _own_charge(judgement, terms_of(judgement.rule)) for judgement in judgements}
    charging = {judgement.rule: _charging(judgement, terms_of(judgement.rule), found) for judgement in judgements}
    made = dict[str, Charge]()
    for rule, charge in own.items():
        parts = [
            part
            for part, by in charging.items()
            if by == rule and (charged_by := terms_of(part).charged_by) is not None and charged_by.together
        ]
        together = _combined(own[part].share for part in parts)
        if charging[rule]:
            reason = "another issue takes the points for it"
            made[rule] = Charge(share=0, severity=Severity.INFO, by=charging[rule], reason=reason)
        elif together > charge.share:
            reason = "what its parts would take together"
            made[rule] = Charge(share=together, severity=charge.severity, reason=reason)
        else:
            made[rule] = charge
    return made


def _with_relief(
    judgement: Judgement,
    judgements: Sequence[Judgement],
    made: Mapping[str, Charge],
    terms_of: Callable[[str], Terms],
) -> Charge:
    """
    Return a charge with the shares that other issues would have without the fault, where they would have others.

    A cause of delay is as grave as what its effects would take less.
    """
    charge = made[judgement.rule]
    if not (judgement.relieves or charge.by):
        return charge
    without = shares_without((judgement.rule,), judgement.relieves, judgements, terms_of)
    left = {
        rule: without.get(rule, 0)
        for rule, other in made.items()
        if rule != judgement.rule and without.get(rule, 0) != other.share
    }
    less = sum(made[rule].share - share for rule, share in left.items())
    graver = (severity for severity in Severity if severity in terms_of(judgement.rule).severities)
    delays = terms_of(judgement.rule).charged_by is LOAD_TIME
    severity = next((severity for severity in graver if delays and less >= SHARES[severity]), charge.severity)
    return evolve(charge, relieves=left, severity=severity)


def _charging(judgement: Judgement, terms: Terms, found: Iterable[str]) -> str:
    """Return the id of the rule that charges for a fault instead; an empty string if there is none."""
    instead = terms.charged_by.rules if terms.charged_by is not None else ()
    return next((rule for rule in (judgement.charged_by, *instead) if rule and rule in found), "")


def _own_charge(judgement: Judgement, terms: Terms) -> Charge:
    severity = judgement.severity if judgement.severity in terms.severities else terms.severity
    if not terms.share:
        return Charge(share=0, severity=severity, reason=reason_of(terms))
    if terms.scale is not None and (graded := terms.scale.share(judgement.magnitude)) > terms.share:
        return Charge(share=graded, severity=severity, reason=f"by {terms.scale.of}")
    if severity is not terms.severity and terms.scale is None:
        return Charge(share=SHARES[severity], severity=severity, reason=_by_severity(severity))
    return Charge(share=terms.share, severity=severity, reason=reason_of(terms))


def reason_of(terms: Terms) -> str:
    """Return why an issue of a rule takes its least share, a phrase."""
    if not terms.share:
        return "it is advice or information"
    if terms.share == SHARES[terms.severity]:
        return _by_severity(terms.severity)
    own = "what this rule takes"
    return _IN_SEARCHES.get(terms.share, own) if terms.id.startswith("seo/") else own


def _by_severity(severity: Severity) -> str:
    return f"what {'a' if severity is Severity.WARNING else 'an'} {severity.value} takes"


def _combined(shares: Iterable[int]) -> int:
    """Return the combined cost of several shares as a percentage, rounded up."""
    left, whole = 100, 1
    for share in shares:
        left *= 100 - share
        whole *= 100
    return 100 - left // whole
