"""The options of ``sitescan site`` and their configuration file."""

import os
from pathlib import Path
from typing import Any

import pytest

from sitescan.cli.arguments import parser
from sitescan.cli.configuration import configuration
from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.site_options import crawl_limits, headers, mapped, parameters, site_options
from sitescan.site.frontier import CrawlLimits

URL = "https://pears.example/"


def options(folder: Path, *words: str) -> dict[str, Any]:
    """Return the options of a command line in a folder."""
    return site_options(parser().parse_args(["site", *words]), folder)


def test_file_and_command_line(tmp_path: Path) -> None:
    """The table of the file has the same keys, the command line comes first, and other commands ignore it."""
    (tmp_path / "sitescan.toml").write_text(
        f'urls = ["{URL}"]\n[site]\ntarget = "{URL}"\nmax-pages = 9\ninclude = ["/a/*"]\n'
        "no-follow = true\nfresh = false\n"
        'set = { scan-seconds = 60 }\ndrop-param = ["a"]\nmap = "https://a.example=http://b.example"\nmax-time = 1.5\n'
    )
    given = options(tmp_path, "--max-pages", "7", "--keep-param", "b")
    assert crawl_limits(given) == CrawlLimits(max_pages=7, include=("/a/*",), follow=False)
    assert parameters(given) == (("a",), ("b",))
    assert mapped(given) == ("https://a.example/", "http://b.example/")
    assert (given["target"], given["set"], given["max_time"]) == (URL, {"scan-seconds": 60}, "1.5")
    assert "fresh" not in given
    assert configuration(parser().parse_args(["scan"]), tmp_path).targets == (URL,)


def test_pyproject(tmp_path: Path) -> None:
    """The table may be in pyproject.toml, which need not have it."""
    (tmp_path / "pyproject.toml").write_text("[tool.sitescan]\nmin-score = 80\n")
    assert options(tmp_path, URL) == {"target": URL}
    (tmp_path / "pyproject.toml").write_text("[tool.sitescan.site]\nmin-score = 80\n")
    assert options(tmp_path, URL) == {"target": URL, "min_score": "80"}


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("[site]\nmax-page = 9", "unknown option 'max-page'; did you mean 'max-pages'?"),
        ("[site]\nno-follow = 1", "no-follow must be true or false, not 1"),
        ('[site]\ninclude = "/a"', "include must be a list of strings, not '/a'"),
        ('[site]\ntarget = ""', "target: an empty value was given"),
        ('[site]\noutput = ""', "output: an empty value was given"),
        ('[site]\ninclude = ["/a", ""]', "include: an empty value was given"),
        ("[site]\nmax-pages = [9]", "max-pages must be text or a number, not [9]"),
        ("site = 9", "write the options of site below [site]"),
        ("", "give a URL, a folder, or a file with URLs"),
    ],
)
def test_invalid_files(tmp_path: Path, table: str, reason: str) -> None:
    """What is wrong in the file is a sentence."""
    (tmp_path / "sitescan.toml").write_text(table)
    with pytest.raises(UsageProblem) as refused:
        options(tmp_path)
    assert str(refused.value).endswith(reason)


def test_cookies(tmp_path: Path) -> None:
    """Only the cookies that a browser would send with the start page are sent, also those of an ended session."""
    file = tmp_path / "cookies.txt"
    rows = (
        (".pears.example", "TRUE", "/", "TRUE", "0", "session", "abc"),
        ("pears.example", "FALSE", "/", "FALSE", "1", "expired", "x"),
        ("pears.example", "FALSE", "/shop", "FALSE", "0", "shop", "x"),
        ("apples.example", "FALSE", "/", "FALSE", "0", "foreign", "x"),
    )
    file.write_text("# Netscape HTTP Cookie File\n" + "".join("\t".join(row) + "\n" for row in rows))
    given = {"cookie_file": str(file), "header": ["X-Pear: ripe"]}
    assert headers(given, URL) == (("X-Pear", "ripe"), ("Cookie", "session=abc"))
    with pytest.raises(UsageProblem, match=r"it has no valid cookie for http://pears\.example/"):
        headers(given, "http://pears.example/")


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00", b"# Netscape HTTP Cookie File\na line without tabs\n", b"# Netscape HTTP Cookie File\n\xff"],
)
def test_cookie_file_with_garbage(tmp_path: Path, content: bytes) -> None:
    """A file of another kind is a sentence, without what the library thinks of it."""
    file = tmp_path / "cookies.txt"
    file.write_bytes(content)
    with pytest.raises(UsageProblem, match=r"it is not in the format of cookies\.txt"):
        headers({"cookie_file": str(file)}, URL)


def test_cookie_file_without_an_end(tmp_path: Path) -> None:
    """A pipe is not waited for."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageProblem, match="it is not a regular file"):
        headers({"cookie_file": str(tmp_path / "pipe")}, URL)
