"""Settings from assignments, environment variables and TOML files."""

from pathlib import Path

import pytest

from sitescan.configuration.option_values import network
from sitescan.configuration.settings import OPTIONS, Settings
from sitescan.configuration.settings_sources import (
    InvalidOption,
    from_assignments,
    from_environment,
    from_table,
    misspelled_variables,
    read_toml,
    settings_of,
    to_environment,
)


@pytest.mark.parametrize("name", ["page-wire-bytes", "page_wire_bytes"])
def test_hyphens_and_underscores_are_equivalent(name: str) -> None:
    """Hyphens and underscores in the name of an option are equivalent in every source."""
    assert settings_of(from_assignments([f"{name}=3MiB"])).page_wire_bytes == 3 * 1024**2
    assert settings_of(from_table({name: "3MiB"}, "file")).page_wire_bytes == 3 * 1024**2


def test_every_option_can_be_set_in_every_source() -> None:
    """The default of each option, written as text, gives the default settings in each source."""
    shown = {name: option.shown_default for name, option in OPTIONS.items() if option.shown_default}
    assert len(shown) > 40
    assert settings_of(from_assignments(f"{name}={text}" for name, text in shown.items())) == Settings()
    assert settings_of(from_table(shown, "file")) == Settings()
    assert settings_of(from_environment({OPTIONS[name].variable: text for name, text in shown.items()})) == Settings()


def test_repeated_values() -> None:
    """An option that can be repeated takes several values, and any other option takes the last one."""
    given = from_assignments(["allow-port=81", "allow-port=82", "links=1", "links=2"])
    assert settings_of(given) == Settings(allow_port=(81, 82), links=2)
    assert settings_of(from_table({"allow-port": [81, 82]}, "file")).allow_port == (81, 82)
    assert settings_of(from_table({"allow-port": 81}, "file")).allow_port == (81,)
    assert settings_of(from_table({"allow-port": []}, "file")).allow_port == ()
    variables = {"SITESCAN_LISTEN": "tcp:81 'unix:/run/my site.sock'"}
    assert settings_of(from_environment(variables)).listen == ("tcp:81", "unix:/run/my site.sock")


def test_toml_values_of_each_type() -> None:
    """Numbers in a TOML file can be written without quotation marks."""
    made = settings_of(from_table({"scan-seconds": 30, "state-seconds": 0.25, "cache": "60"}, "file"))
    assert (made.scan_seconds, made.state_seconds, made.cache) == (30, 0.25, 60)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"rate-limt": 5}, "file: unknown option 'rate-limt'; did you mean 'rate-limit'?"),
        ({"zzz": 5}, "file: unknown option 'zzz'"),
        ({"links": [5]}, "file: links must be a text or a number"),
        ({"links": True}, "file: links must be a text or a number"),
        ({"limits": {"links": 5}}, "file: unknown option 'limits'"),
        ({"allow-port": [81, [82]]}, "file: allow-port must be a text or a number, or an array of them"),
        ({"page-bytes": 1, "page_bytes": 2}, "file: page-bytes is set twice"),
        ({"links": -1}, "file: links: '-1' is not a whole number"),
    ],
    ids=str,
)
def test_invalid_tables(table: dict[str, object], message: str) -> None:
    """A mistake in a table is reported in one sentence that names the file and the option."""
    with pytest.raises(InvalidOption) as raised:
        settings_of(from_table(table, "file"))
    assert str(raised.value).startswith(message)
    assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ("links", "--set: 'links' is not NAME=VALUE"),
        ("lnks=5", "--set: unknown option 'lnks'; did you mean 'links'?"),
        ("links=many", "--set links: 'many' is not a whole number"),
    ],
)
def test_invalid_assignments(assignment: str, message: str) -> None:
    """A mistake in an assignment is reported in one sentence that names the option."""
    with pytest.raises(InvalidOption) as raised:
        settings_of(from_assignments([assignment]))
    assert str(raised.value) == message


def test_invalid_environment_variables() -> None:
    """A wrong value in the environment is reported with the name of its variable."""
    with pytest.raises(InvalidOption, match=r"^SITESCAN_LINKS: 'many' is not a whole number$"):
        settings_of(from_environment({"SITESCAN_LINKS": "many"}))
    with pytest.raises(InvalidOption, match=r"^SITESCAN_LISTEN: .* has an unclosed quotation mark$"):
        from_environment({"SITESCAN_LISTEN": "'tcp:1"})


def test_empty_variables_are_ignored() -> None:
    """Empty variables set nothing, because compose files pass on unset variables as empty ones."""
    assert from_environment({"SITESCAN_LINKS": "", "SITESCAN_STATE": ""}) == {}


def test_misspelled_variables() -> None:
    """A likely mistake is reported; variables of Kubernetes and of the sockets are not mistakes."""
    variables = dict.fromkeys(
        ["SITESCAN_RATE_LIMT", "SITESCAN_SERVICE_HOST", "SITESCAN_PORT", "SITESCAN_PORT_8080_TCP", "SITESCAN_SOCKETS"]
    )
    variables |= dict.fromkeys(["HOME", "SITESCAN_LINKS"])
    assert misspelled_variables(dict.fromkeys(variables, "")) == [
        "SITESCAN_RATE_LIMT is not an option; did you mean SITESCAN_RATE_LIMIT?"
    ]


def test_file_is_passed_through_environment() -> None:
    """A server process reads from its environment what its parent has read from the file."""
    table = {"allow-private": ["10.0.0.0/8", "fd00::/8"], "listen": "unix:/run/my site.sock", "links": 7}
    given = from_table(table, "file")
    assert settings_of(from_environment(to_environment(given))) == settings_of(given)
    assert settings_of(given).allow_private == (network("10.0.0.0/8"), network("fd00::/8"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "the file doesn't exist"),
        (b"links = ", "not a TOML file: Invalid value"),
        (b"\xff", "not a TOML file: 'utf-8' codec can't decode byte"),
        (b"a = " + b"[" * 100_000, "nested too deeply"),
    ],
    ids=["missing", "syntax", "encoding", "depth"],
)
def test_invalid_toml_files(tmp_path: Path, content: bytes | None, message: str) -> None:
    """A file that can't be read as TOML is reported in one sentence that names it."""
    path = tmp_path / "service.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidOption) as raised:
        read_toml(path)
    assert str(raised.value).startswith(f"{path}: {message}")
    assert len(str(raised.value).splitlines()) == 1


def test_directory_instead_of_file(tmp_path: Path) -> None:
    """The message contains the reason of the operating system."""
    with pytest.raises(InvalidOption, match=r": Is a directory$"):
        read_toml(tmp_path)
