"""Settings from the command line and from configuration files."""

import os
from datetime import date
from ipaddress import ip_network
from pathlib import Path

import pytest

from sitescan.cli.arguments import parser
from sitescan.cli.configuration import Configuration, configuration
from sitescan.cli.exit_codes import UsageProblem

URL = "https://pears.example/"


def _configured(folder: Path, *words: str) -> Configuration:
    return configuration(parser().parse_args(["scan", *words]), folder)


def test_options(tmp_path: Path) -> None:
    """Each option of the command line is in the configuration."""
    made = _configured(
        tmp_path, URL, "page.html", "--base", URL, "--format", "csv", "-o", "sarif:a.sarif", "-o", "html:b:c.html",
        "--min-score", "80", "--min", "security=90", "--max", "error=0", "--fail-on", "warning",
        "--baseline", "old.json",
        "--header", "Authorization: Bearer a:b", "--user-agent", "Pears/1", "--insecure", "--timing", "--jobs", "2",
        "--set", "scan-seconds=60", "--set", "dns=127.0.0.1:5353",
    )  # fmt: skip
    assert made.targets == (URL, "page.html")
    assert (made.base, made.format, made.outputs) == (URL, "csv", (("sarif", "a.sarif"), ("html", "b:c.html")))
    assert (made.min_score, made.least, made.most) == (80, {"security": 90}, {"error": 0})
    assert (made.fail_on, made.baseline, made.insecure, made.timing) == ("warning", "old.json", True, True)
    assert made.headers == (("Authorization", "Bearer a:b"),)
    assert (made.settings.user_agent, made.settings.scan_seconds) == ("Pears/1", 60)
    assert (made.settings.dns, made.settings.scans) == ((("127.0.0.1", 5353),), 2)


def test_no_more_children_than_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of child processes depends on the number of pages, not on the number of processors alone."""
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    assert _configured(tmp_path, URL).settings.workers == 2
    assert _configured(tmp_path, *[f"{URL}{number}" for number in range(20)], "--jobs", "6").settings.workers == 12
    assert _configured(tmp_path, *[f"{URL}{number}" for number in range(20)], "--jobs", "40").settings.workers == 32
    assert _configured(tmp_path, URL, "--set", "workers=3").settings.workers == 3
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert _configured(tmp_path, URL).settings.workers == 2


def test_private_networks_exclude_metadata_address(tmp_path: Path) -> None:
    """Loopback and home networks are allowed, but never the metadata address 169.254.169.254."""
    allowed = _configured(tmp_path, URL, "--allow-private").settings.allow_private
    assert ip_network("127.0.0.0/8") in allowed
    assert not any(ip_network("169.254.169.254").overlaps(network) for network in allowed if network.version == 4)
    assert not _configured(tmp_path, URL).settings.allow_private


def test_precedence(tmp_path: Path) -> None:
    """The command line takes precedence over sitescan.toml, and sitescan.toml over pyproject.toml."""
    (tmp_path / "pyproject.toml").write_text('[tool.sitescan]\nurls = ["https://plums.example/"]\nmin-score = 10\n')
    assert _configured(tmp_path).targets == ("https://plums.example/",)
    (tmp_path / "sitescan.toml").write_text(
        f'urls = ["{URL}"]\nmin-score = 70\nmin = {{ security = 90 }}\nallow-private = true\n'
        'set = { scan-seconds = 30 }\n[[ignore]]\nrule = "seo/title-missing"\nreason = "A test page."\n'
        "until = 2027-01-31\n"
    )
    made = _configured(tmp_path, "--min-score", "80")
    assert (made.targets, made.min_score, made.least) == ((URL,), 80, {"security": 90})
    assert made.settings.scan_seconds == 30
    (ignored,) = made.ignored
    assert ignored.applies(URL, date(2027, 1, 31))
    assert not ignored.applies(URL, date(2027, 2, 1))


def test_missing_table_is_ignored(tmp_path: Path) -> None:
    """A pyproject.toml without a table for sitescan is ignored."""
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'pears'\n")
    assert _configured(tmp_path, URL).targets == (URL,)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("urls = [", "sitescan.toml: "),
        ("urls = " + "[" * 100_000, "sitescan.toml: nested too deeply"),
        ("color = true", "unknown option 'color'"),
        ("min-score = 101", "min-score must be a whole number from 0 to 100"),
        ("min-score = true", "min-score must be"),
        ("fail_on = 'error'", "unknown option 'fail_on'; did you mean 'fail-on'?"),
        ("min = { pears = 1 }", "'pears' is not one of seo"),
        ("urls = 'https://pears.example/'", "urls must be a list"),
        ("urls = [1]", "urls must be text"),
        ("insecure = 'yes'", "insecure must be true or false"),
        ("fail-on = 'sometimes'", "fail-on must be one of error"),
        ("output = ['pdf:a.pdf']", "is not FORMAT:PATH"),
        ("output = ['html']", "is not FORMAT:PATH"),
        ("ignore = 'seo/title-missing'", "write each entry of ignore"),
        ("[[ignore]]\nreason = 'x'", "each entry needs a rule"),
        ("[[ignore]]\nrule = 'seo/a'", "reason is missing"),
        ("[[ignore]]\nrule = 'seo/a'\nreason = ' '", "reason is missing"),
        ("[[ignore]]\nrule = 'seo/a'\nreason = 'x'\nuntil = 'soon'", "until must be a date"),
        ("[[ignore]]\nrule = 'seo/a'\nreason = 'x'\nwhen = 1", "unknown field 'when'"),
        ("set = { pears = 1 }", "unknown option 'pears'"),
        ("set = { scan-seconds = 'long' }", "scan-seconds: "),
        ("header = ['Host: evil.example']", "Host cannot be set"),
        ('header = ["X-A: b\\r\\nX-C: d"]', "is not a header field"),
        ("jobs = 0", "jobs must be a whole number from 1"),
        ('user-agent = "a\\nb"', "user-agent: "),
    ],
)
def test_invalid_configuration_files(tmp_path: Path, content: str, message: str) -> None:
    """Each mistake in a file is reported in one line that names it."""
    (tmp_path / "sitescan.toml").write_text(content)
    words = [] if content.startswith("urls") else [URL]
    with pytest.raises(UsageProblem, match=r"^[^\n]+$") as raised:
        _configured(tmp_path, *words)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("-", "x", "-"),
        (URL, "--config", "missing.toml"),
        (URL, "--min", "security"),
        (URL, "--format", "pdf"),
        ("--pears",),
    ],
)
def test_invalid_command_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A mistake on the command line is a usage problem, not a crash."""
    with pytest.raises(UsageProblem):
        _configured(tmp_path, *words)
    (tmp_path / "latin.toml").write_bytes(b"base = '\xff'")
    with pytest.raises(UsageProblem, match="latin"):
        _configured(tmp_path, URL, "--config", str(tmp_path / "latin.toml"))
