"""The command line of ``twist sitescan``."""

import re
from pathlib import Path
from socket import AddressFamily

import pytest

from sitescan.configuration.settings import OPTIONS, Settings
from sitescan.configuration.settings_sources import from_environment, settings_of
from sitescan.options import Options, _is_format_given
from sitescan.serving.inherited_sockets import InheritedSocket, environment


@pytest.fixture(autouse=True)
def without_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the environment variables of the options."""
    for option in OPTIONS.values():
        monkeypatch.delenv(option.variable, raising=False)


def parsed(*words: str) -> Options:
    """Return the options of a command line."""
    options = Options()
    options.parseOptions(list(words))
    return options


def refused(*words: str) -> str:
    """Return the message with which a command line is refused."""
    with pytest.raises(SystemExit) as ended:
        parsed(*words)
    message = str(ended.value.code)
    assert message.startswith("twist sitescan: ")
    assert len(message.splitlines()) == 1
    return message.removeprefix("twist sitescan: ")


def test_defaults() -> None:
    """Without options, the settings have their defaults."""
    assert parsed().settings == Settings()


def test_flags() -> None:
    """Flags take one value each, and some of them can be repeated."""
    made = parsed("--allow-port", "81", "--allow-port=82", "--links", "7").settings
    assert made == Settings(allow_port=(81, 82), links=7)


def test_local() -> None:
    """``--local`` sets the options for sites on this machine, and other options override them."""
    made = parsed("--local", "--links", "7").settings
    assert made.listen == ("tcp:8080:interface=127.0.0.1",)
    assert (made.rate_limit, made.host_requests, made.links) == (0, 0, 7)
    assert [str(network) for network in made.allow_private] == ["127.0.0.0/8", "::1/128"]
    other = parsed("--local", "--listen", "tcp:8081", "--rate-limit", "9").settings
    assert (other.listen, other.rate_limit) == (("tcp:8081:interface=127.0.0.1",), 9)
    endpoint = "tcp:8081:interface=0.0.0.0"
    assert parsed("--local", "--listen", endpoint).settings.listen == (endpoint,)
    assert parsed("--listen", "tcp:8081").settings.listen == ("tcp:8081",)


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ("twist sitescan", False),
        ("twist --log-level=warn sitescan --log-format json", False),
        ("twist --log-format=json sitescan", True),
        ("twist --log-format json sitescan", True),
        ("python -m twisted", False),
    ],
)
def test_json_format_of_twist(words: str, given: bool) -> None:
    """The log is in JSON only if an option of ``twist`` itself requests it."""
    assert _is_format_given(words.split()) is given


def test_help() -> None:
    """The usage lists at most 24 flags in groups, and the names of all other options for ``--set``."""
    text = Options().getUsage()
    flags = [option for option in OPTIONS.values() if option.group]
    assert len(flags) <= 24
    assert re.findall(r"^  --([a-z-]+) ", text, re.M) == [
        "version",
        "local",
        "config",
        "set",
        *(option.spelling for option in flags),
    ]
    headings = re.findall(r"^([A-Z].*):$", text, re.M)
    assert headings == list(dict.fromkeys(option.group for option in flags))
    assert 5 <= len(headings) <= 8
    names = set(re.findall(r"\w+", text.partition("--set")[2].partition(headings[0])[0]))
    assert names >= {option.name for option in OPTIONS.values() if not option.group}


def test_precedence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line overrides the environment, the environment the file, and the file the defaults."""
    file = tmp_path / "service.toml"
    file.write_text("scans = 2\nlinks = 2\nredirects = 2\nallow-port = [82]\n")
    monkeypatch.setenv("SITESCAN_LINKS", "3")
    monkeypatch.setenv("SITESCAN_REDIRECTS", "3")
    made = parsed("--config", str(file), "--set", "redirects=4", "--allow-port", "84").settings
    assert made == Settings(scans=2, links=3, redirects=4, allow_port=(84,))


def test_server_processes_use_options_of_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Server processes use the options of their parent, even if the configuration file changes meanwhile."""
    file = tmp_path / "service.toml"
    file.write_text("links = 2\nscans = 2\n")
    monkeypatch.setenv("SITESCAN_SCANS", "3")
    parent = parsed("--config", str(file))
    assert settings_of(from_environment(parent.file_variables)) == Settings(links=2)
    file.write_text("links = nonsense")
    for name, value in {**parent.file_variables, **environment([InheritedSocket(3, AddressFamily.AF_INET)])}.items():
        monkeypatch.setenv(name, value)
    assert parsed("--config", str(file)).settings == parent.settings


def test_invalid_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each mistake is reported in one line, with the right spelling or form if possible."""
    assert refused("--scan", "3") == "unknown option --scan; did you mean 'scans'?"
    assert refused("--zzz") == "unknown option --zzz"
    assert refused("--page-seconds", "9") == "--page-seconds is not a flag; write --set page-seconds=VALUE"
    assert refused("extra") == "unexpected argument 'extra'"
    assert refused("--links") == "--links: expected one argument"
    assert refused("--listen", "tcp:port") == "--listen: 'tcp:port' is not an endpoint string such as tcp:8080"
    assert refused("--set", "admin=x:1").startswith("--set admin: 'x:1' is not an endpoint string")
    assert refused("--set", f"docs={tmp_path}").startswith("--set docs: it has no index.html; build it with: sphinx")
    file = tmp_path / "service.toml"
    file.write_text("ca-file = '/nonexistent'")
    assert refused("--config", str(file)) == f"{file}: ca-file: not a readable PEM file of certificates"
    monkeypatch.setenv("SITESCAN_ACCESS_LOG", "/nonexistent/log")
    assert refused() == "SITESCAN_ACCESS_LOG: /nonexistent/log: No such file or directory"


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """The version is that of sitescan, not of Twisted."""
    with pytest.raises(SystemExit) as ended:
        parsed("--version")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("sitescan ")
