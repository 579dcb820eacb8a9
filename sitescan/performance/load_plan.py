"""The order in which changes show the content of a page soonest."""

from collections.abc import Callable, Sequence

from sitescan.model.page_load import LoadGain, LoadStep
from sitescan.performance.improvements import Improvement

LEAST_GAIN = 50
"""The minimum gain that is reported, in milliseconds: people do not notice less, and the model is not as precise."""

Simulate = Callable[[Sequence[Improvement]], LoadGain | None]
"""Returns what some changes gain together; ``None`` once as much as a page may take has been simulated."""


def load_plan(changes: Sequence[Improvement], simulate: Simulate) -> tuple[LoadStep, ...]:
    """
    Return the changes that are needed for what all of them gain, in the order in which content appears soonest.

    Of two changes that are only worth something together, neither gains anything alone. So a change is needed if
    content appears later without it and with all others, and what is needed is then put in order, each with what it
    gains once those before it are made.
    """
    everything = simulate(changes) if changes else None
    if everything is None or everything.sooner < LEAST_GAIN:
        return ()
    needed = list(changes)
    # The changes that gain least are tried first, so that of two that do the same the better one is kept. What shows
    # content a twentieth sooner is not worth a step.
    for change in sorted(changes, key=lambda change: _alone(change, simulate), reverse=True):
        others = [other for other in needed if other is not change]
        without = simulate(others) if others else None
        if without is not None and _waited(without) - _waited(everything) < max(2 * LEAST_GAIN, _waited(without) / 20):
            needed = others
    steps: list[LoadStep] = []
    done: list[Improvement] = []
    while needed:
        tried = [(simulate([*done, change]), change) for change in needed]
        known = [(_waited(gain), number) for number, (gain, _) in enumerate(tried) if gain is not None]
        if not known:
            rest = tuple(rule for change in needed for rule in change.rules)
            return (*steps, LoadStep(rules=rest, gain=everything))
        gain, change = tried[min(known)[1]]
        done.append(change)
        needed.remove(change)
        if gain is not None:
            steps.append(LoadStep(rules=change.rules, gain=gain))
    return tuple(steps)


def _alone(change: Improvement, simulate: Simulate) -> int:
    gain = simulate([change])
    return 0 if gain is None else _waited(gain)


def _waited(gain: LoadGain) -> int:
    """Return for how long visitors wait until something appears, and until the main content does: the sum of both."""
    return gain.first_paint + gain.largest_paint
