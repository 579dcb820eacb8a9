"""Formats for code hosts and editors name a file by its path in its repository."""

import json
import re
from pathlib import Path
from string import punctuation
from urllib.parse import unquote, urlsplit

import pytest
from attrs import evolve

from sitescan.report.annotations_format import annotations
from sitescan.report.file_paths import uri_reference
from sitescan.report.gitlab_format import gitlab
from sitescan.report.rdjson_format import rdjson
from sitescan.report.sarif_format import sarif
from tests.report.reports import small_report

#: https://www.rfc-editor.org/rfc/rfc3986#appendix-A, as far as these references have its parts.
_CHARACTER = r"(?:[\w.~!$&'()*+,;=@-]|%[0-9A-Fa-f]{2})"
_REFERENCE = re.compile(
    rf"(?:[a-z]+://(?:{_CHARACTER}|[:\[\]])*(?:/(?:{_CHARACTER}|:)*)*|{_CHARACTER}+(?:/(?:{_CHARACTER}|:)*)*)"
    rf"(?:\?(?:{_CHARACTER}|[:/?])*)?(?:#(?:{_CHARACTER}|[:/?])*)?",
    re.ASCII,
)
NAMES = ("posts/[id].html", "a%b.html", "c#.html", "what?.html", "notes: one.html", "birnen ü.html", "%41.html")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the top of a repository; the current directory is a folder in it."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "public").mkdir()
    monkeypatch.chdir(tmp_path / "public")
    return tmp_path


@pytest.mark.parametrize("name", [*NAMES, *(f"a{sign}b.html" for sign in punctuation.replace("/", ""))])
def test_names(repository: Path, name: str) -> None:
    """The URI reference of a file is valid, and names this file and no other, whatever signs its name has."""
    uri = uri_reference(name)
    assert _REFERENCE.fullmatch(uri)
    parts = urlsplit(uri)
    assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("", "", "", "")
    assert unquote(parts.path) == f"public/{name}"


@pytest.mark.parametrize("path", ["a.html", "./a.html", "../public/a.html", "{top}/public/a.html"])
def test_top_of_repository(repository: Path, path: str) -> None:
    """However a file was named, every format names it from the top of its repository."""
    report = evolve(small_report(), url=path.format(top=repository))
    (run,) = json.loads(sarif([report]))["runs"]
    locations = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]}
    assert locations == {"public/a.html"}
    assert {finding["location"]["path"] for finding in json.loads(gitlab([report]))} == {"public/a.html"}
    assert {one["location"]["path"] for one in json.loads(rdjson([report]))["diagnostics"]} == {"public/a.html"}
    assert "file=public/a.html" in annotations([report])


def test_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is neither in a repository nor below the current folder keeps its path."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    report = evolve(small_report(), url=f"{tmp_path}/a b.html")
    (run,) = json.loads(sarif([report]))["runs"]
    location = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location["uri"] == f"file://{tmp_path}/a%20b.html"
    assert json.loads(gitlab([report]))[0]["location"]["path"] == f"{tmp_path}/a b.html"


@pytest.mark.parametrize(
    ("url", "uri"),
    [
        ("https://pears.example/a?b=[1]#c", "https://pears.example/a?b=%5B1%5D#c"),
        ("https://pears.example/a%b%20c", "https://pears.example/a%25b%20c"),
        ("https://[2001:db8::1]/", "https://[2001:db8::1]/"),
        ("https://pears.example/ü|^", "https://pears.example/%C3%BC%7C%5E"),
        ("-", "-"),
    ],
)
def test_urls(url: str, uri: str) -> None:
    """A URL stays as it is, but for characters that no URI has."""
    assert uri_reference(url) == uri
    assert _REFERENCE.fullmatch(uri)
