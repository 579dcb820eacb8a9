"""
Write the list of JavaScript libraries with known weaknesses anew, from the repository of Retire.js.

    python tools/update_js_libraries.py jsrepository-v4.json YYYY-MM-DD

``jsrepository-v4.json`` is ``repository/jsrepository-v4.json`` of https://github.com/RetireJS/retire.js
(Apache-2.0); the date is that of its last commit. Writes ``sitescan/model/data/js_libraries.json``.
What the file had by hand of names and banners stays, its weaknesses are replaced; libraries that
Retire.js does not know stay as they are.
"""

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LIST = Path(__file__).parents[1] / "sitescan" / "model" / "data" / "js_libraries.json"

_SOURCE = "Retire.js (https://github.com/RetireJS/retire.js), Apache-2.0, converted; names of files and banners by hand"
_STEM = re.compile(r"((?:[a-z0-9]|\\?[.-])+?)\\?[-_.]\(?§§version§§", re.IGNORECASE)

#: What another list calls a library that ours has under its name on npm.
_OURS = {
    "ckeditor": "ckeditor4",
    "pdf.js": "pdfjs-dist",
    "DOMPurify": "dompurify",
    "jquery.datatables": "datatables.net",
}


def main() -> None:
    """Convert."""
    repository, date = sys.argv[1:]
    before = json.loads(LIST.read_text("utf-8"))
    after = converted(json.loads(Path(repository).read_text("utf-8")), before, date)
    LIST.write_text(json.dumps(after, indent=1) + "\n")
    print(f"{len(after['libraries'])} libraries")


def converted(repository: Mapping[str, Any], before: Mapping[str, Any], date: str) -> dict[str, Any]:
    """The list as it will be."""
    libraries = dict(before["libraries"])
    for name, theirs in repository.items():
        if name.startswith("dont check") or "vulnerabilities" not in theirs or "retire-example" in name:
            continue
        key = _OURS.get(name, name.lower())
        ours = libraries.get(key, {"name": name, "packages": [key], "files": [], "banners": []})
        known = [_weakness(one) for one in theirs["vulnerabilities"] if one.get("below")]
        libraries[key] = {
            **ours,
            "packages": sorted({*ours["packages"], *theirs.get("bowername", ()), *_listed(theirs.get("npmname"))}),
            "files": sorted({*ours["files"], *_stems(theirs)}),
            "vulnerabilities": known,
        }
    return {"source": _SOURCE, "retrieved": date, "libraries": dict(sorted(libraries.items()))}


def _weakness(one: Mapping[str, Any]) -> dict[str, Any]:
    identifiers = one.get("identifiers", {})
    ids = [*_listed(identifiers.get("CVE")), *_listed(identifiers.get("githubID"))]
    made = {"below": one["below"], "ids": ids, "summary": str(identifiers.get("summary", "see the sources"))[:200]}
    return {"at_or_above": one["atOrAbove"], **made} if one.get("atOrAbove") else made


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _stems(theirs: Mapping[str, Any]) -> set[str]:
    """What the names of files begin with, where the patterns say so in plain letters."""
    patterns = theirs.get("extractors", {}).get("filename", ())
    found = (_STEM.match(pattern.removeprefix("^")) for pattern in patterns)
    return {match.group(1).replace("\\", "").lower() for match in found if match is not None}


if __name__ == "__main__":
    main()
