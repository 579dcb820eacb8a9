"""
Update the list of JavaScript libraries with known vulnerabilities from the repository of Retire.js.

    python tools/update_js_libraries.py SOURCE "MONTH YEAR"

SOURCE is ``repository/jsrepository-v4.json`` of https://github.com/RetireJS/retire.js (Apache-2.0), or the file of this
npm package, which contains it:

    npm pack @salesforce/code-analyzer-retirejs-engine
    python tools/update_js_libraries.py salesforce-code-analyzer-retirejs-engine-0.32.0.tgz "January 2026"

MONTH YEAR is the date of the last change of the repository; for the package, which does not contain it, the month of
the newest vulnerability.

``js_libraries_by_hand.json`` supplements Retire.js: the file names and first comments of libraries, since its patterns
take too long on scripts from outside; vulnerabilities of libraries that it does not know; and the releases to update to
if a vulnerability ends at a version that was never published. Writes ``sitescan/standards/data/js_libraries.json``.
"""

import json
import re
import sys
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

BY_HAND = Path(__file__).with_name("js_libraries_by_hand.json")
LIST = Path(__file__).parents[1] / "sitescan/standards/data/js_libraries.json"

_SOURCE = "Retire.js, https://github.com/RetireJS/retire.js, and the GitHub Advisory Database"
_LICENSE = "Apache-2.0: the weaknesses are those of Retire.js, converted and put together with this project's own"
_IN_PACKAGE = "package/vulnerabilities/RetireJsVulns.json"
_STEM = re.compile(r"((?:[a-z0-9]|\\?[.-])+?)\\?[-_.]\(?§§version§§", re.IGNORECASE)
_BETA = re.compile(r"(?<=[0-9])\.?(b|beta|rc)(?=[0-9.]*$)", re.IGNORECASE)
_RELEASE = re.compile(r"[0-9]+(?:\.[0-9]+)*")
_CVE = re.compile(r"CVE-[0-9]{4}-[0-9]{4,}")
_LONGEST_SUMMARY = 120
_END_OF_LIFE = "CWE-1104"

#: The names on npm of libraries that Retire.js names differently.
_OURS = {
    "ckeditor": "ckeditor4",
    "pdf.js": "pdfjs-dist",
    "DOMPurify": "dompurify",
    "jquery.datatables": "datatables.net",
    "moment.js": "moment",
    "underscore.js": "underscore",
}

#: Libraries that neither file names nor comments identify, or that are parts of another library.
_UNKNOWABLE = frozenset(
    {
        *("@angular/core", "DWR", "jquery-deparam", "nextjs", "pdfobject", "pendo", "react-is", "scheduler"),
        *("jquery-ui-autocomplete", "jquery-ui-dialog", "jquery-ui-tooltip"),
    }
)

#: Short descriptions by number in https://cwe.mitre.org/.
_KINDS = {
    "CWE-79": "cross-site scripting (XSS)",
    "CWE-64": "cross-site scripting (XSS)",
    "CWE-791": "cross-site scripting (XSS) through incomplete filtering",
    "CWE-1321": "prototype pollution",
    "CWE-471": "prototype pollution",
    "CWE-1333": "regular expression denial of service (ReDoS)",
    "CWE-400": "denial of service",
    "CWE-674": "denial of service",
    "CWE-770": "denial of service",
    "CWE-94": "code injection",
    "CWE-77": "code injection",
    "CWE-601": "open redirect",
    "CWE-352": "requests in the name of a visitor",
    "CWE-918": "server-side request forgery (SSRF)",
    "CWE-200": "information disclosure",
    "CWE-22": "path traversal",
    "CWE-434": "unrestricted file upload",
    "CWE-942": "responses from other sites are trusted",
    "CWE-829": "malicious code in the package",
}


def main() -> None:
    """Convert the repository and write the list."""
    source, date = sys.argv[1:]
    after = converted(_read(Path(source)), json.loads(BY_HAND.read_text("utf-8")), date)
    LIST.write_text(json.dumps(after, indent=1, ensure_ascii=False) + "\n")
    known = after["libraries"].values()
    print(f"{len(known)} libraries, {sum(len(library['vulnerabilities']) for library in known)} weaknesses")


