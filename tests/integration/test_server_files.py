"""The printed file of ``sitescan fix --server``, served by the real server, whose page is scanned again."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization

from tests.certificates import authority
from tests.integration.processes import until
from tests.names import naming
from tests.running import free_port

pytestmark = pytest.mark.integration

_COMMAND = [sys.executable, "-m", "sitescan.cli"]
_PARAGRAPH = "<p>Pears ripen from the inside out, so they are picked before they are ripe.\n"
_PAGE = f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Pears of our garden</title>
<link rel="stylesheet" href="a.css"><script src="a.js" defer></script><script>document.title += "!"</script></head>
<body><h1>Pears</h1><img src="a.svg" alt="A pear" width="10" height="10" onclick="1">{_PARAGRAPH * 100}</body></html>"""
_FILES = {
    "index.html": _PAGE,
    "a.css": "".join(f".pear-{number} {{ margin: 0; color: #123 }}\n" for number in range(300)) + "p { margin: 0 }",
    "a.js": "".join(f"window.pear{number} = {number};\n" for number in range(300)),
    "a.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path d="' + "M0 0 1 1" * 400 + '"/></svg>',
}

_NGINX = """
pid {folder}/nginx.pid;
error_log stderr;
daemon off;
master_process off;
events {{ }}
http {{
    access_log off;
    types {{ text/html html; text/css css; application/javascript js; image/svg+xml svg; }}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/pair.pem;
        ssl_certificate_key {folder}/pair.pem;
        root {folder}/site;
        include {folder}/printed;
    }}
}}
"""
_MODULES = Path("/usr/lib/apache2/modules")
_LOADED = "mpm_event authz_core headers ssl deflate mime dir filter socache_shmcb"
_APACHE = """
ServerRoot {folder}
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
ServerName pears.example
User daemon
Group daemon
Listen 127.0.0.1:{port}
{modules}
TypesConfig /dev/null
AddType text/html html
AddType text/css css
AddType text/javascript js
AddType image/svg+xml svg
DirectoryIndex index.html
DocumentRoot {folder}/site
<VirtualHost *>
    SSLEngine on
    SSLCertificateFile {folder}/pair.pem
    Include {folder}/printed
</VirtualHost>
"""
_CADDY = """
{{
    admin off
    auto_https disable_redirects
}}
https://pears.example:{port} {{
    bind 127.0.0.1
    tls {folder}/pair.pem {folder}/pair.pem
    root * {folder}/site
    file_server
    import {folder}/printed
}}
"""


def _started(name: str, folder: Path) -> list[str]:
    """The command that runs a server in the foreground."""
    return {
        "nginx": ["nginx", "-c", f"{folder}/conf", "-p", str(folder)],
        "apache": ["apache2", "-D", "FOREGROUND", "-f", f"{folder}/conf"],
        "caddy": ["caddy", "run", "--config", f"{folder}/conf", "--adapter", "caddyfile"],
    }[name]


def _tested(name: str, folder: Path) -> list[str]:
    """The command by which a server tests its configuration."""
    return {
        "nginx": ["nginx", "-t", "-c", f"{folder}/conf", "-p", str(folder)],
        "apache": ["apache2", "-t", "-f", f"{folder}/conf"],
        "caddy": ["caddy", "validate", "--config", f"{folder}/conf", "--adapter", "caddyfile"],
    }[name]


_CONFIGURATIONS = {"nginx": _NGINX, "apache": _APACHE, "caddy": _CADDY}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A site with a certificate, in a folder that every user of the machine may read."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        (folder / "site").mkdir()
        for name, text in _FILES.items():
            (folder / "site" / name).write_text(text)
        issued = authority("Pear Authority", time.time()).issue("pears.example")
        key = issued.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        (folder / "pair.pem").write_bytes(issued.certificate.public_bytes(serialization.Encoding.PEM) + key)
        (folder / "printed").write_text("# Nothing yet.\n")
        yield folder


@contextmanager
def _serving(name: str, folder: Path, port: int) -> Iterator[None]:
    """Run a server with what was printed, after its own test of it."""
    path = f"/usr/sbin:/usr/bin:/usr/local/bin:{os.environ['PATH']}"
    if shutil.which(_started(name, folder)[0], path=path) is None:
        pytest.skip(f"{name} is not installed")
    environment = {**os.environ, "PATH": path, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    modules = "\n".join(f"LoadModule {one}_module {_MODULES}/mod_{one}.so" for one in _LOADED.split())
    configuration = _CONFIGURATIONS[name].format(folder=folder, port=port, modules=modules)
    (folder / "conf").write_text(configuration)
    tested = subprocess.run(_tested(name, folder), env=environment, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stderr
    process = subprocess.Popen(
        _started(name, folder), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until(lambda: process.poll() is not None or _listens(port))
        assert process.poll() is None
        yield
    finally:
        process.terminate()
        process.wait(60)


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def _run(*words: str, folder: Path) -> str:
    ended = subprocess.run([*_COMMAND, *words], capture_output=True, text=True, timeout=300, check=False, cwd=folder)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def _shares(report: Mapping[str, Any]) -> dict[str, int]:
    return {issue["rule"]: issue["share"] for result in report["categories"] for issue in result["issues"]}


def _scores(report: Mapping[str, Any]) -> list[int]:
    return [report["overallScore"], *(result["score"] for result in report["categories"])]


@pytest.mark.parametrize("server", _CONFIGURATIONS)
def test_the_issues_are_gone(server: str, folder: Path) -> None:
    """No other issue that costs points is there instead, no score is lower, and nothing more is to be set."""
    port = free_port()
    url = f"https://pears.example:{port}/"
    with naming({"pears.example": "127.0.0.1"}) as names:
        network = ("--allow-private", "--insecure", "--set", f"dns=127.0.0.1:{names}")

        def scanned() -> Any:
            return json.loads(_run("scan", url, "--format", "json", *network, folder=folder))

        with _serving(server, folder, port):
            before = scanned()
            printed = _run("fix", "--server", server, url, *network, folder=folder)
        (folder / "printed").write_text(printed)
        with _serving(server, folder, port):
            after = scanned()
            again = _run("fix", "--server", server, url, *network, folder=folder)
    named = set(re.findall("^# ([a-z]+/[a-z-]+): ", printed, re.M))
    assert named == {
        "security/csp-missing",
        "security/framing-allowed",
        "security/hsts-missing",
        "security/nosniff-missing",
        "security/permissions-policy-missing",
        "security/referrer-policy-missing",
        "performance/cache-lifetime",
        "performance/compression-missing",
        "performance/text-uncompressed",
    }
    assert not named & _shares(after).keys()
    new = {rule: share for rule, share in _shares(after).items() if rule not in _shares(before)}
    # Whether all subdomains are on HTTPS is for a person to say; both cost nothing.
    assert new == {"security/hsts-subdomains": 0, "security/csp-hardening": 0}
    scores = list(zip(_scores(before), _scores(after), strict=True))
    assert all(was <= now for was, now in scores), (scores, _shares(before), _shares(after))
    assert "asks for a setting" in again
