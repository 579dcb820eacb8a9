"""A process without free descriptors."""

import gc
import os
import resource
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path


@contextmanager
def no_descriptor_left() -> Iterator[None]:
    """Take every descriptor that this process may still open, for the length of a block."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(path.name) for path in Path("/proc/self/fd").iterdir())
    with ExitStack() as stack:
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        try:
            while True:
                stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
        except OSError:
            yield
    # Twisted drops the sockets that it could not bind; those in reference cycles would be reported in a later test.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
