"""
Write the table of Schema.org types and properties of the package.

    npm pack schema-dts@2.1.0
    python tools/update_schema_org.py schema-dts-2.1.0.tgz

schema-dts (https://github.com/google/schema-dts, Apache-2.0) is generated from each release of the
vocabulary at https://schema.org/, which is under the Creative Commons Attribution-ShareAlike
License 3.0; so is the table. Read from it are names and how they belong together, no descriptions:

``types``
    each type and the types that it is a kind of;
``properties``
    each property, the types that have it and the kinds of value that it takes;
``members``
    the values of each enumeration.
"""

import argparse
import json
import re
import sys
import tarfile
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parents[1] / "sitescan/standards/data/schema_org.json"

_BASE = re.compile(r"^(?:export )?interface (\w+)Base extends ([^{]+)\{(.*?)^\}", re.MULTILINE | re.DOTALL)
_PARENT = re.compile(r"\b(\w+)Base\b")
_PROPERTY = re.compile(r'^    "([\w:-]+)"\?: SchemaValue<([^;]*), "\1">;', re.MULTILINE)
_LEAF = re.compile(r'^export (?:interface|type) (\w+)Leaf\b[^{]*\{\s*"@type": "([\w:]+)"', re.MULTILINE)
_UNION = re.compile(r"^export type (\w+?)(?:<[^=]*= never>)? = ([^;{]+);", re.MULTILINE)
_GENERIC = re.compile(r"<[^<>]*>")
_KINDS = {"Text", "URL", "Number", "Integer", "Float", "Boolean", "Date", "DateTime", "Time", "Duration"}
_TEXTS = {"CssSelectorType", "XPathType", "PronounceableText", "Quantity", "Distance", "Energy", "Mass"}
#: The properties of PronounceableText, which schema-dts declares as a text without any.
_OF_PRONOUNCEABLE_TEXT = ("inLanguage", "phoneticText", "speechToTextMarkup", "textValue")
#: Classes that schema-dts declares as texts.
_QUANTITIES = {"Quantity": "Intangible", **dict.fromkeys(("Distance", "Duration", "Energy", "Mass"), "Quantity")}


def table(source: str, version: str) -> dict[str, Any]:
    """Return the table of one release."""
    names = {alias: name for alias, name in _LEAF.findall(source) if alias not in _TEXTS}
    parents: dict[str, set[str]] = {name: set() for name in names.values()}
    parents |= {name: {parent} for name, parent in _QUANTITIES.items()}
    parents |= {name: {"DataType"} for name in (_KINDS | _TEXTS) - _QUANTITIES.keys()} | {"DataType": set()}
    members: dict[str, list[str]] = {}
    for alias, union in _UNION.findall(source):
        if alias not in names:
            continue
        parts = [part.strip() for part in _GENERIC.sub("", union).split("|")]
        for part in parts:
            if part in names and part != alias:
                parents[names[part]].add(names[alias])
        values = [part.strip('"') for part in parts if part.startswith('"') and not part.startswith('"http')]
        if values:
            members[names[alias]] = sorted(set(values))
    properties: dict[str, tuple[set[str], set[str]]] = {}
    for alias, extended, body in _BASE.findall(source):
        # Types for roles are not in the unions.
        if alias not in names:
            continue
        parents[names[alias]] |= {names[parent] for parent in _PARENT.findall(extended) if parent in names}
        for name, union in _PROPERTY.findall(body):
            domain, kinds = properties.setdefault(name, (set(), set()))
            domain.add(names[alias])
            kinds |= {_kind(part.strip(), names) for part in _GENERIC.sub("", union).split("|")} - {""}
    for name in _OF_PRONOUNCEABLE_TEXT:
        domain, kinds = properties.setdefault(name, (set(), set()))
        domain.add("PronounceableText")
        kinds.add("Text")
    return {
        "source": f"The Schema.org vocabulary, https://schema.org/, by way of schema-dts {version}",
        "license": "https://creativecommons.org/licenses/by-sa/3.0/",
        "types": {name: sorted(kinds) for name, kinds in sorted(parents.items())},
        "properties": {name: [sorted(domain), sorted(kinds)] for name, (domain, kinds) in sorted(properties.items())},
        "members": dict(sorted(members.items())),
    }


def _kind(written: str, names: dict[str, str]) -> str:
    if written in names:
        return names[written]
    if written in _TEXTS:
        return "Text"
    return written if written in _KINDS else ""


def main() -> None:
    """Read a release and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("archive", type=Path, help="schema-dts-VERSION.tgz")
    archive = parser.parse_args().archive
    version = archive.name.removeprefix("schema-dts-").removesuffix(".tgz")
    with tarfile.open(archive) as files:
        member = files.extractfile("package/dist/schema.d.ts")
        source = member.read().decode() if member else sys.exit("there is no schema.d.ts in it")
    made = table(source, version)
    TABLE.write_text(json.dumps(made, separators=(",", ":")) + "\n", encoding="utf-8")
    counts = {name: len(made[name]) for name in ("types", "properties", "members")}
    print(json.dumps({**counts, "bytes": TABLE.stat().st_size}))


if __name__ == "__main__":
    main()
