"""
Write the CSS properties that Chromium supports into ``sitescan/standards/css_properties.py``.

    python tools/update_css_properties.py
"""

import re
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.chromium import browsing

_TARGET = Path(__file__).parents[1] / "sitescan" / "standards" / "css_properties.py"
_ASKED = """(() => {
  const style = document.documentElement.style, names = new Set(getComputedStyle(document.documentElement));
  const dashed = key => key.replace(/[A-Z]/g, one => '-' + one.toLowerCase()).replace(/^webkit-/, '-webkit-');
  for (const key in style) names.add(dashed(key));
  return [...names].filter(name => CSS.supports(name, 'inherit')).sort();
})()"""


def main() -> None:
    """List the properties and write the module."""
    with browsing() as browser:
        browser.open("about:blank")
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        names = browser.run(_ASKED)
        version = re.search(r"Chrome/(\d+)", browser.run("navigator.userAgent"))
    lines = textwrap.wrap(" ".join(names), 112, break_on_hyphens=False)
    text = "".join(f'    "{line}{" " if number < len(lines) else ""}"\n' for number, line in enumerate(lines, 1))
    browser_name = f"Chromium {version[1] if version else '?'}"
    head = f"The CSS properties that {browser_name} supports, listed by ``tools/update_css_properties.py``."
    _TARGET.write_text(
        f'"""{head}"""\n\n_NAMES = (\n{text})\n\n'
        "#: The names of the properties, including Chromium's prefixed ones.\n"
        "CSS_PROPERTIES: frozenset[str] = frozenset(_NAMES.split())\n"
    )


if __name__ == "__main__":
    main()
