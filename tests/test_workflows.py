"""The workflows of the repository, which run what README.rst promises."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.rst").read_text(encoding="utf-8")
RELEASES = {"12": "bookworm", "13": "trixie"}


def _workflow(name: str) -> Any:
    return yaml.safe_load((ROOT / ".github/workflows" / name).read_text(encoding="utf-8"))


def test_supported_platforms_are_tested() -> None:
    """Each release of Debian that README.rst names runs all the tests."""
    job = _workflow("tests.yml")["jobs"]["debian"]
    found = re.search(r"On Debian (\d+) or (\d+)", README)
    assert found is not None
    promised = {RELEASES[number] for number in found.groups()}
    assert set(job["strategy"]["matrix"]["release"]) == promised
    assert any(step.get("run") == "bash .ci/run" for step in job["steps"])


@pytest.mark.parametrize(
    ("name", "jobs"), [("tests.yml", set()), ("publish.yml", {"package", "image"}), ("constraints.yml", {"renew"})]
)
def test_jobs_have_minimal_permissions(name: str, jobs: set[str]) -> None:
    """Only jobs that publish may write to the repository, so that a compromised step of a test can't."""
    workflow = _workflow(name)
    assert workflow["permissions"] == {"contents": "read"}
    writing = {job for job, steps in workflow["jobs"].items() if "write" in str(steps.get("permissions", ""))}
    assert writing == jobs


def test_image_is_built_for_both_architectures() -> None:
    """The container image is built for AMD64 and ARM64."""
    steps = _workflow("publish.yml")["jobs"]["image"]["steps"]
    (build,) = [step["with"] for step in steps if str(step.get("uses", "")).startswith("docker/build-push-action")]
    assert build["platforms"] == "linux/amd64,linux/arm64"
    assert (ROOT / build["file"]).is_file()
