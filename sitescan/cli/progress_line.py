"""The progress of a command, shown on a terminal only."""

import os
import sys
from collections.abc import Callable
from shutil import get_terminal_size

from attrs import define, field


@define(eq=False)
class ProgressLine:
    """
    A line that is written anew after each page.

    :ivar line: returns the line for a number of pages, and what is told about the last one.
    """

    line: Callable[..., str]
    _done: int = field(default=0, init=False)
    _shown: bool = field(factory=lambda: sys.stderr.isatty() and not os.environ.get("CI"), init=False)

    def advance(self, *facts: object) -> None:
        """Count a page and update the line."""
        self._done += 1
        self.show(self.line(self._done, *facts)[: get_terminal_size().columns - 1])

    def show(self, line: str = "") -> None:
        """Replace the line; clear it by default."""
        if self._shown:
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
