"""
Write the roles of the npm package aria-query into the table that a test compares with the roles of sitescan.

    python tools/update_aria_query_roles.py

Needs Node.js and npm. Only facts of the standards are kept: names of roles, states and properties.
"""

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

_TARGET = Path(__file__).parents[1] / "tests" / "document" / "accessibility" / "aria_query_roles.json"
_ASKED = """
const { roles } = require('aria-query'), found = {};
for (const [name, role] of roles.entries()) if (!role.abstract) found[name] = {
  supports: Object.keys(role.props).sort(), requires: Object.keys(role.requiredProps).sort(),
  inside: [...role.requiredContextRole].sort(), owns: [...new Set(role.requiredOwnedElements.flat())].sort(),
  from_content: role.nameFrom.includes('contents'), nameless: role.nameFrom.includes('prohibited'),
  leaf: role.childrenPresentational };
console.log(JSON.stringify({ version: require('aria-query/package.json').version, roles: found }));
"""


def main() -> None:
    """Install the package, read its roles and write the table."""
    with tempfile.TemporaryDirectory() as folder:
        install = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", "--prefix", folder, "aria-query"]
        subprocess.run(install, check=True)
        done = subprocess.run(["node", "-e", _ASKED], check=True, capture_output=True, cwd=folder)
    found: dict[str, Any] = json.loads(done.stdout)
    source = (
        f"https://www.npmjs.com/package/aria-query/v/{found['version']} (Apache-2.0), by tools/{Path(__file__).name}"
    )
    common = set.intersection(*(set(role["supports"]) for name, role in found["roles"].items() if name in _MANY))
    rows = {
        name: {
            key: [attribute for attribute in value if attribute not in common] if key == "supports" else value
            for key, value in role.items()
            if value
        }
        for name, role in sorted(found["roles"].items())
    }
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items())
    head = f'  "source": {json.dumps(source)},\n  "global": {json.dumps(sorted(common))},\n'
    _TARGET.write_text("{\n" + head + '  "roles": {\n' + lines + "\n  }\n}\n")


#: Roles whose common states and properties are the global ones.
_MANY = frozenset({"article", "button", "heading", "img", "list", "textbox"})


if __name__ == "__main__":
    main()
