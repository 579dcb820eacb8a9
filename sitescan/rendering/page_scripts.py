"""The JavaScript that runs in rendered pages: the files in ``scripts``."""

from functools import cache
from importlib.resources import files


@cache
def page_script(name: str) -> str:
    """Return the content of a file."""
    return files("sitescan.rendering").joinpath("scripts", f"{name}.js").read_text("utf-8")
