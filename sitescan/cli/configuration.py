"""The configuration of ``sitescan scan``: the command line over ``sitescan.toml`` or ``[tool.sitescan]``."""

import argparse
import os
import re
import sys
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from pathlib import Path
from typing import Any

from attrs import field, frozen

from sitescan.cli.arguments import CATEGORIES, PRINTED, SEVERITIES, SUGGESTION, TERMINAL
from sitescan.cli.exit_codes import UsageProblem
from sitescan.configuration.option_values import network
from sitescan.configuration.settings import OPTIONS, Settings
from sitescan.configuration.settings_sources import (
    Given,
    GivenOption,
    InvalidOption,
    did_you_mean,
    from_assignments,
    from_table,
    read_toml,
)
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, parse_target

#: The networks of this machine.
LOOPBACK = ("127.0.0.0/8", "::1/128")

#: These and its private network, without link-local addresses: cloud providers serve credentials there.
PRIVATE = (*LOOPBACK, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7")

#: The size of a page, in bytes: nobody else waits for a command.
_LARGEST_PAGE = 16 * 1024**2

_HEADER = lazy_pattern(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(?![ \t])([\x20-\x7e\t]*)")
_FILES = ("sitescan.toml", "pyproject.toml")

#: Header fields that the HTTP client sets itself.
_RESERVED = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding", "expect", "te"})


@frozen(kw_only=True)
class Ignored:
    """
    A rule whose issues do not count, with the reason.

    :ivar url: the only target that it applies to; empty for all.
    :ivar until: the last day on which it applies; ``None`` for always.
    """

    rule: str
    reason: str
    url: str = ""
    until: date | None = None

    def applies(self, target: str, today: date) -> bool:
        """Return whether it applies to a target on a day."""
        return self.url in ("", target) and not self.expired(today)

    def expired(self, today: date) -> bool:
        """Return whether its last day is over."""
        return self.until is not None and today > self.until


@frozen(kw_only=True)
class Configuration:
    """The targets, outputs, gates and settings of one run of ``sitescan scan``."""

    targets: tuple[str, ...]
    base: str = ""
    format: str = TERMINAL
    outputs: tuple[tuple[str, str], ...] = ()
    full: bool = False
    timing: bool = False
    jobs: int = 4
    min_score: int | None = None
    least: Mapping[str, int] = field(factory=dict)
    most: Mapping[str, int] = field(factory=dict)
    fail_on: str = ""
    baseline: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    insecure: bool = False
    ignored: tuple[Ignored, ...] = ()
    settings: Settings = Settings()


def configuration(arguments: argparse.Namespace, folder: Path) -> Configuration:
    """
    Return the configuration that a command line and its configuration file give.

    :param folder: the folder that is searched for configuration files.
    :raises UsageProblem: if a value is invalid.
    """
    given = {name: value for name, value in vars(arguments).items() if value not in (None, [])}
    is_own_site = names_own_site(given.get("targets", ()))
    given = from_file(arguments.config, folder, _KEYS) | given
    targets = given.get("targets") or given.get("urls") or ()
    if not targets:
        raise UsageProblem("give a URL, a file, a folder or - to scan")
    if len([target for target in targets if target == "-"]) > 1:
        raise UsageProblem("standard input can be read only once")
    jobs = number("jobs", given.get("jobs", 4), least=1)
    return Configuration(
        targets=tuple(dict.fromkeys(texts("urls", targets))),
        base=_text("base", given.get("base", "")),
        format=choice("format", given.get("format", TERMINAL), PRINTED),
        outputs=tuple(_output(output) for output in texts("output", given.get("output", ()))),
        full=switch("full", given.get("full", False)),
        timing=switch("timing", given.get("timing", False)),
        jobs=jobs,
        min_score=None if "min_score" not in given else number("min-score", given["min_score"], most=100),
        least=numbers("min", given.get("min", {}), CATEGORIES, 100),
        most=numbers("max", given.get("max", {}), SEVERITIES),
        fail_on=severity(given.get("fail_on", "")),
        baseline=_text("baseline", given.get("baseline", "")),
        headers=tuple(map(header, texts("header", given.get("header", ())))),
        insecure=switch("insecure", given.get("insecure", False)),
        ignored=tuple(_ignored(entry) for entry in given.get("ignore", ())),
        settings=settings_from(given, jobs, len(targets), private=LOOPBACK if is_own_site else ()),
    )


def names_own_site(targets: Sequence[str]) -> bool:
    """Return whether a person at a terminal has typed URLs of this machine, and no others."""
    urls = [target for target in targets if "://" in target]
    return sys.stdin is not None and sys.stdin.isatty() and bool(urls) and all(map(is_on_this_machine, urls))


def is_on_this_machine(url: str) -> bool:
    """Return whether a text is a URL of this machine."""
    try:
        return parse_target(url).is_localhost
    except InvalidTarget:
        return False


def from_file(named: str | None, folder: Path, keys: AbstractSet[str], table: str = "") -> dict[str, Any]:
    """
    Return the options in a configuration file, by their names in a command line.

    :param named: the file; ``None`` for the first one in the folder.
    :param keys: the known options.
    :param table: the table with the options; empty for the whole file.
    :raises UsageProblem: if it can't be read, or has an unknown option.
    """
    for path in [Path(named)] if named else [folder / name for name in _FILES]:
        if not named and not path.exists():
            continue
        try:
            content: Any = read_toml(path)
        except InvalidOption as problem:
            raise UsageProblem(str(problem)) from None
        if path.name == "pyproject.toml":
            tools = content.get("tool")
            content = tools.get("sitescan") if isinstance(tools, dict) else None
            if content is None and not named:
                continue
        if not isinstance(content, dict):
            raise UsageProblem(f"{path}: it has no table [tool.sitescan]")
        if not table:
            return _checked({name: value for name, value in content.items() if name not in _TABLES}, path, keys)
        if not isinstance(content := content.get(table, {}), dict):
            raise UsageProblem(f"{path}: write the options of {table} below [{table}]")
        return _checked(content, path, keys)
    return {}


_KEYS = frozenset(
    "urls base format output full timing jobs min-score min max fail-on baseline header user-agent insecure "
    "allow-private render set ignore".split()
)

#: The tables of other commands.
_TABLES = frozenset({"site"})


def _checked(content: dict[str, Any], path: Path, keys: AbstractSet[str]) -> dict[str, Any]:
    for name in content:
        if name not in keys:
            raise UsageProblem(f"{path}: unknown option {name!r}{did_you_mean(name, keys)}")
    if not isinstance(content.get("ignore", []), list):
        raise UsageProblem(f"{path}: write each entry of ignore as [[ignore]]")
    return {name.replace("-", "_"): value for name, value in content.items()}


def settings_from(given: Mapping[str, Any], jobs: int, targets: int, *, private: Sequence[str] = ()) -> Settings:
    """
    Return the settings of scans that a command line and its configuration file give.

    :param given: the values of ``user_agent``, ``allow_private``, ``render`` and ``set``, if they are given.
    :param jobs: the number of pages to scan at the same time.
    :param targets: the number of pages.
    :param private: networks that are not public and are allowed without ``allow_private``.
    :raises UsageProblem: if a value is invalid.
    """
    # All scans are of one client, which holds half of the children. Starting a child takes more CPU time than a page.
    workers = 2 * max(1, min(os.cpu_count() or 1, jobs, targets))
    values: dict[str, Any] = {"scans": jobs, "waiting": targets, "host_requests": 0, "workers": workers}
    values |= {"page_bytes": _LARGEST_PAGE, "page_wire_bytes": _LARGEST_PAGE}
    if switch("render", given.get("render", False)):
        values |= {"renderer": "chromium", "render": "always"}
    if switch("allow-private", given.get("allow_private", False)):
        private = PRIVATE
    if private:
        values["allow_private"] = tuple(map(network, private))
    try:
        if "user_agent" in given:
            texts = (str(given["user_agent"]),)
            agent = GivenOption(option=OPTIONS["user_agent"], source="user-agent", texts=texts)
            values["user_agent"] = agent.parsed()
        for name, assigned in _assigned(given.get("set", ())).items():
            value = assigned.parsed()
            values[name] = (*values.get(name, ()), *value) if assigned.option.repeat else value
    except InvalidOption as problem:
        raise UsageProblem(str(problem)) from None
    return Settings(**values)


def _assigned(value: object) -> Given:
    """Return the options of ``set``: a table of a file, or an array of ``NAME=VALUE``."""
    return from_table(value, "set") if isinstance(value, dict) else from_assignments(texts("set", value))


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise UsageProblem(f"{name} must be text, not {value!r}")
    return value


def texts(name: str, value: object) -> tuple[str, ...]:
    """
    Return a list of strings.

    :raises UsageProblem: if the value is something else.
    """
    if isinstance(value, str) or not isinstance(value, list | tuple):
        raise UsageProblem(f"{name} must be a list of strings, not {value!r}")
    return tuple(_text(name, entry) for entry in value)


def switch(name: str, value: object) -> bool:
    """
    Return a truth value.

    :raises UsageProblem: if the value is something else.
    """
    if not isinstance(value, bool):
        raise UsageProblem(f"{name} must be true or false, not {value!r}")
    return value


def severity(value: object) -> str:
    """
    Return the severity of ``fail-on``, by its name in the API or in reports for people.

    :raises UsageProblem: if there is no such severity.
    """
    chosen = choice("fail-on", value, ("", *SEVERITIES, SUGGESTION, "never"))
    return "info" if chosen == SUGGESTION else chosen


def choice(name: str, value: object, choices: tuple[str, ...]) -> str:
    """
    Return one of several words.

    :raises UsageProblem: if the value is something else.
    """
    if value not in choices:
        raise UsageProblem(f"{name} must be one of {', '.join(choice for choice in choices if choice)}, not {value!r}")
    return str(value)


def number(name: str, value: object, *, least: int = 0, most: int = 1_000_000) -> int:
    """
    Return a whole number within bounds.

    :raises UsageProblem: if the value is something else.
    """
    text = str(value)
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,7}", text) or not least <= int(text) <= most:
        raise UsageProblem(f"{name} must be a whole number from {least} to {most}, not {value!r}")
    return int(text)


def numbers(name: str, value: object, known: tuple[str, ...], most: int = 1_000_000) -> dict[str, int]:
    """
    Return the numbers by name that a command line gives as ``["security=90"]``, a file as ``{security = 90}``.

    :raises UsageProblem: if a name or a number is invalid.
    """
    pairs = value.items() if isinstance(value, dict) else [pair.partition("=")[::2] for pair in texts(name, value)]
    found = {}
    for key, figure in pairs:
        if key not in known:
            raise UsageProblem(f"{name}: {key!r} is not one of {', '.join(known)}{did_you_mean(key, known)}")
        found[key] = number(f"{name} {key}", figure, most=most)
    return found


def _output(value: str) -> tuple[str, str]:
    form, colon, path = value.partition(":")
    if form not in PRINTED or not colon or not path:
        raise UsageProblem(f"output: {value!r} is not FORMAT:PATH with one of {', '.join(PRINTED)}")
    return form, path


def header(value: str) -> tuple[str, str]:
    """
    Return the name and the value of a header field.

    :raises UsageProblem: if the text is no such field, or the client sets it itself.
    """
    match = _HEADER.fullmatch(value)
    if match is None:
        raise UsageProblem(f"header: {value!r} is not a header field such as 'Authorization: Bearer abc'")
    if match[1].lower() in _RESERVED:
        raise UsageProblem(f"header: {match[1]} cannot be set")
    return match[1], match[2].strip()


def _ignored(entry: object) -> Ignored:
    if not isinstance(entry, dict) or not isinstance(entry.get("rule"), str):
        raise UsageProblem("ignore: each entry needs a rule")
    rule, reason, until = entry["rule"], entry.get("reason", ""), entry.get("until")
    if unknown := entry.keys() - {"rule", "reason", "url", "until"}:
        raise UsageProblem(f"ignore {rule}: unknown field {sorted(unknown)[0]!r}")
    if not isinstance(reason, str) or not reason.strip():
        raise UsageProblem(f"ignore {rule}: reason is missing")
    if until is not None and type(until) is not date:
        raise UsageProblem(f"ignore {rule}: until must be a date such as 2027-01-31")
    return Ignored(rule=rule, reason=reason, url=_text("ignore url", entry.get("url", "")), until=until)
