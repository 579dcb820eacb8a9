"""The options of ``sitescan site``: the command line over the table ``[site]`` of the configuration file."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import Any
from urllib.request import Request
from warnings import catch_warnings

from sitescan.cli.arguments import SITE_FORMATS
from sitescan.cli.configuration import from_file, header, number, switch, texts
from sitescan.cli.exit_codes import UsageProblem
from sitescan.configuration.option_values import seconds
from sitescan.configuration.regular_file import read_regular
from sitescan.report.visible_text import one_line
from sitescan.site.frontier import CrawlLimits
from sitescan.site.parameters import Parameters
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import InvalidTarget, parse_target

_SWITCHES = frozenset("no_follow fresh render no_sitemap subdomains insecure allow_private".split())
_LISTS = frozenset("output include exclude also drop_param keep_param header".split())
_TABLES = frozenset({"max", "set"})

#: Characters that end the name of a parameter, or that URLs escape.
_NOT_OF_A_NAME = lazy_pattern(r"[=&?#\s]")

#: Options that are not in the file: what runs, and with which file.
_OF_THE_COMMAND = frozenset({"command", "config"})


def site_options(arguments: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """
    Return the options that were given, by name. A switch that is off is not among them.

    :param folder: the folder that is searched for configuration files.
    :raises UsageProblem: if an option of the file is invalid.
    """
    known = vars(arguments).keys() - _OF_THE_COMMAND
    keys = {name.replace("_", "-") for name in known}
    given = from_file(arguments.config, folder, keys, "site") | {
        name: value for name, value in vars(arguments).items() if name in known and value not in (None, [])
    }
    read = {name: _checked(name.replace("_", "-"), name, value) for name, value in given.items()}
    if "target" not in read:
        raise UsageProblem("give a URL, a folder, or a file with URLs")
    return {name: value for name, value in read.items() if value is not False}


def _checked(key: str, name: str, value: Any) -> Any:
    """
    Return a value as a command line gives it.

    :raises UsageProblem: if it is empty or of another type.
    """
    if value == "" or (isinstance(value, list) and "" in value):
        raise UsageProblem(f"{key}: an empty value was given")
    if name == "output" and isinstance(value, str):
        return [value]
    if name in _SWITCHES:
        return switch(key, value)
    if name in _LISTS:
        return list(texts(key, value))
    if name in _TABLES:
        return value
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UsageProblem(f"{key} must be text or a number, not {value!r}")
    return str(value)


def crawl_limits(given: Mapping[str, Any]) -> CrawlLimits:
    """
    Return the pages that are wanted.

    :raises UsageProblem: if a value is invalid.
    """
    for name in ("include", "exclude"):
        for glob in given.get(name, ()):
            if glob[0] not in "/*?" or "#" in glob:
                raise UsageProblem(f"{name}: no path is like {glob!r}; paths begin with a slash, as /shop/* does")
    return CrawlLimits(
        max_pages=number("max-pages", given.get("max_pages", 500), least=1),
        max_depth=number("max-depth", given["max_depth"]) if "max_depth" in given else None,
        include=tuple(given.get("include", ())),
        exclude=tuple(given.get("exclude", ())),
        follow="no_follow" not in given,
    )


def parameters(given: Mapping[str, Any]) -> Parameters:
    """
    Return the parameters of URLs that are dropped, and those that are kept.

    :raises UsageProblem: if a name is none, or is among both.
    """
    drop, keep = (frozenset[str](given.get(name, ())) for name in ("drop_param", "keep_param"))
    for name in sorted(drop | keep):
        if _NOT_OF_A_NAME.search(name):
            raise UsageProblem(f"drop-param, keep-param: {name!r} is not the name of a parameter as URLs have it")
        if name in drop & keep:
            raise UsageProblem(f"drop-param, keep-param: both name {name!r}")
    return Parameters(drop=drop, keep=keep)


def max_seconds(given: Mapping[str, Any]) -> float:
    """
    Return the time after which no other page is read.

    :raises UsageProblem: if it is none.
    """
    try:
        return seconds(given["max_time"]) if "max_time" in given else float("inf")
    except ValueError as problem:
        raise UsageProblem(f"max-time: {problem}") from None


def outputs(given: Mapping[str, Any]) -> tuple[Path, Sequence[tuple[str, Path]]]:
    """
    Return the folder of the results, and the format and the path of each other file that is written.

    :raises UsageProblem: if several folders are given.
    """
    parts = [value.partition(":") for value in given.get("output", ())]
    files = [(form, Path(path)) for form, colon, path in parts if colon and form in SITE_FORMATS]
    folders = ["".join(part) for part in parts if not (part[1] and part[0] in SITE_FORMATS)]
    if len(folders) > 1:
        raise UsageProblem(f"output: {folders[0]} and {folders[1]} are two folders")
    return Path(folders[0] if folders else "sitescan-site"), files


def mapped(given: Mapping[str, Any]) -> tuple[str, str]:
    """
    Return the beginning of URLs that ``--map`` replaces, and what it replaces it by; both are empty without it.

    :raises UsageProblem: if one is no URL.
    """
    if "map" not in given:
        return "", ""
    there, equals, here = (f"{part.rstrip('/')}/" for part in given["map"].partition("="))
    if equals != "=/" or "?" in there + here or "#" in there + here:
        raise UsageProblem(
            f"map: {given['map']!r} is not two URLs such as https://www.pears.example=http://localhost:8000"
        )
    return checked_url("map: ", there), checked_url("map: ", here)


def sitemaps(given: Mapping[str, Any]) -> Sequence[str] | None:
    """
    Return the sitemaps to read; ``None`` for those of the site.

    :raises UsageProblem: if one is no URL.
    """
    if "sitemap" not in given:
        return () if "no_sitemap" in given else None
    check_applies(given, ("no_sitemap",), "not together with --sitemap")
    return (checked_url("sitemap: ", given["sitemap"]),)


def also(given: Mapping[str, Any], target: str) -> frozenset[str]:
    """
    Return the other origins that belong to the site of a target. A host without a scheme has that of the target.

    :raises UsageProblem: if one is none.
    """
    scheme = target.partition("://")[0]
    hosts = (host if "://" in host else f"{scheme}://{host}" for host in given.get("also", ()))
    return frozenset(parse_target(checked_url("also: ", host)).origin for host in hosts)


def checked_url(subject: str, url: str) -> str:
    """
    Return a URL that a person has written as it is sent.

    :param subject: what it is, before it in a message.
    :raises UsageProblem: if it is none.
    """
    try:
        return parse_target(url).url
    except InvalidTarget as problem:
        raise UsageProblem(f"{subject}{one_line(url)}: {problem}") from None


def headers(given: Mapping[str, Any], url: str) -> tuple[tuple[str, str], ...]:
    """
    Return the header fields that are sent to the site, with the cookies that a file has for a URL.

    :raises UsageProblem: if one is invalid, or the file can't be read.
    """
    fields = tuple(map(header, given.get("header", ())))
    if "cookie_file" not in given:
        return fields
    jar, request = MozillaCookieJar(given["cookie_file"]), Request(url)  # noqa: S310 - it is not sent
    try:
        # The jar would wait for a pipe, and says what is wrong with a line as a warning about itself.
        read_regular(Path(given["cookie_file"])).decode()
        with catch_warnings(action="ignore"):
            jar.load(ignore_discard=True, ignore_expires=True)
    except (LoadError, UnicodeDecodeError):
        raise UsageProblem(f"cookie-file: {given['cookie_file']}: it is not in the format of cookies.txt") from None
    except OSError as problem:
        raise UsageProblem(f"cookie-file: {given['cookie_file']}: {problem.strerror}") from None
    for cookie in jar:
        # Such files write the end of a session as 0.
        cookie.expires = cookie.expires or None
    jar.add_cookie_header(request)
    found = request.get_header("Cookie")
    if not found:
        raise UsageProblem(f"cookie-file: {given['cookie_file']}: it has no valid cookie for {url}")
    return (*fields, header(f"Cookie: {found}"))


def check_applies(given: Mapping[str, Any], names: Iterable[str], reason: str) -> None:
    """
    Refuse options that don't apply to a target.

    :raises UsageProblem: if one is given.
    """
    for name in names:
        if name in given:
            raise UsageProblem(f"--{name.replace('_', '-')}: {reason}")
