"""The output of ``sitescan fix --server``, included by a real server whose page is scanned again."""

import json
import os
import re
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
from attrs import frozen
from cryptography.hazmat.primitives import serialization

from tests.certificates import authority
from tests.integration.processes import until
from tests.names import naming
from tests.programs import needs, program
from tests.running import PATIENT, free_port
from tests.site import Answered, serving

pytestmark = pytest.mark.integration

_COMMAND = [sys.executable, "-m", "sitescan"]
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
        {content}
        include {folder}/printed;
    }}
}}
"""
_MODULES = Path("/usr/lib/apache2/modules")
_LOADED = "mpm_event authz_core headers ssl deflate mime dir filter socache_shmcb proxy proxy_http"
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
{main}
<VirtualHost *>
    {content}
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
    {content}
    import {folder}/printed
}}
"""

#: The content of a site, by server: files, or an application behind it.
_CONTENT = {
    "nginx": ("root {folder}/site;", "location / {{ proxy_pass {app}; }}"),
    "apache": ("DocumentRoot {folder}/site", "ProxyPass / {app}/"),
    "caddy": ("root * {folder}/site\n    file_server", "reverse_proxy {app}"),
}


def _started(name: str, folder: Path) -> list[str]:
    """Return the command that runs a server in the foreground."""
    arguments = {
        "nginx": ["-c", f"{folder}/conf", "-p", str(folder)],
        "apache": ["-D", "FOREGROUND", "-f", f"{folder}/conf"],
        "caddy": ["run", "--config", f"{folder}/conf", "--adapter", "caddyfile"],
    }[name]
    return [program(_PROGRAMS[name]), *arguments]


def _tested(name: str, folder: Path) -> list[str]:
    """Return the command by which a server tests its configuration."""
    arguments = {
        "nginx": ["-t", "-c", f"{folder}/conf", "-p", str(folder)],
        "apache": ["-t", "-f", f"{folder}/conf"],
        "caddy": ["validate", "--config", f"{folder}/conf", "--adapter", "caddyfile"],
    }[name]
    return [program(_PROGRAMS[name]), *arguments]


_CONFIGURATIONS = {"nginx": _NGINX, "apache": _APACHE, "caddy": _CADDY}
_PROGRAMS = {"nginx": "nginx", "apache": "apache2", "caddy": "caddy"}
_SERVERS = [pytest.param(name, marks=needs(started)) for name, started in _PROGRAMS.items()]


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a site with a certificate, in a folder that every user of the machine may read."""
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
def _serving(name: str, folder: Path, port: int, app: str = "") -> Iterator[None]:
    """Test and run a server that includes the printed file, for files or for an application."""
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    modules = "\n".join(f"LoadModule {module}_module {_MODULES}/mod_{module}.so" for module in _LOADED.split())
    content = _CONTENT[name][bool(app)].format(folder=folder, app=app)
    # Apache allows this line, which the printed file names, nowhere else.
    main = "ServerTokens Prod" if "ServerTokens Prod" in (folder / "printed").read_text() else ""
    configuration = _CONFIGURATIONS[name].format(folder=folder, port=port, modules=modules, content=content, main=main)
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
    ended = subprocess.run([*_COMMAND, *words], capture_output=True, text=True, timeout=900, check=False, cwd=folder)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def _shares(report: Mapping[str, Any]) -> dict[str, int]:
    return {issue["rule"]: issue["share"] for result in report["categories"] for issue in result["issues"]}


def _scores(report: Mapping[str, Any]) -> list[int]:
    return [report["overallScore"], *(result["score"] for result in report["categories"])]


@frozen
class _Printed:
    """The file that was printed for a site, and the reports before and after it was included."""

    text: str
    before: Any
    after: Any
    again: str


def _printed(server: str, folder: Path, app: str = "") -> _Printed:
    port = free_port()
    url = f"https://pears.example:{port}/"
    with naming({"pears.example": "127.0.0.1"}) as names:
        network = ("--allow-private", "--insecure", "--set", f"dns=127.0.0.1:{names}", *PATIENT)

        def scanned() -> Any:
            return json.loads(_run("scan", url, "--format", "json", *network, folder=folder))

        with _serving(server, folder, port, app):
            before = scanned()
            text = _run("fix", "--server", server, url, *network, folder=folder)
        (folder / "printed").write_text(text)
        with _serving(server, folder, port, app):
            return _Printed(text, before, scanned(), _run("fix", "--server", server, url, *network, folder=folder))


def _assert_better(printed: _Printed) -> None:
    """Check that the named issues are gone, no new issue costs points, and no score is lower."""
    before, after = _shares(printed.before), _shares(printed.after)
    assert not _named(printed.text) & after.keys(), printed.text
    assert all(old <= new for old, new in zip(_scores(printed.before), _scores(printed.after), strict=True))
    assert {share for rule, share in after.items() if rule not in before} <= {0}
    assert "asks for a setting" in printed.again


def _named(text: str) -> set[str]:
    return set(re.findall("^# ([a-z]+/[a-z-]+): ", text, re.M))


@pytest.mark.parametrize("server", _SERVERS)
def test_missing_header_fields(server: str, folder: Path) -> None:
    """For a page without any of the header fields, the file sets all of them, and the page improves."""
    printed = _printed(server, folder)
    assert _named(printed.text) == {
        "security/csp-missing",
        "security/framing-allowed",
        "security/hsts-missing",
        "security/nosniff-missing",
        "security/permissions-policy-missing",
        "security/referrer-policy-missing",
        "performance/cache-lifetime",
        "performance/compression-missing",
        "performance/text-uncompressed",
        *(("security/version-disclosure",) if server != "caddy" else ()),
    }
    _assert_better(printed)
    # Only a person knows whether all subdomains are on HTTPS.
    new = _shares(printed.after).keys() - _shares(printed.before).keys()
    assert new == {"security/hsts-subdomains", "security/csp-hardening"}


@pytest.mark.parametrize("server", _SERVERS)
def test_wrong_header_fields(server: str, folder: Path) -> None:
    """Wrong header fields of an application behind the server are replaced, and sent once."""
    wrong = (
        ("X-Frame-Options", "ALLOWALL"),
        ("Strict-Transport-Security", "max-age=60; includeSubDomains"),
        ("Referrer-Policy", "unsafe-url"),
        ("X-Powered-By", "PHP/8.1.2"),
        ("X-AspNet-Version", "4.0.30319"),
    )
    types = {"html": "text/html; charset=utf-8", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
    answers = {
        f"/{name}": Answered(text.encode(), 200, (("Content-Type", types[name.partition(".")[2]]), *wrong))
        for name, text in _FILES.items()
    }
    with serving({**answers, "/": answers["/index.html"]}) as app:
        printed = _printed(server, folder, app.origin)
    assert _named(printed.text) >= {
        "security/frame-options-invalid",
        "security/hsts-short",
        "security/referrer-policy-unsafe",
        "security/version-disclosure",
        "performance/cache-lifetime",
        "performance/text-uncompressed",
    }
    assert "max-age=31536000; includeSubDomains" in printed.text
    _assert_better(printed)
