"""
Log the long turns of the reactor, in a service that is measured with this folder in ``PYTHONPATH``.

Each turn of more than 5 ms adds a line to the file that ``WATCHED_TURNS`` names: the time of its end, by
``time.monotonic``, and the CPU time of the thread in it, both in seconds.
"""

import os
import time

from twisted.internet.base import ReactorBase

_LONG = 0.005

_turn = ReactorBase.runUntilCurrent
_before = [0.0]
_file = open(os.environ["WATCHED_TURNS"], "a", buffering=1, encoding="ascii")  # noqa: SIM115 - as long as the process


def _watched(reactor: ReactorBase) -> None:
    now = time.thread_time()
    if now - _before[0] > _LONG:
        _file.write(f"{time.monotonic():.3f} {now - _before[0]:.4f}\n")
    _before[0] = now
    _turn(reactor)


ReactorBase.runUntilCurrent = _watched  # type: ignore[method-assign, assignment]
