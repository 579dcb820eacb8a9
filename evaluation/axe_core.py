"""axe-core, run on pages in Chromium."""

import json
from collections.abc import Collection, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import frozen

from evaluation.results import Unavailable
from tests.chromium import Browser

#: The function that runs the rules and returns their results.
_RUN = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


@frozen
class Result:
    """
    The result of one rule of axe-core for one element.

    :ivar at: the element's position in the document.
    :ivar related: the positions of related elements.
    :ivar experimental: whether axe-core runs the rule only on request, because it may be wrong.
    """

    rule: str
    at: int
    related: tuple[int, ...]
    experimental: bool


@frozen
class PageResults:
    """The results for one page: faults, and elements that a person has to check."""

    violations: tuple[Result, ...] = ()
    incomplete: tuple[Result, ...] = ()


class AxeCore:
    """
    Runs axe-core on pages.

    :param engine: the file ``axe.min.js``; ``None`` for the one that the package axe-playwright-python contains.
    :param rules: the ids of the rules to run, which may be off by default.
    """

    def __init__(self, engine: Path | None, rules: Collection[str]) -> None:
        self._engine = (engine or _bundled_engine()).read_text(encoding="utf-8")
        self._rules = json.dumps(sorted(rules))

    def results(self, browser: Browser, url: str) -> PageResults:
        """Load a page with its scripts off and return the results; elements in shadow trees are left out."""
        browser.open(url)
        # The page's own scripts would have run by now; the engine needs timers.
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        found = self.results_of_open_page(browser, "[...document.querySelectorAll('*')]")
        browser.ask("Emulation.setScriptExecutionDisabled", value=True)
        return found

    def results_of_open_page(
        self, browser: Browser, elements: str, positions: Sequence[int] = range(1_000_000)
    ) -> PageResults:
        """
        Return the results for the page that is open.

        :param elements: the JavaScript for the array of the elements that are compared.
        :param positions: the positions of these elements in the document; by default, the array has all its elements.
        """
        browser.run(f"{self._engine};0")
        found: Mapping[str, list[Any]] = browser.run(f"({_RUN})({elements}, {self._rules})")

        def result(rule: str, at: int, related: list[int], experimental: bool) -> Result:
            return Result(rule, positions[at], tuple(positions[index] for index in related if index >= 0), experimental)

        return PageResults(**{kind: tuple(result(*row) for row in rows) for kind, rows in found.items()})


def _bundled_engine() -> Path:
    package = find_spec("axe_playwright_python")
    if package is None or package.origin is None:
        raise Unavailable("axe-playwright-python is not installed, and --engine names no other axe-core")
    return Path(package.origin).with_name("axe.min.js")
