"""Sphinx configuration; the pages of the rules and the table of options are made from the package."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import option_table  # noqa: E402 - a file of this folder
import rule_pages  # noqa: E402

from sitescan import __version__  # noqa: E402

project = "sitescan"
author = "The sitescan developers"
copyright = "2026, the sitescan developers"
release = __version__
version = release.partition(".dev")[0]

nitpicky = True
smartquotes = False  # what is shown is there to be copied
suppress_warnings = ["misc.highlighting_failure"]  # pages in examples are broken on purpose
root_doc = "index"
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {
    "description": "A scored report on one web page, in one HTTP response",
    "fixed_sidebar": True,
    "page_width": "72rem",
}
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}
html_show_sourcelink = False


def setup(app: Sphinx) -> None:
    """Make what is made from the package."""
    app.add_directive("option-table", option_table.OptionTable)
    app.connect("builder-inited", lambda _: rule_pages.write(HERE / "rules"))
