"""sitescan: a scored report on one web page, in one HTTP response."""

from typing import Any

__version__ = "1.0.0"

_FROM = {
    "FORMATS": "sitescan.report.formats",
    "Report": "sitescan.model.report",
    "ScanFailed": "sitescan.errors",
    "Settings": "sitescan.configuration.settings",
    "analyse": "sitescan.local.offline",
    "scan": "sitescan.library",
    "scanning": "sitescan.library",
}

__all__ = list(_FROM)


def __getattr__(name: str) -> Any:
    """
    Load the library only for those who use it: a child process needs none of it, and ``analyse`` no reactor.

    ``__init__.pyi`` says what is there.
    """
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - the child process starts faster without

    return getattr(import_module(_FROM[name]), name)
