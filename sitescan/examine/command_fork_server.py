"""
A fork server that a command forks from itself before it has a reactor. This module runs without Twisted.

Both load the same thousand modules, which takes longer than to scan a page, so they are loaded once. The price: the
server and its children have the memory of the command, with its arguments and environment. Services start their fork
servers as programs.
"""

import os
import signal
import socket
from typing import NoReturn

from attrs import frozen

from sitescan.configuration.settings import Settings
from sitescan.examine.fork_server import serve_parent
from sitescan.rules.catalogue import catalogue
from sitescan.standards.public_suffixes import site_of

#: The signals of Ctrl-C, of ``kill`` and of a terminal that is closed. The command decides when its children end.
_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@frozen
class ForkedServer:
    """
    A fork server that was forked from its parent.

    :ivar control: the socket to the server.
    :ivar errors: the socket to the standard error of the server and its children. It ends with the server.
    """

    pid: int
    control: socket.socket
    errors: socket.socket


def forked_server(settings: Settings) -> ForkedServer:
    """Load what both processes need, and fork the server."""
    catalogue()
    site_of("example.com")  # the public suffix list
    control, controlled = socket.socketpair()
    errors, standard_error = socket.socketpair()
    parent = os.getpid()
    with controlled, standard_error:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
        pid = os.fork()
        if not pid:
            for number in _ENDING:
                signal.signal(number, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if not pid:
            _run(parent, controlled, standard_error, settings)
    return ForkedServer(pid, control, errors)


def _run(parent: int, control: socket.socket, errors: socket.socket, settings: Settings) -> NoReturn:
    """Give up the environment and the descriptors of the command, and serve it."""
    try:
        for descriptor, stream in enumerate((control, errors, errors)):
            os.dup2(stream.fileno(), descriptor)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.environ.clear()
        serve_parent(parent, settings.parser, settings.examine_seconds, settings.examine_bytes)
    except BaseException as problem:  # noqa: BLE001 - the command must not go on in this process
        os.write(2, f"{problem!r}\n".encode())
    finally:
        os._exit(0)
