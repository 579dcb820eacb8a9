"""
Run one evaluation.

    python -m evaluation NAME [DATA] [options]
    python -m evaluation --list

Without DATA, the evaluation reads its sample in ``evaluation/samples``. Differences are printed as JSON lines, the
figures as the last one. The exit status is 0 if every case was judged, 1 if none was, if fewer were than there are
in DATA, or if an error was logged, and 77 if a program that the evaluation needs is not installed.
"""

import argparse
import ast
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from evaluation.results import Results, Unavailable

EVALUATIONS = (
    "act axe bug-reports contrast csp earnings edits field fixed-pages fixes html lighthouse links "
    "observatory pixels promises report-digests robots seo site ssrf structured-data"
).split()

SKIPPED = 77
"""The exit status for a missing program, by the convention of Automake's test drivers."""

_SAMPLES = Path(__file__).parent / "samples"


def main(arguments: Sequence[str]) -> int:
    """Run the evaluation that the arguments name and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m evaluation", description=_summary(__doc__))
    parser.add_argument("--list", action="store_true", help="print the name and the purpose of each evaluation")
    parser.add_argument("name", nargs="?", choices=EVALUATIONS, metavar="NAME")
    chosen = parser.parse_args(arguments[:1])
    if chosen.list:
        for name in EVALUATIONS:
            print(f"{name:16} {_summary(_described(name))}")
        return 0
    if chosen.name is None:
        parser.error("an evaluation must be named")
    return _run(chosen.name, arguments[1:])


def _run(name: str, arguments: Sequence[str]) -> int:
    module = _module(name)
    parser = argparse.ArgumentParser(
        prog=f"python -m evaluation {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", type=Path, nargs="?", metavar="DATA", default=_SAMPLES / module.SAMPLE)
    parser.add_argument(
        "--most",
        type=int,
        default=getattr(module, "MOST", 10_000),
        help="judge so many cases of DATA, or of each of its sites",
    )
    if hasattr(module, "add_options"):
        module.add_options(parser)
    options = parser.parse_args(arguments)
    if not options.data.exists():
        parser.error(f"{options.data} does not exist")
    results = Results(name, options.most)
    try:
        module.run(options, results)
    except Unavailable as missing:
        print(json.dumps({"evaluation": name, "skipped": str(missing)}))
        return SKIPPED
    return results.finish()


def _module(name: str) -> Any:
    return import_module(f"evaluation.{name.replace('-', '_')}")


def _described(name: str) -> str | None:
    """Return the docstring of an evaluation, without importing it: packages that it needs may be missing."""
    source = Path(__file__).with_name(f"{name.replace('-', '_')}.py")
    return ast.get_docstring(ast.parse(source.read_text(encoding="utf-8")))


def _summary(text: str | None) -> str:
    return str(text).strip().partition("\n\n")[0].replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
