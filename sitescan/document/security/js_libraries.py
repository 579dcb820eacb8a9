"""
Identification of JavaScript libraries and their versions, and their known vulnerabilities.

The list is ``standards/data/js_libraries.json``; it includes its source and date.
``tools/update_js_libraries.py`` regenerates it from the repository of Retire.js.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, pairwise
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs

from attrs import frozen

from sitescan.standards.data_files import data_of
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import split_url

#: Hosts that serve nothing but the releases of libraries, under ``/VERSION/``.
_RELEASE_HOSTS = frozenset(
    {
        *("ajax.aspnetcdn.com", "builds.emberjs.com", "cdn.ckeditor.com", "cdn.datatables.net"),
        *("code.angularjs.org", "code.jquery.com"),
    }
)

_LONGEST_URL = 2000
_COMMENTS = 40
_BANNER = 400
_BEFORE_BANNER = lazy_pattern(r"/[\s*!]*(?:@(?:license|preserve)[\s*]*)?")
_VERSION = r"v?([0-9]{1,4}(?:\.[0-9]{1,6}){1,3}(?:[-.]?(?:alpha|beta|rc|pre)[-.]?[0-9]{0,4})?)"
_EXACT = lazy_pattern(_VERSION)
_NAME_AND_VERSION = lazy_pattern(rf"([a-z][a-z0-9.-]{{0,60}}?)[-_.@]{_VERSION}(?![0-9])")
_SUFFIX = lazy_pattern(r"(?:[.-](?:min|slim|prod|production|full|pack|packed|custom|umd|global)){0,9}\.m?js")
_NEEDED = lazy_pattern(r"\s*(?:\+|(?:and|or|to|is|are|required|needed|compat\w*)\b)", re.IGNORECASE)
_PRERELEASE = lazy_pattern(r"[-.]?(alpha|beta|rc|pre)[-.]?([0-9]*)")


@frozen(kw_only=True)
class Weakness:
    """
    A vulnerability of some versions of a library.

    :ivar ids: the CVE and GitHub Advisory Database (``GHSA-``) identifiers.
    :ivar summary: a description.
    :ivar fixed: the first version without the vulnerability, or an empty string.
    :ivar url: the URL of the publication, if there are no identifiers.
    """

    ids: tuple[str, ...]
    summary: str
    fixed: str
    url: str = ""

    @property
    def advisory(self) -> str:
        """The URL of the published advisory."""
        known = next((identifier for identifier in self.ids if identifier.startswith("GHSA-")), "")
        if known:
            return f"https://github.com/advisories/{known}"
        return f"https://www.cve.org/CVERecord?id={self.ids[0]}" if self.ids else self.url


@frozen(kw_only=True)
class Library:
    """
    A version of a library.

    :ivar name: the display name.
    :ivar version: the version.
    :ivar weaknesses: the known vulnerabilities of this version.
    :ivar fixed: the next version without known vulnerabilities, or an empty string.
    """

    name: str
    version: str
    weaknesses: tuple[Weakness, ...] = ()
    fixed: str = ""


@frozen(kw_only=True)
class Coverage:
    """The number of libraries in the list, its source and its date."""

    libraries: int
    source: str
    date: str


def library_at(url: str) -> Library | None:
    """
    Return the listed library that a URL names with its version, or ``None``.

    Recognized are ``jquery-1.2.3.min.js``, WordPress's ``?ver=`` and, for the library's own file inside,
    ``/jquery/1.2.3/`` and ``/jquery@1.2.3/``: other files there may be plugins or single functions. On hosts that
    serve nothing but libraries, ``/1.2.3/jquery.js`` is recognized too: elsewhere, the version may be that of the site.
    """
    parts = split_url(url[:_LONGEST_URL].lower())
    segments = [segment for segment in parts.path.split("/") if segment]
    if not segments:
        return None
    suffix = _SUFFIX.search(segments[-1])
    stem = segments[-1][: suffix.start()] if suffix else segments[-1]
    for name, version in chain(_named(segments, stem, parts.query), _released(parts.hostname, segments, stem)):
        found = _identified(name, version)
        if found is not None:
            return found
    return None


def libraries_in(script: str) -> Iterator[Library]:
    """
    Iterate over the listed libraries that the first comments of a script name with their versions.

    A comment stating that the version is required belongs to another library, which depends on it.
    """
    for comment in _comments(script):
        for banner, key in _banners():
            if comment.startswith(banner):
                match = _EXACT.match(comment, len(banner))
                if match is not None and not _NEEDED.match(comment, match.end()):
                    yield _library(key, match.group(1))
                break


def coverage() -> Coverage:
    """Return the coverage of the list."""
    data = _data()
    return Coverage(libraries=len(data["libraries"]), source=data["source"], date=data["retrieved"])


def _named(segments: list[str], stem: str, query: str) -> Iterator[tuple[str, str]]:
    """Iterate over the names and versions that a path may contain, the most certain first."""
    match = _NAME_AND_VERSION.fullmatch(stem)
    if match is not None:
        yield match.group(1), match.group(2)
    for segment in segments[:-1]:
        match = _NAME_AND_VERSION.fullmatch(segment)
        if match is not None and _is_file_of(match.group(1), stem):
            yield match.group(1), match.group(2)
    for name, version in pairwise(segments):
        match = _EXACT.fullmatch(version)
        if match is not None and _is_file_of(name, stem):
            yield name, match.group(1)
    if segments[:2] == ["wp-includes", "js"]:
        # Elsewhere ver= may be the version of the theme or anything else.
        version = parse_qs(query).get("ver", [""])[0]
        if _EXACT.fullmatch(version):
            yield stem, version


def _released(host: str | None, segments: list[str], stem: str) -> Iterator[tuple[str, str]]:
    """Iterate over the file's own name and the versions before it, on a host of library releases."""
    names = _names()
    for folder, version in pairwise(["", *segments[:-1]] if host in _RELEASE_HOSTS else ()):
        match = _EXACT.fullmatch(version)
        if match is not None and names.get(folder, names.get(stem)) == names.get(stem):
            yield stem, match.group(1)