def converted(repository: Mapping[str, Any], by_hand: Mapping[str, Any], date: str) -> dict[str, Any]:
    """Return the new list."""
    libraries = {name: _own(library) for name, library in by_hand["libraries"].items()}
    for name, theirs in repository.items():
        weaknesses = theirs.get("vulnerabilities", ())
        if name in _UNKNOWABLE or name.startswith("dont check") or "retire-example" in name or not weaknesses:
            continue
        key = _OURS.get(name, name.lower())
        before = by_hand["libraries"].get(key, {"name": name, "packages": [key], "files": [], "banners": []})
        ours = before.get("vulnerabilities", ())
        words = {identifier: weakness["summary"] for weakness in ours for identifier in weakness["ids"]}
        known = [*_weaknesses(weaknesses, before.get("fixes", {}), words)]
        named = {identifier for weakness in known for identifier in weakness["ids"]}
        libraries[key] = _own(
            {
                **before,
                "packages": [*before["packages"], *theirs.get("bowername", ()), *_listed(theirs.get("npmname"))],
                "files": sorted({*before["files"], *_stems(theirs)}),
                "vulnerabilities": [*known, *(weakness for weakness in ours if named.isdisjoint(weakness["ids"]))],
            }
        )
    with_any = {key: library for key, library in sorted(libraries.items()) if library["vulnerabilities"]}
    return {"source": _SOURCE, "license": _LICENSE, "retrieved": date, "libraries": with_any}


def _own(library: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": library["name"],
        "packages": sorted({name.lower() for name in library["packages"]}),
        "files": library["files"],
        "banners": library["banners"],
        "vulnerabilities": library.get("vulnerabilities", []),
    }


def _weaknesses(
    theirs: list[Mapping[str, Any]], fixes: Mapping[str, str], words: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Return the published vulnerabilities, each range of versions once."""
    made: dict[tuple[object, ...], dict[str, Any]] = {}
    for vulnerability in theirs:
        weakness = _weakness(vulnerability, fixes, words) if vulnerability.get("below") else None
        if weakness is None or _END_OF_LIFE in vulnerability.get("cwe", ()):
            continue
        # Of two entries with different first versions, the later one was corrected.
        made[(*weakness["ids"], weakness.get("url"), weakness["below"])] = weakness
    yield from made.values()


def _weakness(
    vulnerability: Mapping[str, Any], fixes: Mapping[str, str], words: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return an entry of the list; ``None`` if nothing about it was published."""
    identifiers = vulnerability.get("identifiers", {})
    named = (*_listed(identifiers.get("CVE")), *_listed(identifiers.get("githubID")))
    ids = [name for name in named if _CVE.fullmatch(name) or name.startswith("GHSA-")]
    url = next((url for url in vulnerability.get("info", ()) if url.startswith("https://")), "")
    if not ids and not url:
        return None
    made: dict[str, Any] = {
        "below": _version(vulnerability["below"]),
        "ids": ids,
        "summary": _summary(vulnerability, ids, words),
    }
    if vulnerability.get("atOrAbove"):
        made = {"at_or_above": _version(vulnerability["atOrAbove"]), **made}
    if not ids:
        made["url"] = url
    fix = fixes.get(vulnerability["below"])
    if fix is None:
        release = _RELEASE.match(made["below"])
        fix = release.group() if release else ""
    if not fix:
        made["unfixed"] = True
    elif fix != made["below"]:
        made["fixed"] = fix
    return made


def _version(text: str) -> str:
    """Return a version as npm writes it: ``1.9.0b1`` is a beta of 1.9.0."""
    return _BETA.sub(lambda match: "-" + {"b": "beta"}.get(match.group(1).lower(), match.group(1).lower()), text)


def _summary(vulnerability: Mapping[str, Any], ids: list[str], words: Mapping[str, str]) -> str:
    """Return a short description of a vulnerability."""
    for name in ids:
        if name in words:
            return words[name]
    for kind in vulnerability.get("cwe", ()):
        if kind in _KINDS:
            return _KINDS[kind]
    text = " ".join(str(vulnerability.get("identifiers", {}).get("summary") or "see the advisory").split())
    return text if len(text) <= _LONGEST_SUMMARY else "see the advisory"


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def _stems(theirs: Mapping[str, Any]) -> set[str]:
    """Return the beginnings of file names that the patterns contain literally."""
    patterns = theirs.get("extractors", {}).get("filename", ())
    found = (_STEM.match(pattern.lstrip("^/")) for pattern in patterns)
    return {match.group(1).replace("\\", "").lower() for match in found if match is not None}


def _read(source: Path) -> Any:
    if source.suffix != ".tgz":
        return json.loads(source.read_text("utf-8"))
    with tarfile.open(source) as package:
        file = package.extractfile(_IN_PACKAGE)
        assert file is not None
        return json.load(file)


if __name__ == "__main__":
    main()
