"""The command line of ``twist sitescan``."""

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, NoReturn

from attrs import evolve
from twisted.internet.endpoints import serverFromString
from twisted.logger import Logger, textFileLogObserver
from twisted.python.usage import Options as TwistedOptions

from sitescan import __version__
from sitescan.concurrency.reactor import global_reactor
from sitescan.configuration.regular_file import open_regular
from sitescan.configuration.settings import OPTIONS, Option
from sitescan.configuration.settings_sources import (
    Given,
    GivenOption,
    InvalidOption,
    from_assignments,
    from_environment,
    from_table,
    misspelled_variables,
    read_toml,
    settings_of,
    suggestion,
    to_environment,
)
from sitescan.logs.json_log import JsonLog
from sitescan.logs.log_output import unblocked
from sitescan.serving.inherited_sockets import inherited_sockets
from sitescan.standards.lazy_pattern import lazy_pattern

#: Options that need an optional dependency: the option, the extra that installs it, and its module.
_EXTRAS = (("state", "redis", "txredisapi"), ("admin", "metrics", "prometheus_client"))

_DESCRIPTION = (
    'Serve the website scanner: POST {"url": "https://example.com/"} to /api/v1/scan. '
    "Sizes are in bytes, or written as 64KiB or 2MiB."
)


#: The options that ``--local`` stands for.
_LOCAL = {
    "listen": ("tcp:8080:interface=127.0.0.1",),
    "allow_private": ("127.0.0.0/8", "::1/128"),
    "rate_limit": ("0",),
    "host_requests": ("0",),
}
#: An endpoint that would listen on all interfaces.
_PORT = lazy_pattern(r"tcp:[0-9]+\Z")


class Options(TwistedOptions):
    """
    The options of ``twist sitescan``.

    Twisted's own parser knows neither groups nor options that its help leaves out, so the command line is parsed by
    :mod:`argparse`.

    :ivar settings: the settings that the command line, the environment and the configuration file give together.
    :ivar file_variables: environment variables that give the options of the configuration file to server processes,
        which don't read the file again: when one of them is replaced, all must still agree.
    """

    _log = Logger()

    def getUsage(self, width: int | None = None) -> str:  # noqa: N802 - usage.Options
        """Return the help text."""
        return _parser().format_help()

    def parseOptions(self, options: Sequence[str] | None = None) -> None:  # noqa: N802 - usage.Options
        """Parse a command line; exit with one line on standard error if it is wrong."""
        try:
            self._parse(options)
        except InvalidOption as problem:
            sys.exit(f"twist sitescan: {problem}")

    def _parse(self, words: Sequence[str] | None) -> None:
        arguments, rest = _parser().parse_known_args(words)
        for word in rest:
            raise InvalidOption(_unknown(word))
        is_server_process = bool(inherited_sockets(os.environ))
        from_file: Given = {}
        if arguments.config and not is_server_process:
            from_file = from_table(read_toml(Path(arguments.config)), arguments.config)
        environment = from_environment(os.environ)
        for message in misspelled_variables(os.environ):
            self._log.warn("{message}", message=message)
        written = {**_flags(arguments), **from_assignments(arguments.set)}
        given = {**from_file, **environment, **written}
        if arguments.local:
            given = _local(given)
        self.settings = settings_of(given)
        self.file_variables = to_environment({name: from_file[name] for name in from_file.keys() - environment.keys()})
        self._check(given, sockets_are_bound=is_server_process)
        if self.parent is not None:
            self._choose_log_observer(self.parent, is_chosen="log_format" in given)

    def _choose_log_observer(self, twist: TwistedOptions, *, is_chosen: bool) -> None:
        chosen: Any
        if self.settings.log_format == "json":
            chosen = JsonLog
        elif is_chosen:
            chosen = textFileLogObserver
        else:
            chosen = twist["fileLogObserverFactory"] if _is_format_given(sys.argv) else textFileLogObserver
        at_end = partial(global_reactor().addSystemEventTrigger, "after", "shutdown")
        twist["fileLogObserverFactory"] = unblocked(chosen, at_end)

    def _check(self, given: Given, *, sockets_are_bound: bool) -> None:
        """Check the values that name something outside of the process: endpoints, files and optional dependencies."""

        def source(name: str) -> str:
            return given[name].source if name in given else f"--{OPTIONS[name].spelling}"

        settings = self.settings
        if not sockets_are_bound:
            for endpoint in settings.listen:
                _check_endpoint(source("listen"), endpoint)
            if settings.admin:
                _check_endpoint(source("admin"), settings.admin)
        if settings.access_log not in ("", "-"):
            try:
                # Opening a FIFO would wait for a reader.
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK
                os.close(os.open(settings.access_log, flags, 0o666))
            except OSError as problem:
                raise InvalidOption(f"{source('access_log')}: {settings.access_log}: {problem.strerror}") from None
        if settings.ca_file:
            _check_ca_file(source("ca_file"), settings.ca_file)
        for name, extra, module in _EXTRAS:
            if getattr(settings, name) and find_spec(module) is None:
                raise InvalidOption(f"{source(name)}: needs {module}; install it with: pip install 'sitescan[{extra}]'")


