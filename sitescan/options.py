"""The options of ``twist sitescan``."""

import os
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from twisted.internet.endpoints import serverFromString
from twisted.logger import jsonFileLogObserver, textFileLogObserver
from twisted.python.usage import Options as TwistedOptions
from twisted.python.usage import UsageError

from sitescan.log_output import unblocked
from sitescan.serving.inherited_sockets import inherited_sockets
from sitescan.settings import Settings, options

#: Options that need a library which is installed on demand: the option, the extra, its module.
_EXTRAS = (("state", "redis", "txredisapi"), ("admin", "metrics", "prometheus_client"))


def _shown(value: Any) -> str:
    """A default as one would type it; empty where it is not typed but read from a file."""
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if isinstance(value, int | str) else ""


class Options(TwistedOptions):
    """The options of ``twist sitescan``, one for each field of :class:`sitescan.settings.Settings`."""

    synopsis = "[options]"
    longdesc = (
        'Serve the website scanner: POST {"url": "https://example.com/"} to /api/v1/scan. '
        "Times are in seconds; sizes are in bytes, or written as 64KiB or 2MiB."
    )
    optParameters = [  # noqa: N815, RUF012 - usage.Options wants this name, and a list
        [name.replace("_", "-"), None, _shown(default), text]
        for name, _, text, repeat, default in options()
        if not repeat
    ]

    def __init__(self) -> None:
        self.given: dict[str, list[str]] = {}
        super().__init__()

    def parseOptions(self, options: Any = None) -> None:  # noqa: N802 - usage.Options
        """Parse a command line; whatever is wrong with it is said in one line, and ends the process."""
        try:
            super().parseOptions(options)
        except UsageError as problem:
            sys.exit(f"twist sitescan: {problem}")

    def postOptions(self) -> None:  # noqa: N802 - usage.Options
        """Make the settings."""
        values: dict[str, Any] = {}
        for name, parse, _, repeat, _ in options():
            flag = name.replace("_", "-")
            try:
                if not repeat:
                    values[name] = parse(self[flag])
                elif flag in self.given:
                    values[name] = tuple(parse(one) for one in self.given[flag])
            except ValueError as problem:
                raise UsageError(f"--{flag}: {problem}") from None
        self.settings = Settings(**values)
        self._check_endpoints_and_files()
        if self.parent is not None:
            from twisted.internet import reactor

            chosen = jsonFileLogObserver
            if self.settings.log_format != "json":
                # `twist --log-format=json sitescan` may have chosen already.
                chosen = self.parent.get("fileLogObserverFactory", textFileLogObserver)
            at_end = partial(reactor.addSystemEventTrigger, "after", "shutdown")
            self.parent["fileLogObserverFactory"] = unblocked(chosen, at_end)

    def _check_endpoints_and_files(self) -> None:
        from twisted.internet import reactor

        # The sockets of a server process have been bound by its parent.
        endpoints = [("listen", endpoint) for endpoint in self.settings.listen]
        if self.settings.admin:
            endpoints.append(("admin", self.settings.admin))
        for option, endpoint in () if inherited_sockets(os.environ) else endpoints:
            try:
                serverFromString(reactor, endpoint)
            except Exception:  # noqa: BLE001 - each kind of endpoint fails in its own way
                raise UsageError(f"--{option}: {endpoint!r} is not an endpoint string such as tcp:8080") from None
        if self.settings.access_log not in ("", "-"):
            try:
                Path(self.settings.access_log).open("a").close()
            except OSError as problem:
                raise UsageError(f"--access-log: {self.settings.access_log}: {problem.strerror}") from None
        if self.settings.ca_file:
            from sitescan.egress.tls import TlsContexts  # noqa: PLC0415 - only needed here

            try:
                TlsContexts.load(self.settings.ca_file)
            except Exception:  # noqa: BLE001 - OpenSSL's errors are not for people
                raise UsageError("--ca-file: not a readable PEM file of certificates") from None
        for name, extra, module in _EXTRAS:
            if getattr(self.settings, name) and find_spec(module) is None:
                raise UsageError(f"--{name}: needs {module}; install it with: pip install 'sitescan[{extra}]'")


def _repeatable(flag: str, text: str) -> Any:
    def take(self: Options, value: str) -> None:
        self.given.setdefault(flag, []).append(value)

    take.__doc__ = text
    return take


for _name, _, _text, _repeat, _default in options():
    if _repeat:
        _shows = f" [default: {', '.join(_default)}]" if _default else ""
        setattr(Options, f"opt_{_name}", _repeatable(_name.replace("_", "-"), f"{_text} Can be repeated.{_shows}"))
