"""axe-core, run on pages in Chromium."""

import argparse
import json
from collections.abc import Collection, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from evaluation.results import Unavailable
from tests.chromium import Browser

#: Elements are identified by their position among those that are compared. Elements in frames are left out.
_ASKED = """(async () => {
  const order = new Map(ELEMENTS.map((element, at) => [element, at]));
  const inside = (root, selector) => (root?.shadowRoot ?? root)?.querySelector(selector);
  const at = node => node.target.length === 1
    ? order.get([node.target[0]].flat().reduce(inside, document)) ?? -1 : -1;
  // Finite animations are judged at their end; infinite ones have none.
  for (const one of document.getAnimations()) try { one.finish() } catch {}
  const found = await axe.run(document, {resultTypes: KINDS, iframes: false, runOnly: {type: 'rule', values: RULES}});
  return Object.fromEntries(KINDS.map(kind => [kind, found[kind].flatMap(rule =>
    rule.nodes.map(node => {
      const checks = [...node.any, ...node.all, ...node.none];
      return [rule.id, at(node), checks.flatMap(check => (check.relatedNodes || []).map(at)),
              checks.map(check => check.data), rule.tags.includes('experimental')];
    }).filter(row => row[1] >= 0))]));
})()"""


@frozen
class Result:
    """
    The result of one rule of axe-core for one element.

    :ivar at: the element's position in the document.
    :ivar related: the positions of related elements.
    :ivar data: the measurements of the rule's checks.
    :ivar experimental: whether axe-core runs the rule only on request, because it may be wrong.
    """

    rule: str
    at: int
    related: tuple[int, ...] = ()
    data: tuple[Any, ...] = field(default=(), eq=False)
    experimental: bool = False

    def renumbered(self, positions: Sequence[int]) -> "Result":
        """Return the result with the positions of elements replaced."""
        related = tuple(positions[one] for one in self.related if one >= 0)
        return evolve(self, at=positions[self.at], related=related)


@frozen
class PageResults:
    """The results for one page: faults, elements that a person has to check, and elements that pass."""

    violations: tuple[Result, ...] = ()
    incomplete: tuple[Result, ...] = ()
    passes: tuple[Result, ...] = ()

    def renumbered(self, positions: Sequence[int]) -> "PageResults":
        """Return the results with the positions of elements replaced."""
        kinds = (self.violations, self.incomplete, self.passes)
        return PageResults(*(tuple(one.renumbered(positions) for one in results) for results in kinds))


def add_engine_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names another release of axe-core."""
    parser.add_argument("--engine", type=Path, help="axe.min.js (default: that of axe-playwright-python)")


class AxeCore:
    """
    Runs axe-core on pages.

    :param engine: the file ``axe.min.js``; ``None`` for the one that the package axe-playwright-python contains.
    :param rules: the ids of the rules to run, which may be off by default.
    :param kinds: the kinds of results to collect.
    """

    def __init__(
        self, engine: Path | None, rules: Collection[str], kinds: Sequence[str] = ("violations", "incomplete")
    ) -> None:
        self._engine = (engine or _bundled_engine()).read_text(encoding="utf-8")
        self._script = _ASKED.replace("KINDS", json.dumps(kinds)).replace("RULES", json.dumps(sorted(rules)))

    def results(self, browser: Browser, url: str) -> PageResults:
        """Load a page with its scripts off and return the results; elements in shadow trees are left out."""
        browser.open(url)
        # The page's own scripts would have run by now; the engine needs timers.
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        found = self.results_of_open_page(browser, "[...document.querySelectorAll('*')]")
        browser.ask("Emulation.setScriptExecutionDisabled", value=True)
        return found

    def results_of_open_page(self, browser: Browser, elements: str) -> PageResults:
        """
        Return the results for the page that is open.

        :param elements: the JavaScript for the array of the elements that are compared.
        """
        browser.run(f"{self._engine};0")
        found: Mapping[str, list[Any]] = browser.run(self._script.replace("ELEMENTS", elements))
        return PageResults(**{kind: tuple(_result(*row) for row in rows) for kind, rows in found.items()})


def _bundled_engine() -> Path:
    package = find_spec("axe_playwright_python")
    if package is None or package.origin is None:
        raise Unavailable("axe-playwright-python is not installed, and --engine names no other axe-core")
    return Path(package.origin).with_name("axe.min.js")


def _result(rule: str, at: int, related: list[int], data: list[Any], experimental: bool) -> Result:
    return Result(rule, at, tuple(related), tuple(data), experimental)
