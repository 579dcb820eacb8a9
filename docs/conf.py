"""Sphinx configuration; the pages of the rules and the table of options are made from the package."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
# The tests, which are not installed, make evidence from the examples of the rules. Last, so that the package documented
# is the installed one.
sys.path.append(str(HERE.parent))

import rule_pages  # noqa: E402 - a file of this folder
import rule_reference  # noqa: E402 - another one

from sitescan import __version__  # noqa: E402

project = "sitescan"
author = "The sitescan developers"
copyright = "2026, the sitescan developers"
release = __version__
version = release.partition(".dev")[0]

nitpicky = True
# Types that are named in signatures and have no page here.
nitpick_ignore_regex = [
    ("py:.*", r"(_asyncio|collections\.abc|datetime|msgspec|pathlib|sitescan|twisted)\..*|tz=True|<InterfaceClass .*>")
]
smartquotes = False  # what is shown is there to be copied
suppress_warnings = ["misc.highlighting_failure"]  # pages in examples are broken on purpose
root_doc = "index"
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"sitescan {version}"
html_static_path = ["_static"]
html_css_files = ["sitescan.css"]
html_favicon = "../sitescan/web/static/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f4fd8", "color-brand-content": "#1f4fd8"},
    "dark_css_variables": {"color-brand-primary": "#8fb4ff", "color-brand-content": "#8fb4ff"},
    "navigation_with_keys": True,
}
extensions = ["sphinx.ext.autodoc"]
autodoc_typehints = "description"
autodoc_member_order = "bysource"
html_show_sourcelink = False


def setup(app: Sphinx) -> None:
    """Make what is made from the package."""
    app.connect("builder-inited", lambda _: rule_pages.write(HERE / "rules"))
    app.connect("builder-inited", lambda _: rule_reference.write(HERE / "rules/reference.rst"))
