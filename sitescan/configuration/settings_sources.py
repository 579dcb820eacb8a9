"""
The sources of settings: assignments of the command line, environment variables and a TOML file.

All of them write the same names, with hyphens or underscores, and the same values.
"""

import shlex
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from attrs import frozen

from sitescan.configuration.regular_file import read_regular
from sitescan.configuration.settings import OPTIONS, Option, Settings


class InvalidOption(ValueError):
    """An option has an unknown name or an invalid value; the message is a sentence for the user."""


@frozen(kw_only=True)
class GivenOption:
    """
    The value of an option in one source, before it is parsed.

    :ivar source: the name of the option in that source, for messages: ``--rate-limit``, ``SITESCAN_RATE_LIMIT``.
    :ivar texts: its values; the last one counts unless the option can be repeated.
    """

    option: Option
    source: str
    texts: tuple[str, ...]

    def parsed(self) -> Any:
        """
        Return the parsed value.

        :raises InvalidOption: if the parser of the option rejects it.
        """
        try:
            values = tuple(self.option.parse(text) for text in self.texts)
        except ValueError as problem:
            raise InvalidOption(f"{self.source}: {problem}") from None
        return values if self.option.repeat else values[-1]


Given = dict[str, GivenOption]
"""Given options by the names of their fields."""


def settings_of(given: Mapping[str, GivenOption]) -> Settings:
    """
    Return the settings with these options and the defaults of all others.

    :raises InvalidOption: if a value is invalid.
    """
    return Settings(**{name: option.parsed() for name, option in given.items()})


def find_option(name: str, source: str) -> Option:
    """
    Return the option with a name, written with hyphens or underscores.

    :raises InvalidOption: if there is none; the message suggests the most similar name.
    """
    option = OPTIONS.get(name.replace("-", "_"))
    if option is None:
        raise InvalidOption(f"{source}: unknown option {name!r}{suggestion(name)}")
    return option


def suggestion(name: str) -> str:
    """Return the end of a message about an unknown option: the most similar name, or nothing."""
    return did_you_mean(name.replace("_", "-"), [option.spelling for option in OPTIONS.values()])


def did_you_mean(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """
    Return the end of a message about an unknown word: the most similar known one, or nothing.

    :param likeness: how similar it must be, from 0 to 1.
    """
    similar = get_close_matches(word, list(known), 1, likeness)
    return f"; did you mean {similar[0]!r}?" if similar else ""


def from_assignments(assignments: Iterable[str], source: str = "--set") -> Given:
    """
    Return the options that ``NAME=VALUE`` texts assign.

    :raises InvalidOption: if a text has no ``=`` or an unknown name.
    """
    given: Given = {}
    for assignment in assignments:
        name, equals, text = assignment.partition("=")
        if not equals:
            raise InvalidOption(f"{source}: {assignment!r} is not NAME=VALUE")
        option = find_option(name, source)
        before = given[option.name].texts if option.name in given else ()
        given[option.name] = GivenOption(option=option, source=f"{source} {option.spelling}", texts=(*before, text))
    return given


def from_table(table: Mapping[str, object], source: str) -> Given:
    """
    Return the options that a TOML table assigns; the value of a repeatable option may be an array.

    :raises InvalidOption: if a name is unknown, is written twice, or has a value of another type.
    """
    given: Given = {}
    for name, value in table.items():
        option = find_option(name, source)
        label = f"{source}: {option.spelling}"
        if option.name in given:
            raise InvalidOption(f"{label} is set twice")
        values = value if isinstance(value, list) and option.repeat else [value]
        if any(isinstance(entry, bool) or not isinstance(entry, str | int | float) for entry in values):
            raise InvalidOption(f"{label} must be a text or a number{', or an array of them' * option.repeat}")
        given[option.name] = GivenOption(option=option, source=label, texts=tuple(map(str, values)))
    return given


def read_toml(path: Path) -> dict[str, Any]:
    """
    Return the content of a TOML file.

    :raises InvalidOption: if it can't be read or is not TOML.
    """
    try:
        return tomllib.loads(read_regular(path).decode())
    except FileNotFoundError:
        raise InvalidOption(f"{path}: the file doesn't exist") from None
    except OSError as problem:
        raise InvalidOption(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise InvalidOption(f"{path}: not a TOML file: {str(problem).splitlines()[0]}") from None
    except RecursionError:
        raise InvalidOption(f"{path}: nested too deeply") from None


def from_environment(variables: Mapping[str, str]) -> Given:
    """
    Return the options that environment variables set: ``SITESCAN_RATE_LIMIT`` is ``rate-limit``.

    An empty variable sets nothing. Several values of a repeatable option are separated by white space and quoted as in
    a shell.

    :raises InvalidOption: if a quotation doesn't end.
    """
    given: Given = {}
    for option in OPTIONS.values():
        text = variables.get(option.variable, "")
        if not text:
            continue
        try:
            texts = tuple(shlex.split(text)) if option.repeat else (text,)
        except ValueError:
            raise InvalidOption(f"{option.variable}: {text!r} has an unclosed quotation mark") from None
        given[option.name] = GivenOption(option=option, source=option.variable, texts=texts)
    return given


def to_environment(given: Mapping[str, GivenOption]) -> dict[str, str]:
    """Return the environment variables from which :func:`from_environment` reads these options."""
    return {
        setting.option.variable: shlex.join(setting.texts) if setting.option.repeat else setting.texts[-1]
        for setting in given.values()
    }


def misspelled_variables(variables: Mapping[str, str]) -> list[str]:
    """
    Return a message for each environment variable that looks like a misspelled option.

    Other variables with the prefix are not mistakes: Kubernetes sets ``SITESCAN_SERVICE_HOST`` for a service of that
    name.
    """
    known = [option.variable for option in OPTIONS.values()]
    unknown = [name for name in variables if name.startswith("SITESCAN_") and name not in known]
    similar = {name: get_close_matches(name, known, 1, cutoff=0.9) for name in unknown}
    return [f"{name} is not an option; did you mean {found[0]}?" for name, found in similar.items() if found]
