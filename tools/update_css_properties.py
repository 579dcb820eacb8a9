"""
Write the CSS properties that Chromium supports into ``sitescan/standards/data/css_properties.txt``.

    python tools/update_css_properties.py
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.chromium import browsing

_TARGET = Path(__file__).parents[1] / "sitescan" / "standards" / "data" / "css_properties.txt"
_ASKED = """(() => {
  const style = document.documentElement.style, names = new Set(getComputedStyle(document.documentElement));
  const dashed = key => key.replace(/[A-Z]/g, one => '-' + one.toLowerCase()).replace(/^webkit-/, '-webkit-');
  for (const key in style) names.add(dashed(key));
  return [...names].filter(name => CSS.supports(name, 'inherit')).sort();
})()"""


def main() -> None:
    """List the properties and write the file."""
    with browsing() as browser:
        browser.open("about:blank")
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        names = browser.run(_ASKED)
    _TARGET.write_text("\n".join(names) + "\n")


if __name__ == "__main__":
    main()
