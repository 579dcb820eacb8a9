"""
Write the HSTS preload list anew, from the source code of Chromium.

    python tools/update_hsts_preload.py SOURCE YYYY-MM-DD

SOURCE is the file ``transport_security_state_static.json`` (in ``net/http``) of
https://chromium.googlesource.com/chromium/src, and the date is that of its last change. Writes
``sitescan/standards/data/hsts_preload.txt.gz``, which is the same for the same source.
"""

import gzip
import json
import re
import sys
from datetime import date
from pathlib import Path

LIST = Path(__file__).parents[1] / "sitescan" / "standards" / "data" / "hsts_preload.txt.gz"

#: The file has whole lines of comments, which JSON doesn't allow.
_COMMENT = re.compile(r"^\s*//.*$", re.MULTILINE)


def converted(source: str, changed: date) -> str:
    """Return the names of Chromium's file, one in each line, with a leading period if subdomains are included."""
    entries = json.loads(_COMMENT.sub("", source))["entries"]
    names = sorted(
        ("." if entry.get("include_subdomains") else "") + entry["name"]
        for entry in entries
        if entry.get("mode") == "force-https"
    )
    return "\n".join([f"# {changed}, Chromium's net/http/transport_security_state_static.json", *names, ""])


if __name__ == "__main__":
    lines = converted(Path(sys.argv[1]).read_text(encoding="utf-8"), date.fromisoformat(sys.argv[2]))
    LIST.write_bytes(gzip.compress(lines.encode(), mtime=0))
