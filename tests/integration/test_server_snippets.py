"""Real servers accept the configuration snippets of the catalogue."""

import subprocess
from pathlib import Path

import pytest

from tests.programs import needs, program
from tests.server_snippets import Snippet, snippets

SNIPPETS = list(snippets())
#: The surroundings that a server needs to read a snippet, unless the snippet begins a block of the outermost level.
NGINX = """
pid {folder}/nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    {around}
}}
"""
APACHE = """
ServerRoot {folder}
PidFile {folder}/apache.pid
ErrorLog {folder}/error.log
ServerName example.com
Listen 127.0.0.1:65530
{modules}
{snippet}
"""
_OUTERMOST = ("server {", "map ")
MODULES = Path("/usr/lib/apache2/modules")
NAMES = (
    "mpm_event authz_core headers rewrite ssl deflate http2 setenvif alias mime dir filter env socache_shmcb "
    "proxy proxy_http"
).split()


def _of(server: str) -> "pytest.MarkDecorator":
    found = [snippet for snippet in SNIPPETS if snippet.server == server]
    return pytest.mark.parametrize("snippet", found, ids=[snippet.rule for snippet in found])


def _read(command: list[str]) -> None:
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr + ended.stdout


@needs("nginx")
@_of("nginx")
def test_nginx(snippet: Snippet, tmp_path: Path) -> None:
    """``nginx -t`` accepts a snippet, in the version of the oldest supported Debian."""
    together = [
        candidate.text for candidate in SNIPPETS if (candidate.server, candidate.rule) == ("nginx", snippet.rule)
    ]
    around = [text for text in together if text.startswith(_OUTERMOST)]
    if snippet.text not in around:
        listen = "" if "listen" in snippet.text else "listen 65531;"
        around.append(f"server {{ {listen}\n{snippet.text}\n}}")
    file = tmp_path / "nginx.conf"
    file.write_text(NGINX.format(folder=tmp_path, around="\n".join(around)))
    command = [program("nginx"), "-t", "-q", "-c", str(file), "-p", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    problems = [line for line in ended.stderr.splitlines() if "[emerg]" in line]
    # The other settings of TLS are in the configuration that the snippet is for.
    assert [line for line in problems if 'no "ssl_certificate" is defined' not in line] == [], snippet
    assert ended.returncode == 0 or problems, ended.stderr


@needs("apache2")
@_of("Apache")
def test_apache(snippet: Snippet, tmp_path: Path) -> None:
    """``apache2 -t`` accepts a snippet."""
    available = [name for name in NAMES if (MODULES / f"mod_{name}.so").exists()]
    modules = "\n".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so" for name in available)
    file = tmp_path / "apache.conf"
    file.write_text(APACHE.format(folder=tmp_path, modules=modules, snippet=snippet.text))
    _read([program("apache2"), "-t", "-f", str(file)])


@needs("caddy")
@_of("Caddy")
def test_caddy(snippet: Snippet, tmp_path: Path) -> None:
    """``caddy adapt`` accepts a snippet inside of a site."""
    file = tmp_path / "Caddyfile"
    file.write_text(f"example.com {{\n{snippet.text}\n}}\n")
    _read([program("caddy"), "adapt", "--config", str(file), "--adapter", "caddyfile"])
