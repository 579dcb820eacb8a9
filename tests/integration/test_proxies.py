"""The configurations in the documentation are accepted by the programs that they are for."""

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from tests.certificates import authority

PROXIES = Path(__file__).parents[2] / "docs/proxies"

pytestmark = pytest.mark.integration


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("nginx.conf", ("nginx", "-t", "-c")),
        ("haproxy.cfg", ("haproxy", "-c", "-f")),
        ("Caddyfile", ("caddy", "validate", "--adapter", "caddyfile", "--config")),
    ],
)
def test_configurations_are_accepted(tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    """Each program accepts its configuration, with a test certificate."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
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
    done = subprocess.run([*command, str(tried)], capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
