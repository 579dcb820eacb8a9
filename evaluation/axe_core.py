"""axe-core (npm) run on pages in Chromium."""

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from evaluation.real_pages import npm
from tests.chromium import Browser

#: Elements are told by their position in the document. A result whose element is in a shadow tree or a frame is none
#: of the page's.
_ASKED = """(async () => {
  const order = new Map([...document.querySelectorAll('*')].map((element, at) => [element, at]));
  const at = node => node.target.length === 1 && typeof node.target[0] === 'string'
    ? order.get(document.querySelector(node.target[0])) ?? -1 : -1;
  // What fades in is judged as it is in the end; what moves for ever has none.
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
    What axe-core says of one element by one rule.

    :ivar rule: the rule's id.
    :ivar at: the element's position in the document.
    :ivar related: the positions of the elements that are named beside it.
    :ivar data: what its checks measured.
    :ivar experimental: whether axe-core runs the rule only where it is asked for by name, because it may be wrong.
    """

    rule: str
    at: int
    related: tuple[int, ...] = ()
    data: tuple[Any, ...] = field(default=(), eq=False)
    experimental: bool = False


@frozen
class Results:
    """
    What axe-core says of one page.

    :ivar violations: the faults.
    :ivar incomplete: what a person is to look at.
    :ivar passes: what is right, where that was asked for.
    """

    violations: tuple[Result, ...] = ()
    incomplete: tuple[Result, ...] = ()
    passes: tuple[Result, ...] = ()


class AxeCore:
    """
    axe-core, installed where it is not yet.

    :param rules: the rules that are run, those that are off unless asked for among them.
    :param kinds: which results are wanted.
    :raises SystemExit: where it cannot be installed.
    """

    def __init__(self, rules: Collection[str], kinds: Sequence[str] = ("violations", "incomplete")) -> None:
        root = npm("axe-core")
        if root is None:
            sys.exit("axe-core could not be installed")
        self._engine = (root / "axe.min.js").read_text()
        self._script = _ASKED.replace("KINDS", json.dumps(kinds)).replace("RULES", json.dumps(sorted(rules)))

    def results(self, browser: Browser, url: str) -> Results:
        """Load a page, its scripting off, and judge it."""
        browser.open(url)
        # What the page was to run is past; the engine itself needs timers.
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        browser.run(f"{self._engine};0")
        found: Mapping[str, list[Any]] = browser.run(self._script)
        browser.ask("Emulation.setScriptExecutionDisabled", value=True)
        return Results(**{kind: tuple(_result(*row) for row in rows) for kind, rows in found.items()})


def _result(rule: str, at: int, related: list[int], data: list[Any], experimental: bool) -> Result:
    return Result(rule, at, tuple(related), tuple(data), experimental)
