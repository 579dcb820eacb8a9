"""The files that ``sitescan init`` writes."""

import json
from collections.abc import Sequence

from sitescan.cli.targets import is_url

_HOME = "https://github.com/sitescan/sitescan"

_CONFIGURATION = """\
# The configuration of `sitescan scan`, which reads it from the folder where it runs. Each long option is a key, and the
# command line takes precedence. Remove the # before a line to use it.

# What to scan: addresses, files, folders and patterns.
urls = [{urls}]
{base}
# Where to write reports, beside what is printed.
# output = ["html:sitescan.html", "sarif:sitescan.sarif"]

# Gates: the command fails if one of them isn't met.
fail-on = "error"
# min-score = 80
# min = {{ accessibility = 90, security = 80 }}
# max = {{ error = 0, warning = 10 }}

# Only issues that aren't in this report fail: sitescan scan --format json > baseline.json
# baseline = "baseline.json"

# Allow addresses on this machine and private network, such as http://localhost:3000/.
# allow-private = true

# Examine pages as visitors see them: in Chromium, with their scripts.
# render = true

# Any option of `twist sitescan`.
# set = {{ scan-seconds = 60 }}

# Issues that don't count, with the reason; until is the last day.
# [[ignore]]
# rule = "seo/content-thin"
# reason = "A login page has nothing to say."
# url = "https://pears.example/login"
# until = 2030-12-31
"""

_BASE = """
# The address that the files are served from.
# base = "https://pears.example/"
"""

_GITHUB = f"""\
# Scans the pages of sitescan.toml: {_HOME}
name: sitescan
on: [push]
permissions:
  contents: read
jobs:
  sitescan:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install --quiet "git+{_HOME}"
      # Annotations mark the lines of files; the summary of the job has the report.
      - run: sitescan scan --format annotations -o "markdown:$GITHUB_STEP_SUMMARY" -o html:sitescan.html
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: sitescan
          path: sitescan.html
"""

_GITLAB = f"""\
# Scans the pages of sitescan.toml: {_HOME}
sitescan:
  image: python:3.12
  script:
    - python -m pip install --quiet "git+{_HOME}"
    # Merge requests show Code Quality.
    - sitescan scan -o gitlab:gl-code-quality-report.json -o html:sitescan.html
  artifacts:
    when: always
    paths:
      - sitescan.html
    reports:
      codequality: gl-code-quality-report.json
"""

#: The path and the content of the file of each CI.
CI_FILES = {"github": (".github/workflows/sitescan.yml", _GITHUB), "gitlab": (".gitlab-ci.yml", _GITLAB)}


def configuration_file(targets: Sequence[str]) -> str:
    """Return a ``sitescan.toml`` for these targets."""
    urls = ", ".join(json.dumps(target, ensure_ascii=False).replace("\x7f", "\\u007f") for target in targets)
    return _CONFIGURATION.format(urls=urls, base="" if all(map(is_url, targets)) else _BASE)
