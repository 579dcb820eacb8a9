"""sitescan: a scored report on one web page, in one HTTP response."""

__version__ = "1.0.0.dev0"