def _is_file_of(name: str, stem: str) -> bool:
    """Return whether a file is the library itself; ``chart.js`` may be another file outside of Chart.js's folder."""
    names = _names()
    return name in names and names[name] in (names.get(stem), names.get(f"{stem}.js"))


def _identified(name: str, version: str) -> Library | None:
    key = _names().get(name)
    return None if key is None else _library(key, version)


def _library(key: str, version: str) -> Library:
    weaknesses = _weaknesses(key, version)
    name = _data()["libraries"][key]["name"]
    return Library(name=name, version=version, weaknesses=weaknesses, fixed=_fixed(key, weaknesses))


@lru_cache(maxsize=1000)
def _weaknesses(key: str, version: str) -> tuple[Weakness, ...]:
    return tuple(
        Weakness(
            ids=tuple(entry["ids"]),
            summary=entry["summary"],
            fixed="" if entry.get("unfixed") else entry.get("fixed", entry["below"]),
            url=entry.get("url", ""),
        )
        for entry in _data()["libraries"][key]["vulnerabilities"]
        if _key(entry.get("at_or_above", "0")) <= _key(version) < _key(entry["below"])
    )


def _fixed(key: str, weaknesses: tuple[Weakness, ...]) -> str:
    """Return the first version without known vulnerabilities: a fixed version may have newer ones."""
    version = ""
    while weaknesses:
        if not all(weakness.fixed for weakness in weaknesses):
            return ""
        version = max((weakness.fixed for weakness in weaknesses), key=_key)
        weaknesses = _weaknesses(key, version)
    return version


@lru_cache(maxsize=10_000)
def _key(version: str) -> tuple[tuple[int, ...], int, int]:
    """Return a sort key for a version; pre-releases precede their release."""
    match = _PRERELEASE.search(version)
    numbers = [int(number) for number in re.findall(r"[0-9]{1,9}", version[: match.start()] if match else version)]
    padded = (*numbers[:4], *[0] * (4 - len(numbers)))
    if match is None:
        return padded, 9, 0
    return padded, ("pre", "alpha", "beta", "rc").index(match.group(1)), int(match.group(2) or 0)


def _comments(script: str) -> Iterator[str]:
    """Iterate over the beginnings of a script's first comments, without leading symbols."""
    at = 0
    for _ in range(_COMMENTS):
        at = script.find("/*", at)
        if at < 0:
            return
        comment = script[at : at + _BANNER].partition("*/")[0]
        yield _BEFORE_BANNER.sub("", comment, count=1)
        at = script.find("*/", at)
        if at < 0:
            return


@cache
def _names() -> Mapping[str, str]:
    """Return the library of each file and package name."""
    return MappingProxyType(
        {name: key for key, about in _data()["libraries"].items() for name in (*about["packages"], *about["files"])}
    )


@cache
def _banners() -> tuple[tuple[str, str], ...]:
    """Return the beginnings of the libraries' license comments, longest first, each with its library."""
    found = [(banner, key) for key, about in _data()["libraries"].items() for banner in about["banners"]]
    return tuple(sorted(found, key=lambda pair: (-len(pair[0]), pair)))


@cache
def _data() -> Mapping[str, Any]:
    return MappingProxyType(data_of("js_libraries"))
