"""Measure the CPU time of each stage of examining a page, without that of the stages inside it."""

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any
from unittest import mock

from attrs import define, field

from sitescan.document.accessibility.accessibility_tree import Accessible
from sitescan.document.css import page_stylesheets
from sitescan.document.css.cascade import Styles
from sitescan.document.css.stylesheets import StyleRules
from sitescan.document.parsing import parsed_page
from sitescan.document.tree import give_up_shortcuts
from sitescan.examine import page_judgement
from sitescan.examine import worker as worker_module
from sitescan.examine.garbage import collect_only_new
from sitescan.examine.messages import JudgeJob, OutlineJob
from sitescan.examine.packing import pack, pack_all
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.rules.judge import RuleResults
from sitescan.rules.rule import Evidence, Rule

OTHER = "other"


@define
class Stopwatch:
    """
    A stopwatch that counts time for the innermost stage in progress.

    :ivar seconds: CPU time by stage.
    """

    seconds: Counter[str] = field(factory=Counter)
    _inside: list[str] = field(factory=lambda: [OTHER])
    _since: float = field(factory=time.process_time)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Count the time of this block for a stage."""
        self._turn()
        self._inside.append(name)
        try:
            yield
        finally:
            self._turn()
            self._inside.pop()

    def _turn(self) -> None:
        now = time.process_time()
        self.seconds[self._inside[-1]] += now - self._since  # type: ignore[assignment]  # seconds, not a count
        self._since = now

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with its time counted for a stage."""

        @wraps(function)
        def inside(*arguments: Any, **named: Any) -> Any:
            with self.stage(name):
                return function(*arguments, **named)

        return inside


# Collect garbage as a child does: modules live as long as the process, and a page until it is done.
give_up_shortcuts()
gc.collect()
collect_only_new()


def stages(page: Page, sheets: Sequence[Source], scripts: Sequence[Source]) -> dict[str, float]:
    """Return the CPU seconds of each stage of examining a page as a child does, both jobs together."""
    watch = Stopwatch()
    packed, bodies = pack(page)
    packed_sheets, of_sheets = pack_all(sheets)
    packed_scripts, of_scripts = pack_all(scripts)
    outline = OutlineJob(page=packed, parser="turbohtml", links=200, resources=200)
    job = JudgeJob(page=packed, parser="turbohtml", sheets=packed_sheets, scripts=packed_scripts)
    blob = b"".join((*bodies, *of_sheets, *of_scripts))
    with ExitStack() as stack:
        for owner, attribute, name in _STAGES:
            timed = watch.timed(name, getattr(owner, attribute))
            stack.enter_context(mock.patch.object(owner, attribute, timed))
        stack.enter_context(mock.patch.object(RuleResults, "run", _running(watch)))
        with watch.stage(OTHER):
            worker = worker_module.Worker()
            for work, body in ((outline, page.body), (job, blob)):
                for _ in worker.answers(work, body):
                    pass
    return dict(watch.seconds)


_STAGES: Sequence[tuple[Any, str, str]] = (
    (parsed_page, "decode", "decoding"),
    (parsed_page, "parse", "parsing HTML"),
    (worker_module, "outline", "outline"),
    (page_judgement, "text_files", "sizes of files"),
    (page_judgement, "sheet_references", "references in CSS"),
    (page_judgement, "sheet_resources", "references in CSS"),
    (StyleRules, "read", "reading stylesheets"),
    (StyleRules, "read_external", "reading stylesheets"),
    (page_stylesheets, "Styles", "cascade"),
    (Styles, "pseudo", "cascade"),
    (Styles, "focused", "cascade"),
    (Accessible, "__init__", "accessibility tree"),
)


def _running(watch: Stopwatch) -> Callable[[RuleResults, Rule[Any], Evidence], None]:
    run = RuleResults.run

    def inside(results: RuleResults, rule: Rule[Any], evidence: Evidence) -> None:
        with watch.stage(f"rules {rule.categories[0].value}"):
            run(results, rule, evidence)

    return inside


def page_of(url: str, body: bytes, headers: Any) -> Page:
    """Return a page as it would have been fetched."""
    return Page(exchange=Exchange(requested=url, url=url, status=200, headers=headers), body=body)
