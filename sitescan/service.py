"""``twist sitescan``: one process, or a parent and its server processes."""

import os
import sys
import time
from typing import Any

from twisted.application.service import IService

from sitescan.assembly import assemble
from sitescan.monotonic_clock import use_monotonic_clock
from sitescan.options import Options
from sitescan.serving.inherited_sockets import inherited_sockets
from sitescan.serving.parent import ParentService
from sitescan.serving.scan_service import ScanService
from sitescan.serving.server_process import make_server_process


def makeService(options: Options) -> IService:  # noqa: N802 - the name that twist asks for
    """The service that ``twist sitescan`` runs."""
    from twisted.internet import reactor as installed

    reactor: Any = installed
    settings = options.settings
    use_monotonic_clock(reactor)
    if sockets := inherited_sockets(os.environ):
        return make_server_process(reactor, settings, sockets)
    if settings.processes > 1:
        # The same command line again, whichever way the interpreter was started.
        return ParentService(reactor, settings, [sys.executable, *sys.orig_argv[1:]], time.time)
    return ScanService(reactor, assemble(reactor, settings, now=time.time))


__all__ = ["Options", "makeService"]
