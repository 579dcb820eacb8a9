"""The running service conforms to its OpenAPI description, in requests that schemathesis makes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import running

pytestmark = pytest.mark.integration

CHECKS = (
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "unsupported_method",
    "allow_header_conformance",
)


def test_responses_match_description(tmp_path: Path) -> None:
    """Every response has a status, media type, header fields and body that the description contains."""
    with running("--rate-limit", "0") as service:
        words = ["run", f"http://127.0.0.1:{service.port}/openapi.json", "--checks", ",".join(CHECKS)]
        done = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", *words, "--max-examples", "30", "--seed", "1", "--no-color"],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            cwd=tmp_path,
        )
    assert done.returncode == 0, done.stdout
    assert "3 selected / 3 total" in done.stdout
    assert " 0 generated" not in done.stdout
