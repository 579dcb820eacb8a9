"""The CSS properties that Chromium supports: ``data/css_properties.txt``, by ``tools/update_css_properties.py``."""

from sitescan.standards.data_files import data_bytes

#: The names of the properties, including Chromium's prefixed ones.
CSS_PROPERTIES: frozenset[str] = frozenset(data_bytes("css_properties.txt").decode("ascii").split())
