"""
Compare the sizes in a report with what a real server sent.

    python evaluation/weights.py [FOLDER ...] [--cache DIR]

Each ``FOLDER`` is a complete page: an ``index.html`` and what it loads. Without one, templates are
fetched from npm into the cache folder, once, and pages of Debian's documentation packages as well
(``real_pages.py``). nginx serves each page three times: as it is, with
gzip, and with gzip and br where Debian's module for it can be had. The page is scanned, and for each file
that the report gives a size for (``performance/page-weight``) the same file is asked as browsers
ask for it: the bytes of the body, transfer coding removed, are counted.

Where there is no nginx (Debian: nginx) there is nothing to do. The
last line sums up: sizes that were compared, those that differ, files of which no size is known.
"""

import argparse
import http.client
import json
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.real_pages import debian, unpacked
from tests.running import Running, free_port, running

_PACKAGES = (
    "startbootstrap-freelancer@7.0.7",
    "startbootstrap-agency@7.0.12",
    "startbootstrap-clean-blog@6.0.9",
    "startbootstrap-sb-admin-2@4.1.4",
    "html5-boilerplate@9.0.1",
)
_BROTLI = "usr/lib/nginx/modules/ngx_http_brotli_filter_module.so"
_TEXT = "text/css text/javascript application/javascript application/json image/svg+xml"
_CODINGS = {"plain": "", "gzip": f"gzip on; gzip_vary on; gzip_types {_TEXT};"}
_CONFIG = """
daemon off; master_process off; pid {work}/pid; error_log {work}/error.log; {modules}
events {{ worker_connections 512; }}
http {{
  include /etc/nginx/mime.types; access_log off; {temporary}
  server {{ listen 127.0.0.1:{port}; root {root}; index index.html; {coding}
    location ~* \\.(css|js|png|jpe?g|webp|avif|svg|woff2?)$ {{ add_header Cache-Control "public, max-age=31536000"; }}
  }}
}}
"""


def main() -> None:
    """Serve, scan and compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache/sitescan-evaluation")
    arguments = parser.parse_args()
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if nginx is None:
        print("There is no nginx: nothing to do.")
        return
    codings = dict(_CODINGS)
    brotli = _brotli()
    if brotli is not None:
        codings["br"] = f"{codings['gzip']} brotli on; brotli_types {_TEXT};"
    compared = unknown = 0
    different: list[str] = []
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--set", "resources=300", "--set", "pictures=300")
    with running(*options) as service:
        folders = [(folder, "index.html") for folder in arguments.folders or _templates(arguments.cache)]
        for folder, page in folders if arguments.folders else (*folders, *_documentation()):
            for name, coding in codings.items():
                with _serving(nginx, folder, coding, brotli) as origin:
                    facts = _weights(service, f"{origin}/{page}")
                    wrong = [f"{folder}, {name}: {one}" for one in _differing(facts, origin)]
                figures = {"sizes": len(facts), "unknown": facts[0]["unknown"] if facts else 0, "different": len(wrong)}
                print(json.dumps({"page": str(folder / page), "served": name, **figures}))
                compared += len(facts)
                unknown += figures["unknown"]
                different += wrong
    print(json.dumps({"compared": compared, "different": different, "unknown": unknown}))


def _templates(cache: Path) -> Iterator[Path]:
    cache.mkdir(parents=True, exist_ok=True)
    for package in _PACKAGES:
        folder = cache / package
        if not folder.exists():
            with tempfile.TemporaryDirectory() as work:
                packed = subprocess.run(
                    ["npm", "pack", "--silent", package], cwd=work, capture_output=True, text=True, check=False
                )
                if packed.returncode:
                    print(f"{package} could not be fetched: {packed.stderr.strip()[-200:]}")
                    continue
                folder.mkdir()
                archive = Path(work) / packed.stdout.split()[-1]
                subprocess.run(["tar", "xzf", str(archive), "-C", str(folder)], check=True)
        yield from sorted({path.parent for path in folder.rglob("index.html")}, key=lambda path: len(path.parts))[:1]


def _documentation() -> Iterator[tuple[Path, str]]:
    """Of each documentation package its first pages, from the top: where it lies, and the page in it."""
    for _, root in debian():
        pages = sorted(
            (path for path in root.rglob("*.html") if path.is_file() and path.stat().st_size > 1500),
            key=lambda path: (len(path.parts), path.name != "index.html", path),
        )
        yield from ((root, path.relative_to(root).as_posix()) for path in pages[:2])


def _brotli() -> Path | None:
    """The module for br: the installed one, or that of Debian's package."""
    roots = (Path("/"), unpacked("libnginx-mod-http-brotli-filter"))
    return next((root / _BROTLI for root in roots if root is not None and (root / _BROTLI).exists()), None)


@contextmanager
def _serving(nginx: str, root: Path, coding: str, brotli: Path | None) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as work:
        port = free_port()
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        config = _CONFIG.format(
            work=work,
            root=root.resolve(),
            port=port,
            coding=coding,
            modules=f"load_module {brotli};" if "brotli" in coding else "",
            temporary=" ".join(f"{kind}_temp_path {work}/{kind};" for kind in kinds),
        )
        (Path(work) / "nginx.conf").write_text(config)
        command = [nginx, "-c", f"{work}/nginx.conf", "-p", work, "-e", f"{work}/error.log"]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        origin = f"http://127.0.0.1:{port}"
        try:
            for _ in range(200):
                try:
                    urllib.request.urlopen(origin, timeout=5).close()
                    break
                except OSError:
                    subprocess.run(["sleep", "0.05"], check=True)
            yield origin
        finally:
            process.terminate()
            process.wait(10)


def _weights(service: Running, url: str) -> list[dict[str, Any]]:
    report = service.scan(url, path="/api/v1/scan?include=evidence").json
    issues = [issue for category in report["categories"] for issue in category["issues"]]
    weights = [issue for issue in issues if issue["rule"] == "performance/page-weight"]
    return [one["facts"] for issue in weights for one in issue["occurrences"]]


def _differing(facts: list[dict[str, Any]], origin: str) -> Iterator[str]:
    for one in facts:
        if not one["url"].startswith(origin):
            continue
        sent = _sent(one["url"])
        if sent != one["bytes"]:
            yield f"{one['url']}: reported {one['bytes']}, sent {sent}"


def _sent(url: str) -> int:
    """The bytes of a file as sent to a browser, counted."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=30)
    try:
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        connection.request("GET", target, headers={"Accept-Encoding": "gzip, br"})
        return len(connection.getresponse().read())
    finally:
        connection.close()


if __name__ == "__main__":
    main()
