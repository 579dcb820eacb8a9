"""Files are asked for in another thread, which may be abandoned."""

import signal

from sitescan.configuration.regular_file import answer_within


def test_thread_takes_no_signals() -> None:
    """The thread that asks has all signals blocked, and the one that waits has those of before."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    blocked = answer_within(lambda: signal.pthread_sigmask(signal.SIG_BLOCK, ()))
    assert {signal.SIGINT, signal.SIGTERM, signal.SIGHUP} <= blocked
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
