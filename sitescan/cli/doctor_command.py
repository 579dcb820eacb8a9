"""The command ``sitescan doctor``, which checks what the service needs from its machine."""

import ctypes
import resource
import ssl
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from attrs import frozen
from cryptography import x509
from twisted.internet.defer import CancelledError, maybeDeferred

from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.output import print_text
from sitescan.cli.remote import on_reactor
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.regular_file import read_regular
from sitescan.configuration.settings import Settings
from sitescan.egress.resolver import NameNotFound, Resolver
from sitescan.options import Options
from sitescan.rendering.rendering_errors import RendererUnavailable
from sitescan.report.visible_text import one_line
from sitescan.serving.listeners import try_to_listen
from sitescan.serving.scan_service import wanted_descriptors
from sitescan.state.redis_connection import RedisConnection
from sitescan.state.state_errors import StateUnavailable

#: A name that always exists: https://www.rfc-editor.org/rfc/rfc2606#section-3.
_NAME = "example.com"

#: What adjtimex(2) returns if it isn't allowed, and if nothing keeps the clock right.
_FAILED, _NOT_SYNCHRONIZED = -1, 5


class Unready(Exception):
    """The service would not work; the message says what to do."""


def doctor(words: Sequence[str]) -> int:
    """
    Check the machine for a service with these options, and return the exit code.

    :raises UsageProblem: if an option is invalid.
    """
    options = Options()
    try:
        options.parseOptions(words)
    except SystemExit as ended:
        if not isinstance(ended.code, str):
            raise
        raise UsageProblem(ended.code.removeprefix("twist sitescan: ")) from None
    works = on_reactor(lambda reactor: _works(Machine(reactor, options.settings)), warnings=False)
    return ExitCode.PASSED if works else ExitCode.GATE_FAILED


async def _works(machine: "Machine") -> bool:
    """Print a line for each check, and return whether all have passed."""
    works = True
    checks: Mapping[str, Callable[[], str | Coroutine[Any, Any, str]]] = {
        "ports": machine.ports,
        "renderer": machine.renderer,
        "open files": machine.descriptors,
        "DNS": machine.dns,
        "Redis": machine.state,
        "time": machine.clock,
        "certificates": machine.certificates,
    }
    for name, check in checks.items():
        try:
            word, text = "ok", str(await maybeDeferred(check))
        except Unready as fault:
            word, text, works = "FAILED", str(fault), False
        print_text(f"{word:6}  {name:12}  {one_line(text)}\n")
    return works


@frozen
class Machine:
    """What the service needs from its machine. Each check returns what is all right, or raises :exc:`Unready`."""

    reactor: IReactor
    settings: Settings

    async def ports(self) -> str:
        """Check that the service can listen."""
        endpoints = (*self.settings.listen, *filter(None, (self.settings.admin,)))
        for text in endpoints:
            try:
                await try_to_listen(self.reactor, text)
            except CancelledError:
                raise
            except Exception as problem:  # noqa: BLE001 - each kind of endpoint fails in its own way
                advice = (
                    "if it isn't sitescan that runs there, stop the other program or choose an endpoint by --listen"
                )
                raise Unready(f"{text}: {str(problem).rstrip('.')}; {advice}") from None
        return f"free: {', '.join(endpoints)}"

    def renderer(self) -> str:
        """Check that the browser runs, for which it needs user namespaces."""
        if self.settings.renderer == "none":
            return "not configured; with --renderer chromium, the scripts of pages are run"
        from sitescan.rendering.browser_check import try_browser  # noqa: PLC0415 - not loaded without it

        try:
            return f"{try_browser()} runs in its sandbox"
        except RendererUnavailable as problem:
            raise Unready(str(problem)) from None

    def descriptors(self) -> str:
        """Check that enough files may be open."""
        wanted, hard = wanted_descriptors(self.settings), resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if hard != resource.RLIM_INFINITY and hard < wanted:
            raise Unready(
                f"{hard:,} are allowed, but up to {wanted:,} are needed; raise the limit (systemd: "
                f"LimitNOFILE={wanted}), or lower connections or scans"
            )
        return f"up to {wanted:,} are needed, and allowed"

    async def dns(self) -> str:
        """Check that names can be looked up."""
        try:
            found = await Resolver(self.reactor, self.settings).addresses(_NAME)
        except CancelledError:
            raise
        except NameNotFound:
            raise Unready(
                f"the server doesn't know {_NAME}; choose one that knows public names by --set dns="
            ) from None
        except Exception:  # noqa: BLE001 - whatever it is, no name can be looked up
            servers = ", ".join(host for host, _ in self.settings.dns) or "/etc/resolv.conf"
            raise Unready(f"no server answers ({servers}); correct it, or choose one by --set dns=ADDRESS") from None
        return f"{_NAME} is {found[0]}"

    async def state(self) -> str:
        """Check that the shared state can be reached and written."""
        settings = self.settings
        if settings.state is None:
            return "not configured; each machine counts for itself"
        connection = RedisConnection(self.reactor, settings.state, settings.state_seconds, settings.ca_file)
        connection.start()
        try:
            await connection.evaluate("return 1", (), ())
        except StateUnavailable as away:
            raise Unready(f"{settings.state}: {str(away).rstrip('.')}; start the server, or correct --state") from None
        finally:
            await connection.stop()
        return f"{settings.state} answers and can be written"

    def clock(self) -> str:
        """Say what time it is, and whether somebody keeps it right; certificates and quotas depend on it."""
        now = f"{_now():%Y-%m-%d %H:%M:%S} UTC"
        # With an empty struct timex, it only reads.
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512))
        if state in (_FAILED, _NOT_SYNCHRONIZED):
            return f"{now}; check that, because the kernel knows of nothing that keeps it right (chrony would)"
        return f"{now}, kept right"

    def certificates(self) -> str:
        """Check that there are certificate authorities to trust."""
        path, folder = self.settings.ca_file, ssl.get_default_verify_paths().capath
        # OpenSSL reads a folder only when it looks for an authority.
        in_folder = folder is not None and any(Path(folder).glob("*.0"))
        if not in_folder and not ssl.create_default_context().cert_store_stats()["x509_ca"]:
            raise Unready(
                "the system has no certificate authorities; install them (Debian: apt install ca-certificates)"
            )
        for authority in x509.load_pem_x509_certificates(read_regular(Path(path))) if path else ():
            if not authority.not_valid_before_utc <= _now() <= authority.not_valid_after_utc:
                name, until = authority.subject.rfc4514_string(), authority.not_valid_after_utc
                raise Unready(
                    f"{path}: {name} is valid from {authority.not_valid_before_utc:%F} to {until:%F}; replace it"
                )
        return f"those of the system{f' and of {path}' if path else ''}"


def _now() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC)
