"""The tables of the package: the files in ``standards/data``."""

import json
from importlib.resources import files
from typing import Any

_FOLDER = files("sitescan.standards").joinpath("data")


def data_bytes(name: str) -> bytes:
    """Return the content of a file."""
    return _FOLDER.joinpath(name).read_bytes()


def data_of(name: str) -> Any:
    """Return the value in a JSON file."""
    return json.loads(data_bytes(f"{name}.json"))