def _check_endpoint(source: str, endpoint: str) -> None:
    try:
        serverFromString(global_reactor(), endpoint)
    except Exception:  # noqa: BLE001 - each kind of endpoint fails in its own way
        raise InvalidOption(f"{source}: {endpoint!r} is not an endpoint string such as tcp:8080") from None


def _check_ca_file(source: str, path: str) -> None:
    from sitescan.egress.tls import TlsContexts  # noqa: PLC0415 - only needed here

    try:
        # OpenSSL would wait for a FIFO.
        open_regular(Path(path)).close()
        TlsContexts.load(path)
    except Exception:  # noqa: BLE001 - OpenSSL's errors are not for people
        raise InvalidOption(f"{source}: not a readable PEM file of certificates") from None


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InvalidOption(message.removeprefix("argument "))


def _parser() -> _Parser:
    parser = _Parser(
        prog="twist sitescan", usage="twist sitescan [options]", description=_DESCRIPTION, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"sitescan {__version__}")
    parser.add_argument(
        "--local",
        action="store_true",
        help="For sites on this machine: listen on 127.0.0.1 only, allow its addresses, and have no rate limit.",
    )
    parser.add_argument("--config", metavar="FILE", help="TOML file of options: rate-limit = 20")
    names = ", ".join(option.name for option in OPTIONS.values() if not option.group)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"Set any option, also one that has no flag: {names}. docs/options.rst describes them. Can be repeated.",
    )
    flags = (option for option in OPTIONS.values() if option.group)
    for title, options in groupby(flags, key=attrgetter("group")):
        group = parser.add_argument_group(title)
        for option in options:
            group.add_argument(
                f"--{option.spelling}", action="append", metavar=option.value, dest=option.name, help=_help(option)
            )
    return parser


def _help(option: Option) -> str:
    default = f" (default: {option.shown_default})" if option.shown_default else ""
    return f"{option.help}{' Can be repeated.' * option.repeat}{default}".replace("%", "%%")


def _flags(arguments: argparse.Namespace) -> Given:
    return {
        option.name: GivenOption(option=option, source=f"--{option.spelling}", texts=tuple(texts))
        for option in OPTIONS.values()
        if option.group and (texts := getattr(arguments, option.name))
    }


def _local(given: Given) -> Given:
    """Return the options that ``--local`` stands for, and those that replace them; ports are on 127.0.0.1 alone."""
    local = {name: GivenOption(option=OPTIONS[name], source="--local", texts=texts) for name, texts in _LOCAL.items()}
    if "listen" in given:
        texts = tuple(_PORT.sub(r"\g<0>:interface=127.0.0.1", text) for text in given["listen"].texts)
        given = {**given, "listen": evolve(given["listen"], texts=texts)}
    return {**local, **given}


def _unknown(word: str) -> str:
    """Return the message about a word of the command line that is no flag."""
    if not word.startswith("-"):
        return f"unexpected argument {word!r}"
    name = word.lstrip("-").partition("=")[0]
    if name.replace("-", "_") in OPTIONS:
        return f"--{name} is not a flag; write --set {name}=VALUE"
    return f"unknown option --{name}{suggestion(name)}"


def _is_format_given(words: Sequence[str]) -> bool:
    """
    Return whether an option of ``twist`` itself chooses the format of the log: ``twist --log-format=json sitescan``.

    ``twist`` chooses one in any case, JSON for pipes and files, and doesn't say why.
    """
    own = words[: words.index("sitescan")] if "sitescan" in words else ()
    return any(word.startswith("--log-format") for word in own)
