"""How much work something is, told without a clock: a busy machine doesn't change it."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(run: Callable[[], object]) -> int:
    """How many functions are called, those written in C among them."""
    count = 0

    def called(_frame: FrameType, event: str, _function: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count
