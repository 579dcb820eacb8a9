"""The configurations in the documentation are accepted by the programs that they are for."""

import subprocess
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from tests.certificates import authority
from tests.programs import needs, program

PROXIES = Path(__file__).parents[2] / "docs/proxies"

pytestmark = pytest.mark.integration


@pytest.mark.parametrize(
    ("name", "command"),
    [
        pytest.param("nginx.conf", ("nginx", "-t", "-c"), marks=needs("nginx")),
        pytest.param("haproxy.cfg", ("haproxy", "-c", "-f"), marks=needs("haproxy")),
        pytest.param("Caddyfile", ("caddy", "validate", "--adapter", "caddyfile", "--config"), marks=needs("caddy")),
    ],
)
def test_configurations_are_accepted(tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    """Each program accepts its configuration, with a test certificate."""
    issued = authority("Pear Authority", time.time()).issue("scan.example")
    key = issued.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pair = tmp_path / "pair.pem"
    pair.write_bytes(issued.certificate.public_bytes(serialization.Encoding.PEM) + key)
    text = (PROXIES / name).read_text()
    for place in ("fullchain.pem", "privkey.pem"):
        text = text.replace(f"/etc/letsencrypt/live/scan.example/{place}", str(pair))
    tried = tmp_path / name
    tried.write_text(text.replace("/etc/haproxy/scan.example.pem", str(pair)))
    words = [program(command[0]), *command[1:], str(tried)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
